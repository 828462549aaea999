import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { ClientOptions } from '../../../../src/judges/client';
import type { Fetch } from '../../../../src/judges/http/fetch';
import type { Session } from '../../../../src/judges/adapter';
import type { Judge } from '../../../../src/judges/judge';
import { sign } from '../../../../src/judges/adapters/codeforces/signature';
import { cookieIn } from '../../../../src/judges/adapters/shared/responseBody';
import { refusal } from '../../../../src/judges/adapters/shared/refusals';
import { specifiedJudge } from '../../../support/profiles';
import { clientAt, failureOf, request, submission } from '../clients';
import { on } from '../../../support/operations';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly cookie: string;
  readonly csrf: string;
}

type Answering = (sent: Sent) => {
  readonly status: number;
  readonly cookies?: string;
  readonly body?: object;
};

/** Responds with a function and records the requests. */
function answering(answer: Answering) {
  const sent: Sent[] = [];
  const fetch: Fetch = async (url, { method, headers = {} }) => {
    const { pathname, search } = new URL(url);
    const one = {
      method: method ?? 'GET',
      path: pathname + search,
      cookie: headers['Cookie'] ?? '',
      csrf: headers['X-CSRFToken'] ?? '',
    };
    sent.push(one);
    const { status, cookies, body = {} } = answer(one);
    const all = new Headers({ 'content-type': 'application/json' });
    if (cookies !== undefined) all.set('set-cookie', cookies);
    return {
      status,
      headers: { get: (name: string) => all.get(name) },
      body: (async function* () {
        yield new TextEncoder().encode(JSON.stringify(body));
      })(),
    };
  };
  return { fetch, sent };
}

const credential = {
  id: 'first',
  origins: ['https://judge.test'],
  secret: 'alice:token',
  authentication: { scheme: 'own' },
} as const;

/** A session that is opened with two requests: a cookie and a header derived from it, as in Django. */
const session: Session = {
  async open(http, secret) {
    const page = await http.send({ method: 'GET', path: '/profile' });
    const answer = await http.send({
      method: 'POST',
      path: '/login',
      form: { secret },
      headers: { 'X-CSRFToken': cookieIn(page, 'csrftoken') ?? '' },
    });
    if (answer.status === 403) throw refusal(answer, { status: 401 });
    return `${cookieIn(answer, 'sessionid')} ${cookieIn(answer, 'csrftoken')}`;
  },
  headers: (opened) => {
    const [id = '', csrf = ''] = opened.split(' ');
    return { Cookie: `sessionid=${id}; csrftoken=${csrf}`, 'X-CSRFToken': csrf };
  },
  stateAfter: ({ status }) => (status === 401 ? 'over' : status === 403 ? 'unclear' : 'valid'),
};

const judge: Judge = {
  ...specifiedJudge({
    url: 'https://judge.test',
    submission: { path: '/submit', fields: { problemId: 'p', language: 'l', code: 'c' } },
  }),
  authentication: { scheme: 'own' },
  session,
};

const envelope = { type: 'judge', data: null, requestId: 'a' };

function client(answer: Answering, options: Partial<ClientOptions> = {}) {
  const { fetch, sent } = answering(answer);
  return { sent, client: clientAt(judge, { fetch, credential: async () => credential, ...options }) };
}

/** Opens numbered sessions. `other` responds to all other requests. */
function site(other: Answering): Answering {
  let opened = 0;
  return (one) => {
    if (one.path === '/profile') return { status: 200, cookies: 'csrftoken=c0; Path=/' };
    if (one.path !== '/login') return other(one);
    opened += 1;
    return { status: 200, cookies: `sessionid=s${opened}; Path=/, csrftoken=c${opened}; Path=/` };
  };
}

const paths = (sent: readonly Sent[]) => sent.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
const opening = ['GET /profile', 'POST /login'];
const result = 'GET /judge/result';

describe('A session opened with a credential', () => {
  it('is opened once for all requests, with the header derived from its cookie', async () => {
    const { client: asking, sent } = client(site(() => ({ status: 200, body: envelope })));
    await Promise.all([asking.result(request('a')), asking.result(request('b'))]);
    await asking.result(request('c'));
    assert.deepEqual(paths(sent).toSorted(), [...opening, result, result, result].toSorted());
    assert.equal(sent.find(({ path }) => path === '/login')?.csrf, 'c0');
    const last = sent.at(-1);
    assert.deepEqual([last?.cookie, last?.csrf], ['sessionid=s1; csrftoken=c1', 'c1']);
  });

  it('is renewed once without an error after it expired', async () => {
    let isOver = true;
    const { client: asking, sent } = client(
      site(({ cookie }) => {
        if (isOver && cookie.includes('s1')) return { status: 401 };
        return { status: 200, body: envelope };
      }),
    );
    assert.equal((await asking.result(request('a'))).kind, 'result');
    assert.deepEqual(paths(sent), [...opening, result, ...opening, result]);
    isOver = false;
    await asking.result(request('a'));
    assert.deepEqual(paths(sent.slice(6)), [result]);
  });

  it('is renewed once after a rejection, unless it was valid shortly before', async () => {
    let time = 1_000_000;
    let isHidden = false;
    const { client: asking, sent } = client(
      site(() => (isHidden ? { status: 403 } : { status: 200, body: envelope })),
      { now: () => time },
    );
    await asking.result(request('a'));
    isHidden = true;
    time += 60_000;
    await failureOf(asking.result(request('b')));
    assert.deepEqual(paths(sent), [...opening, result, result]);
    time += 600_000;
    await failureOf(asking.result(request('b')));
    assert.deepEqual(paths(sent.slice(4)), [result, ...opening, result]);
    await failureOf(asking.result(request('b')));
    assert.deepEqual(paths(sent.slice(8)), [result]);
  });

  it('is renewed only once if the judge rejects every session', async () => {
    const { client: asking, sent } = client(site(() => ({ status: 401 })));
    const { failure, credentialId } = await failureOf(asking.result(request('a')));
    assert.deepEqual([failure.kind === 'status' && failure.status, credentialId], [401, 'first']);
    assert.deepEqual(paths(sent), [...opening, result, ...opening, result]);
  });

  it('reports why the session can’t be opened, and that nothing was submitted', async () => {
    const { client: asking, sent } = client(({ path }) => ({ status: path === '/login' ? 403 : 200 }));
    const submit = on(judge, (http) => judge.submission!.submit(http, submission));
    assert.ok(submit);
    const failed = await failureOf(asking.ask(submit));
    assert.deepEqual([failed.failure.kind === 'status' && failed.failure.status, failed.sent], [401, 'no']);
    assert.equal(failed.credentialId, 'first');
    assert.deepEqual(paths(sent), opening);
  });

  it('is opened again for a submission, which is sent only once', async () => {
    const { client: asking, sent } = client(
      site(({ method }) => (method === 'POST' ? { status: 401 } : { status: 200, body: envelope })),
    );
    await asking.result(request('a'));
    const submit = on(judge, (http) => judge.submission!.submit(http, submission));
    assert.ok(submit);
    await failureOf(asking.ask(submit));
    assert.deepEqual(paths(sent), [...opening, result, ...opening, 'POST /submit']);
  });

  it('is opened again for another credential, and its secrets are redacted', async () => {
    let id = 'first';
    const hidden: string[] = [];
    const { client: asking, sent } = client(
      site(() => ({ status: 200, body: envelope })),
      { credential: async () => ({ ...credential, id }), hide: (secret) => hidden.push(secret) },
    );
    await asking.result(request('a'));
    id = 'second';
    await asking.result(request('a'));
    assert.deepEqual(paths(sent), [...opening, result, ...opening, result]);
    assert.deepEqual(hidden, ['s1 c1', 's2 c2']);
  });

  it('is opened only at the credential’s own address', async () => {
    const { client: asking, sent } = client(() => ({ status: 200 }), {
      credential: async () => ({ ...credential, origins: ['https://other.test'] }),
    });
    assert.equal((await failureOf(asking.result(request('a')))).failure.kind, 'insecure');
    assert.deepEqual(sent, []);
  });
});

describe('A signed request', () => {
  const now = 1_700_000_000_999;
  const get = (path: string) => ({ method: 'GET', path }) as const;

  it('contains the key, the time, and the secret’s hash over all sorted parameters', async () => {
    const { path } = await sign(get('/user.status?handle=tourist&count=1'), 'xxx:yyy:z', now);
    const query = new URLSearchParams(path.split('?')[1]);
    const signature = query.get('apiSig') ?? '';
    const text = `${signature.slice(0, 6)}/user.status?apiKey=xxx&count=1&handle=tourist&time=1700000000#yyy:z`;
    assert.equal(signature.slice(6), createHash('sha512').update(text).digest('hex'));
    assert.deepEqual([...query.keys()], ['handle', 'count', 'apiKey', 'time', 'apiSig']);
  });

  it('also contains and signs the parameters that require a key', async () => {
    const asked = { ...get('/user.status?handle=a'), ifSigned: { includeSources: 'true' } };
    const { path } = await sign(asked, 'k:s', now);
    const signature = new URLSearchParams(path.split('?')[1]).get('apiSig') ?? '';
    const text = `${signature.slice(0, 6)}/user.status?apiKey=k&handle=a&includeSources=true&time=1700000000#s`;
    assert.equal(signature.slice(6), createHash('sha512').update(text).digest('hex'));
  });
});
