import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { noticeSettingsProblems } from '../../../../src/editor/shared/settingsProblems';

describe('Problems in the settings', () => {
  it('are noticed in a browser, where timers are numbers', () => {
    speak('en');
    const { setTimeout: own } = globalThis;
    let timers = 0;
    globalThis.setTimeout = (() => (timers += 1)) as never;
    try {
      noticeSettingsProblems({} as never);
      noticeSettingsProblems({} as never);
    } finally {
      globalThis.setTimeout = own;
    }
    assert.equal(timers, 2);
  });
});
