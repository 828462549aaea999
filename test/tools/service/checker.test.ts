import assert from 'node:assert/strict';
import { difference } from '../../../tools/service/judging/checker';

describe('The local service’s answer checker', () => {
  const said = (output: string, answer: string): string | null =>
    difference(output, answer)?.replace('Wrong Answer. wrong answer ', '') ?? null;

  it('accepts an answer with or without trailing blanks and line breaks', () => {
    for (const output of ['3\n4\n', '3\n4', '3 \n4\t\n\n\n', '3\r\n4\r\n'])
      assert.equal(said(output, '3\n4\n'), null);
  });

  it('reports the first differing character with the public service’s message', () => {
    assert.equal(
      difference('12-4\n', '1204\n'),
      'Wrong Answer. wrong answer On line 1 column 3, read -, expected 0.',
    );
    assert.equal(said('1\n2 3\n', '1\n223\n'), 'On line 2 column 2, read (ASCII 32), expected 2.');
    assert.equal(said('\u0001\n', '答\n'), 'On line 1 column 1, read (ASCII 1), expected 答.');
  });

  it('reports lines that are too short or too long, and a wrong line count', () => {
    assert.equal(said('1\n2\n3\n', '1\n2\n34\n'), 'Too short on line 3.');
    assert.equal(said('34\n', '3\n'), 'Too long on line 1.');
    assert.equal(said('1\n', '1\n2\n'), 'Too many or too few lines.');
    assert.equal(said('', '1\n'), 'Too many or too few lines.');
  });
});
