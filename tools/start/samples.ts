import type { Verdict } from '../service';

/** A program of `test/workspace` and what the judge is known to say about it. */
export interface Sample {
  /** path in the workspace, with `/` */
  readonly file: string;
  readonly problem: string;
  /** as the service names languages */
  readonly language: 'cxx/17/gcc' | 'js/node/lts';
  readonly o2: boolean;
  /** the record's verdict; `unaccepted` where cases differ */
  readonly record: Verdict;
  /** a verdict that at least one case has; null where none is run */
  readonly someCase: Verdict | null;
  /** whether the compiler has something to say */
  readonly message: boolean;
}

function sample(
  file: string,
  someCase: Verdict | null,
  more: Partial<Pick<Sample, 'o2' | 'record' | 'message'>> = {},
): Sample {
  return {
    file,
    problem: /P\d+/.exec(file)?.[0] ?? '',
    language: file.endsWith('.js') ? 'js/node/lts' : 'cxx/17/gcc',
    o2: false,
    record: someCase === null ? 'compileError' : someCase === 'accepted' ? 'accepted' : 'unaccepted',
    someCase,
    message: someCase === null,
    ...more,
  };
}

const cxx: readonly Sample[] = [
  sample('P1001.cpp', 'accepted', { o2: true, message: true }),
  sample('P1115.cpp', 'wrongAnswer'),
  sample('P1177.cpp', 'timeLimit'),
  sample('P1216.cpp', 'memoryLimit'),
  sample('P1001-output.cpp', 'outputLimit'),
  sample('P1177-crash.cpp', 'runtimeError'),
  sample('P1216-exit.cpp', 'runtimeError'),
  sample('P1115-compile-error.cpp', null),
];

const javascript: readonly Sample[] = [
  sample('javascript/P1001.js', 'accepted'),
  sample('javascript/P1115.js', 'wrongAnswer'),
  sample('javascript/P1177.js', 'timeLimit'),
  sample('javascript/P1216.js', 'memoryLimit'),
  sample('javascript/P1001-output.js', 'outputLimit'),
  sample('javascript/P1177-signal.js', 'runtimeError'),
  sample('javascript/P1115-crash.js', 'runtimeError'),
  sample('javascript/P1216-compile-error.js', null),
];

/**
 * What to submit on this machine: every verdict once. With a C++ compiler that is the C++ samples and two in
 * JavaScript, without one all verdicts come from JavaScript.
 */
export function samplesFor(machine: { readonly cxx: boolean }): readonly Sample[] {
  if (!machine.cxx) return javascript;
  return [...cxx, ...javascript.filter(({ file }) => /P1001\.js$|crash\.js$/.test(file))];
}
