import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import type { ExtensionServices } from '../../../../src/editor/shared/extensionServices';
import { StoredSubmissions } from '../../../../src/editor/following/storedSubmissions';
import { recordKey } from '../../../../src/records';
import type { Judge } from '../../../../src/service';
import { codeforces } from '../../../../src/service/profiles/codeforces';
import { recentOf } from '../../../../src/service/profiles/listedSubmissions';
import { described } from '../../../support/profiles';
import { envelope, makeStore, newRecord } from '../../records/fixtures';
import { standIn } from '../../support/standIn';

const judge: Judge = described(codeforces, 'cf', { handle: 'me' });

describe('A listed submission that is known', () => {
  let fetched: string[];
  let submissions: StoredSubmissions;

  beforeEach(async () => {
    fetched = [];
    const { store } = makeStore();
    submissions = new StoredSubmissions(
      standIn<ExtensionServices>({
        store,
        tracking: {
          fetch: async (_judge: Judge, requestId: string) => {
            fetched.push(requestId);
            return { kind: 'notReady' as const, record: null };
          },
        },
      }),
    );
    const add = newRecord('1', { service: judge.id, rules: judge.rules });
    const how = { via: 'refresh', receivedAt: 1, add } as const;
    const result = envelope(0, [], {
      data: {
        compile: null,
        judge: { id: 1, status: 'OK', score: null, time: null, memory: null, subtasks: [] },
      },
    });
    await store.receive(recordKey(judge.id, '1'), { envelope: result }, how);
  });

  const read = (status: string | null, requestId = '1') =>
    submissions.readAgainIfChanged(judge, recentOf({ requestId, status, at: 1 }));

  it('is fetched again if the judge changed its verdict, once', async () => {
    assert.equal(await read('OK'), false);
    assert.equal(await read('WRONG_ANSWER'), true);
    assert.equal(await read('WRONG_ANSWER'), false);
    assert.deepEqual(fetched, ['1']);
  });

  it('is fetched again if the verdict changed while no window was open', async () => {
    assert.equal(await read('WRONG_ANSWER'), true);
  });

  it('isn’t fetched again while it is judged again, or without a verdict', async () => {
    for (const status of ['TESTING', null, 'UNHEARD_OF']) assert.equal(await read(status), false);
    assert.equal(await read('WRONG_ANSWER', 'unknown'), false);
    assert.deepEqual(fetched, []);
  });
});
