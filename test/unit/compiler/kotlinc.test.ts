import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';
import { describeCases } from './cases';
import { told } from './told';

describe('kotlinc', () => {
  describeCases('kotlinc');

  it('passes over what is about the class path', () => {
    const message = `warning: unable to find kotlin-stdlib.jar in the Kotlin home directory
src.kt:2:9: warning: variable 'x' is never used
    val x = 3
        ^
`;
    assert.deepEqual(
      parseCompilerOutput(message).map((d) => [d.severity, d.line, d.column, d.message]),
      [['warning', 2, 9, "variable 'x' is never used"]],
    );
  });

  it('takes more of the message, then the source and what is underlined there', () => {
    assert.deepEqual(
      told(`warning: unable to find kotlin-stdlib.jar
src.kt:2:18: error: type mismatch: inferred type is String  
but Int was expected${'  '}
    val x: Int = "a"
                 ^^^
my dir/b.kts:3:5: warning: variable 'y' is never used
    val y = 1
        ^
a.kt:4:1: exception: boom
a.kt:5: error: without a column
info: kotlinc-jvm 1.9
exception: java.lang.IllegalStateException
`),
      [
        'kotlinc error src.kt:2:18-21 type mismatch: inferred type is String  \nbut Int was expected «"a"»',
        "kotlinc warning my dir/b.kts:3:5 variable 'y' is never used «y»",
        'kotlinc error a.kt:4:1 boom',
        'kotlinc error a.kt:5:- without a column',
        'kotlinc error -:-:- java.lang.IllegalStateException',
      ],
    );
  });

  it('leaves alone what only resembles its lines', () => {
    const known = 'a.kt:2:3: error: known\n';
    const own = (message: string) => told(message).filter((line) => line.startsWith('kotlinc '));
    assert.deepEqual(own(known.repeat(3)), [...own(known), ...own(known), ...own(known)]);
    for (const line of [
      'a.kt:2:3: an error: x',
      'a.kt:2:3:error: x',
      'a.kt:2:3: error x',
      'a.ktx:2:3: error: x',
      'an error: x',
      'an exception: x',
      'warning: x',
      'info: x',
    ])
      assert.deepEqual(own(`${line}\n\n${known}`), own(known), line);
  });
});
