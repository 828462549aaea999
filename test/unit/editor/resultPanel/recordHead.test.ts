import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { recordHeadTexts } from '../../../../src/editor/resultPanel/recordHead';
import type { Envelope } from '../../../../src/results';
import type { KnownRecord } from '../../../../src/records';
import { envelope, finished, oneCase, subtask } from '../../records/fixtures';

describe('The head of the record page', () => {
  before(() => speak('en'));

  const submission = { problemId: 'P1', title: 'Sum', place: null, language: null, optimise: false };
  const head = (record: KnownRecord, result = envelope(6, [])) =>
    recordHeadTexts(record, result, null, [], [], '');

  it('names the problem of a renamed result', () => {
    const record = finished({ ...envelope(6, []), requestId: 'r1' }, { submission });
    assert.equal(head(record).name, 'P1 Sum');
    assert.equal(head({ ...record, label: 'first try' }).name, 'first try · P1 Sum');
    assert.equal(head({ ...record, label: 'first try', submission: null }).name, 'first try');
    assert.equal(head({ ...record, label: 'P1 Sum' }).name, 'P1 Sum');
  });

  it('names another user next to the language', () => {
    const record = finished(
      { ...envelope(6, []), requestId: 'r1' },
      { submission: { ...submission, user: 'Team Two' } },
    );
    const [first] = head(record).origin;
    assert.deepEqual(first, { kind: 'text', name: 'User', value: 'Team Two' });
  });

  it('shows the judge’s message next to cases and compiler output', () => {
    const withMessage = (cases: number, message: string): Envelope => {
      const list = Array.from({ length: cases }, (_, at) => oneCase(at, 12));
      const result = envelope(12, [subtask(1, list)]);
      const { judge = null } = result.data ?? {};
      const compile = { success: true, message: 'a warning', opt2: null };
      return {
        ...result,
        requestId: 'r1',
        data: { compile, judge: judge && { ...judge, description: message } },
      };
    };
    const noteOf = (cases: number, message: string) => {
      const result = withMessage(cases, message);
      return head(finished(result, { submission }), result).note;
    };
    assert.equal(noteOf(2, 'Group 1 failed.'), 'Group 1 failed.');
    assert.equal(noteOf(0, 'Group 1 failed.'), 'Group 1 failed.');
    assert.equal(noteOf(2, 'a warning\n'), null);
    assert.equal(noteOf(2, ''), null);
  });

  it('says nothing below a verdict that is all there is, such as “too late”', () => {
    const result = { ...envelope(6, []), requestId: 'r1' };
    assert.equal(head(finished(result, { submission }), result).note, null);
  });

  it('shows large counts as the page does', () => {
    const cases = Array.from({ length: 3000 }, (_, at) => oneCase(at, at < 31 ? 6 : 12));
    const result = { ...envelope(6, [subtask(1, cases)]), requestId: 'r1' };
    assert.equal(head(finished(result, { submission }), result).counted, '31 of 3,000 failed');
  });
});
