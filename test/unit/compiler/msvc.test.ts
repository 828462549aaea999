import assert from 'node:assert/strict';
import { msvc } from '../../../src/compiler/toolchains/dotnet';
import { describeKnown } from './known';
import { describeCases } from './cases';
import { told } from './told';
import { parseCompilerOutput } from '../../../src/compiler';

describe('msvc', () => {
  describeCases('msvc');

  describeKnown(msvc, [
    'error C2065: x',
    'warning LNK4099: x',
    'error D8003',
    'error RC2104',
    'error CVT1100',
    'error BK1506',
    'a.cpp(1): error: x',
    'a.cpp(1): warning: x',
    'a.cpp(1): fatal error: x',
    'a.cpp(1): error clang: x',
  ]);

  // most of these lines are from tests of CMake Tools (microsoft/vscode-cmake-tools, MIT)
  it('reads lines whose files may contain blanks and brackets', () => {
    assert.deepEqual(
      told(`C:\\foo\\bar\\include\\bar.hpp(67): error C2429: language feature 'init-statements in if/switch'
E:\\CI-Cor-Ready\\study\\reproc\\src\\strv.c(13) : error C2143: syntax error : missing ';' before 'type'
c:\\a b (1)\\main.cpp(3,5): warning C4101: 'x': unreferenced local variable
main.cpp(3,5): fatal error C1083: Cannot open include file: 'x.h'
main.cpp(3): note: without a code
`),
      [
        "msvc error C:\\foo\\bar\\include\\bar.hpp:67:- [C2429] language feature 'init-statements in if/switch'",
        "msvc error E:\\CI-Cor-Ready\\study\\reproc\\src\\strv.c:13:- [C2143] syntax error : missing ';' before 'type'",
        "msvc warning c:\\a b (1)\\main.cpp:3:5 [C4101] 'x': unreferenced local variable",
        "msvc error main.cpp:3:5 [C1083] Cannot open include file: 'x.h'",
        '+ main.cpp:3:- without a code',
      ],
    );
  });

  it('removes the number of the project from each line', () => {
    assert.deepEqual(
      told(`12>c:\\x.cpp(1): error C2065: one
12>c:\\x.cpp(2): error C2065: two
13>c:\\x.cpp(2): error C2065: three
    c:\\y.cpp(2): error C2065: indented
c:\\z.cpp(2): error C2065: five
c:\\x.cpp(3): error C2065: six
1234> c:\\x.cpp(3): error C2065: seven
12345>c:\\x.cpp(3): error C2065: no project has such a number
`),
      [
        'msvc error c:\\x.cpp:1:- [C2065] one',
        'msvc error c:\\x.cpp:2:- [C2065] two',
        'msvc error c:\\x.cpp:2:- [C2065] three',
        'msvc error c:\\z.cpp:2:- [C2065] five',
        'msvc error c:\\x.cpp:3:- [C2065] six',
        'msvc error c:\\x.cpp:3:- [C2065] seven',
      ],
    );
  });

  it('reads Chinese messages', () => {
    assert.deepEqual(
      told(`c:\\main.cpp(4): error C2143: 语法错误: 缺少“;”(在“}”的前面)
c:\\main.cpp(5): 错误 C2143: 语法错误
c:\\main.cpp(6): 致命错误 C1083: 无法打开包括文件
c:\\main.cpp(7): 警告 C4101：“x”: 未引用的局部变量
c:\\main.cpp(8): 附注: 参见“x”的声明
LINK : 致命错误 LNK1181: 无法打开输入文件
main.obj : 错误 LNK2001: 无法解析的外部符号
警告 D9002: 忽略未知选项
`),
      [
        'msvc error c:\\main.cpp:4:- [C2143] 语法错误: 缺少“;”(在“}”的前面)',
        'msvc error c:\\main.cpp:5:- [C2143] 语法错误',
        'msvc error c:\\main.cpp:6:- [C1083] 无法打开包括文件',
        'msvc warning c:\\main.cpp:7:- [C4101] “x”: 未引用的局部变量',
        '+ c:\\main.cpp:8:- 参见“x”的声明',
        'msvc error -:-:- [LNK1181] 无法打开输入文件',
        'msvc error -:-:- [LNK2001] 无法解析的外部符号',
        'msvc warning -:-:- [D9002] 忽略未知选项',
      ],
    );
  });

  it('adds notes to the diagnostic that they explain', () => {
    assert.deepEqual(
      told(`a.cpp(1,1): note: of nothing
a.cpp(5,3): error C2660: 'f': function does not take 2 arguments
a.cpp(1,6): note: see declaration of 'f'
b.h(2): message : see also
a.cpp(6,3): warning C4101: next
`),
      [
        'msvc information a.cpp:1:1 of nothing',
        "msvc error a.cpp:5:3 [C2660] 'f': function does not take 2 arguments",
        "+ a.cpp:1:6 see declaration of 'f'",
        '+ b.h:2:- see also',
        'msvc warning a.cpp:6:3 [C4101] next',
      ],
    );
  });

  it('reads lines of linker and driver, and reports only source files', () => {
    assert.deepEqual(
      told(`LINK : fatal error LNK1181: cannot open input file "non_existent_file.obj"
main.obj : error LNK2001: unresolved external symbol _foo
libmath.lib(math.obj) : error LNK2001: unresolved external symbol _sin
lib.lib(obj.obj):error LNK2019: unresolved external symbol _bar
module.obj : warning LNK4099: PDB 'vc142.pdb' was not found with 'module.obj'
C:\\Program Files\\My Project\\main.obj : error LNK2001: unresolved external symbol _foo
1>main.obj : error LNK2001: unresolved external symbol _baz
fatal error LNK1104: cannot open file 'kernel32.lib'
error LNK1120: 1 unresolved externals
cl : Command line warning D9002 : ignoring unknown option '-foo'
cl : Command line error D8003 : missing source filename
CVTRES : fatal error CVT1100: duplicate resource
BSCMAKE : error BK1506 : cannot open file
C:\\Program Files\\My Project\\main.rc : error RC2104 : undefined keyword
./main.res : error LNK1000: x
`),
      [
        'msvc error -:-:- [LNK1181] cannot open input file "non_existent_file.obj"',
        'msvc error -:-:- [LNK2001] unresolved external symbol _foo',
        'msvc error -:-:- [LNK2001] unresolved external symbol _sin',
        'msvc error -:-:- [LNK2019] unresolved external symbol _bar',
        "msvc warning -:-:- [LNK4099] PDB 'vc142.pdb' was not found with 'module.obj'",
        'msvc error -:-:- [LNK2001] unresolved external symbol _foo',
        'msvc error -:-:- [LNK2001] unresolved external symbol _baz',
        "msvc error -:-:- [LNK1104] cannot open file 'kernel32.lib'",
        'msvc error -:-:- [LNK1120] 1 unresolved externals',
        "msvc warning -:-:- [D9002] ignoring unknown option '-foo'",
        'msvc error -:-:- [D8003] missing source filename',
        'msvc error -:-:- [CVT1100] duplicate resource',
        'msvc error -:-:- [BK1506] cannot open file',
        'msvc error C:\\Program Files\\My Project\\main.rc:-:- [RC2104] undefined keyword',
        'msvc error -:-:- [LNK1000] x',
      ],
    );
  });

  it('ignores lines of other tools', () => {
    const known = 'error LNK1120: 1 unresolved externals\n';
    for (const line of [
      'a.cpp(3) error C2065: no colon',
      'a.cpp(3): trouble C2065: no severity',
      'a.cpp(3): error C2065 no second colon',
      'what?(3): error C2065: no file has such a name',
      'main.obj : error: without a code',
      'main.obj : error LNK20: short code',
      'main.obj : error ABC2000: code of another tool',
      'a:b:c: error LNK2001: too many colons',
      'main.obj :  error LNK2001: two blanks',
      'x error LNK2001: no colon before it',
      'main.obj : errors LNK2001: x',
    ]) {
      assert.deepEqual(
        told(`${known}${line}\n`),
        ['msvc error -:-:- [LNK1120] 1 unresolved externals'],
        line,
      );
    }
  });

  it('distinguishes files with similar names, and files in folders named like objects', () => {
    assert.deepEqual(
      told(`a.cpp(12,34): error C2065: one${'  '}
a.cpp.h(2): error C2065: two
a.h(3): error C2065: three
12>  b.cpp(4): error C2065: four
what?(5): error C2065: no file
what?(6): error C2065: no file
C:\\x.object\\main.rc : error RC2104 : undefined keyword
`),
      [
        'msvc error a.cpp:12:34 [C2065] one',
        'msvc error a.cpp.h:2:- [C2065] two',
        'msvc error a.h:3:- [C2065] three',
        'msvc error b.cpp:4:- [C2065] four',
        'msvc error C:\\x.object\\main.rc:-:- [RC2104] undefined keyword',
      ],
    );
  });

  it('doesn’t add notes to diagnostics of other compilers', () => {
    assert.deepEqual(told('error C2065: x\na.cpp:1:2: error: x\nb.cpp(2,1): note: alone\n'), [
      'msvc error -:-:- [C2065] x',
      'gcc error a.cpp:1:2 x',
      'msvc information b.cpp:2:1 alone',
    ]);
  });

  it('spans the message lines from its header to its last note', () => {
    const [found] = parseCompilerOutput(
      "a.cpp(5,3): error C2065: 'f'\n    f();\n    ^\na.cpp(1,6): note: see 'g'\n    g();\n    ^\nthat was it\n",
    );
    assert.deepEqual([found?.messageLine, found?.messageEndLine], [0, 6]);
  });
});
