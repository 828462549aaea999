import { playedPrograms } from '../../../support/playedPrograms';
import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { Extension } from '../../../../src/editor/extension';
import { PushSockets, stateWords } from '../../../../src/editor/pending/pushSockets';
import type { Judge, SocketState } from '../../../../src/judges';
import { recordKey } from '../../../../src/records';
import { settle, until } from '../../support/fakeClock';
import { credentialFor, judgeAt } from '../../judges/clients';
import { envelope } from '../../judges/pushWorld';
import { World } from '../../tracking/world';
import { startLocalHydro, type LocalHydro } from '../../../../tools/hydro/hydro';
import { hydroSite } from '../../../support/profiles';
import { standIn } from '../../support/standIn';

const host = 'judge.example';
const origin = `https://${host}`;

function judgeWith(scheme: string): Judge {
  return judgeAt(origin, {
    type: 'judge',
    authentication: { scheme },
    push: { webSocketUrl: `wss://${host}/push`, authentication: 'header' },
  });
}

/** A service that sends the result of “one” to each client, framed with the channel's name. */
async function startPushService() {
  const service = { refuses: false, judge, close };
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    verifyClient: () => !service.refuses,
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.on('connection', (socket) => socket.send(`judge.result\0${envelope('one')}`));

  function judge(framing: 'plain' | 'channel'): Judge {
    const push = { webSocketUrl: `ws://127.0.0.1:${port}/push?channel=judge.result`, framing };
    return judgeAt(`http://127.0.0.1:${port}`, { type: 'judge', push });
  }

  async function close(): Promise<void> {
    server.close();
    await once(server, 'close');
  }
  return service;
}

describe('The push status message', () => {
  beforeEach(() => speak('en'));

  const refused = (why: Extract<SocketState, { kind: 'refused' }>['why']): string =>
    stateWords({ kind: 'refused', why }, host);
  const status = (code: number) =>
    refused({ kind: 'failure', failure: { kind: 'status', status: code, error: null, retryAfter: null } });

  it('is empty while push is connected or connecting', () => {
    const states: readonly SocketState[] = [
      { kind: 'closed' },
      { kind: 'connecting' },
      { kind: 'live', since: 1 },
      { kind: 'elsewhere', live: true },
    ];
    for (const state of states) assert.equal(stateWords(state, host), '', state.kind);
  });

  it('explains why a judge rejected the socket: wrong credentials, missing credentials, or another reason', () => {
    assert.match(status(401), /^Push from judge\.example isn’t available for these credentials\./);
    assert.match(status(403), /^Push from judge\.example isn’t available for these credentials\./);
    assert.match(status(404), /^judge\.example rejected the push connection \(status code 404\)\./);
    assert.match(refused({ kind: 'noCredential' }), /^Push from judge\.example requires credentials\./);
    const insecure = { kind: 'insecure', origin, why: 'otherOrigin' } as const;
    assert.match(
      refused({ kind: 'failure', failure: insecure }),
      /^Can’t connect to push from judge\.example/,
    );
  });
});

describe('Push sockets', () => {
  /** Opens the sockets of a window with one pending request at a service whose settings change. */
  function openAt(first: Judge) {
    const listeners: ((service: null) => void)[] = [];
    const listen = (listener: (service: null) => void) => {
      listeners.push(listener);
      return { dispose: () => undefined };
    };
    let judge = first;
    const asked: string[] = [];
    const pushed: string[] = [];
    const troubles: string[] = [];
    const judges = {
      onDidChange: listen,
      judgeOf: async () => judge,
      userAgent: () => 'judge-results/0',
      credentialForPush: async ({ authentication }: Judge) => {
        asked.push(authentication.scheme);
        return null;
      },
    };
    const tracking = {
      onDidChange: () => ({ dispose: () => undefined }),
      pending: () => [{ request: { key: 'one', service: judge.id, requestId: 'one' } }],
      setPushLive: () => undefined,
      setPushTrouble: (words: string) => void troubles.push(words),
      onPushed: async (key: string) => void pushed.push(key),
    };
    const warnings: string[] = [];
    const log = { warn: (text: string) => warnings.push(text), error: assert.fail };
    const leases = new World().leases.of('A');
    const parts = standIn<Extension>({
      judges,
      tracking,
      log,
      store: { get: () => ({ hint: null }) },
    });
    const sockets = new PushSockets(parts, leases);
    return {
      sockets,
      asked,
      pushed,
      troubles,
      warnings,
      configure: (changed: Judge) => {
        judge = changed;
        listeners.forEach((listener) => listener(null));
      },
    };
  }

  it('send a credential as the current settings require', async () => {
    const { sockets, asked, configure } = openAt(judgeWith('bearer'));
    await settle();
    configure(judgeWith('basic'));
    await settle();
    assert.deepEqual(asked, ['bearer', 'basic']);
    sockets.dispose();
  });

  it('use the framing in the current settings, and connect after an earlier rejection', async () => {
    const service = await startPushService();
    service.refuses = true;
    const { sockets, pushed, troubles, configure } = openAt(service.judge('plain'));
    await until(() => (troubles.at(-1) ?? '') !== '');
    service.refuses = false;
    configure(service.judge('channel'));
    await until(() => pushed.length > 0);
    assert.equal(troubles.at(-1), '');
    sockets.dispose();
    await service.close();
  });

  it('connect to another judge although handling the first judge’s message threw', async () => {
    const service = await startPushService();
    const judge = service.judge('channel');
    assert.ok(judge.push);
    const { sockets, pushed, warnings, configure } = openAt({
      ...judge,
      push: { ...judge.push, read: () => assert.fail('unforeseen') },
    });
    await until(() => warnings.length > 0);
    assert.deepEqual(warnings, ['reading a push message: unforeseen']);
    configure(judge);
    await until(() => pushed.length > 0);
    sockets.dispose();
    await service.close();
  });

  it('aren’t opened after the window is closed', async () => {
    const { sockets, asked } = openAt(judgeWith('bearer'));
    sockets.dispose();
    await settle();
    assert.deepEqual(asked, []);
  });
});

describe('Push sockets for a Hydro site', () => {
  let site: LocalHydro;
  let sockets: PushSockets | undefined;
  before(async () => {
    site = await startLocalHydro({ programs: playedPrograms });
  });
  afterEach(async () => {
    sockets?.dispose();
    await until(() => site.sockets.count === 0);
  });
  after(() => site.stop());

  /** Opens the sockets of a window in which records with these locators are pending. */
  const follow = (...hints: readonly (string | null)[]) => followAt(hydroSite(site.url), ...hints);

  function followAt(judge: Judge, ...hints: readonly (string | null)[]) {
    const credential = { ...credentialFor(judge, site.signIn(site.alice)), account: 'alice' };
    const changes: (() => void)[] = [];
    const settingsChanges: ((service: null) => void)[] = [];
    let present = judge;
    const live: boolean[] = [];
    const pushed: string[] = [];
    const nudged: string[] = [];
    const troubles: string[] = [];
    const records = hints.map((hint, index) => {
      const { rid } = site.submit(site.alice, {
        pid: 'P1001',
        lang: 'js',
        code: 'console.log(3)',
        ...(hint?.endsWith('#' + '0'.repeat(24)) ? { input: ['1 2'] } : {}),
        ...(hint === 'dom2' ? { domain: 'dom2' } : {}),
      });
      return { key: recordKey(judge.id, rid), requestId: rid, hint, index };
    });
    let pending = records;
    const tracking = {
      onDidChange: (listener: () => void) => {
        changes.push(listener);
        return { dispose: () => undefined };
      },
      pending: () =>
        pending.map(({ key, requestId }) => ({ request: { key, requestId, service: judge.id } })),
      setPushLive: (_service: string, isLive: boolean) => void live.push(isLive),
      setPushTrouble: (words: string) => void troubles.push(words),
      onPushed: async (key: string) => void pushed.push(key),
      pollSoon: (key: string) => void nudged.push(key),
    };
    const judges = {
      onDidChange: (listener: (service: null) => void) => {
        settingsChanges.push(listener);
        return { dispose: () => undefined };
      },
      judgeOf: async () => present,
      userAgent: () => 'judge-results/0',
      credentialForPush: async () => credential,
    };
    const store = { get: (key: string) => records.find((one) => one.key === key) ?? null };
    const log = { warn: assert.fail, error: assert.fail };
    const parts = standIn<Extension>({ judges, tracking, log, store });
    sockets = new PushSockets(parts, new World().leases.of('A'));
    return {
      records,
      live,
      pushed,
      set: (changed: Partial<Judge>) => {
        present = { ...judge, ...changed };
        settingsChanges.forEach((listener) => listener(null));
      },
      nudged,
      troubles,
      end: (index: number) => {
        pending = pending.filter((one) => one.index !== index);
        changes.forEach((listener) => listener());
      },
    };
  }

  it('share one socket for all ordinary records', async () => {
    const release = site.hold();
    const { live, pushed, records } = follow(null, null, 'system', 'system');
    await until(() => live.at(-1) === true);
    release();
    await until(() => new Set(pushed).size === records.length);
    assert.equal(site.sockets.maximumCount, 1);
  });

  it('stop being live while the judge has no push URL', async () => {
    const { live, set } = follow(null);
    await until(() => live.at(-1) === true);
    set({ push: undefined });
    await until(() => site.sockets.count === 0);
    await settle();
    assert.equal(live.at(-1), false);
    set({});
    await until(() => live.at(-1) === true);
  });

  it('respond to Hydro’s pings', async () => {
    const { live } = follow(null);
    await until(() => live.at(-1) === true);
    site.sockets.ping();
    await until(() => site.sockets.pongs === 1);
    assert.equal(live.at(-1), true);
    await site.idle();
  });

  it('are replaced by polling after an error frame, because Hydro then closes the connection', async () => {
    speak('en');
    const { live, troubles } = followAt(hydroSite(site.url, { domain: 'nowhere' }), null);
    await until(() => live.includes(true) && live.at(-1) === false);
    assert.match(troubles.at(-1) ?? '', /^Push from .* was interrupted\. Polling instead\.$/);
    await site.idle();
  });

  it('only trigger a poll if a finished result hides its texts', async () => {
    site.oddities.domains.add('dom2');
    const release = site.hold();
    const { pushed, nudged, records } = follow('dom2');
    // The session expires before the connection opens, which Hydro accepts.
    site.endSessions();
    const [{ key } = assert.fail()] = records;
    await until(() => pushed.includes(key));
    assert.equal(nudged.length, 0);
    release();
    await until(() => nudged.includes(key));
  });

  it('include at most three extra ones, for self-tests, contests, and other domains, reused as these end', async () => {
    const selfTest = `system#${'0'.repeat(24)}`;
    site.oddities.domains.add('dom2');
    // Version 5 also sends self-tests to the socket of all records.
    site.oddities.version = 4;
    const { pushed, records, end } = follow('dom2', selfTest, selfTest, selfTest, selfTest);
    await until(() => site.sockets.count === 4);
    await site.idle();
    const [first, , , fourth] = records;
    await until(() => pushed.includes(first?.key ?? ''));
    assert.ok(!pushed.includes(fourth?.key ?? ''));
    end(0);
    // The first frame arrives immediately.
    await until(() => pushed.includes(fourth?.key ?? ''));
    await until(() => site.sockets.count === 4);
  });
});
