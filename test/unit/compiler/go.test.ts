import assert from 'node:assert/strict';
import { go } from '../../../src/compiler/toolchains/go';
import { describeKnown } from './known';
import { parseCompilerOutput } from '../../../src/compiler';
import { describeCases } from './cases';
import { told } from './told';

describe('go', () => {
  describeCases('go');

  describeKnown(go, ['a.go:12: x', './my a.go:12:34: x', 'function main is undeclared in the main package']);

  it('leaves output of gccgo to GCC', () => {
    const message = "a.go:3:5: error: reference to undefined name 'x'\n    3 |     x = 1\n      |     ^\n";
    assert.deepEqual(
      parseCompilerOutput(message).map((d) => [d.toolchain, d.line, d.column]),
      [['gcc', 3, 5]],
    );
  });

  it('reads messages of newer versions', () => {
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

  it('skips lines without a diagnostic', () => {
    assert.deepEqual(
      told(`# command-line-arguments
./prog.go:5:2: undefined: x
	./prog.go:6:2: other declaration of x
	have (int)
	  want (string)
./prog.go:7:2: too many errors
./prog.go:8:2:
./prog.txt:8:2: no source
vet: ./prog.go:9:2: undefined: y
for x := range y
function main is undeclared in the main package
`),
      [
        'go error ./prog.go:5:2 undefined: x\nhave (int)\n  want (string)',
        '+ ./prog.go:6:2 other declaration of x',
        'go error ./prog.go:9:2 undefined: y',
        'go error -:-:- function main is undeclared in the main package',
      ],
    );
  });

  it('is detected by a single line without a position', () => {
    const line = 'runtime.main_main·f: function main is undeclared in the main package';
    assert.deepEqual(told(line), ['go error -:-:- function main is undeclared in the main package']);
    assert.deepEqual(told(`runtime: ${line}`), []);
    assert.deepEqual(told(`${line} indeed`), []);
  });

  it('counts bytes', () => {
    const [found] = parseCompilerOutput('./a.go:5:9: undefined: x\n\t./a.go:6:9: other\n');
    assert.deepEqual([found?.unit, found?.related[0]?.unit], ['bytes', 'bytes']);
  });

  it('ignores lines that only resemble its output', () => {
    const known = './a.go:5:2: known\n';
    const own = (message: string) => told(message).filter((line) => line.startsWith('go '));
    assert.deepEqual(own(known.repeat(3)), [...own(known), ...own(known), ...own(known)]);
    for (const line of [
      './a.gox:5:2: x',
      './a.go:5:2:',
      './a.go:5:2: too many errors',
      './a.go:5:2: error: x',
      './a.go:5:2: note: x',
      './a.go:5:2: warning: x',
      './a.go:5:2: fatal error: x',
      'found: x',
      'runtime: x',
    ])
      assert.deepEqual(own(`${line}\n\n${known}`), own(known), line);
  });
});
