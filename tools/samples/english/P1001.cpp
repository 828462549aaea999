// P1001 A+B Problem: reads two integers and prints their sum
#include <cstdio>
#include <cctype>

int count[128];	// how often each character occurs

int readInt()
{
	int value = 0, sign = 1;
	char c = getchar();
	while (!isdigit(c)) {
		count[c]++;	// the subscript is a char: the compiler warns
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
	int a, b, unused;	// declared but never used
	a = readInt();
	b = readInt();
	printf("%d\n", a + b);
	return 0;
}
