import { answerNotices, speak } from '../support/vscodeWords';
import assert from 'node:assert/strict';
import { Uri, window } from 'vscode';
import { showingUnexpectedErrors } from '../../../src/editor/shared/failures/unexpectedErrors';
import { chooseJudge } from '../../../src/editor/judges/chooseJudge';
import { remove } from '../../../src/editor/list/removeResults';
import { showResultsOfFile } from '../../../src/editor/sourceFiles/resultsOfFile';
import type { Extension } from '../../../src/editor/extension';
import { makeStore, newRecord } from '../records/fixtures';
import { settle } from '../support/fakeClock';
import { pressInPicks } from '../support/pressInPicks';
import { standIn } from '../support/standIn';

describe('An error after a button is pressed', () => {
  let logged: string[];
  const log = { error: (line: string) => void logged.push(line) };
  const broken = () => Promise.reject(new Error('broken'));
  const unexpected = 'An unexpected error occurred. See the log for details.';

  beforeEach(() => {
    speak('en');
    logged = [];
  });
  const { showQuickPick } = window;
  afterEach(() => {
    Object.assign(window, { showQuickPick });
  });

  for (const change of ['Edit', 'Rename', 'Remove']) {
    it(`is shown in “Choose Online Judge…” after “${change}”`, async () => {
      const listed = { kind: 'wrong' as const, problems: [] };
      let looks = 0;
      const judges = {
        names: async () => ['school'],
        chosen: async () => null,
        named: async () => ((looks += 1) === 1 ? listed : broken()),
      };
      const extension = standIn<Extension>({ log, judges, context: {}, store: {}, tracking: {} });
      pressInPicks(change === 'Edit' ? change : 'More Actions…');
      const showQuickPick = async (items: readonly { readonly label: string }[]) =>
        items.find(({ label }) => label === change);
      Object.assign(window, { showQuickPick });
      const shown = answerNotices();
      await showingUnexpectedErrors(extension, 'chooseService', () => chooseJudge(extension));
      assert.deepEqual(
        shown.map(({ message }) => message),
        [unexpected],
      );
      assert.match(logged.join(), /^chooseService: Error: broken/);
    });
  }

  it('is shown in “Show Results for This File” after “Restore This Version”', async () => {
    const { store } = makeStore();
    const file = Uri.parse('file:///folder/a.cpp');
    const source = { uri: file.toString(), how: 'submitted', textHash: 'abc' } as const;
    const record = await store.add(newRecord('one'));
    assert.ok(record);
    await store.update(record.key, { source });
    const extension = standIn<Extension>({ log, store, diagnostics: broken });
    pressInPicks('Restore This Version');
    const shown = answerNotices();
    await showingUnexpectedErrors(extension, 'showResultsOfFile', () => showResultsOfFile(extension, file));
    assert.deepEqual(
      shown.map(({ message }) => message),
      [unexpected],
    );
  });

  it('is shown after “Remove” and “Undo”', async () => {
    const { store } = makeStore();
    const record = await store.add(newRecord('one'));
    assert.ok(record);
    await store.setState(record.key, { kind: 'stopped' });
    store.removeUndoably = async () => broken;
    const extension = standIn<Extension>({
      log,
      store,
      tree: { neighborOf: () => null },
      selectedRows: { current: [] },
      view: { visible: false },
      tracking: { stop: async () => undefined },
      context: { globalState: { get: () => undefined, update: async () => undefined } },
      judges: { updateContext: async () => undefined },
    });
    const shown = answerNotices('Undo');
    await remove(extension, [{ key: record.key }]);
    await settle();
    assert.equal(shown.at(-1)?.message, unexpected);
  });
});
