import assert from 'node:assert/strict';
import { findCrash } from '../../../src/local/crashReason';
import { isLinear } from '../../fuzz/growth';

/** The reason and the line, as a row shows them. */
function crashOf(errorOutput: string, file: string): string | null {
  const crash = findCrash(errorOutput, file);
  return crash && `${crash.reason} in line ${crash.line ?? '?'}`;
}

const python = `Traceback (most recent call last):
  File "/home/me/a.py", line 4, in <module>
    f(n)
  File "/home/me/a.py", line 3, in f
    return json.loads(input())
  File "/usr/lib/python3.12/json/__init__.py", line 346, in loads
    return _default_decoder.decode(s)
json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)
`;

describe('findCrash', () => {
  it('returns the exception and the innermost line in the program', () => {
    assert.equal(crashOf(python, '/home/me/a.py'), 'JSONDecodeError in line 3');
    const end =
      'Traceback (most recent call last):\n  File "/home/me/a.py", line 2, in <module>\n    n = input()\n';
    assert.equal(crashOf(`${end}EOFError: EOF when reading a line\n`, '/home/me/a.py'), 'EOFError in line 2');
    const java = `Exception in thread "main" java.util.NoSuchElementException
	at java.base/java.util.Scanner.throwFor(Scanner.java:937)
	at java.base/java.util.Scanner.nextInt(Scanner.java:2258)
	at Other.read(Other.java:9)
	at Main.main(Main.java:5)
`;
    assert.equal(crashOf(java, 'C:\\me\\Main.java'), 'NoSuchElementException in line 5');
    const overflow = 'Exception in thread "main" java.lang.StackOverflowError\n\tat Main.f(Main.java:2)\n';
    assert.equal(crashOf(overflow.repeat(1), '/me/Main.java'), 'StackOverflowError in line 2');
    const javascript = `/home/me/a.js:2
const m = lines[5].split(' ');
                   ^

TypeError: Cannot read properties of undefined (reading 'split')
    at Object.<anonymous> (/home/me/a.js:2:20)
    at Module._compile (node:internal/modules/cjs/loader:1521:14)

Node.js v20.20.2
`;
    assert.equal(crashOf(javascript, '/home/me/a.js'), 'TypeError in line 2');
  });

  it('returns the last exception of a chain', () => {
    const chain = `${python}\nDuring handling of the above exception, another exception occurred:\n\n`;
    const second =
      'Traceback (most recent call last):\n  File "/home/me/a.py", line 9, in <module>\n    x[3]\n';
    assert.equal(crashOf(`${chain}${second}KeyError: 3\n`, '/home/me/a.py'), 'KeyError in line 9');
  });

  it('returns the message of a panic, an assertion, or a sanitizer without its details', () => {
    const panicked = (message: string): string => `
thread 'main' (24305) panicked at a.rs:3:18:
${message}
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace
`;
    const index = panicked('index out of bounds: the len is 3 but the index is 7');
    assert.equal(crashOf(index, '/me/a.rs'), 'index out of bounds in line 3');
    const unwrap = panicked(
      'called `Result::unwrap()` on an `Err` value: ParseIntError { kind: InvalidDigit }',
    );
    assert.equal(crashOf(unwrap, '/me/a.rs'), 'called `Result::unwrap()` on an `Err` value in line 3');
    const assertion = "a: a.cpp:7: int main(): Assertion `n ? x : y' failed.\n";
    assert.equal(crashOf(assertion, '/me/a.cpp'), "Assertion `n ? x : y' failed in line 7");
    const sanitizer = `=================================================================
==24481==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000048 at pc 0x55a0ff08aadd bp 0x7ffd sp 0x7ffd
WRITE of size 4 at 0x602000000048 thread T0
    #0 0x55a0ff08aadc in main /home/me/a.cpp:11
    #1 0x7f1864245249 in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58
SUMMARY: AddressSanitizer: heap-buffer-overflow /home/me/a.cpp:11 in main
`;
    assert.equal(crashOf(sanitizer, '/home/me/a.cpp'), 'heap-buffer-overflow in line 11');
    const go = `panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
main.main()
	/home/me/a.go:6 +0x1d
exit status 2
`;
    assert.equal(crashOf(go, '/home/me/a.go'), 'index out of range [5] with length 3 in line 6');
  });

  it('keeps the message of an exception whose name says nothing', () => {
    const error = 'Traceback (most recent call last):\n  File "a.py", line 2, in <module>\n    f()\n';
    assert.equal(crashOf(`${error}Exception: no path: 3\n`, 'a.py'), 'Exception: no path: 3 in line 2');
    assert.equal(
      crashOf(`${error}Exception: ${'x'.repeat(500)}\n`, 'a.py')?.length,
      80 + ' in line 2'.length,
    );
  });

  it('returns an exception of C++ without a line', () => {
    const what = "terminate called after throwing an instance of 'std::out_of_range'\n  what():  at 5\n";
    assert.equal(crashOf(`3\n${what}`, '/me/a.cpp'), 'std::out_of_range in line ?');
    const clang = 'libc++abi: terminating due to uncaught exception of type std::out_of_range: vector\n';
    assert.equal(crashOf(clang, '/me/a.cpp'), 'std::out_of_range in line ?');
  });

  it('returns null for other error outputs', () => {
    for (const written of ['', 'n = 3\n', 'a.cpp:3:1: error: no\n', 'a.cpp: In function f\n'])
      assert.equal(findCrash(written, '/me/a.cpp'), null, written);
  });

  it('reads long error outputs in linear time', () => {
    for (const part of [
      'terminate called ',
      'panic: ',
      "thread 'main' panicked at ",
      'a.b: ',
      "Assertion `' ",
    ]) {
      isLinear(part, (text) => findCrash(text, '/me/a.cpp'));
      isLinear(part, (text) => findCrash(python.replace('Expecting', text), '/home/me/a.py'));
    }
  });
});
