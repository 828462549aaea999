import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';

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

// forms as the compilers' documentation and tests record them
describe('the other .NET compilers', () => {
  it('are told apart by their codes', () => {
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

  it('reads F# texts of several lines', () => {
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

  it("reads Mono's Visual Basic", () => {
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

  it("reads Microsoft's Visual Basic with the source it shows", () => {
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
});
