import { languageOf } from '../service/judging/languages';
import type { Toolchain } from '../service/judging/toolchain';

export interface Judge0Language {
  readonly id: number;
  readonly name: string;
  /** File name of the source in the sandbox. */
  readonly source_file: string;
  /** Null if the language isn't compiled. */
  readonly compile_cmd: string | null;
  /** Language of the local judge. */
  readonly judgedAs: string;
}

const languages: readonly Judge0Language[] = [
  {
    id: 50,
    name: 'C (GCC 9.2.0)',
    source_file: 'main.c',
    judgedAs: 'c/99/gcc',
    compile_cmd: '/usr/local/gcc-9.2.0/bin/gcc %s main.c',
  },
  {
    id: 54,
    name: 'C++ (GCC 9.2.0)',
    source_file: 'main.cpp',
    judgedAs: 'cxx/17/gcc',
    compile_cmd: '/usr/local/gcc-9.2.0/bin/g++ %s main.cpp',
  },
  {
    id: 63,
    name: 'JavaScript (Node.js 12.14.0)',
    source_file: 'script.js',
    judgedAs: 'js/node/lts',
    compile_cmd: null,
  },
  {
    id: 71,
    name: 'Python (3.8.1)',
    source_file: 'script.py',
    judgedAs: 'python3/c',
    compile_cmd: null,
  },
];

/** Returns the languages that this computer can judge. */
export function languagesHere(tools: Toolchain): readonly Judge0Language[] {
  return languages.filter(({ judgedAs }) => typeof languageOf(judgedAs, tools) !== 'string');
}

export const statuses: ReadonlyMap<number, string> = new Map([
  [1, 'In Queue'],
  [2, 'Processing'],
  [3, 'Accepted'],
  [4, 'Wrong Answer'],
  [5, 'Time Limit Exceeded'],
  [6, 'Compilation Error'],
  [7, 'Runtime Error (SIGSEGV)'],
  [8, 'Runtime Error (SIGXFSZ)'],
  [9, 'Runtime Error (SIGFPE)'],
  [10, 'Runtime Error (SIGABRT)'],
  [11, 'Runtime Error (NZEC)'],
  [12, 'Runtime Error (Other)'],
  [13, 'Internal Error'],
  [14, 'Exec Format Error'],
]);

/** Returns the status of a signal. SIGSEGV, SIGXFSZ, SIGFPE, and SIGABRT have their own statuses. */
export function statusOfSignal(signal: number): number {
  return (
    new Map([
      [11, 7],
      [25, 8],
      [8, 9],
      [6, 10],
    ]).get(signal) ?? 12
  );
}
