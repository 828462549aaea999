import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Scene } from '../../../../src/editor/recordPage/shownRecords';
import { recordTooltip } from '../../../../src/editor/list/recordRow';
import { recordKey } from '../../../../src/records';
import { envelope, makeStore, newRecord, oneCase, service, subtask } from '../../records/fixtures';
import { luogu } from '../../../support/profiles';

describe('The actions of the record page', () => {
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

  it('include submitting again after a submission from here', async () => {
    assert.ok((await actionsFor('submitted')).includes('submitAgain'));
  });

  it('include running samples again after a run with samples', async () => {
    const actions = await actionsFor('submitted', { isSelfTest: true, hasSamples: true });
    assert.ok(actions.includes('runSamples') && !actions.includes('submitAgain'), actions.join());
  });

  it('don’t include submitting for a file that was only linked', async () => {
    assert.ok(!(await actionsFor('tied')).includes('submitAgain'));
  });
});

describe('The page of a run with custom input', () => {
  beforeEach(() => speak('en'));

  const shownOf = async (status: number, hasSamples: boolean) => {
    const { store } = makeStore();
    const submission = { problemId: 'P1', title: 'Sum', place: null, language: 'js', optimise: false };
    const ran = { ...submission, isSelfTest: true, ...(hasSamples ? { hasSamples } : {}) } as const;
    const cases = [
      oneCase(1, status, { description: '3\n', extra: { stdin: '1 2\n' } }),
      oneCase(2, 12, { description: '7\n', extra: { stdin: 'x'.repeat(1000) } }),
    ];
    const result = { envelope: envelope(status, [subtask(1, cases)]) };
    const add = newRecord('r1', { submission: ran, rules: luogu.rules });
    const key = recordKey(service, 'r1');
    await store.receive(key, result, { via: 'refresh', receivedAt: 1, add });
    return new Scene(store, { record: key, before: null }).load();
  };

  it('shows input and output of each case, and no verdict', async () => {
    const { record, subtasks } = await shownOf(12, false);
    assert.deepEqual(
      [record.isOwnRun, record.verdict, record.sign, record.style],
      [true, 'Ran with custom input', 'Ran with custom input', null],
    );
    const ran = { code: 12, short: 'Finished', name: 'Finished', style: null, trouble: false };
    assert.deepEqual(
      record.statuses.find(({ code }) => code === 12),
      ran,
    );
    const [first, second] = subtasks[0]?.cases ?? [];
    assert.deepEqual([first?.input, first?.description], ['1 2', '3']);
    assert.ok(second?.input?.endsWith('…') && second.input.length <= 300, second?.input ?? '');
  });

  it('still shows why a program failed', async () => {
    const { record } = await shownOf(7, false);
    assert.deepEqual([record.isOwnRun, record.sign, record.style], [true, 'RE', 'runtimeError']);
  });

  it('has a verdict if it was run with samples', async () => {
    const { record } = await shownOf(12, true);
    assert.deepEqual([record.isOwnRun, record.sign, record.style], [false, 'AC', 'accepted']);
  });
});

describe('The origin on the record page', () => {
  it('contains contest and domain', async () => {
    speak('en');
    const { store } = makeStore();
    const contest = { title: 'Weekly contest', endsAt: null };
    const submission = {
      problemId: 'P1',
      title: null,
      place: null,
      language: 'js',
      optimise: false,
      contest,
    };
    const record = await store.add(newRecord('r1', { submission }));
    assert.ok(record);
    const atService = { hasProblemPage: false, hasRecordPage: false, place: 'class1' };
    const scene = new Scene(store, { record: record.key, before: null }, async () => atService);
    const { origin, facts } = (await scene.load()).record;
    const named = (all: typeof origin) => all.map(({ name, value }) => `${name}: ${value}`);
    assert.ok(named(origin).includes('Contest: Weekly contest') && named(origin).includes('Domain: class1'));
    assert.ok(!named(facts).some((one) => /Weekly|class1/.test(one)));
  });
});

describe('The user’s note', () => {
  it('is on the page of its record, with a button that edits the note', async () => {
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

describe('The tab of a comparison', () => {
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

  it('contains the names of both records', async () => {
    assert.equal(await titleOf('P1', 'P2'), 'P1 ↔ P2');
  });

  it('distinguishes two versions of one program by their verdicts', async () => {
    assert.equal(await titleOf('P1', 'P1'), 'P1: S6 0 ↔ S12 0');
  });
});
