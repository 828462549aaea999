import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { makeApi } from '../../../../src/editor/integrations/api';
import type { Extension } from '../../../../src/editor/extension';
import { luogu } from '../../../support/profiles';
import { RequestFailed } from '../../../../src/judges';
import { Redaction } from '../../../../src/judges/signIn/redaction';
import { recordSummaryView } from '../../../../src/assistant/resultView';
import { UntrustedText } from '../../../../src/assistant/untrusted';
import { noticeWords } from '../../../../src/editor/pending/verdictNotices';
import { verdictName, verdictWord } from '../../../../src/editor/labels/recordLabels';
import { idWithoutSubmission } from '../../../../src/records';
import { envelope, key, makeStore, newRecord, oneCase, subtask } from '../../records/fixtures';
import * as requests from '../../../../src/editor/integrations/apiFunctions';
import { standIn } from '../../support/standIn';

describe('The verdict in the API', () => {
  beforeEach(() => speak('en'));

  for (const [status, code] of [
    [1, null],
    [2, 2],
  ] as const) {
    it(`for a failed compilation contains the judge’s code if it matches the verdict (${status})`, async () => {
      const { store } = makeStore();
      const compile = { success: false, message: 'error', opt2: null };
      const judge = { id: 1, status, score: 0, time: null, memory: null, subtasks: [] };
      const result = { envelope: envelope(0, [], { data: { compile, judge } }), raw: null };
      const add = newRecord('r1', { rules: luogu.rules });
      await store.receive(key, result, { via: 'ask', receivedAt: 1, add });
      const { exported } = makeApi(standIn<Extension>({ store }), () => Promise.resolve(requests));
      assert.deepEqual(exported.records[0]?.verdict, {
        code,
        short: 'CE',
        name: 'Compile Error',
        kind: 'failed',
      });
    });
  }
});

describe('A record’s verdict', () => {
  it('is the cause of a failure, in every view and in the API', async () => {
    speak('en');
    const { store } = makeStore();
    const wrong = oneCase(1, 6);
    const judge = { id: 1, status: 14, score: 0, time: null, memory: null, subtasks: [subtask(0, [wrong])] };
    const compile = { success: true, message: '', opt2: null };
    const result = { envelope: envelope(0, [], { data: { compile, judge } }), raw: null };
    const add = newRecord('r1', { rules: luogu.rules });
    await store.receive(key, result, { via: 'ask', receivedAt: 1, add });
    const record = store.get(key);
    assert.ok(record);
    const { exported } = makeApi(standIn<Extension>({ store }), () => Promise.resolve(requests));
    const told = {
      row: verdictWord(record),
      'page and Markdown': verdictName(record),
      notice: noticeWords(record, null),
      api: exported.records[0]?.verdict?.short,
      tool: recordSummaryView(record, new UntrustedText((value) => value)).verdict?.short,
    };
    for (const [place, words] of Object.entries(told)) {
      assert.match(words ?? '', /\bWA\b/, place);
      assert.doesNotMatch(words ?? '', /UNAC/, place);
    }
  });
});

describe('A record without a submission', () => {
  it('isn’t in the API', async () => {
    const { store } = makeStore();
    const { exported } = makeApi(standIn<Extension>({ store }), () => Promise.resolve(requests));
    const events: number[] = [];
    exported.onDidChangeRecords(({ added, changed, removed }) =>
      events.push(added.length, changed.length, removed.length),
    );
    const state = { kind: 'inBrowser', since: 1, before: null } as const;
    const record = await store.add({ ...newRecord(idWithoutSubmission('a')), state });
    assert.ok(record);
    await store.setState(record.key, { kind: 'notSubmitted' });
    assert.deepEqual(exported.records, []);
    await store.remove([record.key]);
    assert.ok(events.length > 0 && events.every((count) => count === 0), events.join());
  });
});

describe('A result in the API', () => {
  it('contains no credential, and keeps its numbers if the password consists of digits', async () => {
    const { store } = makeStore();
    const raw = '{"id":1234567,"message":"no 123456"}';
    await store.receive(
      key,
      { envelope: envelope(0, []), raw },
      { via: 'ask', receivedAt: 1, add: newRecord('r1') },
    );
    const redaction: Redaction = new Redaction({ hideAll: async () => redaction.add('user:123456') });
    const judges = { credentials: { redaction } };
    const { exported } = makeApi(standIn<Extension>({ store, judges }), () => Promise.resolve(requests));
    const [record] = exported.records;
    assert.ok(record);
    assert.deepEqual(await exported.result(record), { id: 1234567, message: 'no •••' });
  });

  it('contains no credential in the message of a failed request', async () => {
    const redaction: Redaction = new Redaction({
      hideAll: async () => redaction.add('user:s3cr3t-of-alice'),
    });
    const judges = {
      credentials: { redaction },
      choiceOf: async () => ({ kind: 'chosen' as const, judge: luogu }),
      choice: async () => ({ kind: 'chosen' as const, judge: luogu }),
    };
    const tracking = {
      fetch: async () => {
        throw new RequestFailed({ kind: 'dns', host: 's3cr3t-of-alice.example' });
      },
    };
    const extension = standIn<Extension>({ store: makeStore().store, judges, tracking });
    const { exported } = makeApi(extension, () => Promise.resolve(requests));
    await assert.rejects(exported.fetch('r1'), /•••\.example/);
  });
});
