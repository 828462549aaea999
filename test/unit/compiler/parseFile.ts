// Prints how certainly each toolchain detects the compiler output in a file, and the diagnostics that the parser reads
// in it: npx tsx test/unit/compiler/parseFile.ts <output> [<source>]
import fs from 'node:fs';
import { printDetected, printInSource } from './printed';

const [output, source] = process.argv.slice(2);
if (output === undefined)
  throw new Error('Usage: npx tsx test/unit/compiler/parseFile.ts <output> [<source>]');

const message = fs.readFileSync(output, 'utf8');
const sourceLines = source === undefined ? [] : fs.readFileSync(source, 'utf8').split('\n');
process.stdout.write(
  `Detected by: ${printDetected(message)}Diagnostics:\n${printInSource(message, sourceLines)}`,
);
