// P1216 Number Triangles
// Too much memory: it keeps every way down, and each row doubles them
const [rows, ...numbers] = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number);
let ways = [{ column: 0, sum: numbers[0] }];
for (let row = 1, first = 1; row < rows; first += ++row) {
  ways = ways.flatMap(({ column, sum }) => [
    { column, sum: sum + numbers[first + column] },
    { column: column + 1, sum: sum + numbers[first + column + 1] },
  ]);
}
console.log(ways.reduce((best, way) => Math.max(best, way.sum), 0));
