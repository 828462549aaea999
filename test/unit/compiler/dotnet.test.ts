import assert from 'node:assert/strict';
import { csharp, fsharp, vbnc, vbc } from '../../../src/compiler/toolchains/dotnet';
import { describeKnown } from './known';
import { parseCompilerOutput } from '../../../src/compiler';
import { told } from './told';

function read(message: string): unknown[] {
  return parseCompilerOutput(message).map((d) => [
    d.toolchain,
    d.severity,
    d.file,
    d.line,
    d.column,
    d.endColumn,
    d.code,
    d.message,
  ]);
}

// formats from documentation and tests of the compilers
describe('other .NET compilers', () => {
  describeKnown(csharp, [
    'error CS1002: x',
    'warning CS1: x',
    'info : CS1',
    'hidden CS8019',
    'ERROR CS1002',
    'error: CS1',
    'a.cs(9,9): warning CA1806: x',
    'a.csx(9): error IDE0051: x',
    '/w/a.csproj : error NU1101: x',
    'CSC : warning AD0001: x',
    'MSBUILD : error MSB1009: x',
  ]);

  describeKnown(fsharp, ['error FS0001: x']);

  describeKnown(vbnc, ['Error : VBNC30451']);

  describeKnown(vbc, ['error BC30451']);

  it('are distinguished by their codes', () => {
    const message = `Program.cs(3,5): error CS1002: ; expected [/tmp/题 目/a.csproj]
Program.cs(4,9,4,12): warning CS0168: The variable 'x' is declared but never used
CSC : error CS5001: Program does not contain a static 'Main' method suitable for an entry point
`;
    assert.deepEqual(read(message), [
      ['csharp', 'error', 'Program.cs', 3, 5, undefined, 'CS1002', '; expected'],
      ['csharp', 'warning', 'Program.cs', 4, 9, 12, 'CS0168', "The variable 'x' is declared but never used"],
      [
        'csharp',
        'error',
        null,
        null,
        null,
        undefined,
        'CS5001',
        "Program does not contain a static 'Main' method suitable for an entry point",
      ],
    ]);
  });

  it('assign codes of analyzers and the SDK to the compiler of the file or tool', () => {
    assert.deepEqual(
      told(`/w/Program.cs(9,9): error CA2007: Consider calling ConfigureAwait [/w/a.csproj]
/w/Program.cs(10,1): warning xUnit1004: Test methods should not be skipped [/w/a.csproj]
/w/Page.cshtml(3,1): error RZ1005: "<" is not valid [/w/a.csproj]
/usr/share/dotnet/sdk/8.0/Sdk.targets(252,5): error NETSDK1045: The SDK does not support it. [/w/a.csproj]
/w/a.csproj : error NU1101: Unable to find package X. [/w/a.sln]
CSC : error AD0001: Analyzer failed [/w/a.csproj]
MSBUILD : error MSB1009: Project file does not exist.
/w/Program.fs(3,5): warning IDE0060: Remove unused parameter [/w/b.fsproj]

/w/Module.vb(4,5): warning CA1822: Mark it as Shared [/w/c.vbproj]
`),
      [
        'csharp error /w/Program.cs:9:9 [CA2007] Consider calling ConfigureAwait',
        'csharp warning /w/Program.cs:10:1 [xUnit1004] Test methods should not be skipped',
        'csharp error /w/Page.cshtml:3:1 [RZ1005] "<" is not valid',
        'csharp error /usr/share/dotnet/sdk/8.0/Sdk.targets:252:5 [NETSDK1045] The SDK does not support it.',
        'csharp error -:-:- [NU1101] Unable to find package X. [/w/a.sln]',
        'csharp error -:-:- [AD0001] Analyzer failed',
        'csharp error -:-:- [MSB1009] Project file does not exist.',
        'fsharp warning /w/Program.fs:3:5 [IDE0060] Remove unused parameter',
        'vbc warning /w/Module.vb:4:5 [CA1822] Mark it as Shared',
      ],
    );
  });

  it('ignore other codes in other files', () => {
    for (const line of [
      'a.cpp(3,5): error C2065: x',
      'a.ts(3,5): error TS2304: x',
      'a.csv(3,5): error CA1806: x',
      'LINK : error CA1806: x',
    ])
      assert.deepEqual(
        told(`a.cs(1,2): error CS1002: known\n${line}\n`).filter((one) => one.startsWith('csharp ')),
        ['csharp error a.cs:1:2 [CS1002] known'],
        line,
      );
  });

  it('report a line once that MSBuild repeats in its summary', () => {
    const error = '/w/Program.cs(3,5): error CS1002: ; expected [/w/a.csproj]';
    const long = "/w/b.fs(2,5): error FS0001: This has type\n    'int' [/w/b.fsproj]";
    assert.deepEqual(told(`${error}\n\nBuild FAILED.\n\n${error}\n    0 Warning(s)\n    1 Error(s)\n`), [
      'csharp error /w/Program.cs:3:5 [CS1002] ; expected',
    ]);
    assert.deepEqual(told(`${long}\n\nBuild FAILED.\n\n${long}\n`), [
      "fsharp error /w/b.fs:2:5 [FS0001] This has type\n'int'",
    ]);
  });

  it('read F# messages of several lines', () => {
    const message = `F# Compiler for F# 4.0 (Open Source Edition)

/tmp/my src.fs(3,5): error FS0039: The value or constructor 'x' is not defined

/tmp/my src.fs(11,21,11,41): typecheck error FS0001: This expression was expected to have type
    'int'    
but here has type
    'string'    

/tmp/my src.fs(20,1): warning FS0025: Incomplete pattern matches on this expression.
`;
    assert.deepEqual(read(message), [
      [
        'fsharp',
        'error',
        '/tmp/my src.fs',
        3,
        5,
        undefined,
        'FS0039',
        "The value or constructor 'x' is not defined",
      ],
      [
        'fsharp',
        'error',
        '/tmp/my src.fs',
        11,
        21,
        41,
        'FS0001',
        "This expression was expected to have type\n'int'\nbut here has type\n'string'",
      ],
      [
        'fsharp',
        'warning',
        '/tmp/my src.fs',
        20,
        1,
        undefined,
        'FS0025',
        'Incomplete pattern matches on this expression.',
      ],
    ]);
  });

  it('read Mono’s Visual Basic', () => {
    assert.deepEqual(read('/home/path/Default.vb (40,31) : Error VBNC30205: Expected end of statement.\n'), [
      [
        'vbnc',
        'error',
        '/home/path/Default.vb',
        40,
        31,
        undefined,
        'VBNC30205',
        'Expected end of statement.',
      ],
    ]);
  });

  it('read Microsoft’s Visual Basic with its source lines', () => {
    const message = `C:\\judge files\\src.vb(3) : error BC30451: 'x' is not declared.

        Console.WriteLine(x)
                          ~
`;
    assert.deepEqual(read(message), [
      ['vbc', 'error', 'C:\\judge files\\src.vb', 3, null, undefined, 'BC30451', "'x' is not declared."],
    ]);
    const [found] = parseCompilerOutput(message);
    assert.equal(found?.excerpt?.text.slice(found.excerpt.start, found.excerpt.end), 'x');
  });

  it('ignore source lines below a line of C#', () => {
    assert.deepEqual(
      told(`a.cs(8,13): warning CS0219: x

2 | let b = 2;
        ^
error: "b" has already been declared
    at /tmp/src.ts:2:5
`),
      ['csharp warning a.cs:8:13 [CS0219] x', 'bun error /tmp/src.ts:2:5 "b" has already been declared «b»'],
    );
  });

  it('read lines without a position, and with an end, a project or a symbol', () => {
    assert.deepEqual(
      told(`a.cs(3,14,3,17): error CS0103: The name \`foo' does not exist
a.cs(3,14,4,17): error CS0103: several lines
a.cs(3,14,3,14): error CS0103: empty
a.cs(3,14): error CS0121: ambiguous [/tmp/x.csproj]
a.cs(4,16): (Location of the symbol related to previous error)
/usr/lib/mono/4.5/mscorlib.dll (Location of the symbol related to previous warning)
CSC : error CS2001: Source file \`x.cs' could not be found
error CS5001: no Main
warning CS1685: x
vbc : Command line (0) : error BC2001
other: error CS0: x
a.cs(5): hidden CS8019: Unnecessary using directive.
a.cs(5): info CS1: x
a.cs(6,1): ERROR CS1002: ; expected
a.fs(2,5,2,8): error FS0001: This expression was expected to have type
    'int'${'    '}
but here has type
    'string'${'    '}

a.fs(3,5): typecheck error FS0039: The value 'x' is not defined
a.fs(4,5): warning FS0025: x
more text
warning FS0988: Main module is empty
FSC : error FS0225: Source file 'x.fs' could not be found
a.vb(3) : error BC30451: 'foo' is not declared.

        x = foo
            ~~~

a.vb(4) : error BC30451: y

not a source
a.vb(5) : error BC30451: z
a.vb (6,7) : Error VBNC30451 : Name 'x' is not declared.
vbc: error VBNC2001: x
xbc: error CS2001: x
`),
      [
        "csharp error a.cs:3:14-17 [CS0103] The name `foo' does not exist",
        'csharp error a.cs:3:14 [CS0103] several lines',
        'csharp error a.cs:3:14 [CS0103] empty',
        'csharp error a.cs:3:14 [CS0121] ambiguous',
        '+ a.cs:4:16 Location of the symbol related to the error',
        "csharp error -:-:- [CS2001] Source file `x.cs' could not be found",
        'csharp error -:-:- [CS5001] no Main',
        'csharp warning -:-:- [CS1685] x',
        'csharp information a.cs:5:- [CS8019] Unnecessary using directive.',
        'csharp information a.cs:5:- [CS1] x',
        'csharp error a.cs:6:1 [CS1002] ; expected',
        "fsharp error a.fs:2:5-8 [FS0001] This expression was expected to have type\n'int'\nbut here has type\n'string'",
        "fsharp error a.fs:3:5 [FS0039] The value 'x' is not defined",
        'fsharp warning a.fs:4:5 [FS0025] x\nmore text',
        'fsharp warning -:-:- [FS0988] Main module is empty',
        "fsharp error -:-:- [FS0225] Source file 'x.fs' could not be found",
        "vbc error a.vb:3:- [BC30451] 'foo' is not declared. «foo»",
        'vbc error a.vb:4:- [BC30451] y',
        'vbc error a.vb:5:- [BC30451] z',
        "vbnc error a.vb:6:7 [VBNC30451] Name 'x' is not declared.",
        'vbnc error -:-:- [VBNC2001] x',
      ],
    );
  });
});
