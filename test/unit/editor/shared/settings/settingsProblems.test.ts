import { speak } from '../../../support/vscodeWords';
import assert from 'node:assert/strict';
import { noticeSettingsProblems } from '../../../../../src/editor/shared/settings/settingsProblems';
import { standIn } from '../../../support/standIn';
import type { Extension } from '../../../../../src/editor/extension';

describe('Problems in the settings', () => {
  it('are reported in a browser, where timers are numbers', () => {
    speak('en');
    const { setTimeout: own } = globalThis;
    let timers = 0;
    Object.assign(globalThis, { setTimeout: () => (timers += 1) });
    try {
      noticeSettingsProblems(standIn<Extension>({}));
      noticeSettingsProblems(standIn<Extension>({}));
    } finally {
      globalThis.setTimeout = own;
    }
    assert.equal(timers, 2);
  });
});
