import assert from 'node:assert/strict';
import { jvm } from '../../../src/compiler/toolchains/jvm';
import { describeCases } from './cases';
import { describeKnown } from './known';
import { told } from './told';

describe('jvm', () => {
  describeCases('jvm');

  describeKnown(jvm, [
    'Exception in thread "main" java.lang.Error\n\tat A.main(A.java:3)',
    'Caught: java.lang.Error\n\tat a.run(a.groovy:3)',
  ]);

  it('locates an exception at the innermost call in the program, if necessary in its cause', () => {
    assert.deepEqual(
      told(`start
Exception in thread "main" java.util.NoSuchElementException
	at java.util.Scanner.throwFor(Scanner.java:862)
	at java.base/java.util.Scanner.nextInt(Scanner.java:2258)
	at MainKt.read(Main.kt:7)
	at MainKt.main(Main.kt)
	at MainKt.main(Main.kt:12)
Exception in thread "pool-1" java.lang.ExceptionInInitializerError
	at java.base/jdk.internal.Unsafe.ensureClassInitialized0(Native Method)
Exception in thread "main" java.lang.ExceptionInInitializerError
	at java.base/java.lang.Class.forName(Class.java:375)
Caused by: java.lang.ArithmeticException: / by zero
	at A.<clinit>(A.java:2)
	... 1 more
after
`),
      [
        'jvm error Main.kt:7:- java.util.NoSuchElementException',
        '+ Main.kt:12:- called in MainKt.main',
        'jvm error -:-:- java.lang.ExceptionInInitializerError',
        'jvm error A.java:2:- java.lang.ExceptionInInitializerError',
      ],
    );
  });
});
