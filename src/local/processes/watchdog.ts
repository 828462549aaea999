import { spawn, type ChildProcess } from 'node:child_process';
import type { ProcessMark } from './processMark';

/**
 * Reads `add <program>` and `remove <program>` until the window has ended, even by SIGKILL, and so closed the pipe. Then
 * ends all programs that were added, with their child processes. A program is `<process ID>,<variable>,<limit>`. Uses
 * only what every system has.
 */
const script = `
trap '' HUP INT TERM
programs=''
while read -r action program; do
  case $action in
    add) programs="$programs $program" ;;
    remove)
      left=''
      for other in $programs; do
        [ "$other" = "$program" ] || left="$left $other"
      done
      programs=$left ;;
  esac
done
for program in $programs; do
  pid=\${program%%,*}
  marks=\${program#*,}
  kill -9 -"$pid"
  for pass in 1 2 3; do
    for file in $(grep -lsaF "\${marks%,*}" /proc/[0-9]*/environ) \\
        $(grep -ls "^Max file locks .* \${marks##*,}  *locks" /proc/[0-9]*/limits); do
      file=\${file#/proc/}
      kill -9 "\${file%%/*}"
    done
  done
done
`;

/**
 * A process that ends the programs of this window if the window is killed. It is started with the first program, and
 * waits until the window ends.
 */
class Watchdog {
  private process: ChildProcess | null = null;

  /** Adds a process that has started. `pid`: also the ID of its process group */
  add(pid: number, mark: ProcessMark): void {
    this.send('add', pid, mark);
  }

  remove(pid: number, mark: ProcessMark): void {
    if (this.process) this.send('remove', pid, mark);
  }

  private send(action: 'add' | 'remove', pid: number, { variable, limit }: ProcessMark): void {
    this.process ??= this.start();
    this.process.stdin?.write(`${action} ${pid},${variable},${limit}\n`);
  }

  private start(): ChildProcess {
    const started = spawn('/bin/sh', ['-c', script], {
      // the variables of VS Code aren't needed, and no mark of a program may be among them
      env: { PATH: '/usr/bin:/bin' },
      cwd: '/',
      stdio: ['pipe', 'ignore', 'ignore'],
      // not in the process group of the window, which may be killed as a whole
      detached: true,
    });
    const forget = (): void => {
      if (this.process === started) this.process = null;
    };
    started.once('error', forget);
    started.once('exit', forget);
    // writing fails once the process has ended
    started.stdin?.on('error', forget);
    // doesn't keep this process running
    started.unref();
    return started;
  }
}

/** The watchdog of this window; null: not available on Windows. */
export const watchdog: Watchdog | null = process.platform === 'win32' ? null : new Watchdog();
