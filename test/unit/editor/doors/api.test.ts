import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { makeApi } from '../../../../src/editor/doors/api';
import type { ExtensionServices } from '../../../../src/editor/extensionServices';
import { luogu } from '../../../support/profiles';
import { envelope, key, makeStore, newRecord } from '../../records/fixtures';

describe('a verdict for other extensions', () => {
  beforeEach(() => speak('en'));

  for (const [status, code] of [
    [1, null],
    [2, 2],
  ] as const) {
    it(`of a failed compilation has the service’s code where it is the verdict’s (${status})`, async () => {
      const { store } = makeStore();
      const compile = { success: false, message: 'error', opt2: null };
      const judge = { id: 1, status, score: 0, time: null, memory: null, subtasks: [] };
      const result = { envelope: envelope(0, [], { data: { compile, judge } }), raw: null };
      const add = newRecord('r1', { rules: luogu.rules });
      await store.receive(key, result, { via: 'ask', receivedAt: 1, add });
      const { exported } = makeApi({ store } as unknown as ExtensionServices);
      assert.deepEqual(exported.records[0]?.verdict, {
        code,
        short: 'CE',
        name: 'Compile Error',
        kind: 'failed',
      });
    });
  }
});
