// P1216 Number Triangles
// Runtime error: the answer is right, but main returns the number of rows
#include <algorithm>
#include <iostream>

int best[1005], number[1005][1005];

int main()
{
	int rows;
	std::cin >> rows;
	for (int i = 1; i <= rows; i++)
		for (int j = 1; j <= i; j++)
			std::cin >> number[i][j];
	for (int i = rows; i >= 1; i--)
		for (int j = 1; j <= i; j++)
			best[j] = number[i][j] + std::max(best[j], best[j + 1]);
	std::cout << best[1] << std::endl;
	return rows;
}
