import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';

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

// forms as the language's own documentation and issue reports show them
describe('julia', () => {
  it('reads a syntax error of 1.10 and newer with its column, counted in characters', () => {
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

  it('takes the place of an older syntax error from the stack', () => {
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

  it('takes the place that the message itself names', () => {
    const message = 'ERROR: LoadError: syntax: invalid assignment location "3" around /tmp/src.jl:4\n';
    assert.deepEqual(read(message), [
      ['julia', '/tmp/src.jl', 4, null, undefined, 'syntax: invalid assignment location "3"'],
    ]);
  });

  it("puts a run-time error at the user's innermost frame and relates the others", () => {
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
});
