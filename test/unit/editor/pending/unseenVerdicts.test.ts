import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { UnseenVerdicts } from '../../../../src/editor/pending/pendingStatusBar';

describe('UnseenVerdicts', () => {
  const always = () => true;

  it('counts what got its verdict while the list was not shown, until it is', () => {
    const unseen = new UnseenVerdicts();
    assert.equal(unseen.count(['one', 'two'], always, false), 0);
    assert.equal(unseen.count(['two'], always, false), 1);
    assert.equal(unseen.count([], always, false), 2);
    assert.equal(unseen.count([], always, true), 0);
    assert.equal(unseen.count([], always, false), 0);
  });

  it('counts nothing that was removed, stopped, or seen as it came', () => {
    const unseen = new UnseenVerdicts();
    unseen.count(['removed', 'seen'], always, true);
    assert.equal(unseen.count(['removed'], always, true), 0);
    assert.equal(
      unseen.count([], () => false, false),
      0,
    );
  });
});
