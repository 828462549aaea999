import '../support/vscodeWords';
import assert from 'node:assert/strict';
import type { Envelope } from '../../../src/results';
import { recordView, type RecordView } from '../../../src/editor/resultPanel/recordView';
import { statusOf } from '../../../src/resultPage/pageContent';
import { headTexts } from '../../support/headTexts';
import { luogu } from '../../support/profiles';
import { mixed } from '../../ui/panel/records';

function viewOf(envelope: Envelope): RecordView {
  return recordView(envelope, luogu.rules, headTexts);
}

describe('A status code on the page', () => {
  it('has the meaning stored with the record', () => {
    const { head } = viewOf(mixed);
    assert.equal(statusOf(head, 6)?.short, 'WA');
    assert.equal(statusOf(head, 6)?.trouble, true);
    assert.equal(statusOf(head, 12)?.trouble, false);
  });

  it('is null if unknown', () => {
    const { head } = viewOf(mixed);
    assert.equal(statusOf(head, 12345), null);
    assert.equal(statusOf(head, null), null);
  });
});
