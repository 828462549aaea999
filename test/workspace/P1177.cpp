// P1177 【模板】排序
// 超时：冒泡排序是 O(n²) 的，n 很大时跑不完
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
