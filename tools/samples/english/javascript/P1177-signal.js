// P1177 Sorting
// Ends by a signal: it checks its own result and aborts, because numbers sorted as text are not in order
const [, ...a] = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number);
a.sort();
if (a.some((value, at) => at > 0 && a[at - 1] > value)) process.abort();
console.log(a.join(' '));
