import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../../src/compiler';
import {
  compileErrors,
  diagnosticsOf,
  printedPositions,
} from '../../../../src/editor/diagnostics/compilerOutput';
import type { Compilation } from '../../../../src/results';

describe('diagnosticsOf', () => {
  it('parses compiler output once', () => {
    const compilation: Compilation = { success: false, message: 'src:1:1: error: x\n', opt2: null };
    const diagnostics = diagnosticsOf(compilation);
    assert.equal(diagnostics.length, 1);
    assert.equal(diagnosticsOf(compilation), diagnostics);
    assert.deepEqual(diagnosticsOf({ success: null, message: null, opt2: null }), []);
  });
});

const library = '/usr/include/c++/12/bits/stl_function.h';
const setOfStruct = `In file included from /usr/include/c++/12/set:60,
                 from src.cpp:1:
${library}: In instantiation of ‘std::less<P>::operator()’:
/usr/include/c++/12/bits/stl_set.h:512:25:   required from ‘std::set<P>::insert’
src.cpp:8:20:   required from here
${library}:408:20: error: no match for ‘operator<’
  408 |       { return __x < __y; }
      |                ~~~~^~~~~
`;

describe('compileErrors', () => {
  const errorsIn = (message: string, judged: string | null = null) =>
    compileErrors({ success: false, message, opt2: null }, judged);

  it('returns the program line that leads to an error in a library', () => {
    assert.deepEqual(errorsIn(setOfStruct), { count: 1, line: 8 });
  });

  it('returns the first line in the program, otherwise a line in the author’s other files, and no library line', () => {
    const inLibrary = `${library}:9:1: error: x\n`;
    const inHeader = 'grader.h:4:1: error: y\n';
    assert.deepEqual(errorsIn(`${inLibrary}${inHeader}src.cpp:7:1: error: z\n`), { count: 3, line: 7 });
    assert.deepEqual(errorsIn(inLibrary + inHeader), { count: 2, line: 4 });
    assert.deepEqual(errorsIn(inLibrary), { count: 1, line: null });
  });
});

describe('compileErrors of a judged program', () => {
  const code = 'int add(int a,int b){\n  return a+c;\n}';
  const message = [
    "/judger/run/x/main.cpp: In function 'int add(int, int)':",
    "/judger/run/x/main.cpp:4:12: error: 'c' was not declared in this scope",
    '    4 |   return a+c;',
    '      |            ^',
  ].join('\n');
  const lineIn = (text: string, judged: string | null) =>
    compileErrors({ success: false, message: text, opt2: null }, judged)?.line;

  it('return the line of the program if the judge put it into a template', () => {
    assert.equal(lineIn(message, code), 2);
    assert.equal(lineIn(message, null), 4);
    assert.equal(lineIn('main.cpp:4:1: error: x', code), 4);
  });

  it('return the compiler’s line in another file', () => {
    assert.equal(lineIn('grader.h:4:1: error: x\nmain.cpp:1:1: warning: y', code), 4);
  });
});

describe('printedPositions', () => {
  it('include the positions of every step, in any file', () => {
    const lines = setOfStruct.split('\n');
    const compilation: Compilation = { success: false, message: setOfStruct, opt2: null };
    const found = printedPositions(lines, diagnosticsOf(compilation));
    assert.deepEqual(
      found.map(({ note, messageLine, start, end }) => [
        messageLine,
        lines[messageLine]?.slice(start, end),
        note?.message ?? null,
      ]),
      [
        [0, '/usr/include/c++/12/set:60', 'In file included from'],
        [1, 'src.cpp:1', 'from'],
        [3, '/usr/include/c++/12/bits/stl_set.h:512:25', 'required from ‘std::set<P>::insert’'],
        [4, 'src.cpp:8:20', null],
        [5, `${library}:408:20`, `${library}:408:20`],
      ],
    );
  });

  /** A diagnostic of rustc with this many labels, none of which is printed with a position. */
  const labelled = (count: number) => {
    const rows = Array.from({ length: count }, (_, at) => `${at + 2} | let x = 1;\n  |     - label ${at}\n`);
    return `error[E0001]: x\n --> src/main.rs:1:1\n  |\n1 | fn\n  | ^^\n${rows.join('')}`;
  };

  /** Number of lines of the output that are read for its positions. */
  function linesRead(message: string): number {
    const lines = message.split('\n');
    let read = 0;
    const counting = new Proxy(lines, {
      get: (target, key): unknown => {
        if (typeof key === 'string' && /^\d+$/.test(key)) read += 1;
        return Reflect.get(target, key) as unknown;
      },
    });
    const diagnostics = parseCompilerOutput(message);
    assert.ok((diagnostics[0]?.related.length ?? 0) > 100);
    assert.deepEqual(
      printedPositions(counting, diagnostics).map(({ messageLine }) => messageLine),
      [1],
    );
    return read;
  }

  it('read a number of lines that is linear in the number of notes', () => {
    assert.ok(linesRead(labelled(4000)) < 11 * linesRead(labelled(400)));
  });
});
