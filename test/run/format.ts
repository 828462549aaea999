// Checks the format of the changed files, or of all files with `--all`.
import { root } from '../../tools/root';
import { checkFormat } from './checkFormat';

const problems = checkFormat(root, process.argv.includes('--all') ? 'all' : 'changed');
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;
