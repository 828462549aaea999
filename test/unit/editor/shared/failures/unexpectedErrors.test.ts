import { answerNotices, commandsRun, speak } from '../../../support/vscodeWords';
import assert from 'node:assert/strict';
import { showUnexpectedError } from '../../../../../src/editor/shared/failures/unexpectedErrors';
import { SettingsNotWritten } from '../../../../../src/editor/shared/settings/settings';
import { StorageFailed } from '../../../../../src/records';
import { settle } from '../../../support/fakeClock';

describe('An unexpected error', () => {
  let logged: string[];
  let opened: number;
  const log = {
    error: (text: string) => void logged.push(text),
    show: () => void (opened += 1),
  };

  beforeEach(() => {
    speak('en');
    logged = [];
    opened = 0;
  });

  it('is shown and logged, with a button that opens the log', async () => {
    const shown = answerNotices('Show Log');
    await showUnexpectedError({ log }, 'fetch', new Error('boom'));
    await settle();
    assert.equal(shown[0]?.message, 'An unexpected error occurred. See the log for details.');
    assert.match(logged[0] ?? '', /^fetch: Error: boom/);
    assert.equal(opened, 1);
  });

  it('is explained if the storage failed, even if only reading failed', async () => {
    const shown = answerNotices();
    const missing = { kind: 'missing', path: '/x' } as const;
    const broken = { kind: 'broken', path: '/x', movedTo: '/broken/x', reason: 'no JSON' } as const;
    for (const problem of [missing, broken])
      await showUnexpectedError({ log }, 'exportJson', new StorageFailed(problem));
    assert.deepEqual(
      shown.map(({ message }) => message),
      [
        'A result is no longer available. Refresh it to fetch it again.',
        'A damaged history file was moved to /broken/x.',
      ],
    );
  });

  it('contains VS Code’s message if settings can’t be written, with a button that opens them', async () => {
    const shown = answerNotices('Open Settings');
    const error = new SettingsNotWritten('Unable to write into user settings.');
    await showUnexpectedError({ log }, 'chooseService', error);
    await settle();
    assert.deepEqual(shown[0], { message: error.message, buttons: ['Open Settings'] });
    assert.equal(commandsRun.at(-1), 'workbench.action.openSettingsJson');
  });
});
