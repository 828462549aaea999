import assert from 'node:assert/strict';
import { julia } from '../../../src/compiler/toolchains/julia';
import { describeKnown } from './known';
import { parseCompilerOutput } from '../../../src/compiler';
import { told } from './told';

function read(message: string): unknown[] {
  return parseCompilerOutput(message).map((d) => [
    d.toolchain,
    d.file,
    d.line,
    d.column,
    d.endColumn,
    d.message,
  ]);
}

// formats from Julia's documentation and issue reports
describe('julia', () => {
  describeKnown(julia, [
    'ERROR: LoadError: x',
    'ERROR: syntax: x',
    'ERROR: ParseError:',
    'ERROR: UndefVarError: x',
    '# Error @ a.jl:1:2',
  ]);

  it('reads a syntax error of 1.10 and newer, with a column in characters', () => {
    const message = `ERROR: LoadError: ParseError:
# Error @ /tmp/题 目/src.jl:3:10
x = "😀"; y = (1 +
#        └──────┘ ── Expected \`)\`
Stacktrace:
 [1] top-level scope
   @ /tmp/题 目/src.jl:3
in expression starting at /tmp/题 目/src.jl:3
`;
    assert.deepEqual(read(message), [['julia', '/tmp/题 目/src.jl', 3, 10, 18, 'Expected `)`']]);
    const [found] = parseCompilerOutput(message);
    assert.equal(found?.excerpt?.text.slice(found.excerpt.start, found.excerpt.end), 'y = (1 +');
  });

  it('reads the position of an older syntax error from the stack', () => {
    const message = `ERROR: LoadError: syntax: missing comma or ) in argument list
Stacktrace:
 [1] include(::Function, ::Module, ::String) at ./Base.jl:380
 [2] top-level scope at /tmp/src.jl:7
in expression starting at /tmp/src.jl:7
`;
    assert.deepEqual(read(message), [
      ['julia', '/tmp/src.jl', 7, null, undefined, 'syntax: missing comma or ) in argument list'],
    ]);
  });

  it('reads the position from the message', () => {
    const message = 'ERROR: LoadError: syntax: invalid assignment location "3" around /tmp/src.jl:4\n';
    assert.deepEqual(read(message), [
      ['julia', '/tmp/src.jl', 4, null, undefined, 'syntax: invalid assignment location "3"'],
    ]);
  });

  it('locates a runtime error at the innermost call of the user, and adds notes for others', () => {
    const message = `ERROR: LoadError: BoundsError: attempt to access 3-element Vector{Int64} at index [5]
Stacktrace:
 [1] getindex
   @ ./essentials.jl:13 [inlined]
 [2] f(x::Int64)
   @ Main /tmp/src.jl:2
 [3] top-level scope
   @ /tmp/src.jl:5
in expression starting at /tmp/src.jl:5
`;
    const [found] = parseCompilerOutput(message);
    assert.deepEqual([found?.file, found?.line], ['/tmp/src.jl', 2]);
    assert.deepEqual(
      found?.related.map(({ file, line }) => [file, line]),
      [['/tmp/src.jl', 5]],
    );
  });

  it('adds further syntax errors as notes to the first one', () => {
    assert.deepEqual(
      told(`ERROR: LoadError: ParseError:
# Error @ /tmp/a.jl:2:9
x = 1
y = (1, 2
#       └ ── Expected \`)\`
# Error @ /tmp/b.jl:3:1
z z
└─┘ ── extra tokens
in expression starting at /tmp/a.jl:2
`),
      ['julia error /tmp/a.jl:2:9 Expected `)` «2»', '+ /tmp/b.jl:3:1 extra tokens'],
    );
  });

  it('keeps all lines of the message up to the stack', () => {
    assert.deepEqual(
      told(`ERROR: LoadError: MethodError: no method matching f(::String)

Closest candidates are:
  f(::Int64)${'  '}
   @ Main /tmp/a.jl:1

Stacktrace:
 [1] g(x::Int64)
   @ Main /tmp/a.jl:2 [inlined]
 [2] map(f::Function) at /usr/share/julia/base/abstractarray.jl:3
 [3] top-level scope at /tmp/my b.jl:5
in expression starting at /tmp/my b.jl:5

what the program itself prints
   @ Main /tmp/c.jl:9
ERROR: syntax: x
`),
      [
        'julia error /tmp/a.jl:2:- MethodError: no method matching f(::String)\nClosest candidates are:\n  f(::Int64)\n   @ Main /tmp/a.jl:1',
        '+ /tmp/my b.jl:5:- called from here',
        'julia error -:-:- syntax: x',
      ],
    );
  });

  it('uses the position of the expression if the stack contains only the runtime', () => {
    assert.deepEqual(
      told(`ERROR: LoadError: UndefVarError: x not defined
Stacktrace:
 [1] top-level scope
   @ none:1
   @ REPL[1]:1
 [2] include(x) at ./Base.jl:380
 [3] h @ Base C:\\julia\\share\\julia\\stdlib\\x.jl:4
in expression starting at /tmp/a.jl:2
in expression starting at /tmp/outer.jl:3
ERROR: LoadError: UndefVarError: y not defined
while loading /tmp/old.jl, in expression starting on line 7
`),
      [
        'julia error /tmp/a.jl:2:- UndefVarError: x not defined',
        'julia error /tmp/old.jl:7:- UndefVarError: y not defined',
      ],
    );
  });

  it('ends a syntax error without marks at the stack', () => {
    assert.deepEqual(
      told(`ERROR: ParseError:
# Error @ a.jl:2:9
y = "unterminated
Stacktrace:
 [1] top-level scope
   @ a.jl:2
# Error @ b.jl:1:1
`),
      ['julia error a.jl:2:9 ParseError:'],
    );
  });

  it('is detected only by its own errors', () => {
    for (const line of ['ERROR: 42', 'ERROR: error', 'see ERROR: LoadError: x', '  ERROR: syntax: x']) {
      assert.deepEqual(told(`${line}\n`), [], line);
    }
    assert.deepEqual(told('ERROR: SystemError: no such file\nERROR: then anything\n'), [
      'julia error -:-:- SystemError: no such file',
      'julia error -:-:- then anything',
    ]);
  });

  it('ignores lines that only resemble its output', () => {
    const known = 'ERROR: LoadError: known\n';
    const own = (message: string) => told(message).filter((line) => line.startsWith('julia '));
    assert.deepEqual(own(known.repeat(3)), [...own(known), ...own(known), ...own(known)]);
    for (const line of ['an ERROR: x', 'ERROR x', 'ERRORS: x', 'E', 'Every ERROR: x'])
      assert.deepEqual(own(`${line}\n\n${known}`), own(known), line);
  });

  it('accepts a position only if it is alone on its line', () => {
    assert.deepEqual(
      told(`ERROR: LoadError: MyError: going around a.jl:4 for x
see # Error @ a.jl:2:9
# Error @ a.jl:2:9 and more
see in expression starting at a.jl:3
in expression starting at a.jl:3 or so
see while loading a.jl, in expression starting on line 3
while loading a.jl, in expression starting on line 3 or so
Stacktrace:
text [1] f() at a.jl:5
 [2] f() at a.jl:6 or so
`),
      [
        'julia error -:-:- MyError: going around a.jl:4 for x\nsee # Error @ a.jl:2:9\n# Error @ a.jl:2:9 and more\nsee in expression starting at a.jl:3\nin expression starting at a.jl:3 or so\nsee while loading a.jl, in expression starting on line 3\nwhile loading a.jl, in expression starting on line 3 or so',
      ],
    );
  });

  it('reads numbers of any length, and calls after an empty line', () => {
    assert.deepEqual(
      told(`ERROR: LoadError: syntax: x around a.jl:14
ERROR: LoadError: UndefVarError: x not defined
Stacktrace:
 [12] f() at /tmp/a.jl:34

 [13] top-level scope at /tmp/a.jl:56 [inlined]
in expression starting at /tmp/a.jl:78
ERROR: LoadError: UndefVarError: y not defined
in expression starting at /tmp/a.jl:78
ERROR: LoadError: UndefVarError: z not defined
while loading /tmp/a.jl, in expression starting on line 78
`),
      [
        'julia error a.jl:14:- syntax: x',
        'julia error /tmp/a.jl:34:- UndefVarError: x not defined',
        '+ /tmp/a.jl:56:- called from here',
        'julia error /tmp/a.jl:78:- UndefVarError: y not defined',
        'julia error /tmp/a.jl:78:- UndefVarError: z not defined',
      ],
    );
  });

  it('distinguishes files of the runtime from files with similar names', () => {
    for (const file of [
      'nonesuch.jl',
      '/home/none',
      '/home/julian/a.jl',
      '/tmp/stdlibrary/a.jl',
      '/tmp/REPL[1]',
      'a./b.jl',
    ])
      assert.deepEqual(
        told(`ERROR: LoadError: UndefVarError: x\nStacktrace:\n [1] f()\n   @ Main ${file}:3\n`),
        [`julia error ${file}:3:- UndefVarError: x`],
        file,
      );
    for (const file of [
      'none',
      'REPL[1]',
      './boot.jl',
      '.\\boot.jl',
      '/usr/share/julia-1.9/x.jl',
      'C:\\julia\\x.jl',
      '/opt/stdlib/x.jl',
    ])
      assert.deepEqual(
        told(`ERROR: LoadError: UndefVarError: x\nStacktrace:\n [1] f()\n   @ Main ${file}:3\n`),
        ['julia error -:-:- UndefVarError: x'],
        file,
      );
  });

  it('marks the source of a syntax error, with its message', () => {
    assert.deepEqual(
      told(`ERROR: LoadError: MyError: while reading
# Error @ a.jl:12:3
s = 1 #└─┘ ── quoted in the source
x y
└─┘ ── extra tokens
ERROR: ParseError
# Error @ a.jl:13:1
x y
└─┘ ── extra tokens
ERROR: MyParseError:
# Error @ a.jl:14:1
└ ── no source
ERROR: ParseError: of mine
# Error @ a.jl:15:1
in expression starting at a.jl:15
ERROR: ParseError:
# Error @ a.jl:16:1
x y
Stacktrace:
 [1] top-level scope
   @ b.jl:17
`),
      [
        'julia error a.jl:12:3 MyError: while reading\nextra tokens «x y»',
        'julia error a.jl:13:1-4 extra tokens «x y»',
        'julia error a.jl:14:1 MyParseError:\nno source «»',
        'julia error a.jl:15:1 ParseError: of mine',
        'julia error a.jl:16:1 ParseError:',
      ],
    );
  });
});
