import assert from 'node:assert/strict';
import { describeKnown } from './known';
import { clang } from '../../../src/compiler/toolchains/gnu';
import { parseCompilerOutput, toEditorRange } from '../../../src/compiler';
import { casesOf, describeCases } from './cases';

describe('clang', () => {
  describeCases('clang');

  it('reads the same diagnostics in each of its formats', () => {
    const forms = ['color', 'msvc', 'vi', 'ranges', 'fixits', 'tab4', 'nocaret'];
    const read = (name: string) =>
      casesOf('clang')
        .filter((found) => found.name === name)
        .flatMap(({ message }) => parseCompilerOutput(message))
        .map(({ severity, file, line, column, message, code, related }) => {
          const notes = related.map((note) => [note.file, note.line, note.column, note.message]);
          return { severity, file, line, column, message, code, notes };
        });
    const plain = read('clang-columns');
    for (const form of forms) assert.deepEqual(read(`clang-columns-${form}`), plain, form);
  });

  it('locates a caret after a printed tab without a column', () => {
    const message = `a.cpp:7: error: use of undeclared identifier 'zz'
        int 变量 = "x"; int q = zz(3);
                                ^
1 error generated.
`;
    const line = '\tint 变量 = "x"; int q = zz(3);';
    const ranges = parseCompilerOutput(message).map((diagnostic) => toEditorRange(diagnostic, line));
    const start = line.indexOf('zz');
    assert.deepEqual(ranges, [{ start, end: start + 2, exact: true }]);
  });

  it('locates include steps at the file name of the directive', () => {
    const message = `In file included from src.cpp:3:
./a.h:2:9: error: use of undeclared identifier 'y'
`;
    assert.deepEqual(
      parseCompilerOutput(message).flatMap(({ related }) => related),
      [
        {
          file: 'src.cpp',
          line: 3,
          column: 10,
          message: 'in file included from src.cpp:3:',
          step: 'include',
        },
      ],
    );
  });

  it('leaves notes of Microsoft’s compiler to msvc', () => {
    const message = `a.cpp:1:1: error: unknown type name 'x' [-Werror,-Wx]
b.cpp(3,5): error C2065: 'y': undeclared identifier
b.cpp(2,1): note: see declaration of 'z'
`;
    assert.deepEqual(
      parseCompilerOutput(message).map(({ toolchain, related }) => [toolchain, related.length]),
      [
        ['clang', 0],
        ['msvc', 1],
      ],
    );
  });

  it('continues after diagnostics of Microsoft’s compiler', () => {
    assert.deepEqual(
      parseCompilerOutput(`a.cpp(1,1): error: unknown type name 'x' [-Werror,-Wx]
b.cpp(3,5): error C2065: 'y': undeclared identifier
a.cpp(4,1): error: expected unqualified-id
a.cpp(2,1): note: to match this '{'
`).map(({ toolchain, line, related }) => [toolchain, line, related.length]),
      [
        ['clang', 1, 0],
        ['msvc', 3, 0],
        ['clang', 4, 1],
      ],
    );
  });

  describeKnown(clang, [
    '12 warnings generated.',
    '1 warning generated.',
    '1 error generated.',
    '3 errors generated.',
    '1 warning and 12 errors generated.',
    '12 warnings and 1 error generated.',
    'a.cpp:1:1: error: x [-Werror,-Wx]',
    "a.cpp:1:1: error: use of undeclared identifier 'x'",
    "a.cpp:1:1: note: expanded from macro 'X'",
    'a.cpp:1:1: note: in instantiation of function template',
    'a.cpp:1:1: note: candidate function not viable',
    'a.cpp:1:1: note: candidate template ignored',
    'a.cpp:1:1: note: candidate constructor not viable',
    'a.cpp:1:1: remark: x',
    'clang: error: x',
    'clang++: error: x',
    'clang++-15.0: warning: x',
    'clang-cl: error: x',
    'a.cpp:1:1: error: x [Semantic Issue]',
    'a.cpp(12): error: x',
    'a.cpp(12,34): warning: x',
    'a.cpp(1,2): fatal error: x',
    'a.cpp(1,2):  error: x',
    'my a.cpp(1):  warning: x',
  ]);

  it('aren’t detected by text that only resembles their output', () => {
    for (const line of [
      'some 12 warnings generated.',
      'x warnings generated.',
      '12 warnings and x errors generated.',
      '12 remarks generated.',
      'a.cpp(12) error: x',
      'a.cpp(x): error: y',
      'a.cpp(1,x): error: y',
      '(12): error: x',
      'a.cpp(1,2):   error: x',
      'a.cpp(1): note: x',
      'see clang: error: x',
      'clang x: error: y',
      'a.cpp:1:1: error: use of undeclared identifier x',
      'my note: candidate',
    ])
      assert.equal(clang.detect(line), 0, line);
  });
});
