// Preloaded into the server, whose standard input is a pipe from the process that started it. When that process ends or
// is killed, the pipe ends. The server then removes its data and exits. Child processes of the server have another
// standard input and an IPC channel, so they aren't affected.
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
