// P1115 Maximum Subarray Sum
// Wrong: the best sum starts at 0, but every number may be negative
const [, ...values] = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number);
let best = 0;
let ending = 0;
for (const value of values) {
  ending = Math.max(ending, 0) + value;
  best = Math.max(best, ending);
}
console.log(best);
