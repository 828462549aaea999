// Preloaded into the server. Its standard input is a pipe from whoever started it: the end of that pipe is the end of
// that process, even of one that was killed, and then the server goes too, with its data.
// What the server starts has a standard input of its own and a channel to the server: it stays out of this.
'use strict';
const fs = require('node:fs');

function end() {
  const dataDir = process.argv[process.argv.indexOf('--server-data-dir') + 1];
  fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  process.exit(0);
}

if (process.argv[1] && process.argv[1].endsWith('server-main.js') && !process.send) {
  process.stdin.on('end', end).on('error', end).resume();
}
