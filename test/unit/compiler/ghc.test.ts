import assert from 'node:assert/strict';
import { ghc } from '../../../src/compiler/toolchains/ghc';
import { describeKnown } from './known';
import { parseCompilerOutput } from '../../../src/compiler';
import { describeCases } from './cases';
import { told } from './told';

describe('ghc', () => {
  describeCases('ghc');

  describeKnown(ghc, [
    'a: error: [GHC-1]',
    'a: warning: [-Wx]',
    'a: fatal error: [GHC-1]',
    'a:1:2: error:\n',
    'a:1:2: warning:\n',
    'a:1:2: fatal error:\n',
    'src.hs:12:34: error: x',
    'src.lhs:12:34-56: warning: x',
  ]);

  it('reads codes of 9.4 and newer, and underlines that count cells', () => {
    const message = `src:2:23: error: [GHC-88464]
    Variable not in scope: zzz :: [Char]
    Suggested fix: Perhaps use ‘zip’ (imported from Prelude)
  |
2 |     putStrLn ("中文" ++ zzz)
  |                         ^^^

src:4:1: warning: [GHC-40910] [-Wunused-top-binds]
    Defined but not used: ‘f’

<no location info>: error: [GHC-32850]
    The input file cannot be found
`;
    const found = parseCompilerOutput(message);
    assert.deepEqual(
      found.map((d) => [d.toolchain, d.severity, d.file, d.line, d.column, d.endColumn, d.code]),
      [
        ['ghc', 'error', 'src', 2, 23, 26, 'GHC-88464'],
        ['ghc', 'warning', 'src', 4, 1, undefined, 'GHC-40910'],
        ['ghc', 'error', null, null, null, undefined, 'GHC-32850'],
      ],
    );
    assert.equal(found[0]?.excerpt?.text.slice(found[0].excerpt.start, found[0].excerpt.end), 'zzz');
    assert.equal(found[1]?.message, 'Defined but not used: ‘f’');
  });

  it('marks nothing if the range is empty or the marks are behind the source line', () => {
    const message = `src.hs:9:18-3: error: [GHC-88464]
    Variable not in scope: x
  |
9 | x
  |                  ^^^^^^^^^^^^^^
`;
    assert.deepEqual(
      parseCompilerOutput(message).map((d) => [d.column, d.endColumn, d.excerpt]),
      [[18, undefined, undefined]],
    );
  });

  it('ignores lines that only resemble its output', () => {
    const known = 'src.hs:1:2: error:\n    known\n';
    const own = (message: string) => told(message).filter((line) => line.startsWith('ghc '));
    assert.deepEqual(own(known.repeat(3)), [...own(known), ...own(known), ...own(known)]);
    for (const line of [
      'src.hs:3:4: some error: x',
      'src.hs:3:4:error: x',
      'src.hs:3: error: x',
      'src.hs:3:4: error x',
      'src.hs:(3,4)-(5,6) error: x',
      'src.hs:(3,4): error: x',
      'src.hs:(3,4)-5: error: x',
      'no <no location info>: error: x',
      '<no location info> error: x',
      'src.hs:3:4-x: error: y',
      'src.c:3:4: errors: x',
      ' src.hs:3:4: error: x',
      'a.hs.c:3:4: error: x',
    ])
      assert.deepEqual(own(`${line}\n\n${known}`), own(known), line);
  });

  it('reads ranges, codes and severities in every format', () => {
    assert.deepEqual(
      told(`src.hs:9:18-20: error: [GHC-88464]
    Variable not in scope: xyz
src.hs:9:18-18: warning: [-Wunused-matches, -Werror=unused-matches]
    Defined but not used: ‘x’
src.hs:(14,8)-(15,16): error:
    • In a bullet
      data T = A | B
    • In another • bullet
   |
14 | main = do
   |        ^^...
src:19:1: fatal error:
    without an extension
src.hs:20:1: error: parse error [GHC-58481]
my dir/a.lhs:21:5: warning: literate
<no location info>: error: can't find file: x.hs
<no location info>: fatal error:
    it gave up
`),
      [
        'ghc error src.hs:9:18-21 [GHC-88464] Variable not in scope: xyz',
        'ghc warning src.hs:9:18-19 [-Wunused-matches] Defined but not used: ‘x’',
        'ghc error src.hs:14:8 In a bullet\n  data T = A | B\n• In another • bullet «do»',
        'ghc error src:19:1 without an extension',
        'ghc error src.hs:20:1 parse error [GHC-58481]',
        'ghc warning my dir/a.lhs:21:5 literate',
        "ghc error -:-:- can't find file: x.hs",
        'ghc error -:-:- it gave up',
      ],
    );
  });

  it('marks underlined text in the numbered line only', () => {
    const read = (rows: string) => told(`src.hs:12:1: error:\n    x\n${rows}`);
    assert.deepEqual(read('   |\n12 | main = x\n   | ^^^^\n'), ['ghc error src.hs:12:1-5 x «main»']);
    assert.deepEqual(read('   |\n12 | main = x\n   | ^^^^...\n'), ['ghc error src.hs:12:1 x «main»']);
    assert.deepEqual(read('   |\n12 | main = x\n   | text ^^^^\n'), ['ghc error src.hs:12:1 x']);
    assert.deepEqual(read('   |\n12 | main = x\n   | ^^^^ text\n'), ['ghc error src.hs:12:1 x']);
    assert.deepEqual(read('   |\n   | main = 12\n   | ^^^^\n'), ['ghc error src.hs:12:1 x']);
    assert.deepEqual(read('   |\n12 | main = x\n   | text\n   | ^^^^\n'), [
      'ghc error src.hs:12:1-5 x «main»',
    ]);
    assert.deepEqual(read('   |\n12 |\n   | ^\n'), ['ghc error src.hs:12:1 x']);
  });
});
