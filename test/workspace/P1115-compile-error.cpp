// P1115 最大子段和
// 编译失败：忘了声明变量，还少了一个分号
#include <iostream>
using namespace std;

int main()
{
	int n;
	cin >> n;
	long long best = -1e18, /* 以当前位置结尾 */ ending = 0;
	for (int i = 0; i < n; i++) {
		cin >> value;
		ending = max(ending, 0LL) + value;
		best = max(best, ending)
	}
	cout << best << endl;
	return 0;
}
