import { speak } from '../support/vscodeWords';
import assert from 'node:assert/strict';
import type { ExtensionServices } from '../../../src/editor/extensionServices';
import { commonItems } from '../../../src/editor/pending/showPending';
import type { PendingView, ServiceHealth } from '../../../src/tracking';

describe('the list of what is pending', () => {
  it('leads to the credentials of the chosen service, and of no other', () => {
    speak('en');
    const failure = { kind: 'status', status: 401, error: null, retryAfter: null } as const;
    const paused: ServiceHealth = { kind: 'paused', why: 'signedOut', failure, oldestGoneAt: null };
    const pending = [{ request: { origin: 'https://a.example', key: 'a' } }] as unknown as PendingView[];
    const tracking = { pending: () => pending, health: () => paused, notPushed: () => '' };
    const offers = (service: string | null): boolean =>
      commonItems({ tracking } as unknown as ExtensionServices, pending, false, service, assert.fail).some(
        ({ label }) => label === '$(key) Set Credentials',
      );
    assert.equal(offers('https://a.example'), true);
    assert.equal(offers('https://b.example'), false);
    assert.equal(offers(null), false);
  });
});
