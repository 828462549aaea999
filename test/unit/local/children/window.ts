import { runCommand, type Command } from '../../../../src/local/processes/runCommand';

// A window that runs a command, given as JSON. Closes at the first input, and if the process of the test ends.
const command = JSON.parse(process.argv[2] ?? '') as Command;
void runCommand(command, '', { timeMs: 60_000 });
process.stdin.once('data', () => process.exit());
process.stdin.once('end', () => process.exit());
