import assert from 'node:assert/strict';
import { kotlinc } from '../../../src/compiler/toolchains/kotlinc';
import { describeKnown } from './known';
import { parseCompilerOutput } from '../../../src/compiler';
import { describeCases } from './cases';
import { told } from './told';

describe('kotlinc', () => {
  describeCases('kotlinc');

  describeKnown(kotlinc, [
    'a.kt:12:34: error: x',
    'a b.kts:12:34: warning: x',
    'a.kt:1:2: info: x',
    'a.kt:1:2: exception: x',
    'error: source file or directory not found: x',
    'e: /w/a b.kt: (2, 18): x',
    'w: C:\\w\\a.kts: (2, 18): x',
    'i: file:///w/a%20b.kt:2:18 x',
  ]);

  it('reads the format of Gradle', () => {
    assert.deepEqual(
      told(`> Task :compileKotlin FAILED
w: C:\\w\\a.kt: (2, 9): Variable 'x' is never used
e: file:///C:/w/%E9%A2%98%20%E7%9B%AE/a.kt:4:18 None of the following functions is applicable:
public fun f(x: Int): Unit defined in root package
public fun f(x: String): Unit defined in root package
e: file:///w/100%.kts:5:1 Unresolved reference 'foo'.

FAILURE: Build failed with an exception.
`),
      [
        "kotlinc warning C:\\w\\a.kt:2:9 Variable 'x' is never used",
        'kotlinc error C:/w/题 目/a.kt:4:18 None of the following functions is applicable:\npublic fun f(x: Int): Unit defined in root package\npublic fun f(x: String): Unit defined in root package',
        "kotlinc error /w/100%.kts:5:1 Unresolved reference 'foo'.",
      ],
    );
  });

  it('skips messages about the class path', () => {
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

  it('reads further lines of the message, then the source line and its underline', () => {
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

  it('ignores lines that only resemble its output', () => {
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
      'every error: x',
      'it has an exception: x',
      'e.cpp:2:3: error: x',
      'a.kts.txt:2:3: error: x',
    ])
      assert.deepEqual(own(`${line}\n\n${known}`), own(known), line);
  });

  it('leaves lines of other tools to them', () => {
    const read = told('a.kt:2:3: error: known\n\nerror TS18003: No inputs were found\n');
    assert.equal(read[1], 'tsc error -:-:- [TS18003] No inputs were found');
  });

  it('shows the source line of a diagnostic, not of the next one', () => {
    assert.deepEqual(
      told(`a.kt:2:3: info: first
a.kt:3:9: warning: second
    val xyz = 1
        ^^^
a.kt:4:5: warning: not beneath the column
    val xyz = 1
        ^^^
    val a.kt:5:1: error: shown as source
    ^
a.kt:6:1: error: last
`),
      [
        'kotlinc information a.kt:2:3 first',
        'kotlinc warning a.kt:3:9-12 second «xyz»',
        'kotlinc warning a.kt:4:5 not beneath the column «xyz»',
        'kotlinc error a.kt:6:1 last',
      ],
    );
  });
});
