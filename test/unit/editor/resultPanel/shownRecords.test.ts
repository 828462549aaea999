import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { ShownRecords } from '../../../../src/editor/resultPanel/shownRecords';
import type { Compilation, Envelope } from '../../../../src/results';
import { clics } from '../../../../src/judges/adapters/clics';
import { described, luogu } from '../../../support/profiles';
import { makeStore, progressed } from '../../records/fixtures';

describe('The page of a record whose compiler output only a web page shows', () => {
  before(() => speak('en'));

  const judge = described(clics, 'finals', { url: 'https://judge.example.edu/api', contest: 'demo' });
  const shownWith = async (compile: Compilation, opensMore?: true) => {
    const { store } = makeStore();
    const judgement = { id: null, status: 'CE', score: null, time: null, memory: null, subtasks: [] };
    const envelope: Envelope = {
      type: 'judge',
      data: { compile, judge: { ...judgement, ...(opensMore ? { opensMore } : {}) } },
      requestId: '4',
      trackId: null,
    };
    const record = await store.add({ service: judge.id, requestId: '4', rules: judge.rules, folder: null });
    assert.ok(record);
    await store.receive(record.key, { envelope }, { via: 'ask', receivedAt: 1 });
    const atService = {
      hasProblemPage: false,
      listsByProblem: false,
      hasRecordPage: true,
      mayChange: true,
      place: '',
    };
    const shown = new ShownRecords(store, { record: record.key, before: null }, () =>
      Promise.resolve(atService),
    );
    const { record: head } = await shown.load();
    const links = head.actions.filter(({ id }) => id === 'openInBrowser');
    return {
      note: head.note,
      links: links.map(({ label, place }) => `${label} (${place})`),
      opensMore: shown.opensMore,
    };
  };
  const compile: Compilation = { success: false, message: null, opt2: null };

  it('has a button that opens it', async () => {
    const { note, links } = await shownWith({ ...compile, extra: { isOnPage: true } });
    assert.equal(note, 'The team’s page shows the compiler output');
    assert.deepEqual(links, ['Open Team’s Page (primary)']);
    const other = await shownWith({ ...compile, message: 'main.cpp:1:1: error: x' });
    assert.deepEqual(
      [other.note, other.links.length, other.links.includes('Open Team’s Page (primary)')],
      [null, 1, false],
    );
  });

  it('requests the rest of a result only if there is more', async () => {
    assert.equal((await shownWith(compile)).opensMore, false);
    assert.equal((await shownWith(compile, true)).opensMore, true);
  });
});

describe('The title of a page that is hidden', () => {
  before(() => speak('en'));

  it('shows the current verdict, although the content isn’t loaded again', async () => {
    const { store } = makeStore();
    const add = { service: luogu.id, requestId: '1', rules: luogu.rules, folder: null };
    const { key } = (await store.add(add)) ?? assert.fail();
    await store.receive(key, { envelope: progressed(1, 3, 3, 1) }, { via: 'ask', receivedAt: 1 });
    const shown = new ShownRecords(store, { record: key, before: null });
    await shown.load();
    assert.equal(shown.title(), '1 Judging 1/3');
    await store.receive(key, { envelope: progressed(3, 3, 3, 12) }, { via: 'ask', receivedAt: 2 });
    assert.equal(shown.title(), '1 AC');
  });
});
