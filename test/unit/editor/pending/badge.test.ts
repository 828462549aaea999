import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { UnseenVerdicts } from '../../../../src/editor/pending/badge';

describe('UnseenVerdicts', () => {
  const always = () => true;

  it('counts new verdicts while the list is hidden', () => {
    const unseen = new UnseenVerdicts();
    assert.equal(unseen.count(['one', 'two'], always, false), 0);
    assert.equal(unseen.count(['two'], always, false), 1);
    assert.equal(unseen.count([], always, false), 2);
    assert.equal(unseen.count([], always, true), 0);
    assert.equal(unseen.count([], always, false), 0);
  });

  it('ignores records that are removed, stopped, or seen immediately', () => {
    const unseen = new UnseenVerdicts();
    unseen.count(['removed', 'seen'], always, true);
    assert.equal(unseen.count(['removed'], always, true), 0);
    assert.equal(
      unseen.count([], () => false, false),
      0,
    );
  });
});
