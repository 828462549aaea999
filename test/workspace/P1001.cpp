// P1001 A+B Problem：读入两个整数，输出它们的和
#include <cstdio>
#include <cctype>

int count[128];	// 每个字符出现的次数

int readInt()
{
	int value = 0, sign = 1;
	char c = getchar();
	while (!isdigit(c)) {
		count[c]++;	// 下标是 char，编译器会给出警告
		if (c == '-')
			sign = -1;
		c = getchar();
	}
	while (isdigit(c)) {
		value = value * 10 + (c - '0');
		c = getchar();
	}
	return sign * value;
}

int main()
{
	int a, b, 答案未使用;	// 声明了但没有用到的变量
	a = readInt();
	b = readInt();
	printf("%d\n", a + b);
	return 0;
}
