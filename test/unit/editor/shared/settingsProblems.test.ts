import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { noticeSettingsProblems } from '../../../../src/editor/shared/settingsProblems';
import { standIn } from '../../support/standIn';
import type { ExtensionServices } from '../../../../src/editor/shared/extensionServices';

describe('Problems in the settings', () => {
  it('are reported in a browser, where timers are numbers', () => {
    speak('en');
    const { setTimeout: own } = globalThis;
    let timers = 0;
    Object.assign(globalThis, { setTimeout: () => (timers += 1) });
    try {
      noticeSettingsProblems(standIn<ExtensionServices>({}));
      noticeSettingsProblems(standIn<ExtensionServices>({}));
    } finally {
      globalThis.setTimeout = own;
    }
    assert.equal(timers, 2);
  });
});
