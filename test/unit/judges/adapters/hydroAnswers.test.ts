import assert from 'node:assert/strict';
import { readFrame } from '../../../../src/judges/adapters/hydro/frames';
import { isPendingStatus } from '../../../../src/judges/adapters/hydro/record';
import type { PlainAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import { checkOf, failing, failureOf, now, resultAt, run } from '../../../support/operations';
import { hydroSite } from '../../../support/profiles';
import { answer } from './answers';

const id = '6b0287ea08066e6dc6a70976';
const tid = '6b0287f308066e6dc6a709e1';
const site = hydroSite('https://oj.example.org');

const question = resultAt(site, { requestId: id, hint: null });

async function read(body: object) {
  const result = await run(question, () => answer(body));
  assert.ok(result.kind === 'result');
  return result;
}

async function failureAt(given: PlainAnswer) {
  const { failure } = await failureOf(question, () => given);
  assert.ok(failure.kind === 'status', failure.kind);
  return failure;
}

const refusal = async (error: unknown, status = 403) => {
  const { error: said, ...failure } = await failureAt(answer({ error }, status));
  return [failure.status, said?.errorType ?? null, said?.errorMessage ?? null];
};

describe('A Hydro record’s locator and problem', () => {
  const about = async (rdoc: object, pdoc?: unknown) =>
    (await read({ rdoc: { status: 1, ...rdoc }, pdoc })).about;

  it('contain its domain and contest, and no field without a domain', async () => {
    assert.equal((await about({ domainId: 'dom2' }))?.hint, 'dom2');
    assert.equal((await about({ domainId: 'dom2', contest: tid }))?.hint, `dom2#${tid}`);
    assert.equal((await about({ contest: tid }))?.hint, null);
  });

  it('are taken from the contest if the contest hides the record', async () => {
    const tdoc = { docId: tid, domainId: 'class1', title: 'Weekly contest' };
    assert.equal((await read({ rdoc: { _id: 'x', code: 'x' }, tdoc })).about?.hint, `class1#${tid}`);
  });

  it('contain the problem’s own ID, otherwise its number', async () => {
    const problem = async (pdoc: unknown) => (await about({}, pdoc))?.problem;
    assert.deepEqual(await problem({ pid: 'S5', docId: 4, title: 'Sum' }), { id: 'S5', title: 'Sum' });
    assert.deepEqual(await problem({ docId: 4 }), { id: '4', title: null });
    for (const nothing of [{ docId: '4' }, { title: 'Sum' }, null, 'S5'])
      assert.equal(await problem(nothing), null);
  });

  it('contain another user’s name, but not the user’s own, also if the contest hides the record', async () => {
    const userOf = async (
      rdoc: object,
      udoc: object,
      asking: object | undefined = { _id: 3, uname: 'alice' },
    ) => (await read({ rdoc: { _id: id, ...rdoc }, udoc, UserContext: asking })).about?.user;
    const alice = { _id: 3, uname: 'alice' };
    assert.equal(await userOf({ uid: 3, status: 1 }, alice), undefined);
    assert.equal(await userOf({ lang: 'cc', code: 'x' }, alice), undefined);
    assert.equal(await userOf({ lang: 'cc', code: 'x' }, { uname: 'alice' }), undefined);
    const bob = { _id: 4, uname: 'bob' };
    assert.equal(await userOf({ uid: 4, status: 1 }, bob), 'bob');
    assert.equal(await userOf({ lang: 'cc', code: '' }, bob), 'bob');
    assert.equal(await userOf({ uid: 4, status: 1 }, { uname: 'bob' }), 'bob');
  });

  it('contain no program if the program is empty or hidden', async () => {
    assert.equal((await about({ code: '' }))?.code, null);
    assert.equal((await about({ code: 'x', lang: 'cc' }))?.code, 'x');
  });
});

describe('A Hydro error', () => {
  it('is recognized by its name', async () => {
    for (const [name, status] of [
      ['OpcountExceededError', 429],
      ['LoginError', 401],
      ['ProblemNotFoundError', 404],
      ['ValidationError', 400],
      ['PermissionError', 403],
      ['PrivilegeError', 403],
      ['ContestNotAttendedError', 403],
      ['ProblemNotAllowSubmitError', 403],
      ['ForbiddenError', 403],
      ['AggregateError', 500],
      ['NotLaunchedByPM2Error', 418],
      ['NoProblemPermissionError', 418],
    ] as const) {
      assert.deepEqual(await refusal({ name, message: 'm' }, 418), [status, name, 'm'], name);
    }
    assert.deepEqual(await refusal({ name: 'XError' }, 200), [500, 'XError', null]);
    assert.deepEqual(await refusal({ name: 'XError' }, 400), [400, 'XError', null]);
    assert.deepEqual(await refusal({ name: 'ValidationError', message: '{0}', params: ['rid'] }), [
      404,
      'ValidationError',
      'rid',
    ]);
  });

  it('of a record without permission says that it may belong to another user', async () => {
    const denied = (name: string) => answer({ error: { name, message: 'm', params: [] } }, 403);
    assert.deepEqual((await failureAt(denied('PermissionError'))).cause, {
      kind: 'notOwn',
      whose: 'unclear',
    });
    assert.equal((await failureAt(denied('PrivilegeError'))).cause, undefined);
    assert.equal((await failureAt(denied('ForbiddenError'))).cause, undefined);
  });

  it('counts against the credentials only if it is about permissions or privileges', async () => {
    const isForAnybody = async (error: unknown, status = 403) =>
      (await failureAt(answer({ error }, status))).refusesAnybody ?? false;
    for (const name of ['PermissionError', 'PrivilegeError'])
      assert.equal(await isForAnybody({ name }), false, name);
    assert.equal(await isForAnybody({ message: "You don't have the required permission ({0})." }), false);
    for (const name of [
      'ContestNotAttendedError',
      'ProblemNotAllowSubmitError',
      'ForbiddenError',
      'BlacklistedError',
      'ContestNotLiveError',
      'BuiltinLoginError',
    ])
      assert.equal(await isForAnybody({ name }), true, name);
    assert.equal(await isForAnybody({ message: 'Address {0} is blacklisted.' }), true);
    // Other statuses never have this property.
    assert.equal(await isForAnybody({ name: 'LoginError' }), false);
    assert.equal(await isForAnybody({ name: 'ProblemNotFoundError' }, 404), false);
    assert.equal((await failureAt(answer({ url: '/domain/join' }))).refusesAnybody, true);
  });

  it('without a name is recognized by the beginning of its message', async () => {
    for (const [message, type, status] of [
      ['Too frequent operations of {0}', 'OpcountExceededError', 429],
      ['Record {0} not found.', 'NotFoundError', 404],
      ['Problem {1} not found.', 'NotFoundError', 404],
      ['User {0} not found.', 'UserNotFoundError', 404],
      ["You don't have the required privilege.", 'PermissionError', 403],
      ["You haven't attended this contest yet.", 'ContestNotAttendedError', 403],
      ['Invalid password for user {0}.', 'LoginError', 401],
      ['The {0} Token is invalid.', 'InvalidTokenError', 418],
      ['Field {0} validation failed.', 'ValidationError', 400],
      ['NotFoundError', 'NotFoundError', 404],
      ["You're not logged in.", 'PrivilegeError', 401],
    ] as const) {
      assert.deepEqual(await refusal({ message }, 418), [status, type, message], message);
      const quoted = `He said: ${message}`;
      assert.deepEqual(await refusal({ message: quoted }, 418), [418, null, quoted], quoted);
    }
    for (const message of [
      'Record x not found',
      'NotFoundErrors',
      'The token Token is invalid',
      'An Error',
    ]) {
      assert.deepEqual(await refusal({ message }, 418), [418, null, message], message);
    }
  });

  it('replaces at most twenty parameters in its message', async () => {
    const params = Array.from({ length: 30 }, (_, index) => index);
    assert.equal((await refusal({ message: '{0} {19} {20} {x}', params }))[2], '0 19 {20} {x}');
    assert.equal((await refusal({ message: '{0}', params: 'x' }))[2], '{0}');
    assert.deepEqual(await refusal('gone', 404), [404, null, null]);
    assert.deepEqual(await refusal(null, 404), [404, null, null]);
  });

  it('of a rate limit ends with a window of the site’s clock, of at most a day', async () => {
    const left = async (seconds: unknown, date: string | null = null) => {
      const error = { name: 'OpcountExceededError', message: 'm', params: ['x', seconds, 1] };
      return (await failureAt({ ...answer({ error }, 403), date })).retryAfter;
    };
    assert.equal(await left(60), 7000);
    assert.equal(await left(60, 'Sun, 22 Nov 2026 06:13:03 GMT'), 57_000);
    assert.equal(await left(60, 'soon'), 7000);
    assert.equal(await left(86_400), Date.parse('2026-11-23T00:00:00Z') - now);
    for (const seconds of [0, -60, 86_401, 'x']) assert.equal(await left(seconds), null, String(seconds));
    const denied = { name: 'PermissionError', message: 'm', params: ['x', 60, 1] };
    assert.equal((await failureAt(answer({ error: denied }, 403))).retryAfter, null);
  });

  it('is recognized by its redirect: to sign-in, or to joining a domain', async () => {
    const led = (url: unknown) => failing(question, () => answer({ url }));
    for (const url of [
      '/login',
      '/login?redirect=x',
      '/d/dom2/login',
      'https://oj.example.org/login',
      'http://a/d/b/login',
    ]) {
      assert.equal(await led(url), '401', url);
    }
    const joining = await failureAt(answer({ url: '/d/dom2/domain/join?target=dom2' }));
    assert.deepEqual(
      [joining.status, joining.cause, joining.page],
      [403, { kind: 'notInDomain' }, '/d/dom2/domain/join?target=dom2'],
    );
    const elsewhere = await failureAt(answer({ url: 'https://evil.test/domain/join?target=dom2' }));
    assert.equal(elsewhere.page, '/domain/join?target=dom2');
    for (const url of [
      '/x/login',
      '/loginx',
      '/x/domain/join',
      '/domain/joined',
      '/p/d/dom2/login',
      'x:https://a/login',
      3,
    ]) {
      assert.equal(await led(url), 'rdoc: an object, not nothing', String(url));
    }
    const shown = await read({ url: '/login', rdoc: { status: 1 } });
    assert.equal(shown.envelope.data?.judge?.status, 1);
  });

  it('is recognized by the signed-in user: version 4 shows guests a record without its texts', async () => {
    const shownTo = (_id: number) => ({ rdoc: { status: 7, code: '' }, UserContext: { _id } });
    for (const guest of [0, 1]) assert.equal(await failing(question, () => answer(shownTo(guest))), '401');
    assert.equal((await read(shownTo(3))).envelope.data?.judge?.status, 7);
  });

  it('is recognized by its status if nothing else is known', async () => {
    assert.equal(await failing(checkOf(site), () => answer({}, 400)), '400');
    assert.equal((await failureAt(answer(null, 400))).status, 400);
    assert.equal(await failing(checkOf(site), () => answer(null)), ': an object, not null');
  });
});

describe('A frame from a Hydro socket', () => {
  const frame = (body: unknown) => readFrame(typeof body === 'string' ? body : JSON.stringify(body));

  it('gets a reply if the frame is a ping', () => {
    assert.deepEqual(frame('ping'), { kind: 'reply', text: 'pong' });
    assert.deepEqual(frame('pong'), { kind: 'other' });
  });

  it('contains a whole record like a response', async () => {
    const body = { rdoc: { _id: id, status: 1, domainId: 'system' }, pdoc: { pid: 'P1' } };
    const { envelope, about } = await read(body);
    assert.deepEqual(frame(body), {
      kind: 'result',
      requestId: id,
      answer: { kind: 'result', envelope, raw: null, notices: [], about },
    });
  });

  it('polls again when a finished record hides its texts from guests', () => {
    const kind = (rdoc: object) => frame({ rdoc: { _id: id, status: 7, code: '', files: {}, ...rdoc } }).kind;
    assert.deepEqual(frame({ rdoc: { _id: id, status: 7, code: '', compilerTexts: [] } }), {
      kind: 'nudge',
      requestId: id,
    });
    assert.equal(kind({}), 'nudge');
    for (const told of [
      { code: 'x' },
      // Frames of self-tests and of some contests lack this field.
      { code: undefined },
      { status: 20 },
      { status: undefined },
      // The submission is a file.
      { files: { code: '3/x#main.zip' } },
    ]) {
      assert.equal(kind(told), 'result', JSON.stringify(told));
    }
  });

  it('is a rejection if it contains an error in the form of a response', () => {
    const refused = (error: object) => {
      const told = frame({ error });
      assert.ok(told.kind === 'refused' && told.failure.kind === 'status');
      return [told.failure.status, told.failure.error?.errorType ?? null, told.failure.retryAfter];
    };
    assert.deepEqual(refused({ name: 'PermissionError', params: [] }), [403, 'PermissionError', null]);
    assert.deepEqual(refused({ name: 'AggregateError', params: [] }), [500, 'AggregateError', null]);
    assert.deepEqual(refused({ name: 'ValidationError', params: ['rid'] }), [404, 'ValidationError', null]);
    const tooOften = { name: 'OpcountExceededError', params: ['global', 5, 100] };
    assert.deepEqual(refused(tooOften), [429, 'OpcountExceededError', 5000]);
    // Unknown errors are retried.
    assert.deepEqual(refused({}), [500, null, null]);
  });

  it('is unreadable if a field is invalid', () => {
    for (const body of [
      'x',
      '7',
      'null',
      '{}',
      { rdoc: 3 },
      { rdoc: { status: 1 } },
      { rdoc: { _id: id, testCases: 3 } },
    ]) {
      assert.deepEqual(frame(body), { kind: 'unreadable' }, JSON.stringify(body));
    }
  });
});

describe('A Hydro status', () => {
  it('is pending if it is 0 or 20 to 22', () => {
    const pending = Array.from({ length: 40 }, (_, status) => status).filter(isPendingStatus);
    assert.deepEqual(pending, [0, 20, 21, 22]);
  });
});
