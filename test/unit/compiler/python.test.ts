import assert from 'node:assert/strict';
import { python } from '../../../src/compiler/toolchains/python';
import { describeKnown } from './known';
import { describeCases } from './cases';
import { told } from './told';

describe('python', () => {
  describeCases('python');

  describeKnown(python, [
    '  File "a.py", line 12',
    'Traceback (most recent call last):',
    'Sorry: IndentationError: x',
    'a.py:12: SyntaxWarning: x',
    "python: can't open file x",
    "/usr/bin/python3.11: can't open file x",
    "C:/pypy3.exe: can't open file x",
  ]);

  it('reads frames, syntax errors, warnings and files that can’t be opened', () => {
    assert.deepEqual(
      told(`Traceback (most recent call last):
  File "/tmp/a b.py", line 9, in <module>
    main()
  File "/tmp/a b.py", line 5, in main
    return f(1)
           ^^^^
  [Previous line repeated 995 more times]
  File "/usr/lib/python3.11/json/__init__.py", line 346, in loads
    return x
  File "<string>", line 1, in <module>
json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)
  File "src.py", line 3
    x = = 1
        ^
SyntaxError: invalid syntax
  File "src.py", line 4
    if x
IndentationError: expected an indented block
  File "src.py", line 5
MemoryError
Sorry: IndentationError: unexpected indent (a b.py, line 4)
src.py:7: SyntaxWarning: "is" with a literal
  x is 3
src.py:8: DeprecationWarning: old
src.py:9: trouble: x
python3: can't open file '/tmp/x.py': [Errno 2] No such file or directory
/usr/bin/pypy3.9: can't open file 'y.py': [Errno 2]
perl: can't open file 'z.py'
Traceback (most recent call last):
KeyboardInterrupt
Traceback (most recent call last):
  File "<stdin>", line 3, in <module>
ZeroDivisionError: division by zero
text
    File "src.py", line 5
  File "src.py", line x
`),
      [
        'python error /tmp/a b.py:5:- json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0) «f(1)»',
        '+ /tmp/a b.py:9:- called in <module>',
        'python error src.py:3:- SyntaxError: invalid syntax «=»',
        'python error src.py:4:- IndentationError: expected an indented block «if x»',
        'python error src.py:5:- MemoryError',
        'python error a b.py:4:- IndentationError: unexpected indent',
        'python warning src.py:7:- SyntaxWarning: "is" with a literal «x is 3»',
        'python warning src.py:8:- DeprecationWarning: old',
        "python error -:-:- can't open file '/tmp/x.py': [Errno 2] No such file or directory",
        "python error -:-:- can't open file 'y.py': [Errno 2]",
        'python error -:-:- KeyboardInterrupt',
        'python error <stdin>:3:- ZeroDivisionError: division by zero',
      ],
    );
  });

  it('is detected by a file that can’t be opened, after other lines', () => {
    assert.deepEqual(told("running\n/usr/bin/python3.11: can't open file '/tmp/x.py': [Errno 2]\n"), [
      "python error -:-:- can't open file '/tmp/x.py': [Errno 2]",
    ]);
  });

  it('ignores lines that only resemble its output', () => {
    const known = '  File "src.py", line 3\nSyntaxError: known\n';
    const own = (message: string) => told(message).filter((line) => line.startsWith('python '));
    assert.deepEqual(own(known.repeat(3)), [...own(known), ...own(known), ...own(known)]);
    for (const line of [
      'src.py:3: a SyntaxWarning: x',
      'src.py:3:SyntaxWarning: x',
      'src.py:3: Syntax: x',
      'Sorry: TypeError: x (src.py, line x)',
      'Sorry: TypeError: x src.py, line 3',
      'not Sorry: TypeError: x (a.py, line 3)',
      'Sorry: TypeError: x (a.py, line 3) or so',
      'src.py:3:4: SyntaxWarning: x',
      '   File "src.py", line 3',
      '  File "src.py", line 3 x',
    ])
      assert.deepEqual(own(`${line}\n\n${known}`), own(known), line);
  });

  it('distinguishes files of the interpreter and packages from files with similar names', () => {
    const read = (file: string) =>
      told(`Traceback (most recent call last):
  File "main.py", line 12, in <module>
    f()
  File "${file}", line 34, in f
    g()
ValueError: x
`)[0];
    for (const file of ['/home/me/Library/a.py', 'a<b.py', '/home/lib/python/a.py', 'site-packages.py'])
      assert.equal(read(file), `python error ${file}:34:- ValueError: x «g()»`);
    for (const file of [
      'C:\\Python311\\Lib\\json.py',
      '/x/dist-packages/a.py',
      '/usr/lib64/pypy3.9/a.py',
      '<string>',
    ])
      assert.equal(read(file), 'python error main.py:12:- ValueError: x «f()»');
  });

  // printed by Python 3.13
  it('skips all lines of a statement with their marks', () => {
    assert.deepEqual(
      told(`Traceback (most recent call last):
  File "/tmp/a.py", line 14, in <module>
    print(1); f()
              ~^^
  File "/tmp/a.py", line 5, in f
    int(
    ~~~^
      "abc",
      ^^^^^^
    ...<2 lines>...
      10
      ^^
    ))
    ^
TypeError: int expected at most 2 arguments, got 3
`),
      [
        'python error /tmp/a.py:5:- TypeError: int expected at most 2 arguments, got 3 «int(»',
        '+ /tmp/a.py:14:- called in <module>',
      ],
    );
  });

  it('ignores the lines after a stack that was cut off', () => {
    for (const frames of [
      '',
      '  File "a.py", line 12, in f\n',
      '  File "a.py", line 12, in f\n    f()\n    ^^^\n',
    ])
      assert.deepEqual(
        told(`Traceback (most recent call last):\n${frames}a.cpp:1:2: error: x\na.cpp:3:4: error: y\n`),
        ['gcc error a.cpp:1:2 x', 'gcc error a.cpp:3:4 y'],
      );
  });

  it('distinguishes an exception from output of the program', () => {
    assert.deepEqual(
      told(`Traceback (most recent call last):
  File "a.py", line 12
    f()
  File "a.py", line 13, in f
    f() or see ^^^
my.own.Error
Traceback (most recent call last):
  File "a.py", line 14, in <module>
what the program prints: x
Sorry: IndentationError: unexpected indent (a.py, line 15)
see Sorry: IndentationError: unexpected indent (a.py, line 16)
The end
Something else
python3 is nice
src.py:17: DeprecationWarning: old
   not its source
Solution.py:18: SyntaxWarning: x
Task.py:19: SyntaxWarning: y
`),
      [
        'python error a.py:13:- my.own.Error «f() or see ^^^»',
        '+ a.py:12:- called in ?',
        'python error a.py:15:- IndentationError: unexpected indent',
        'python warning src.py:17:- DeprecationWarning: old',
        'python warning Solution.py:18:- SyntaxWarning: x',
        'python warning Task.py:19:- SyntaxWarning: y',
      ],
    );
  });

  it('reads the error of 3.9 and newer for a file in another encoding', () => {
    const message = `SyntaxError: Non-UTF-8 code starting with '\\xd6' in file /tmp/my a.py on line 12, but no encoding declared; see https://peps.python.org/pep-0263/ for details\n`;
    const expected = "python error /tmp/my a.py:12:- SyntaxError: Non-UTF-8 code starting with '\\xd6'";
    assert.deepEqual(told(message), [expected]);
    assert.deepEqual(told(`running\n${message}see ${message}`), [expected]);
  });

  describe('an error that py_compile raises again', () => {
    const raisedAnew = (error: string) => `Traceback (most recent call last):
  File "<string>", line 1, in <module>
  File "/usr/lib/python3.11/py_compile.py", line 150, in compile
    raise py_exc
py_compile.PyCompileError: ${error}
`;
    const caught = (error: string) => `Traceback (most recent call last):
  File "<frozen importlib._bootstrap>", line 241, in _call_with_frames_removed
${error}
During handling of the above exception, another exception occurred:

`;
    const syntax = '  File "/tmp/foo.py", line 2\n    if n > 1\n            ^\nSyntaxError: expected \':\'\n';
    const indent = '  File "/tmp/foo.py", line 2\n    x = 2\nIndentationError: unexpected indent\n';
    const sorry = 'Sorry: IndentationError: unexpected indent (foo.py, line 2)';
    const syntaxError = "python error /tmp/foo.py:2:- SyntaxError: expected ':' «»";

    it('is read once', () => {
      assert.deepEqual(told(caught(syntax) + raisedAnew(syntax)), [syntaxError]);
      assert.deepEqual(told(caught(indent) + raisedAnew(sorry)), [
        'python error /tmp/foo.py:2:- IndentationError: unexpected indent «x = 2»',
      ]);
    });

    it('is read if it isn’t printed above', () => {
      const own = 'python error foo.py:2:- IndentationError: unexpected indent';
      assert.deepEqual(told(raisedAnew(syntax)), [syntaxError]);
      assert.deepEqual(told(raisedAnew(sorry)), [own]);
      for (const other of [
        syntax.replace('line 2', 'line 3'),
        syntax.replace('foo.py', 'bar.py'),
        syntax.replace("':'", "','"),
      ])
        assert.equal(told(caught(other) + raisedAnew(syntax)).length, 2);
      assert.deepEqual(told(caught(syntax) + raisedAnew(sorry)), [syntaxError, own]);
    });

    it('may be cut off, or have another format', () => {
      assert.deepEqual(told(raisedAnew('  File "a.py", line 2')), []);
      assert.deepEqual(told(raisedAnew('x')), [
        'python error /usr/lib/python3.11/py_compile.py:150:- py_compile.PyCompileError: x «raise py_exc»',
      ]);
    });
  });

  // printed by CPython 3.11.2
  it('reads an exception group as one diagnostic', () => {
    const group = `  + Exception Group Traceback (most recent call last):
  |   File "a.py", line 6, in <module>
  |     f()
  |   File "a.py", line 3, in f
  |     raise ExceptionGroup("x\\nzwei", [ValueError("a\\nb"), KeyError("c")])
  |     ^^^^^^^^^^^^^^^^^^^^
  | ExceptionGroup: x
zwei (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | ValueError: a
b
    +---------------- 2 ----------------
    | Traceback (most recent call last):
    |   File "a.py", line 5, in f
    |     compile(s, "t.py", "exec")
    |   File "t.py", line 1
    x = = 1
        ^
    | SyntaxError: invalid syntax
    +------------------------------------
`;
    const expected = [
      'python error a.py:3:- ExceptionGroup: x\nzwei (2 sub-exceptions) «raise ExceptionGroup»',
      '+ a.py:6:- called in <module>',
      '+ -:-:- ValueError: a\nb',
      '+ t.py:1:- SyntaxError: invalid syntax',
    ];
    const next = '  File "b.py", line 3\n    x = = 1\n        ^\nSyntaxError: invalid syntax\n';
    const expectedNext = 'python error b.py:3:- SyntaxError: invalid syntax «=»';
    assert.deepEqual(told(group), expected);
    assert.deepEqual(told(`${group}${group}${next}`), [...expected, ...expected, expectedNext]);
  });

  it('ends a group that was cut off at the last line with its bar', () => {
    assert.deepEqual(
      told(`  + Exception Group Traceback (most recent call last):
  |   File "a.py", line 3, in f
  | ExceptionGroup: x
  +-+---------------- 1 ----------------
    | ValueError: a
and more
  File "b.py", line 3
SyntaxError: y
  + Exception Group Traceback (most recent call last):
`),
      [
        'python error a.py:3:- ExceptionGroup: x',
        '+ -:-:- ValueError: a',
        'python error b.py:3:- SyntaxError: y',
      ],
    );
  });
});
