import assert from 'node:assert/strict';
import { assertion } from '../../../src/compiler/toolchains/crashes/assertion';
import { describeCases } from './cases';
import { describeKnown } from './known';
import { told } from './told';

describe('a failed assertion of C', () => {
  describeCases('assert');

  describeKnown(assertion, [
    "a: a.c:5: main: Assertion `x' failed.",
    "a.h:5: f: Assertion 'x' failed.",
    'Assertion failed: x (a.c: main: 5)',
    'assertion "x" failed: file "a.c", line 5',
  ]);

  it('is read in the format of each library', () => {
    assert.deepEqual(
      told(`my prog: /tmp/my task/src.c:15: main: Assertion \`c > 5 && "a: b:1: c"' failed.
src: src.cpp:26: std::map<int, T> f(A::B) [with T = int]: Assertion \`x' failed.
src: C:\\a b\\src.c:37: Assertion \`x' failed.
/usr/include/c++/12/bits/stl_vector.h:1123: reference std::vector<T>::operator[](size_type): Assertion '__n < this->size()' failed.
Assertion failed: c > 5 (src.c: main: 48)
Assertion failed: (c > 5), function main, file my src.c, line 59.
Assertion failed: c > 5, file C:\\src.c, line 60
assertion "c > 5" failed: file "src.c", line 71, function: main
assertion "c > 5" failed: file "src.c", line 82
`),
      [
        'assert error /tmp/my task/src.c:15:- Assertion `c > 5 && "a: b:1: c"\' failed.',
        "assert error src.cpp:26:- Assertion `x' failed.",
        "assert error C:\\a b\\src.c:37:- Assertion `x' failed.",
        "assert error /usr/include/c++/12/bits/stl_vector.h:1123:- Assertion '__n < this->size()' failed.",
        'assert error src.c:48:- Assertion failed: c > 5',
        'assert error my src.c:59:- Assertion failed: (c > 5)',
        'assert error C:\\src.c:60:- Assertion failed: c > 5',
        'assert error src.c:71:- assertion "c > 5" failed',
        'assert error src.c:82:- assertion "c > 5" failed',
      ],
    );
  });

  it('is distinguished from similar text', () => {
    const known = "a: a.c:5: main: Assertion `x' failed.\n";
    for (const line of [
      "a: a.c: main: Assertion `x' failed.",
      "a: a.c:7: main: Assertion `x' failed",
      'Assertion failed: x',
      'an Assertion failed: c > 5, file src.c, line 60',
      "Assertion `x' failed.",
    ])
      assert.deepEqual(
        told(`${line}\n${known}`).filter((one) => one.startsWith('assert ')),
        ["assert error a.c:5:- Assertion `x' failed."],
      );
  });
});
