// P1177 Sorting
// Time limit exceeded: bubble sort is O(n²), too slow for large n
#include <cstdio>
#include <algorithm>

int a[100005];

int main()
{
	int n;
	if (scanf("%d", &n) != 1)
		return 0;
	for (int i = 0; i < n; i++)
		if (scanf("%d", &a[i]) != 1)
			return 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j + 1 < n - i; j++)
			if (a[j] > a[j + 1])
				std::swap(a[j], a[j + 1]);
	for (int i = 0; i < n; i++)
		printf("%d ", a[i]);
	puts("");
	return 0;
}
