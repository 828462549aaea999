import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';

describe('A message of Python without the blanks at its beginning', () => {
  const found = (text: string) =>
    parseCompilerOutput(text).map(({ toolchain, file, line, message }) => [toolchain, file, line, message]);
  const error = '    print(1\n         ^\nSyntaxError: ’(’ was never closed';

  it('is read like the whole message', () => {
    const expected = [['python', '/judger/run/solution.py', 3, 'SyntaxError: ’(’ was never closed']];
    assert.deepEqual(found(`  File "/judger/run/solution.py", line 3\n${error}`), expected);
    assert.deepEqual(found(`File "/judger/run/solution.py", line 3\n${error}`), expected);
  });

  it('isn’t found below another line', () => {
    assert.deepEqual(found(`note\nFile "/judger/run/solution.py", line 3\n${error}`), []);
  });

  it('isn’t confused with a message of OCaml', () => {
    const [first] = found(
      'File "a.ml", line 1, characters 0-3:\n1 | foo\n    ^^^\nError: Unbound value foo\n',
    );
    assert.equal(first?.[0], 'ocaml');
  });
});
