// P1216 Number Triangles
// Does not compile: a bracket is missing
const [rows, ...numbers] = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number);
const best = new Array(rows + 1).fill(0);
for (let row = rows; row > 0; row--) {
  const first = (row * (row - 1)) / 2;
  for (let at = 0; at < row; at++) {
    best[at] = numbers[first + at] + Math.max(best[at], best[at + 1];
  }
}
console.log(best[0]);
