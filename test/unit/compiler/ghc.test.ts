import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';
import { describeCases } from './cases';
import { told } from './told';

describe('ghc', () => {
  describeCases('ghc');

  it('reads the codes of 9.4 and newer and underlines that count cells', () => {
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

  it('marks nothing where the range ends before it begins or the marks lie behind the source', () => {
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

  it('leaves alone what only resembles its lines', () => {
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
    ])
      assert.deepEqual(own(`${line}\n\n${known}`), own(known), line);
  });
});
