import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { runtimeErrorsIn } from '../../../../src/editor/diagnostics/runtimeErrors';
import type { Case, Envelope } from '../../../../src/results';
import { judge0 } from '../../../../src/judges/adapters/judge0';
import { described } from '../../../support/profiles';

const { rules } = described(judge0, 'class', { url: 'https://judge0.test' });
const traceback = (line: number, error: string) =>
  `Traceback (most recent call last):\n  File "/box/script.py", line ${line}, in <module>\n    main()\n${error}\n`;

function envelopeOf(...cases: readonly (readonly [status: number, stderr: string])[]): Envelope {
  const nothing = { score: null, time: null, memory: null };
  const list = cases.map(([status, stderr], index): Case => ({
    id: index + 1,
    status,
    ...nothing,
    signal: null,
    exitCode: null,
    description: null,
    extra: { stderr },
  }));
  const judge = {
    id: null,
    status: 11,
    ...nothing,
    subtasks: [{ id: null, status: 11, ...nothing, cases: list }],
  };
  return { type: 'judge', data: { compile: null, judge }, requestId: 'a', trackId: null };
}

describe('The standard error of failed cases', () => {
  it('yields each interpreter message once with its cases, after the compiler messages', () => {
    const errors = runtimeErrorsIn(
      envelopeOf(
        [3, traceback(9, 'ValueError: printed by a program that is right')],
        [11, traceback(4, 'ZeroDivisionError: division by zero')],
        [4, 'debug: x = 3\n'],
        [11, traceback(4, 'ZeroDivisionError: division by zero')],
        [11, traceback(7, 'KeyError: 1')],
      ),
      rules,
    );
    assert.deepEqual(
      errors.map(({ line, file, severity, message, cases }) => [line, file, severity, message, cases]),
      [
        [4, null, 'information', 'ZeroDivisionError: division by zero', ['2', '4']],
        [7, null, 'information', 'KeyError: 1', ['5']],
      ],
    );
  });

  it('is read to its end, however long it is', () => {
    const [error] = runtimeErrorsIn(
      envelopeOf([11, `${'x\n'.repeat(1e6)}${traceback(4, 'KeyError: 1')}`]),
      rules,
    );
    assert.equal(error?.line, 4);
  });

  it('leads to the program line that called a failing Swift library', () => {
    const trap = 'Swift/ContiguousArrayBuffer.swift:600: Fatal error: Index out of range\n';
    const stack = `
*** Program crashed: System trap at 0x00007f0f ***

Thread 0 "src" crashed:

0      0x00007f0f _assertionFailure(_:_:file:line:flags:) + 253 in libswiftCore.so
1 [ra] 0x000055d0 main + 41 in src at /w/src.swift:3:7

     1│ let a = [1]
     3│ print(a[2])
      │       ▲
`;
    const places = (written: string) =>
      runtimeErrorsIn(envelopeOf([11, written]), rules).map(({ file, line, column, message }) => [
        file,
        line,
        column,
        message,
      ]);
    assert.deepEqual(places(trap + stack), [[null, 3, 7, 'Fatal error: Index out of range']]);
    assert.deepEqual(places(trap), []);
  });

  it('is parsed once for all callers', () => {
    const envelope = envelopeOf([11, traceback(4, 'KeyError: 1')]);
    assert.equal(runtimeErrorsIn(envelope, rules), runtimeErrorsIn(envelope, rules));
  });

  /** Returns [line, file, related lines] of a failed case with this standard error. */
  const read = (stderr: string, ...programFiles: string[]) =>
    runtimeErrorsIn(envelopeOf([11, stderr]), rules, programFiles).map(({ line, file, related }) => [
      line,
      file,
      related.map((note) => [note.line, note.file]),
    ]);

  it('yields no position if the program only prints numbers between colons', () => {
    for (const line of [
      'dp:1:2: cost: 5',
      '10:20:31: best: 7',
      '12:30: error: x',
      'step(3,4): error C1: x',
      'node 5 at depth line 3.',
      'cost: line 4: 7',
      '/tmp/graph.txt:5: wrong edge',
      'graph.txt:5:6: error: wrong edge',
      'Swift/Array.swift:600: Fatal error: Index out of range',
    ])
      assert.deepEqual(read(`${line}\n`, '/home/me/a.cpp', '/tmp/x/src.cpp'), [], line);
  });

  it('yields a position in a compiler’s format if the file is the program', () => {
    const place = [[5, null, []]];
    for (const name of ['src.sh', '/tmp/x/src', 'main.sh', '/box/script.sh', 'Main.sh'])
      assert.deepEqual(read(`${name}: line 5: x: command not found\n`), place, name);
    assert.deepEqual(read('/box/b.sh: line 5: x: command not found\n'), []);
    assert.deepEqual(read('/box/b.sh: line 5: x: command not found\n', 'c.sh', '/home/me/b.sh'), place);
    assert.deepEqual(read('C:\\x\\b.zz:5: x\n', '/home/me/b.zz'), place);
  });

  it('yields a position in any file if the format shows how the program failed', () => {
    assert.deepEqual(read(traceback(4, 'KeyError: 1'), '/home/me/a.py'), [[4, null, []]]);
    assert.deepEqual(read("x: odd.cpp:5: main: Assertion `x' failed.\n", '/home/me/a.cpp'), [[5, null, []]]);
    assert.deepEqual(read("x: /usr/include/c++/12/a.h:5: f: Assertion 'x' failed.\n"), []);
  });

  it('leads to the program if the judge’s file called the program or was called by it', () => {
    const calls = `Traceback (most recent call last):
  File "/judge/main_grader.py", line 9, in <module>
    run()
  File "/judge/sol.py", line 5, in run
    main_grader.check(f(3))
  File "/judge/sol.py", line 7, in f
    main_grader.check(1)
  File "/judge/main_grader.py", line 2, in check
    raise ValueError
ValueError
`;
    assert.deepEqual(read(calls, '/home/me/sol.py'), [
      [
        7,
        null,
        [
          [9, '/judge/main_grader.py'],
          [5, null],
          [2, '/judge/main_grader.py'],
        ],
      ],
    ]);
    const java = `Exception in thread "main" java.lang.Error: x
\tat Grader.check(Grader.java:2)
\tat Sol.f(Sol.java:7)
\tat Sol.main(Sol.java:9)
`;
    assert.deepEqual(read(java, '/home/me/Sol.java'), [
      [
        7,
        null,
        [
          [9, null],
          [2, 'Grader.java'],
        ],
      ],
    ]);
  });

  it('leads to the same program, whichever path the error contains', () => {
    const stderr = `src.cpp:13:5: runtime error: division by zero
==12==ERROR: AddressSanitizer: FPE on unknown address 0x5 (pc 0x5 bp 0x7 sp 0x7 T0)
    #0 0x5652a571a17b in main /tmp/x/src.cpp:17
==12==ABORTING
`;
    assert.deepEqual(read(stderr), [
      [13, null, []],
      [17, null, []],
    ]);
  });

  it('leads to the program line that called a library', () => {
    const stderr = `Swift/ContiguousArrayBuffer.swift:600: Fatal error: Index out of range
*** Program crashed: Illegal instruction at 0x00007f ***
Thread 0 crashed:

0 0x00007f _assertionFailure in libswiftCore.so
1 [ra] 0x000055 main + 41 in src at /tmp/x/src.swift:3:7
`;
    assert.deepEqual(read(stderr), [
      [
        3,
        null,
        [
          [3, null],
          [600, 'Swift/ContiguousArrayBuffer.swift'],
        ],
      ],
    ]);
  });

  it('is parsed again after the program’s name is known', () => {
    const envelope = envelopeOf([11, 'b.sh: line 5: x: command not found\n']);
    assert.equal(runtimeErrorsIn(envelope, rules).length, 0);
    assert.equal(runtimeErrorsIn(envelope, rules, ['/home/me/b.sh']).length, 1);
  });

  it('is at the innermost call in the program if a package fails, whatever the names of its files', () => {
    const stack = (file: string) =>
      [
        `${file}:10`,
        '  if (!q.length) throw new Error("empty queue");',
        '                 ^',
        '',
        'Error: empty queue',
        `    at exports.pop (${file}:10:24)`,
        '    at solve (/sandbox/code.js:4:10)',
        '    at Object.<anonymous> (/sandbox/code.js:6:13)',
        '    at Module._compile (node:internal/modules/cjs/loader:1521:14)',
        '',
        'Node.js v20.20.2',
      ].join('\n');
    for (const file of [
      '/sandbox/node_modules/queue-lib/main.js',
      '/sandbox/node_modules/queue-lib/code.js',
    ]) {
      const errors = runtimeErrorsIn(envelopeOf([11, stack(file)]), rules, ['code.js']);
      assert.deepEqual(
        errors.map(({ line, message }) => [line, message]),
        [[4, 'Error: empty queue']],
        file,
      );
    }
    const python = [
      'Traceback (most recent call last):',
      '  File "/sandbox/code.py", line 4, in <module>',
      '    main.run()',
      '  File "/sandbox/venv/site-packages/lib/main.py", line 90, in run',
      '    raise ValueError("x")',
      'ValueError: x',
    ].join('\n');
    const [error] = runtimeErrorsIn(envelopeOf([11, python]), rules, ['code.py']);
    assert.equal(error?.line, 4);
  });

  it('contains no error at a line of the tool that compiles the program', () => {
    const tsx = [
      'node:internal/modules/run_main:123',
      '    triggerUncaughtException(',
      '    ^',
      '',
      'Error: Transform failed with 1 error:',
      '/sandbox/src.ts:2:7: ERROR: Unexpected "="',
      '    at failureErrorWithLog (/opt-tools/node_modules/esbuild/lib/main.js:1752:15)',
      '',
      'Node.js v20.20.2',
    ].join('\n');
    const tsNode = [
      '/sandbox/node_modules/ts-node/src/index.ts:859',
      '    return new TSError(diagnosticText, diagnosticCodes, diagnostics);',
      '           ^',
      'TSError: ⨯ Unable to compile TypeScript:',
      "src.ts(2,5): error TS2322: Type 'string' is not assignable to type 'number'.",
      '',
      '    at createTSError (/sandbox/node_modules/ts-node/src/index.ts:859:12)',
    ].join('\n');
    for (const [text, column] of [
      [tsx, 8],
      [tsNode, 5],
    ] as const) {
      const errors = runtimeErrorsIn(envelopeOf([11, text]), rules, ['main.ts']);
      assert.deepEqual(
        errors.map((error) => [error.line, error.column]),
        [[2, column]],
      );
    }
  });
});
