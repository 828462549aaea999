// P1001 A+B Problem
// Too much output: the condition of the loop is never false
const fs = require('fs');
const [a, b] = fs.readFileSync(0, 'utf8').trim().split(/\s+/).map(Number);
for (let i = 0; i >= 0; i++) fs.writeSync(1, `${a + b}\n`.repeat(1000));
