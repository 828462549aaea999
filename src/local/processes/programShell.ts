import type { Environment } from '../environment';
import { notMeasured, readMeasurements, type Measurements } from './measurements';
import { lastProcessId } from './processMark';
import { ProcessTree } from './processTree';
import type { RunFilePaths } from './programRunner';
import type { Command } from './runCommand';
import { raisingStack } from './stackLimit';

/**
 * Lines of a shell. `run` starts a program and waits for it. Then it writes the CPU times of all programs until now and the
 * exit code. `$1`: limit of the CPU time, s; `$2`: working folder; `$3`, `$4`, and `$5`: input, output, and error output.
 */
const preparation = `
${raisingStack}
run() {
  (
    exec <"$3" >>"$4" 2>>"$5"
    cd -- "$2" && unset OLDPWD && ulimit -S -t "$1" && shift 5 && exec "$@"
  )
  code=$?
  times
  echo "$code"
}
`;

export interface RunningProgram {
  /** rejects if the program couldn't be started */
  readonly ended: Promise<EndOfProgram>;
  /** Ends the program with its child processes. */
  end(): void;
}

/** How a program ended, as reported to its parent process. Both null: unknown */
export interface ExitOfProcess {
  readonly exitCode: number | null;
  readonly endSignal: NodeJS.Signals | null;
}

export interface EndOfProgram extends ExitOfProcess {
  readonly measurements: Measurements;
}

/**
 * A shell on Linux that starts one program after the other, and measures them. It reads commands until its input ends. If
 * a program has to be ended, the shell ends with it.
 */
export class ProgramShell {
  private readonly tree: ProcessTree;
  private hasEnded = false;
  /** output of the shell for the program that is running */
  private report = '';
  /** CPU time of all programs until now, ms */
  private usedMs = 0;
  /** The running program. `first`: process IDs below this one were in use before */
  private waiting: {
    readonly first: number;
    readonly resolve: (end: EndOfProgram) => void;
    readonly reject: (error: Error) => void;
  } | null = null;

  constructor(readonly environment: Environment) {
    this.tree = new ProcessTree(
      { kind: 'program', path: '/bin/sh', args: ['-s'] },
      { cwd: '/', env: environment, stdio: ['pipe', 'pipe', 'ignore'] },
    );
    const { child } = this.tree;
    child.once('error', (error) => {
      this.hasEnded = true;
      this.waiting?.reject(error);
    });
    // its last report has been read then
    child.once('close', (exitCode, endSignal) => {
      this.hasEnded = true;
      this.tree.endLeftovers();
      this.waiting?.resolve({ exitCode, endSignal, measurements: notMeasured });
    });
    child.stdout?.setEncoding('latin1').on('data', (text: string) => this.receive(text));
    // the shell may have ended
    child.stdin?.on('error', () => undefined);
    child.stdin?.write(preparation);
  }

  /** Returns whether programs with this environment can be started. */
  accepts(environment: Environment): boolean {
    return !this.hasEnded && environment === this.environment;
  }

  /** Starts a program after the previous one has ended. `cpuSeconds`: limit of its CPU time */
  start({ tool, args, folder }: Command, files: RunFilePaths, cpuSeconds: number): RunningProgram {
    const { input, output, errorOutput } = files;
    const words = [String(cpuSeconds), folder, input, output, errorOutput, tool, ...args];
    const ended = new Promise<EndOfProgram>((resolve, reject) => {
      this.waiting = { first: lastProcessId(), resolve, reject };
    });
    this.tree.child.stdin?.write(`run ${words.map(quoted).join(' ')}\n`);
    return { ended, end: () => this.tree.end() };
  }

  close(): void {
    if (!this.hasEnded) this.tree.end();
  }

  private receive(text: string): void {
    this.report += text;
    const [, exitCode] = /^(\d{1,3})\n/m.exec(this.report) ?? [];
    if (exitCode === undefined || !this.waiting) return;
    const { cpuMs: usedMs } = readMeasurements(this.report);
    const cpuMs = usedMs === null ? null : usedMs - this.usedMs;
    this.usedMs = usedMs ?? this.usedMs;
    this.report = '';
    const { first, resolve } = this.waiting;
    this.waiting = null;
    this.tree.endChildren(first);
    resolve({ exitCode: Number(exitCode), endSignal: null, measurements: { cpuMs, memoryKib: null } });
  }
}

/** Quotes a text as one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
