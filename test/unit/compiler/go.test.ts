import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';
import { describeCases } from './cases';

describe('go', () => {
  describeCases('go');

  it('leaves gccgo, which speaks as GCC does, to GCC', () => {
    const message = "a.go:3:5: error: reference to undefined name 'x'\n    3 |     x = 1\n      |     ^\n";
    assert.deepEqual(
      parseCompilerOutput(message).map((d) => [d.toolchain, d.line, d.column]),
      [['gcc', 3, 5]],
    );
  });

  it('reads what newer ones say', () => {
    const message = `# command-line-arguments
./my prog.go:5:2: "os" imported and not used
./my prog.go:9:7: declared and not used: tmp
too many errors
runtime.main_main·f: function main is undeclared in the main package
`;
    assert.deepEqual(
      parseCompilerOutput(message).map((d) => [d.file, d.line, d.column, d.message]),
      [
        ['./my prog.go', 5, 2, '"os" imported and not used'],
        ['./my prog.go', 9, 7, 'declared and not used: tmp'],
        [null, null, null, 'function main is undeclared in the main package'],
      ],
    );
  });
});
