import type { Verdict } from '../service';

/** A program in `test/workspace`, with its expected result. */
export interface Sample {
  /** Path in the workspace, with `/`. */
  readonly file: string;
  readonly problem: string;
  /** Language ID of the service. */
  readonly language: 'cxx/17/gcc' | 'js/node/lts';
  readonly o2: boolean;
  /** Verdict of the record; `unaccepted` if the verdicts of its cases differ. */
  readonly record: Verdict;
  /** A verdict of at least one case; null if no case is run. */
  readonly someCase: Verdict | null;
  /** Whether the compiler output isn't empty. */
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
 * Returns the samples for this computer. They cover every verdict. With a C++ compiler, these are the C++ samples and
 * two in JavaScript. Without one, all samples are in JavaScript.
 */
export function samplesFor(machine: { readonly cxx: boolean }): readonly Sample[] {
  if (!machine.cxx) return javascript;
  return [...cxx, ...javascript.filter(({ file }) => /P1001\.js$|crash\.js$/.test(file))];
}
