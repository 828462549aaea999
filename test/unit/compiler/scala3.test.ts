import assert from 'node:assert/strict';
import { scala3 } from '../../../src/compiler/toolchains/scala';
import { describeKnown } from './known';
import { parseCompilerOutput } from '../../../src/compiler';
import { told } from './told';

// the format in tests of the Scala 3 compiler
const message = `-- [E007] Type Mismatch Error: src.scala:2:15 -----------------------------------
2 |  val x: Int = "a"
  |               ^^^
  |               Found:    ("a" : String)
  |               Required: Int
  |
  | longer explanation available when compiling with \`-explain\`
-- Error: src.scala:4:4 --------------------------------------------------------
4 |    f(
  |    ^
  |    missing argument
-- [E029] Pattern Match Exhaustivity Warning: my dir/题.scala:9:31 -------------
9 |  def f(x: Option[Int]): Int = x match { case Some(y) => y }
  |                               ^
  |                               match may not be exhaustive.
  |
  |                               It would fail on pattern case: None
2 errors found
`;

describe('scala3', () => {
  describeKnown(scala3, [
    '-- [E007] Type Mismatch Error: a.scala:12:34 ---',
    '-- Error: a.scala:12:34 -',
    '-- [E12] a:1:2 -',
  ]);

  it('reads 0-based columns, and the message below the carets', () => {
    const found = parseCompilerOutput(message);
    assert.deepEqual(
      found.map((d) => [d.toolchain, d.severity, d.file, d.line, d.column, d.endColumn, d.code, d.message]),
      [
        ['scala3', 'error', 'src.scala', 2, 16, 19, 'E007', 'Found:    ("a" : String)\nRequired: Int'],
        ['scala3', 'error', 'src.scala', 4, 5, 6, null, 'missing argument'],
        [
          'scala3',
          'warning',
          'my dir/题.scala',
          9,
          32,
          33,
          'E029',
          'match may not be exhaustive.\n\nIt would fail on pattern case: None',
        ],
      ],
    );
    assert.equal(found[0]?.excerpt?.text.slice(found[0].excerpt.start, found[0].excerpt.end), '"a"');
  });

  it('reads the message below the carets, up to the longer explanation', () => {
    assert.deepEqual(
      told(`-- [E007] Type Mismatch Error: a b.scala:2:15 ---
2 |	val x: Int = "a"
  |              ^^^
  |              Found: String
--
-- Error: src.scala:4:4 ---
3 |before
4 |    f(
  |    ^
  |    missing
  |---------
  | Explanation
-- Info: src.scala:5:0 ---
5 |x
  |^
  |fine
-- Trouble: src.scala:4:4 ---
-- [E1] Warning: src.scala:6:1 ---
`),
      [
        'scala3 error a b.scala:2:16 [E007] Found: String «"a"»',
        'scala3 error src.scala:4:5-6 missing «f»',
        'scala3 information src.scala:5:1-2 fine «x»',
        'scala3 warning src.scala:6:2 [E1] ',
      ],
    );
  });

  it('ignores lines that only resemble its output', () => {
    const known = '-- [E007] Type Mismatch Error: a.scala:2:15 ---\n';
    const own = (message: string) => told(message).filter((line) => line.startsWith('scala3 '));
    assert.deepEqual(own(known.repeat(3)), [...own(known), ...own(known), ...own(known)]);
    for (const line of [
      '-- [E007] Type Mismatch Error: a.scala:2:15',
      '-- Error: a.scala:2:15 - x',
      '-- Errors: a.scala:2:15 -',
      'a -- Error: a.scala:2:15 -',
      '-- Error a.scala:2:15 -',
      '-- Error: a.scala:x:15 -',
      '--- Error: a.scala:2:15 -',
    ])
      assert.deepEqual(own(`${line}\n\n${known}`), own(known), line);
  });

  it('marks text only in the line of the diagnostic, above a line of carets', () => {
    assert.deepEqual(
      told(`-- [E12345] Name Error: src.scala:12:4 ---
11 |    before
12 |    xyz  --
   |    ^^^
   |    not found ^^^ here
   |    it goes on ---------
13 |    behind
   |    ^^^ no marks
-- Error: src.scala:14:4 ---
13 |    before
   |    ^^^
   |    not of this line
`),
      [
        'scala3 error src.scala:12:5-8 [E12345] not found ^^^ here\nit goes on ---------\n^^^ no marks «xyz»',
        'scala3 error src.scala:14:5 ',
      ],
    );
  });
});
