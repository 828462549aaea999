import { runCommand, type Command } from '../../../../src/local/runCommand';

// A window that runs a command, given as JSON, and closes at the first input.
const command = JSON.parse(process.argv[2] ?? '') as Command;
void runCommand(command, '', { timeMs: 60_000, endsAtOutputLimit: true });
process.stdin.once('data', () => process.exit());
