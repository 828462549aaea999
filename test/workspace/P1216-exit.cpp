// P1216 数字三角形
// 返回值不是 0：答案是对的，但是 main 返回了行数
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
