// P1216 Number Triangles
// Memory limit exceeded: stores every path, twice as many for each row
#include <algorithm>
#include <iostream>
#include <vector>

int main()
{
	int rows;
	std::cin >> rows;
	std::vector<std::vector<int>> number(rows);
	for (int i = 0; i < rows; i++)
		for (int j = 0; j <= i; j++) {
			int value;
			std::cin >> value;
			number[i].push_back(value);
		}
	struct Path {
		int column;
		int sum;
	};
	std::vector<Path> paths{{0, number[0][0]}};
	for (int i = 1; i < rows; i++) {
		std::vector<Path> next;
		for (const Path &path : paths) {
			next.push_back({path.column, path.sum + number[i][path.column]});
			next.push_back({path.column + 1, path.sum + number[i][path.column + 1]});
		}
		paths = next;
	}
	int best = 0;
	for (const Path &path : paths)
		best = std::max(best, path.sum);
	std::cout << best << std::endl;
	return 0;
}
