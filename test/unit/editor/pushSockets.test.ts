import { speak } from '../support/vscodeWords';
import assert from 'node:assert/strict';
import type { ExtensionServices } from '../../../src/editor/extensionServices';
import { PushSockets, stateWords } from '../../../src/editor/pending/pushSockets';
import type { ServiceProfile, SocketState } from '../../../src/service';
import { settle } from '../support/fakeClock';
import { profileAt } from '../service/clients';
import { World } from '../tracking/world';

const host = 'judge.example';
const origin = `https://${host}`;

function profileWith(scheme: string): ServiceProfile {
  return profileAt(origin, {
    type: 'judge',
    authentication: { scheme },
    push: { webSocketUrl: `wss://${host}/push`, authentication: 'header' },
  });
}

describe('what is said of push', () => {
  beforeEach(() => speak('en'));

  const refused = (why: Extract<SocketState, { kind: 'refused' }>['why']): string =>
    stateWords({ kind: 'refused', why }, host);
  const status = (code: number) =>
    refused({ kind: 'failure', failure: { kind: 'status', status: code, error: null, retryAfter: null } });

  it('is nothing while it works, or is tried', () => {
    const states: readonly SocketState[] = [
      { kind: 'closed' },
      { kind: 'connecting' },
      { kind: 'live', since: 1 },
      { kind: 'elsewhere', live: true },
    ];
    for (const state of states) assert.equal(stateWords(state, host), '', state.kind);
  });

  it('names why a service refused: the credentials, their absence, or something else', () => {
    assert.match(status(401), /^Push from judge\.example isn’t available for these credentials;/);
    assert.match(status(403), /^Push from judge\.example isn’t available for these credentials;/);
    assert.match(status(404), /^judge\.example rejected the push connection \(status code 404\);/);
    assert.match(refused({ kind: 'noCredential' }), /^Push from judge\.example requires credentials;/);
    const insecure = { kind: 'insecure', origin, why: 'otherOrigin' } as const;
    assert.match(
      refused({ kind: 'failure', failure: insecure }),
      /^Can’t connect to push from judge\.example/,
    );
  });
});

describe('push sockets', () => {
  it('show a credential in the way that the settings say by now', async () => {
    const listeners: (() => void)[] = [];
    const listen = (listener: () => void) => {
      listeners.push(listener);
      return { dispose: () => undefined };
    };
    let profile = profileWith('bearer');
    const asked: string[] = [];
    const services = {
      onDidChange: listen,
      profileOf: async () => profile,
      userAgent: () => 'judge-results/0',
      credentialToShow: async ({ authentication }: ServiceProfile) => {
        asked.push(authentication.scheme);
        return null;
      },
    };
    const tracking = {
      onDidChange: () => ({ dispose: () => undefined }),
      pending: () => [{ request: { key: 'one', service: profile.id, requestId: 'one' } }],
      setPushLive: () => undefined,
    };
    const log = { warn: assert.fail, error: assert.fail };
    const leases = new World().leases.of('A');
    const parts = { services, tracking, log, store: { get: () => null } } as unknown as ExtensionServices;
    const sockets = new PushSockets(parts, leases, () => undefined);
    await settle();
    profile = profileWith('basic');
    listeners.forEach((listener) => listener());
    await settle();
    assert.deepEqual(asked, ['bearer', 'basic']);
    sockets.dispose();
  });
});
