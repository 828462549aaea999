import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';
import { describeCases } from './cases';

describe('rustc', () => {
  describeCases('rustc');

  it('reads the replacements that older ones underline with tildes', () => {
    const message = `error[E0425]: cannot find value \`z\` in this scope
 --> src/main.rs:4:20
  |
4 |     println!("{}", z);
  |                    ^ help: a local variable with a similar name exists: \`x\`

error[E0599]: no method named \`pus\` found
 --> src/main.rs:9:7
  |
9 |     v.pus(3);
  |       ^^^
  |
help: there is a method with a similar name
  |
9 |     v.push(3);
  |       ~~~~
`;
    assert.deepEqual(
      parseCompilerOutput(message).map((d) => d.fixes),
      [
        [{ line: 4, column: 20, endColumn: 21, expected: 'z', replacement: 'x' }],
        [{ line: 9, column: 7, endColumn: 10, expected: 'pus', replacement: 'push' }],
      ],
    );
  });

  it('offers no half of a replacement of several lines', () => {
    const message = `error[E0425]: x
 --> src.rs:1:5
  |
1 | use a;
  |     ^
help: try
  |
1 ~ use b;
2 ~ use c;
  |
`;
    assert.equal(parseCompilerOutput(message)[0]?.fixes, undefined);
  });

  it('passes over what only sums up', () => {
    const message =
      'error: aborting due to 2 previous errors\n\nSome errors have detailed explanations: E0046.\n';
    assert.deepEqual(parseCompilerOutput(message), []);
  });

  it('keeps an error without a place', () => {
    const message = "error: couldn't read `x.rs`: No such file\n\nerror: aborting due to 1 previous error\n";
    assert.deepEqual(
      parseCompilerOutput(message).map((d) => [d.line, d.message]),
      [[null, "couldn't read `x.rs`: No such file"]],
    );
  });
});
