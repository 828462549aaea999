import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Scene } from '../../../../src/editor/panel/scene';
import { recordTooltip } from '../../../../src/editor/tree/recordRow';
import { recordKey } from '../../../../src/records';
import { envelope, makeStore, newRecord, oneCase, service, subtask } from '../../records/fixtures';

describe('the actions of a record’s page', () => {
  beforeEach(() => speak('en'));

  const submission = { problemId: 'P1', title: null, place: null, language: 'js', optimise: false };
  const actionsFor = async (how: 'submitted' | 'tied', more: object = {}): Promise<readonly string[]> => {
    const { store } = makeStore();
    const source = { uri: 'file:///w/a.js', how, textHash: null };
    const record = await store.add(newRecord('r1', { source, submission: { ...submission, ...more } }));
    assert.ok(record);
    const shown = await new Scene(store, { record: record.key, before: null }).load();
    return shown.record.actions.map(({ id }) => id);
  };

  it('offer to submit again what was submitted from here', async () => {
    assert.ok((await actionsFor('submitted')).includes('submitAgain'));
  });

  it('offer to run samples again where those were run', async () => {
    const actions = await actionsFor('submitted', { isSelfTest: true, hasSamples: true });
    assert.ok(actions.includes('runSamples') && !actions.includes('submitAgain'), actions.join());
  });

  it('offer no submission where a file was only tied: its service may take none', async () => {
    assert.ok(!(await actionsFor('tied')).includes('submitAgain'));
  });
});

describe('a person’s own note', () => {
  it('is on the page of its record, where it can be edited', async () => {
    speak('en');
    const { store } = makeStore();
    const record = await store.add(newRecord('r1', { note: 'off by one' }));
    assert.ok(record);
    const { record: head } = await new Scene(store, { record: record.key, before: null }).load();
    assert.equal(head.ownNote, 'Note: off by one');
    assert.ok(head.actions.some(({ id }) => id === 'editNote'));
    assert.match(recordTooltip(record), /^Note: off by one$/m);
  });
});

describe('the tab of a comparison', () => {
  beforeEach(() => speak('en'));

  const titleOf = async (before: string, after: string): Promise<string> => {
    const { store } = makeStore();
    for (const [requestId, label, status] of [
      ['r1', before, 6],
      ['r2', after, 12],
    ] as const) {
      const result = { envelope: envelope(status, [subtask(0, [oneCase(1, status)])]) };
      const add = newRecord(requestId, { label });
      await store.receive(recordKey(service, requestId), result, { via: 'refresh', receivedAt: 1, add });
    }
    const scene = new Scene(store, { record: recordKey(service, 'r2'), before: recordKey(service, 'r1') });
    await scene.load();
    return scene.title();
  };

  it('names both records', async () => {
    assert.equal(await titleOf('P1', 'P2'), 'P1 ↔ P2');
  });

  it('tells two versions of one program apart by their verdicts', async () => {
    assert.equal(await titleOf('P1', 'P1'), 'P1: S6 0 ↔ S12 0');
  });
});
