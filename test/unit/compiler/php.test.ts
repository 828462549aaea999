import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';
import { describeCases } from './cases';

describe('php', () => {
  describeCases('php');

  it('tells once what goes both to the log and to the screen', () => {
    const message = `PHP Parse error:  syntax error, unexpected ';' in a in b.php on line 3

Parse error: syntax error, unexpected ';' in a in b.php on line 3
`;
    assert.deepEqual(
      parseCompilerOutput(message).map((d) => [d.file, d.line, d.messageLine]),
      [['b.php', 3, 0]],
    );
  });
});
