import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';
import { describeCases } from './cases';

describe('ruby', () => {
  describeCases('ruby');

  // printed by Ruby 3.4.9 for WebAssembly
  it('reads the listing of 3.4 and newer, one diagnostic a caret', () => {
    const message = `src.rb:2: syntax errors found (SyntaxError)
  1 | if true
> 2 |     s = "😀" + zzz) zz 3
    |                  ^ unexpected ')', ignoring it
> 3 | class foo
    |       ^~~ class/module name must be CONSTANT
  4 | end
`;
    const found = parseCompilerOutput(message);
    assert.deepEqual(
      found.map((d) => [d.file, d.line, d.message, d.excerpt?.text.slice(d.excerpt.start, d.excerpt.end)]),
      [
        ['src.rb', 2, "unexpected ')', ignoring it", ')'],
        ['src.rb', 3, 'class/module name must be CONSTANT', 'foo'],
      ],
    );
  });

  it('knows a syntax error in a file without extension', () => {
    const message = '/tmp/compiler_1/src:5: syntax error, unexpected end-of-input\nputs f(3\n         ^\n';
    assert.deepEqual(
      parseCompilerOutput(message).map((d) => [d.toolchain, d.file, d.line]),
      [['ruby', '/tmp/compiler_1/src', 5]],
    );
  });
});
