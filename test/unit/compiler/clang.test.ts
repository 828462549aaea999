import assert from 'node:assert/strict';
import { parseCompilerOutput, toEditorRange } from '../../../src/compiler';
import { casesOf, describeCases } from './cases';

describe('clang', () => {
  describeCases('clang');

  it('says the same in each of its forms', () => {
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

  it('finds the place beneath a drawn tab where no column is printed', () => {
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

  it('points at the file name of the directives that led to a header', () => {
    const message = `In file included from src.cpp:3:
./a.h:2:9: error: use of undeclared identifier 'y'
`;
    assert.deepEqual(
      parseCompilerOutput(message).flatMap(({ related }) => related),
      [{ file: 'src.cpp', line: 3, column: 10, message: 'in file included from src.cpp:3:', context: true }],
    );
  });

  it("leaves the notes of Microsoft's compiler to that", () => {
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
});
