// P1001 A+B Problem
// 输出超限：i 是无符号数，永远不会小于 0，循环停不下来
#include <cstdio>

int main()
{
	int a, b;
	if (scanf("%d%d", &a, &b) != 2)
		return 0;
	for (unsigned i = 3; i >= 0; i--)
		printf("%d\n", a + b);
	return 0;
}
