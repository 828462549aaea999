// P1115 Maximum Subarray Sum
// Crashes: there is no property `best` of undefined, and Node ends with exit code 1
const [, ...values] = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number);
const sums = values.map((value) => ({ best: value }));
for (let at = 0; at <= sums.length; at++) {
  sums[at].best = values[at] + Math.max(sums[at - 1]?.best ?? 0, 0);
}
console.log(Math.max(...sums.map((sum) => sum.best)));
