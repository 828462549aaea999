import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Scene } from '../../../../src/editor/panel/scene';
import { makeStore, newRecord } from '../../records/fixtures';

describe('the actions of a record’s page', () => {
  beforeEach(() => speak('en'));

  const submission = { problemId: 'P1', title: null, place: null, language: 'js', optimise: false };
  const actionsFor = async (how: 'submitted' | 'tied'): Promise<readonly string[]> => {
    const { store } = makeStore();
    const source = { uri: 'file:///w/a.js', how, textHash: null };
    const record = await store.add(newRecord('r1', { source, submission }));
    assert.ok(record);
    const shown = await new Scene(store, { record: record.key, before: null }).next();
    assert.ok(shown.type === 'show');
    return shown.record.actions.map(({ id }) => id);
  };

  it('offer to submit again what was submitted from here', async () => {
    assert.ok((await actionsFor('submitted')).includes('submitAgain'));
  });

  it('offer no submission where a file was only tied: its service may take none', async () => {
    assert.ok(!(await actionsFor('tied')).includes('submitAgain'));
  });
});
