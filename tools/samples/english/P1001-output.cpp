// P1001 A+B Problem
// Output limit exceeded: i is unsigned and never below 0, so the loop never ends
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
