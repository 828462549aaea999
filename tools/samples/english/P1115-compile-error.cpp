// P1115 Maximum Subarray Sum
// Compile error: a variable is not declared, and a semicolon is missing
#include <iostream>
using namespace std;

int main()
{
	int n;
	cin >> n;
	long long best = -1e18, /* ends here */ ending = 0;
	for (int i = 0; i < n; i++) {
		cin >> value;
		ending = max(ending, 0LL) + value;
		best = max(best, ending)
	}
	cout << best << endl;
	return 0;
}
