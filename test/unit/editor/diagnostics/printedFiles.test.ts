import assert from 'node:assert/strict';
import '../../support/vscodeWords';
import { parseCompilerOutput } from '../../../../src/compiler';
import { printedFiles } from '../../../../src/editor/diagnostics/fileDiagnostics';
import { nameToFind } from '../../../../src/editor/diagnostics/linkedSources';

const filesIn = (message: string) => printedFiles(parseCompilerOutput(message));

describe('printedFiles', () => {
  it('returns the judge’s own name first, then files with many diagnostics, and headers last', () => {
    const named = (...files: string[]) =>
      filesIn(files.map((file) => `${file}:1:1: error: x\n`).join('')).judged.name;
    assert.equal(named('a.cpp', 'a.cpp', '/tmp/x/src'), '/tmp/x/src');
    assert.equal(named('a.cpp', 'b.cpp', 'b.cpp'), 'b.cpp');
    assert.equal(named('grader.h', 'grader.h', 'a.cpp'), 'a.cpp');
    assert.equal(named('/usr/include/stdio.h'), null);
  });

  it('never mistakes a file that was sent with the program for the program', () => {
    const message = '/tmp/x/util.cpp:1:1: error: a\nutil.cpp:2:1: error: b\nmain.cpp:1:1: error: c\n';
    const files = (printed: string) =>
      printedFiles(parseCompilerOutput(printed), undefined, (name) => name.endsWith('util.cpp'));
    assert.equal(files(message).judged.name, 'main.cpp');
    const { judged, others } = files('util.cpp:2:1: error: b\n');
    assert.deepEqual(
      [judged, others.map(({ name }) => name)],
      [{ name: null, diagnostics: [] }, ['util.cpp']],
    );
  });

  it('omits system headers', () => {
    const { judged, others } = filesIn(
      'src:1:1: error: a\n/usr/include/x.h:1:1: error: b\ngrader.h:1:1: error: c\n',
    );
    assert.deepEqual(
      [judged, ...others].map(({ name, diagnostics }) => [name, diagnostics.map(({ message }) => message)]),
      [
        ['src', ['a']],
        ['grader.h', ['c']],
      ],
    );
  });

  it('omits system headers on Windows, with any slashes', () => {
    for (const header of [
      'c:\\mingw\\lib\\gcc\\mingw32\\9.2.0\\include\\c++\\bits/stl_algo.h',
      'C:/msys64/mingw64/include/c++/13.2.0/vector',
      'c:\\program files (x86)\\microsoft visual studio\\include\\xutility',
      'C:/Program Files/LLVM/lib/clang/17/include/immintrin.h',
      'D:\\Windows Kits\\10\\Include\\10.0.22621.0\\ucrt\\stdio.h',
    ]) {
      const { judged, others } = filesIn(
        `${header}:1:1: error: a\n${header}:2:1: error: b\nprogram.cpp:1:1: error: c\n`,
      );
      assert.deepEqual([judged.name, others], ['program.cpp', []], header);
    }
  });

  it('returns at most 1,000 diagnostics for a file, errors first, in output order', () => {
    const warnings = Array.from({ length: 3000 }, (_, at) => `src:${at + 1}:1: warning: w\n`).join('');
    const { diagnostics } = filesIn(`${warnings}src:7:1: error: e\n`).judged;
    assert.equal(diagnostics.length, 1000);
    assert.deepEqual([diagnostics[998]?.line, diagnostics[999]?.message], [999, 'e']);
  });

  it('returns at most 20 other files', () => {
    const message = Array.from({ length: 20_000 }, (_, at) => `h${at}.h:1:1: error: x\n`).join('');
    const { others } = filesIn(`src:1:1: error: x\n${message}`);
    assert.deepEqual(
      others.map(({ name }) => name),
      Array.from({ length: 20 }, (_, at) => `h${at}.h`),
    );
  });
});

describe('nameToFind', () => {
  it('returns the file name in a path on any operating system', () => {
    for (const printed of [
      'main.cpp',
      '/tmp/x/main.cpp',
      'C:\\judge\\main.cpp',
      'c:/judge\\main.cpp',
      '.\\main.cpp',
    ])
      assert.equal(nameToFind(printed), 'main.cpp', printed);
    assert.equal(nameToFind('D:\\题目\\求和 2.cpp'), '求和 2.cpp');
  });

  it('returns null for a judge’s own name, or a name with wildcards', () => {
    for (const printed of ['/tmp/compiler_x/src', 'C:\\judge\\', 'a*.cpp', '{a,b}.cpp', '']) {
      assert.equal(nameToFind(printed), null, printed);
    }
  });
});
