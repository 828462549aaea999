import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { healthWords } from '../../../../src/editor/pending/pendingLabels';

describe('The message about a judge’s health', () => {
  const until = Date.parse('2026-11-22T06:13:53Z');
  after(() => speak('en'));

  it('distinguishes maintenance from a rate limit', () => {
    speak('en');
    assert.match(
      healthWords({ kind: 'throttled', until }, 'School'),
      /^Rate limit reached on School; paused/,
    );
    assert.match(
      healthWords({ kind: 'throttled', until, isUnavailable: true }, 'School'),
      /^School is temporarily unavailable; paused until /,
    );
    speak('zh-cn');
    assert.match(
      healthWords({ kind: 'throttled', until, isUnavailable: true }, 'School'),
      /^School 暂时不可用，暂停至/,
    );
  });
});
