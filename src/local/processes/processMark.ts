import { randomInt, randomUUID } from 'node:crypto';
import fs from 'node:fs';

/** Marks that all child processes of a program inherit, so that they can be found on Linux. */
export interface ProcessMark {
  /** environment variable `NAME=value` */
  readonly variable: string;
  /**
   * Limit of file locks, which Linux ignores. A process with another environment still has it, because only
   * administrators can raise it.
   */
  readonly limit: number;
}

const variableName = 'JUDGE_RESULTS_RUN';

/** Sets the limit, whose option depends on the shell. */
const settingLimit = 'ulimit -w "$0" 2>/dev/null || ulimit -x "$0" 2>/dev/null';
const shell = '/bin/sh';

/** Returns a mark that no other program has. */
export function newMark(): ProcessMark {
  return { variable: `${variableName}=${randomUUID()}`, limit: randomInt(2 ** 40, 2 ** 47) };
}

export function markedEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  { variable }: ProcessMark,
): Record<string, string | undefined> {
  return { ...environment, [variableName]: variable.slice(variableName.length + 1) };
}

/** A program without a shell, or lines of a shell that start it, with their arguments `$1`, `$2` … */
export type ToStart =
  | { readonly kind: 'program'; readonly path: string; readonly args: readonly string[] }
  | { readonly kind: 'script'; readonly lines: string; readonly args: readonly string[] };

/**
 * Returns the command that starts a program with its mark. The shell passes the arguments on unchanged. Returns the
 * command without a mark if marking isn't possible, as on systems that don't list limits.
 */
export function markedCommand(
  toStart: ToStart,
  { limit }: ProcessMark,
): { readonly command: string; readonly args: readonly string[] } {
  const inShell = (lines: string, args: readonly string[]): readonly string[] => [
    '-c',
    `${settingLimit}\n${lines}`,
    String(limit),
    ...args,
  ];
  if (toStart.kind === 'script') return { command: shell, args: inShell(toStart.lines, toStart.args) };
  const { path, args } = toStart;
  // the shell would report a missing program with an exit code
  const canBeMarked = process.platform === 'linux' && isExecutable(shell) && isExecutable(path);
  return canBeMarked
    ? { command: shell, args: inShell('exec "$@"', [path, ...args]) }
    : { command: path, args };
}

function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Ends all processes with a mark that were started after `first`. No-op except on Linux.
 *
 * @param first process ID
 * @param kept process ID of one that isn't ended; null: none
 */
export function endMarked(first: number, mark: ProcessMark, kept: number | null = null): void {
  if (process.platform !== 'linux') return;
  // repeats this, because the processes may have started others meanwhile
  for (let passes = 0; passes < 20 && endSomeMarked(first, mark, kept); passes++);
}

function endSomeMarked(first: number, mark: ProcessMark, kept: number | null): boolean {
  let hasEnded = false;
  const names = fs.readdirSync('/proc');
  // after the list was read, so that none of the listed processes is newer
  const last = lastProcessId();
  for (const name of names) {
    const other = Number(name);
    if (!isBetween(other, first, last) || other === kept || !isMarked(name, mark)) continue;
    try {
      process.kill(other, 'SIGKILL');
      hasEnded = true;
    } catch {
      // it has just ended
    }
  }
  return hasEnded;
}

/** Returns whether a process ID was assigned between two others. After the largest ID, they start again at 1. */
function isBetween(id: number, first: number, last: number): boolean {
  return first <= last ? id >= first && id <= last : id >= first || id <= last;
}

/** Returns the ID of the newest process. Only on Linux. */
export function lastProcessId(): number {
  return Number(fs.readFileSync('/proc/loadavg', 'latin1').trim().split(' ').at(-1));
}

function isMarked(pid: string, { variable, limit }: ProcessMark): boolean {
  try {
    if (fs.readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(variable)) return true;
    const limits = fs.readFileSync(`/proc/${pid}/limits`, 'latin1');
    const isLimited = Number(/^Max file locks +\S+ +(\d+) /m.exec(limits)?.[1]) === limit;
    // a zombie: it has ended, but its parent didn't fetch its exit code yet
    return isLimited && !/\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false; // a process of another user, or one that has just ended
  }
}
