import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../../src/compiler';
import { atUserLines, isInstalled, judgedFile } from '../../../../src/editor/diagnostics/userLines';

/** Returns the position of each diagnostic of a message: `FILE:LINE:COLUMN MESSAGE`. */
function shownAt(message: string): string[] {
  const printed = parseCompilerOutput(message);
  return atUserLines(printed, judgedFile(printed)).map(
    ({ file, line, column, message: said }) => `${file ?? '-'}:${line ?? '-'}:${column ?? '-'} ${said}`,
  );
}

const header = '/usr/include/c++/12/bits/stl_function.h';

describe('atUserLines moves a library error', () => {
  it('to the innermost program line that GCC reports', () => {
    const message = `In file included from /usr/include/c++/12/set:60,
                 from src.cpp:2:
${header}: In instantiation of ‘std::less<V>::operator()’:
/usr/include/c++/12/bits/stl_tree.h:2117:35:   required from ‘_M_insert_unique’
src.cpp:6:19:   required from ‘void Index<T>::add(const T&) [with T = V]’
src.cpp:12:14:   required from here
${header}:408:20: error: no match for ‘operator<’
src.cpp:3:8: note: ‘V’ declared here
`;
    assert.deepEqual(shownAt(message), ['src.cpp:6:19 no match for ‘operator<’']);
    const printed = parseCompilerOutput(message);
    const [moved] = atUserLines(printed, 'src.cpp');
    assert.deepEqual(moved?.related.at(-1), {
      file: header,
      line: 408,
      column: 20,
      unit: 'cells',
      message: `${header}:408:20`,
      step: 'use',
    });
    assert.deepEqual(moved.related.slice(0, -1), printed[0]?.related);
  });

  it('to the innermost program line that Clang reports', () => {
    assert.deepEqual(
      shownAt(`In file included from src.cpp:1:
In file included from /usr/include/c++/12/map:60:
${header}:408:20: error: invalid operands to binary expression
/usr/include/c++/12/bits/stl_map.h:529:22: note: in instantiation of member function 'std::less<V>' requested here
src.cpp:6:7: note: in instantiation of member function 'std::set<V>::insert' requested here
src.cpp:12:9: note: in instantiation of member function 'Index<V>::add' requested here
src.cpp:3:8: note: candidate constructor not viable
`),
      ['src.cpp:6:7 invalid operands to binary expression'],
    );
  });

  it('to the line whose inlining leads to it, in any language', () => {
    assert.deepEqual(
      shownAt(`In file included from /usr/include/string.h:535,
                 from src.c:1:
在函数‘strcpy’中,
    内联自‘g’于 src.c:3:70,
    内联自‘f’于 src.c:4:16:
/usr/include/bits/string_fortified.h:79:10: 警告：‘x’ is out of the bounds
`),
      ['src.c:3:70 ‘x’ is out of the bounds'],
    );
  });

  it('to the innermost program line that MSVC reports, in its older and newer order', () => {
    const xutility = 'C:\\Program Files\\Microsoft Visual Studio\\VC\\include\\xutility';
    const error = `${xutility}(99): error C2676: binary '<': 'const V' does not define this operator`;
    const shown = "src.cpp:6:- binary '<': 'const V' does not define this operator";
    assert.deepEqual(
      shownAt(`${error}
src.cpp(4): note: see declaration of 'V'
${xutility}(120): note: see reference to function template instantiation 'bool std::less<void>::operator ()' being compiled
        with
        [
            _Ty=V
        ]
src.cpp(6): note: see reference to class template instantiation 'std::set<V>' being compiled
src.cpp(12): note: see reference to class template instantiation 'Index<V>' being compiled
`),
      [shown],
    );
    assert.deepEqual(
      shownAt(`${error}
${xutility}(99): note: the template instantiation context (the oldest one first) is
src.cpp(12): note: see reference to class template instantiation 'Index<V>' being compiled
src.cpp(6): note: see reference to function template instantiation 'std::set<V>::insert' being compiled
${xutility}(120): note: while compiling class template member function 'bool std::less<void>::operator ()'
`),
      [shown],
    );
    assert.deepEqual(
      shownAt(`${xutility}(99): error C2676: 二进制“<”: “const V”不定义该运算符
src.cpp(4): note: 参见“V”的声明
${xutility}(99): note: 模板实例化上下文(最早的实例化上下文)为
src.cpp(12): note: 查看对正在编译的类 模板 实例化“Index<V>”的引用
src.cpp(6): note: 查看对正在编译的函数 模板 实例化“std::set<V>::insert”的引用
${xutility}(120): note: 在编译 类 模板 成员函数“bool std::less<void>::operator ()”时
`),
      ['src.cpp:6:- 二进制“<”: “const V”不定义该运算符'],
    );
  });

  it('to the program line in Zig’s reference trace', () => {
    assert.deepEqual(
      shownAt(`/home/judge/zig-linux-0.13.0/lib/std/fmt.zig:651:17: error: cannot format array
                @compileError("cannot format array");
                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
referenced by:
    formatType__anon_3983: /home/judge/zig-linux-0.13.0/lib/std/fmt.zig:615:38
    show: my src.zig:3:20
    main [inlined]: my src.zig:7:9
    3 reference(s) hidden; use '-freference-trace=8' to see all references
my src.zig:9:5: error: unused local constant
`),
      ['my src.zig:3:20 cannot format array', 'my src.zig:9:5 unused local constant'],
    );
  });

  it('to the innermost line that Nim reports, starting at the program', () => {
    assert.deepEqual(
      shownAt(`src.nim(9, 6) template/generic instantiation of \`show\` from here
src.nim(4, 8) template/generic instantiation of \`sort\` from here
/usr/lib/nim/pure/algorithm.nim(300, 5) Error: type mismatch
`),
      ['src.nim:4:8 type mismatch'],
    );
  });

  it('to a note in the program if the program doesn’t use the library', () => {
    assert.deepEqual(
      shownAt(`In file included from src.cpp:1:
/usr/include/c++/12/bits/stl_tree.h:928:7:   required from here
/usr/include/c++/12/bits/stl_tree.h:149:9: error: use of deleted function
src.cpp:3:17: note: a lambda closure type has a deleted default constructor
`),
      ['src.cpp:3:17 use of deleted function'],
    );
  });

  it('to the line that includes the library only if the program would have no error otherwise', () => {
    const included = (line: number) =>
      `In file included from src.cpp:1:\n${header}:${line}:1: error: x${line}\n`;
    assert.deepEqual(shownAt(included(5) + included(7)), ['src.cpp:1:- x5', `${header}:7:1 x7`]);
    const own = 'src.cpp:9:1: error: own\n';
    assert.deepEqual(shownAt(included(5) + own), [`${header}:5:1 x5`, 'src.cpp:9:1 own']);
    assert.deepEqual(shownAt(included(5).replace('error', 'warning')), [`${header}:5:1 x5`]);
  });

  it('nowhere if the program isn’t mentioned', () => {
    const alone = `${header}:5:1: error: x\n`;
    assert.deepEqual(shownAt(alone), [`${header}:5:1 x`]);
    assert.deepEqual(shownAt(`${alone}src.cpp:3:1: error: y\n`), [`${header}:5:1 x`, 'src.cpp:3:1 y']);
  });

  it('with that step’s source line, and without a fix for the library', () => {
    const printed = parseCompilerOutput(`${header}:408:20: error: did you mean ‘x’?
  408 |       { return y; }
      |                ^
      |                x
src.cpp:6:7: note: in instantiation of member function 'std::set<V>::insert' requested here
    6 |         all.insert(one);
      |             ^~~~~~
1 error generated.
`);
    const [moved] = atUserLines(printed, judgedFile(printed));
    assert.deepEqual(moved?.excerpt, { text: '        all.insert(one);', start: 12, end: 18 });
    assert.deepEqual([moved.fixes, moved.endColumn], [undefined, undefined]);
  });
});

describe('judgedFile', () => {
  const named = (message: string) => judgedFile(parseCompilerOutput(message));

  it('returns the file that leads to a library if all errors are in the library', () => {
    assert.equal(named(`main.cpp:6:7:   required from here\n${header}:408:20: error: x\n`), 'main.cpp');
    assert.equal(named(`${header}:408:20: error: x\n`), null);
  });

  it('returns the file that includes a header with errors', () => {
    const included = 'In file included from main.cpp:2:\ngrader.h:4:1: error: x\n';
    assert.equal(named(included), 'main.cpp');
    assert.equal(named(included.repeat(2)), 'main.cpp');
  });

  it('doesn’t return a file that appears only in a note of another file', () => {
    assert.equal(named('grader.h:4:1: error: x\nhelper.cpp:2:1: note: declared here\n'), 'grader.h');
  });
});

describe('isInstalled', () => {
  it('accepts compiler and library folders', () => {
    for (const file of [
      '/usr/include/stdio.h',
      '/usr/lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/map',
      '/opt/zig/lib/std/fmt.zig',
      '/home/judge/zig-0.13.0/lib/zig/std/fmt.zig',
      'C:\\zig\\lib\\std\\fmt.zig',
      '/rustc/59807616/library/core/src/panic.rs',
      '/root/.cargo/registry/src/index.crates.io/proconio-0.4.5/src/lib.rs',
      '/root/.rustup/toolchains/stable/lib/rustlib/src/rust/library/core/src/num/mod.rs',
      '/Library/Developer/CommandLineTools/SDKs/MacOSX.sdk/usr/include/stdio.h',
      'D:\\BuildTools\\VC\\Tools\\MSVC\\14.44.35207\\include\\utility',
      '/nix/store/bg6hy-zig-0.11.0/lib/zig/std/start.zig',
      'Swift/ContiguousArrayBuffer.swift',
      '_StringProcessing/Regex.swift',
      '<built-in>',
    ])
      assert.ok(isInstalled(file), file);
  });

  it('rejects programs and a task’s headers', () => {
    for (const file of [
      'src.cpp',
      '/tmp/compiler_x/src',
      '/w/lib/grader.h',
      'C:\\judge\\src.cpp',
      'main/src.swift',
      'swift/main.swift',
      'include/testlib.h',
      '/home/user/std/a.cpp',
    ])
      assert.ok(!isInstalled(file), file);
  });
});
