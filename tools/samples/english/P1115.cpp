// P1115 Maximum Subarray Sum
// Wrong answer: the maximum starts at 0, which is wrong if all numbers are negative
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
