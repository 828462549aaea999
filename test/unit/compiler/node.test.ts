import assert from 'node:assert/strict';
import { node } from '../../../src/compiler/toolchains/javascript';
import { describeKnown } from './known';
import { describeCases } from './cases';
import { told } from './told';

describe('node', () => {
  describeCases('node');

  describeKnown(node, ['a.js:12\nTypeError: x', '/tmp/a b.js:1\nx\nError', 'x\na.js:3\nNode.js v20']);

  it('ignores lines that only resemble its output', () => {
    const known = '/tmp/a.js:3\nx\n^\nTypeError: known\n';
    const own = (message: string) => told(message).filter((line) => line.startsWith('node '));
    assert.deepEqual(own(known.repeat(3)), [...own(known), ...own(known), ...own(known)]);
    for (const line of [
      '/tmp/a.js:4\nx\n^\nno mistake',
      '/tmp/a.js:4:5\nx\n^\nTypeError: x',
      '/tmp/a.js:4\nx\ny\nTypeError: x',
      '/tmp/a.js:4\nx\n^\na TypeError: x',
      '/tmp/a.js:4\nx\n^\nTypeError x',
      '/tmp/a.js:4\nx\n^\n\n\n\nTypeError: x',
      '/tmp/a.js:4\nx\n^\ntypeError: x',
    ])
      assert.deepEqual(own(`${line}\n\n${known}`), own(known), line);
  });

  it('locates an error inside Node at a call in the stack', () => {
    assert.deepEqual(
      told(`node:internal/fs/utils:356
    throw new ERR_X(
    ^

TypeError [ERR_INVALID_ARG_TYPE]: The "path" argument must be of type string
    at Object.openSync (node:fs:601:3)
    at f (/tmp/internal/my a.js:12:34)
    at /tmp/internal/my a.js:56:78
    at async Promise.all (index 0)
    at node:internal/main/run_main_module:23:47 {
  code: 'ERR_INVALID_ARG_TYPE'
}

Node.js v20.20.2
`),
      [
        'node error /tmp/internal/my a.js:12:34 TypeError [ERR_INVALID_ARG_TYPE]: The "path" argument must be of type string',
        '+ /tmp/internal/my a.js:56:78 at /tmp/internal/my a.js:56:78',
      ],
    );
  });

  it('reads the column from the call in the same line, and adds notes for others', () => {
    assert.deepEqual(
      told(`/tmp/a.js:12
    throw new Error('a' +
    ^

Error: first line
second line
    at f (/tmp/a.js:12:11)
    at g (/tmp/a.js:12:21)
    at h (/tmp/b.js:12:31)
    at see (/tmp/c.js:1:2) and more
  at k (/tmp/d.js:1:2)
/tmp/a.js:13
y
^
Error

/tmp/a.js:14
z
^


Error: three lines below
not a line of it
`),
      [
        'node error /tmp/a.js:12:11 Error: first line\nsecond line «^»'.replace('«^»', '«t»'),
        '+ /tmp/a.js:12:21 at g (/tmp/a.js:12:21)',
        '+ /tmp/b.js:12:31 at h (/tmp/b.js:12:31)',
        'node error /tmp/a.js:13:- Error «y»',
        'node error /tmp/a.js:14:- Error: three lines below «z»',
      ],
    );
  });

  it('reads the last call of an error with properties', () => {
    assert.deepEqual(
      told(`/tmp/d.js:12
async function f() { await null; throw new RangeError("two\\nlines", { cause: new Error("c") }); }
                                       ^

RangeError: two
lines
    at f (/tmp/d.js:12:40) {
  [cause]: Error: c
      at f (/tmp/d.js:12:78)
}

Node.js v20.20.2
`),
      ['node error /tmp/d.js:12:40 RangeError: two\nlines «n»'],
    );
  });

  it('reads other thrown values if the lines after them identify them', () => {
    assert.deepEqual(
      told(`/tmp/a.js:1
throw {
^
{
  code: 3
}

Node.js v20.20.2
/tmp/a.js:2
throw x
^
a string
(Use \`node --trace-uncaught ...\` to show where the exception was thrown)
/tmp/a.js:3
throw 1
^
1
Thrown at:
    at f (/tmp/a.js:3:1)
/tmp/a.js:4
throw e
^

MyProblem: multi

line
    at f (/tmp/a.js:4:7)
/tmp/a.js:5
throw e
^

no stack
/tmp/a.js:6
throw e
^


Node.js v20.20.2
/tmp/a.js:7
throw e
^
[Error: x]

Node.js v20.20.2
`),
      [
        'node error /tmp/a.js:1:- {\n  code: 3\n} «t»',
        'node error /tmp/a.js:2:- a string «t»',
        'node error /tmp/a.js:3:1 1 «t»',
        'node error /tmp/a.js:4:7 MyProblem: multi\n\nline «t»',
        'node error /tmp/a.js:7:- [Error: x] «t»',
      ],
    );
  });

  it('ignores calls of Node for a program from the standard input, and code compiled at run time', () => {
    assert.deepEqual(
      told(`[stdin]:2
	x = 2;
	  ^

TypeError: Assignment to constant variable.
    at [stdin]:2:4
    at [stdin]-wrapper:6:24
<anonymous_script>:1
var = 3
    ^

SyntaxError: Unexpected token '='
    at f (/tmp/a.js:5:3)
`),
      [
        'node error [stdin]:2:4 TypeError: Assignment to constant variable. «=»',
        "node error /tmp/a.js:5:3 SyntaxError: Unexpected token '='",
      ],
    );
  });
});
