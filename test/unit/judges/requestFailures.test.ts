import assert from 'node:assert/strict';
import type { RequestName, RequestFailure, Judge } from '../../../src/judges';
import type { ClientOptions, JudgeClient } from '../../../src/judges/client';
import { belongsTo, type Credential } from '../../../src/judges/signIn/credentials';
import { isUnreachable } from '../../../src/judges/requestFailed';
import { codeforces } from '../../../src/judges/adapters/codeforces';
import { dmoj } from '../../../src/judges/adapters/dmoj';
import { judge0 } from '../../../src/judges/adapters/judge0';
import { Redaction } from '../../../src/judges/signIn/redaction';
import { startLocalCodeforces } from '../../../tools/codeforces/codeforces';
import { startLocalDmoj } from '../../../tools/dmoj/dmoj';
import { startLocalHydro } from '../../../tools/hydro/hydro';
import { startLocalJudge0 } from '../../../tools/judge0/judge0';
import { startOtherOrigin, type Misbehaviour, type OtherOrigin } from '../../../tools/service';
import type { StandIn } from '../../../tools/standIn/standIn';
import { type BoundOperation, checkOf, firstRequestOf, on } from '../../support/operations';
import { playedPrograms } from '../../support/playedPrograms';
import { described, hydroSite } from '../../support/profiles';
import { clientAt, credentialFor, failureOf, request } from './clients';

interface Setup {
  readonly standIn: StandIn;
  readonly judge: Judge;
  /** null if there is none */
  readonly secret: string | null;
  /** A result that exists. */
  readonly found: RequestName;
  /** Returns the same service at another address. */
  readonly at: (url: string) => Judge;
  /** Submits the user's text, if the service supports that. */
  readonly post: BoundOperation<unknown> | null;
  /** The service's error message, containing the secret. */
  readonly refusal: (text: string) => Misbehaviour;
  /** Rejections of this service: name, cause, and meaning. */
  readonly refusals: readonly Refusal[];
}

interface Refusal {
  readonly what: string;
  readonly begin?: () => void;
  readonly asks?: RequestName;
  readonly of?: Judge;
  readonly means: Meaning;
}

interface Meaning {
  readonly status: number;
  readonly message?: RegExp;
}

const program = { language_id: 63, source_code: '1' };

const setups: Readonly<Record<string, () => Promise<Setup>>> = {
  Hydro: async () => {
    const standIn = await startLocalHydro({ programs: playedPrograms });
    const judge = hydroSite(standIn.url);
    const { signIn } = judge;
    assert.ok(signIn.kind === 'password');
    const { rid } = standIn.submit(standIn.alice, { pid: 'P1001', lang: 'js', code: 'console.log(3)' });
    const limit = {
      name: 'OpcountExceededError',
      message: 'Too frequent operations of {0} (limit: {2} operations in {1} seconds).',
      params: ['add_record', 60, 15],
    };
    return {
      standIn,
      judge,
      secret: standIn.signIn(standIn.alice),
      found: request(rid),
      at: hydroSite,
      post: on(judge, (http) => signIn.signIn(http, 'alice', standIn.alice.password, null)),
      refusal: (text) => failing(403, { error: { name: 'PermissionError', message: '{0}', params: [text] } }),
      refusals: [
        {
          what: 'a record that it doesn’t know',
          asks: request('0'.repeat(24)),
          means: { status: 404, message: /^Record 0+ not found/ },
        },
        {
          what: 'a session that has ended',
          begin: () => standIn.endSessions(),
          means: { status: 401 },
        },
        {
          what: 'more requests than its rate limit',
          begin: () => void standIn.misbehave({ what: failing(403, { error: limit }) }),
          means: { status: 429, message: /limit: 15 operations in 60 seconds/ },
        },
      ],
    };
  },
  Judge0: async () => {
    const standIn = await startLocalJudge0({ programs: playedPrograms });
    const judge = described(judge0, 'a', { url: standIn.url });
    const { samples } = judge;
    assert.ok(samples);
    const run = {
      language: '63',
      code: '1',
      time: null,
      memory: null,
      samples: [{ input: '1', expected: '1' }],
    };
    return {
      standIn,
      judge,
      secret: standIn.token,
      found: request(standIn.submit(program, false).token),
      at: (url) => described(judge0, 'a', { url }),
      post: on(judge, (http) => samples.run(http, run, { time: 1000, memory: 64_000, together: 20 })),
      refusal: (text) => failing(503, { error: text }),
      refusals: [
        {
          what: 'a token that it doesn’t know',
          asks: request('d85cd024-1548-4165-96c7-7bc88673f194'),
          means: { status: 404, message: /^Not Found$/ },
        },
        {
          what: 'a token for signing in that has been replaced',
          begin: () => standIn.renewToken(),
          means: { status: 401 },
        },
        {
          what: 'a computer that its administrator keeps out',
          begin: () => (standIn.oddities.forbidden = true),
          means: { status: 403 },
        },
      ],
    };
  },
  DMOJ: async () => {
    const standIn = await startLocalDmoj({ programs: playedPrograms });
    const queued = { problem: 'p1001', language: 'V8JS', code: null };
    const ofBob = standIn.submit({ ...queued, user: standIn.bob });
    return {
      standIn,
      judge: described(dmoj, 'a', { url: standIn.url }),
      secret: standIn.alice.token,
      found: request(String(standIn.submit(queued).id)),
      at: (url) => described(dmoj, 'a', { url }),
      post: null,
      refusal: (text) => failing(403, { error: { code: 403, message: text } }),
      refusals: [
        {
          what: 'a submission that it doesn’t know',
          asks: request('5999999'),
          means: { status: 404, message: /^page\/object not found$/ },
        },
        {
          what: 'a submission that somebody else may see only',
          asks: request(String(ofBob.id)),
          means: { status: 403, message: /^permission denied$/ },
        },
        {
          what: 'a token that has been replaced',
          begin: () => standIn.renewToken(standIn.alice),
          means: { status: 401 },
        },
      ],
    };
  },
  Codeforces: async () => {
    const standIn = await startLocalCodeforces({ programs: playedPrograms });
    standIn.oddities.callInterval = 0;
    const of = (handle: string, url = standIn.url) =>
      described(codeforces, 'a', { url: `${url}/api`, handle });
    const { id } = standIn.submit({ index: 'A', language: 'Node.js', code: null });
    const tooMany = ([200, 400, 503] as const).map((status): Refusal => ({
      what: `more requests than it allows, with status ${status}`,
      begin: () => Object.assign(standIn.oddities, { callInterval: Infinity, callLimitStatus: status }),
      means: { status: 429, message: /^Call limit exceeded$/ },
    }));
    return {
      standIn,
      judge: of('tourist'),
      secret: null,
      found: request(String(id)),
      at: (url) => of('tourist', url),
      post: null,
      refusal: (text) => failing(400, { status: 'FAILED', comment: text }),
      refusals: [
        { what: 'a submission that isn’t listed', asks: request('7'), means: { status: 404 } },
        {
          what: 'a handle that it doesn’t know',
          of: of('nobody'),
          means: { status: 404, message: /^handle: User with handle nobody not found$/ },
        },
        {
          what: 'a contest that it doesn’t know',
          asks: { requestId: String(id), hint: '5' },
          means: { status: 404, message: /^contestId: Contest with id 5 not found$/ },
        },
        ...tooMany,
      ],
    };
  },
};

function failing(status: number, body: unknown): Misbehaviour {
  return { kind: 'status', status, body };
}

/** Faults of any response, and the reported failure. */
const faults: readonly (readonly [string, Misbehaviour, Partial<RequestFailure>])[] = [
  ['a server error', { kind: 'status', status: 500 }, { kind: 'status', status: 500, error: null }],
  ['an error of its proxy', { kind: 'status', status: 502 }, { kind: 'status', status: 502, error: null }],
  [
    '503 with Retry-After',
    { kind: 'status', status: 503, headers: { 'Retry-After': '7' } },
    { kind: 'status', status: 503, retryAfter: 7000 },
  ],
  [
    '429 with Retry-After',
    { kind: 'tooManyRequests', retryAfter: 3 },
    { kind: 'status', status: 429, retryAfter: 3000 },
  ],
  ['a web page', { kind: 'html' }, { kind: 'notJson', looksLikeHtml: true }],
  ['an empty body', { kind: 'status', status: 200, body: '' }, { kind: 'notJson', looksLikeHtml: false }],
  ['truncated JSON', { kind: 'status', status: 200, body: '{"data":' }, { kind: 'notJson' }],
  ['JSON of another form', { kind: 'status', status: 200, body: [] }, { kind: 'shape' }],
  ['a truncated body', { kind: 'cut', bytes: 10 }, { kind: 'reset' }],
  ['a connection that is reset', { kind: 'reset' }, { kind: 'reset' }],
  ['no answer', { kind: 'silence' }, { kind: 'timeout' }],
  ['a body that comes too slowly', { kind: 'trickle', bytes: 1, ms: 100 }, { kind: 'timeout' }],
  ['a body that is too large', { kind: 'huge', bytes: 2_000_000 }, { kind: 'tooLarge' }],
  ['a compressed body that is too large', { kind: 'gzipBomb', bytes: 2_000_000 }, { kind: 'tooLarge' }],
  ['a redirect loop', { kind: 'redirect' }, { kind: 'redirectLoop' }],
];

for (const [name, start] of Object.entries(setups)) {
  describe(`A client of ${name}`, () => {
    let setup: Setup;
    let other: OtherOrigin;
    let credential: Credential | null;
    before(async () => {
      [setup, other] = await Promise.all([start(), startOtherOrigin()]);
      credential = setup.secret === null ? null : credentialFor(setup.judge, setup.secret);
    });
    afterEach(() => setup.standIn.behave());
    after(() => Promise.all([setup.standIn.stop(), other.close()]));
    const clientOf = (judge: Judge, options: Partial<ClientOptions> = {}): JudgeClient =>
      clientAt(judge, { credential: async () => credential, bodyLimit: 1_000_000, ...options });

    for (const [what, fault, means] of faults) {
      it(`reports ${what}, and gets the result afterwards`, async () => {
        const { standIn, judge, found } = setup;
        const timeout = means.kind === 'timeout' ? 300 : 30_000;
        standIn.misbehave({ what: fault });
        const { failure } = await failureOf(clientOf(judge, { timeout }).result(found));
        assert.deepEqual({ ...failure, ...means }, failure);
        standIn.behave();
        assert.equal((await clientOf(judge).result(found)).kind, 'result');
      });
    }

    it('follows no redirect to another origin, whatever the request', async () => {
      const { standIn, judge, found, post } = setup;
      for (const status of [301, 302, 303, 307, 308] as const) {
        standIn.misbehave({ what: { kind: 'redirect', to: `${other.origin}/x`, status } });
        const client = clientOf(judge);
        const { failure } = await failureOf(client.result(found));
        assert.deepEqual(failure, { kind: 'redirect', to: other.origin });
        for (const question of [checkOf(judge), ...(post ? [post] : [])]) {
          const refused = await failureOf(client.ask<unknown>(question));
          const { method } = await firstRequestOf<unknown>(question);
          assert.deepEqual(
            refused.failure,
            method === 'GET'
              ? { kind: 'redirect', to: other.origin }
              : { kind: 'redirectedPost', to: `${other.origin}/x` },
          );
        }
        standIn.behave();
      }
      assert.deepEqual(other.received, []);
    });

    it('sends its credential to no other address, whatever the settings are', async () => {
      const moved = setup.at(other.origin);
      assert.notEqual(moved.id, setup.judge.id);
      const { failure, sent } = await failureOf(clientOf(moved).result(setup.found));
      if (credential) {
        assert.deepEqual([failure.kind, sent], ['insecure', 'no']);
        assert.equal(belongsTo(credential, moved), false);
        assert.deepEqual(other.received, []);
      } else {
        // Everything is public: the request is sent without a credential.
        const [received] = other.received;
        assert.deepEqual([received?.headers.authorization, received?.headers.cookie], [undefined, undefined]);
      }
    });

    it('reports a failure without its credential, even if the judge sent the credential back', async () => {
      const { standIn, judge, found, refusal } = setup;
      const secret = setup.secret ?? 'nothing-secret';
      const redaction = new Redaction();
      redaction.add(secret);
      const client = clientOf(judge, { redact: (json) => redaction.json(json) });
      for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]) {
        standIn.misbehave({ what: refusal(`you are ${form}, go`), times: 1 });
        const error = await failureOf(client.result(found));
        const told = JSON.stringify([error.failure, error.message, error.stack]);
        assert.match(told, /you are •••=*, go/);
        assert.ok(!told.includes(form.replace(/=+$/, '')));
      }
    });

    it('reports a missing credential, and doesn’t send a credential of another site', async () => {
      const { standIn, judge, found } = setup;
      const before = standIn.received;
      if (!credential) {
        assert.equal((await clientAt(judge).result(found)).kind, 'result');
        return;
      }
      const { failure } = await failureOf(clientAt(judge).result(found));
      assert.deepEqual(failure.kind === 'status' && failure.status, 401);
      const ofOthers = { ...credential, origins: [other.origin] };
      const stranger = clientAt(judge, { credential: async () => ofOthers });
      assert.equal((await failureOf(stranger.result(found))).failure.kind, 'insecure');
      assert.equal(standIn.received, before + 1, 'the one without any');
    });

    it('reports the judge’s own rejections with their meaning', async () => {
      for (const { what, begin, asks, of, means } of setup.refusals) {
        begin?.();
        const { failure, credentialId } = await failureOf(
          clientOf(of ?? setup.judge).result(asks ?? setup.found),
        );
        assert.ok(failure.kind === 'status', what);
        assert.equal(failure.status, means.status, what);
        if (means.message) assert.match(failure.error?.errorMessage ?? '', means.message, what);
        assert.equal(
          credentialId,
          credential?.id ?? null,
          'a late refusal says nothing about a new credential',
        );
        setup.standIn.behave();
      }
    });

    it('reports an unavailable judge as unreachable', async () => {
      const { standIn, judge, found } = setup;
      await standIn.stop();
      assert.ok(isUnreachable((await failureOf(clientOf(judge).result(found))).failure));
    });
  });
}
