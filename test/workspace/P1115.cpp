// P1115 最大子段和
// 错误：最大值从 0 开始，如果所有的数都是负数，答案就错了
#include <iostream>
using namespace std;

int main()
{
	int n;
	cin >> n;
	long long best = 0, ending = 0;
	for (int i = 0; i < n; i++) {
		long long value;
		cin >> value;
		ending = max(ending, 0LL) + value;
		best = max(best, ending);
	}
	cout << best << endl;
	return 0;
}
