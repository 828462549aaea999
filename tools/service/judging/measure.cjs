// Loaded into a JavaScript program where no runner can be built: tells at its end what it used (CPU ms, peak KiB).
'use strict';
const fs = require('node:fs');

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  try {
    fs.writeSync(3, `${Math.round((userCPUTime + systemCPUTime) / 1000)} ${maxRSS}\n`);
  } catch {
    // nobody listens any more
  }
});
