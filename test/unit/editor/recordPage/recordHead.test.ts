import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { recordHeadTexts } from '../../../../src/editor/recordPage/recordHead';
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

  it('shows large counts as the page does', () => {
    const cases = Array.from({ length: 3000 }, (_, at) => oneCase(at, at < 31 ? 6 : 12));
    const result = { ...envelope(6, [subtask(1, cases)]), requestId: 'r1' };
    assert.equal(head(finished(result, { submission }), result).counted, '31 of 3,000 failed');
  });
});
