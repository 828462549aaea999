// Loaded into JavaScript programs if no runner could be built. When the program ends, writes the used CPU time (ms) and
// the peak memory (KiB).
'use strict';
const fs = require('node:fs');

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  try {
    fs.writeSync(3, `${Math.round((userCPUTime + systemCPUTime) / 1000)} ${maxRSS}\n`);
  } catch {
    // The reader has already closed the pipe.
  }
});
