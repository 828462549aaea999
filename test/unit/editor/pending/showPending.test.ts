import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import type { Extension } from '../../../../src/editor/extension';
import { commonItems } from '../../../../src/editor/pending/showPending';
import type { PendingView, JudgeHealth } from '../../../../src/tracking';
import { standIn } from '../../support/standIn';

describe('The pending results list', () => {
  it('leads to the sign-in of each judge that requires it', () => {
    speak('en');
    const failure = { kind: 'status', status: 401, error: null, retryAfter: null } as const;
    const paused: JudgeHealth = { kind: 'paused', why: 'signedOut', failure, oldestGoneAt: null };
    const services = [
      'judge https://a.example one',
      'judge https://a.example two',
      'judge https://b.example three',
    ];
    const pending = services.map((service) => ({ request: { service, key: service } })) as PendingView[];
    const health = (service: string): JudgeHealth => (service.endsWith('three') ? { kind: 'ok' } : paused);
    const tracking = { pending: () => pending, health, pushTrouble: '' };
    const labels = commonItems(standIn<Extension>({ tracking }), pending, false, assert.fail)
      .map(({ label }) => label)
      .filter((label) => label.startsWith('$(key)'));
    assert.deepEqual(labels, ['$(key) Sign In to one', '$(key) Sign In to two']);
  });
});
