/** Signal numbers of Linux, where judging services run programs. */
const names = [
  'SIGHUP SIGINT SIGQUIT SIGILL SIGTRAP SIGABRT SIGBUS SIGFPE SIGKILL SIGUSR1 SIGSEGV SIGUSR2 SIGPIPE SIGALRM',
  'SIGTERM SIGSTKFLT SIGCHLD SIGCONT SIGSTOP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGXCPU SIGXFSZ SIGVTALRM SIGPROF',
  'SIGWINCH SIGIO SIGPWR SIGSYS',
]
  .join(' ')
  .split(' ');

/** 11 → `SIGSEGV`; null for 0 and for numbers without a name. */
export function signalName(signal: number | null): string | null {
  return signal === null ? null : (names[signal - 1] ?? null);
}
