import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { toBase64 } from '../../../src/base/base64';
import {
  checkShared,
  fileText,
  isSameJudge,
  linkTo,
  readSharedQuery,
  readSharedText,
  readyJudges,
  judgeTypeNames,
  withoutOwnFields,
  type CheckedJudge,
  type SharedJudge,
  type SharedProblem,
  type JudgeTypeName,
} from '../../../src/judges';
import { MAX_DEPTH, MAX_SHARED_BYTES } from '../../../src/judges/sharedJudge/limits';
import { leastFields } from '../../support/profiles';
import { withReadyFields } from '../../../src/judges/adapters/ready';

type Entry = Readonly<Record<string, unknown>>;

const url = 'https://judge.school.edu';
const result = { path: '/api/{id}', fields: { status: 'status' } };
const base = 'vscode://judge-results.judge-results';

/** Fields that other people may receive, in addition to the minimal ones. */
const entries: Readonly<Partial<Record<JudgeTypeName, readonly Entry[]>>> = {
  hydro: [{ url }, { url: `${url}/oj`, domain: 'class' }, { url: 'http://192.168.1.10' }],
  codeforces: [{}, { url: 'https://codeforces.com' }],
  dmoj: [{}, { url }],
  judge0: [{ url }, { url, headerName: 'X-Token' }],
  kattis: [{ url, loginPath: '/login/email', submitPath: '/submit', submissionsPath: '/mine' }],
  clics: [{ url: `${url}/api`, contest: 'wf48' }],
  omegaup: [{}, { url }],
  ejudge: [
    { url, contest: 12 },
    { url, contest: '12' },
  ],
  luogu: [
    {
      url,
      push: { webSocketUrl: 'wss://judge.school.edu/ws', framing: 'channel', authentication: 'header' },
    },
  ],
  json: [
    ...readyJudges
      .filter(({ description }) => description['website'] === undefined)
      .map(({ id }) => ({ basedOn: id, url })),
    { basedOn: 'library-checker' },
    {
      url,
      authentication: 'bearer',
      constants: { course: 'spring & summer', limit: 20 },
      failure: { if: 'error', message: 'data', status: { auth: 401, '*': 400 } },
      check: { path: '/me', account: 'name' },
      result: {
        path: '/{course}/{id}',
        poll: '/{course}/{id}?wait=true',
        fields: { ...result.fields, compileMessage: { path: 'log', encoding: 'base64' } },
        cases: { list: 'tests', fields: { status: 'status' }, units: { time: 's' } },
      },
      recent: { path: '/mine', list: '', fields: { id: 'id' } },
      submission: {
        path: '/submit',
        id: 'id',
        fields: { code: '{code}', key: '{problem}' },
        languages: { 'C++': 'cpp' },
      },
      statusCodes: { '0': 'QUEUED', TOKEN: 'AC', '2': { name: 'Basic Failure', kind: 'failed', short: 'F' } },
      units: { time: 'us' },
      pollInterval: 3,
      website: 'https://school.edu',
      page: '/result/{id}',
      problemPage: '/problem/{problem}',
      contestProblemPage: '/contest/{contest}/{problem}',
      push: { eventsUrl: 'https://push.judge.school.edu/events?channel=results', id: 'id' },
    },
  ],
  judge: [
    { url },
    {
      url,
      authentication: { scheme: 'header', headerName: 'X-Token' },
      statusCodes: 'luogu',
      units: { time: 'ms' },
      push: { webSocketUrl: 'wss://judge.school.edu/ws', authentication: 'query:token' },
      submission: { path: '/submit', fields: { problemId: 'p', language: 'l', code: 'c' } },
    },
  ],
};

function readLink(link: string): SharedJudge {
  const query = new URL(link).search.slice(1);
  const read = readSharedQuery(decodeURIComponent(query));
  assert.ok(read.ok, JSON.stringify(read));
  return read.shared;
}

function checked(shared: SharedJudge): CheckedJudge {
  const check = checkShared(shared);
  assert.ok(check.ok, JSON.stringify(check));
  return check.checked;
}

function problemOf(entry: Entry, name: string | null = null): SharedProblem {
  const check = checkShared({ name, entry });
  assert.ok(!check.ok, `accepted: ${inspect(entry)}`);
  return check.problem;
}

describe('The description of a judge for other people', () => {
  for (const type of judgeTypeNames) {
    it(`travels in a link and in a file, for a ${type} judge`, () => {
      const least = type === 'luogu' ? { url } : leastFields[type];
      for (const fields of [least, ...(entries[type] ?? [])]) {
        const shared = { name: '一班 OJ', entry: { type, ...fields } };
        checked(shared);
        const fromFile = readSharedText(fileText(shared));
        assert.deepEqual(fromFile, { ok: true, shared });
        const link = linkTo(base, shared);
        // the largest description doesn’t fit in a link
        if (link === null) continue;
        assert.match(link, /^vscode:\/\/judge-results\.judge-results\/add\?[\w.~%=&!'()*-]+$/);
        const read = readLink(link);
        assert.equal(read.name, shared.name);
        const { judge, entry } = checked(read);
        assert.equal(judge.type, type);
        assert.ok(isSameJudge(checked(read), { type, baseUrl: judge.baseUrl, entry }));
        if (type !== 'ejudge') assert.deepEqual(read, shared);
      }
    });
  }

  it('is short and readable in a link if it has only texts', () => {
    assert.equal(
      linkTo(base, { name: 'Class 1', entry: { type: 'hydro', url, domain: 'class1' } }),
      `${base}/add?name=Class%201&type=hydro&url=https%3A%2F%2Fjudge.school.edu&domain=class1`,
    );
  });

  it('is one parameter of a link if it has objects, or texts that links can change', () => {
    for (const [name, entry] of [
      ['Class', { type: 'judge', url, authentication: { scheme: 'bearer' } }],
      ['A & B', { type: 'hydro', url }],
      ['100%', { type: 'hydro', url }],
    ] as const) {
      const link = linkTo(base, { name, entry }) ?? '';
      assert.match(link, /\/add\?config=[\w-]+$/);
      assert.deepEqual(readLink(link), { name, entry });
    }
  });

  it('isn’t offered as a link that is too long', () => {
    const languages = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`language ${at}`, 'cpp']));
    const submission = { path: '/submit', id: 'id', fields: {}, languages };
    assert.equal(linkTo(base, { name: null, entry: { type: 'json', url, result, submission } }), null);
  });

  it('contains no consent, and no name of the user', () => {
    const entry = { type: 'hydro', url, follow: true, allowPlainHttp: true };
    assert.deepEqual(withoutOwnFields(entry), { type: 'hydro', url });
    assert.deepEqual(withoutOwnFields({ type: 'codeforces', handle: 'ann' }), { type: 'codeforces' });
    assert.deepEqual(withoutOwnFields({ type: 'dmoj', user: 'ann' }), { type: 'dmoj' });
    assert.deepEqual(
      withoutOwnFields({ type: 'json', basedOn: 'library-checker', constants: { user: 'ann', course: 'a' } }),
      { type: 'json', basedOn: 'library-checker', constants: { user: '', course: 'a' } },
    );
    for (const name of ['account', 'handle', 'login', 'userName', 'username']) {
      const { constants } = withoutOwnFields({ type: 'json', constants: { [name]: 'ann' } });
      assert.deepEqual(constants, { [name]: '' });
    }
  });

  it('lists the fields that each user enters', () => {
    assert.deepEqual(checked({ name: null, entry: { type: 'codeforces' } }).missingFields, ['handle']);
    assert.deepEqual(checked({ name: null, entry: { type: 'dmoj' } }).missingFields, []);
    assert.deepEqual(checked({ name: null, entry: { type: 'hydro', url } }).missingFields, []);
  });

  it('allows plain HTTP in a private network, where the user is asked', () => {
    assert.equal(
      checked({ name: null, entry: { type: 'hydro', url: 'http://10.0.0.7' } }).isUnencrypted,
      true,
    );
    assert.equal(checked({ name: null, entry: { type: 'hydro', url } }).isUnencrypted, false);
    assert.equal(
      checked({ name: null, entry: { type: 'hydro', url: 'http://localhost' } }).judge.origin,
      'http://localhost',
    );
  });

  it('can contain a parameter that VS Code adds to links', () => {
    const read = readSharedQuery(`type=hydro&url=${url}&windowId=1`);
    assert.deepEqual(read, { ok: true, shared: { name: null, entry: { type: 'hydro', url } } });
  });

  it('can have an empty name, and a byte order mark at the beginning of its file', () => {
    const shared = { name: null, entry: { type: 'hydro', url } };
    const text = JSON.stringify({ name: '', ...shared.entry });
    assert.deepEqual(readSharedText(text), { ok: true, shared });
    assert.deepEqual(readSharedText(`\ufeff${text}`), { ok: true, shared });
  });

  it('can have empty credentials, and placeholders of them', () => {
    const submission = { path: '/submit', id: 'id', fields: { token: '', key: '{problem}', code: '{code}' } };
    checked({ name: null, entry: { type: 'json', url, result, constants: { session: ' ' }, submission } });
  });
});

describe('A hostile description of a judge', () => {
  it('is rejected if it is too large', () => {
    const megabyte = 'x'.repeat(1024 * 1024);
    const tooLarge = { ok: false, problem: { kind: 'tooLarge' } };
    assert.deepEqual(readSharedText(JSON.stringify({ type: 'hydro', url, name: megabyte })), tooLarge);
    assert.deepEqual(readSharedQuery(`type=hydro&url=${url}&name=${megabyte}`), tooLarge);
    assert.deepEqual(readSharedQuery(`config=${megabyte}`), tooLarge);
    const [most, more] = [0, 1].map((extra) => {
      const text = fileText({ name: null, entry: { type: 'x' } });
      return readSharedText(text + ' '.repeat(MAX_SHARED_BYTES - text.length + extra));
    });
    assert.equal(most?.ok, true);
    assert.deepEqual(more, tooLarge);
  });

  it('is rejected if it isn’t a JSON object', () => {
    for (const text of ['', '{', 'null', '[]', '"hydro"', '1'])
      assert.equal(readSharedText(text).ok, false, text);
    const deep = `{"type":"json","constants":${'{"a":'.repeat(8000)}1${'}'.repeat(8000)}}`;
    const read = readSharedText(deep);
    assert.ok(read.ok);
    assert.deepEqual(problemOf(read.shared.entry), { kind: 'notADescription' });
    const nested = (depth: number): unknown => (depth === 0 ? 'x' : { a: nested(depth - 1) });
    assert.equal(problemOf({ type: 'hydro', url, a: nested(MAX_DEPTH - 1) }).kind, 'field');
    assert.equal(problemOf({ type: 'hydro', url, a: nested(MAX_DEPTH) }).kind, 'notADescription');
    for (const query of [
      'config=%',
      `config=${toBase64('null')}`,
      'config=e30&type=hydro',
      `type=hydro&type=judge`,
    ])
      assert.equal(readSharedQuery(query).ok, false, query);
    assert.equal(readSharedText('{"name": 1, "type": "hydro"}').ok, false);
  });

  it('is rejected if its type is unknown', () => {
    for (const type of [undefined, 'local', 'constructor', '__proto__', 1])
      assert.equal(problemOf({ type, url }).kind, 'field', String(type));
  });

  it('is rejected if pages or pushed results are on a foreign host', () => {
    const push = { webSocketUrl: 'wss://evil.example/ws' };
    const attacks: readonly (readonly [Entry, string])[] = [
      [{ type: 'json', url, result, website: 'https://evil.example' }, 'website'],
      [{ type: 'json', url, result, website: 'https://judge.school.edu.evil.example' }, 'website'],
      [{ type: 'json', url, result, website: 'https://evil-judge.school.edu' }, 'website'],
      [{ type: 'json', url, result, push: { ...push, id: 'id' } }, 'push.webSocketUrl'],
      [
        { type: 'json', url, result, push: { eventsUrl: 'https://evil.example', id: 'id' } },
        'push.eventsUrl',
      ],
      [{ type: 'judge', url, push }, 'push.webSocketUrl'],
      [{ type: 'luogu', url, push }, 'push.webSocketUrl'],
      // a parent domain must have a dot of its own
      [{ type: 'json', url, result, website: 'https://edu' }, 'website'],
      // the pages of the description that comes with the extension
      [{ type: 'json', basedOn: 'library-checker', url: 'https://evil.example' }, 'website'],
      // only the judge itself receives credentials
      [
        {
          type: 'judge',
          url,
          push: { webSocketUrl: 'wss://student.judge.school.edu', authentication: 'header' },
        },
        'push.webSocketUrl',
      ],
      [
        {
          type: 'json',
          url,
          result,
          push: { eventsUrl: 'https://student.judge.school.edu', id: 'id', authentication: 'header' },
        },
        'push.eventsUrl',
      ],
      // the URL of the judge is in the description that comes with the extension
      [{ type: 'json', basedOn: 'library-checker', website: 'https://evil.example' }, 'website'],
      [
        { type: 'json', basedOn: 'kilonova', push: { ...push, id: 'id', authentication: 'header' } },
        'push.webSocketUrl',
      ],
    ];
    for (const [entry, at] of attacks) {
      const problem = problemOf(entry);
      assert.ok(problem.kind === 'otherHost', JSON.stringify({ entry, problem }));
      assert.equal(problem.at, at);
    }
  });

  it('is rejected if it contains credentials', () => {
    const json = { type: 'json', url, result };
    const submission = { path: '/submit', id: 'id' };
    const attacks: readonly (readonly [Entry, string])[] = [
      [{ type: 'hydro', url, password: 'hunter2' }, 'password'],
      [{ type: 'judge', url, authentication: { scheme: 'bearer', token: 'abc' } }, 'authentication.token'],
      [{ ...json, constants: { api_key: 'abc' } }, 'constants.api_key'],
      [{ ...json, constants: { greeting: 'Bearer abc' } }, 'constants.greeting'],
      [{ ...json, constants: { greeting: ' Basic YW5uOng=' } }, 'constants.greeting'],
      [{ ...json, parts: ['a', { secret: 'abc' }] }, 'parts.1.secret'],
      [
        { ...json, submission: { ...submission, fields: { 'Access-Token': 'abc' } } },
        'submission.fields.Access-Token',
      ],
      [{ ...json, submission: { ...submission, fields: { session: 123 } } }, 'submission.fields.session'],
      [{ ...json, result: { ...result, path: '/api/{id}?verbose=1&token=abc' } }, 'result.path'],
      [
        { ...json, push: { webSocketUrl: 'wss://judge.school.edu/ws?sid=abc', id: 'id' } },
        'push.webSocketUrl',
      ],
    ];
    for (const [entry, at] of attacks)
      assert.deepEqual(problemOf(entry), { kind: 'credential', at }, JSON.stringify(entry));
    for (const entry of [
      { type: 'hydro', url: 'https://ann:hunter2@judge.school.edu' },
      { ...json, website: 'https://ann:hunter2@judge.school.edu' },
      { ...json, push: { webSocketUrl: 'wss://ann:hunter2@judge.school.edu', id: 'id' } },
    ]) {
      const problem = problemOf(entry);
      assert.ok(problem.kind === 'field' && problem.fault.kind === 'address', JSON.stringify(problem));
      assert.equal(problem.fault.problem, 'userInformation');
    }
  });

  it('is rejected if it contains unknown fields, or other settings', () => {
    const json = { type: 'json', url, result };
    const attacks: readonly (readonly [Entry, string])[] = [
      [{ type: 'hydro', url, headers: { 'X-A': 'b' } }, 'headers'],
      [{ type: 'hydro', url, 'judgeResults.push.callback.port': 8080 }, 'judgeResults.push.callback.port'],
      [{ type: 'hydro', url, 'push.callback.publicUrl': 'https://x.example' }, 'push.callback.publicUrl'],
      [{ type: 'hydro', url, 'local.languages': {} }, 'local.languages'],
      [{ type: 'hydro', url, service: 'x' }, 'service'],
      [{ type: 'hydro', url, basedOn: 'qduoj' }, 'basedOn'],
      [{ type: 'hydro', url, website: url }, 'website'],
      [{ type: 'omegaup', push: { webSocketUrl: 'wss://x' } }, 'push'],
      [{ type: 'judge', url, authentication: { scheme: 'none', extra: 'x' } }, 'authentication.extra'],
      [{ type: 'judge', url, push: { webSocketUrl: 'wss://judge.school.edu', extra: 1 } }, 'push.extra'],
      [
        { type: 'judge', url, statusCodes: { '1': { name: 'A', kind: 'failed', extra: 1 } } },
        'statusCodes.1.extra',
      ],
      [{ ...json, extra: 1 }, 'extra'],
      [{ ...json, result: { ...result, extra: 1 } }, 'result'],
      [
        JSON.parse('{"type":"hydro","url":"https://judge.school.edu","__proto__":{"x":1}}') as Entry,
        '__proto__',
      ],
    ];
    for (const [entry, at] of attacks) {
      const problem = problemOf(entry);
      assert.ok(
        problem.kind === 'field' && problem.fault.kind === 'unknownField',
        JSON.stringify({ entry, problem }),
      );
      assert.ok(problem.at.startsWith(at), `${problem.at} instead of ${at}`);
    }
  });

  it('is rejected if it gives a consent that only the user can give', () => {
    assert.deepEqual(problemOf({ type: 'hydro', url: 'http://192.168.1.10', allowPlainHttp: true }), {
      kind: 'decision',
      at: 'allowPlainHttp',
    });
    assert.deepEqual(problemOf({ type: 'hydro', url, follow: true }), { kind: 'decision', at: 'follow' });
  });

  it('is rejected if a path leads out of the URL that is shown', () => {
    const withPath = (path: string): Entry => ({ type: 'json', url, result: { ...result, path } });
    for (const path of [
      '/../x',
      '/a/../../x',
      '/a/..',
      '/%2e%2E/x',
      '/.%2e/x',
      '\\..\\x',
      '/..?a={id}',
      '/./x',
    ])
      assert.deepEqual(problemOf(withPath(path)), { kind: 'pathAbove', at: 'result.path' }, path);
    assert.equal(problemOf({ ...withPath('/{a}/{id}'), constants: { a: '..' } }).kind, 'pathAbove');
    for (const path of ['/a..b/{id}', '/.../{id}', '/{id}?a=/../b'])
      assert.ok(checkShared({ name: null, entry: withPath(path) }).ok, path);
  });

  it('is rejected if it contains control, bidirectional, or invisible characters', () => {
    for (const character of [
      '\0',
      '\n',
      '\x1b',
      '\u202e',
      '\u2066',
      '\u200b',
      '\u3164',
      '\u2028',
      '\ufeff',
    ]) {
      const text = `a${character}b`;
      assert.deepEqual(problemOf({ type: 'hydro', url, domain: text }), { kind: 'deceptive', at: 'domain' });
      assert.equal(problemOf({ type: 'hydro', url }, text).kind, 'deceptive', JSON.stringify(character));
      assert.equal(problemOf({ type: 'json', url, result, statusCodes: { [text]: 'AC' } }).kind, 'deceptive');
    }
  });

  it('is rejected if its name is reserved or can’t be displayed', () => {
    for (const name of ['luogu', 'this-computer', ' x', 'x'.repeat(65), '__proto__'])
      assert.deepEqual(problemOf({ type: 'hydro', url }, name), {
        kind: 'field',
        at: 'name',
        fault: { kind: 'serviceName' },
      });
  });

  it('is rejected if its URL is unencrypted outside of a private network, or isn’t a web address', () => {
    for (const address of ['http://judge.school.edu', 'http://8.8.8.8'])
      assert.deepEqual(problemOf({ type: 'hydro', url: address }), {
        kind: 'field',
        at: 'url',
        fault: { kind: 'plainHttp' },
      });
    // only types of judges that ask for it allow plain HTTP
    assert.equal(
      problemOf({ type: 'judge', url: 'http://192.168.1.10', authentication: 'bearer' }).kind,
      'field',
    );
    for (const address of [
      '',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'command:x',
      'https://',
      `${url}?a=b`,
    ])
      assert.equal(problemOf({ type: 'hydro', url: address }).kind, 'field', address);
  });
});

describe('The pages in a shared description', () => {
  const judgeWith = (problemPage: string, contestProblemPage: string) =>
    checked({ name: null, entry: { type: 'json', url, result, problemPage, contestProblemPage, submission } })
      .judge;
  const submission = { path: '/submit', id: 'id', fields: { code: '{code}' } };

  it('can’t slow down the search for a problem in a URL', () => {
    const many = `/p/${'{contest}{problem}'.repeat(20)}/end`;
    const { submission: support } = judgeWith('/p/{problem}', many);
    assert.equal(support?.problemAt?.(`${url}/p/${'a'.repeat(4000)}!`), null);
  });

  it('can repeat a placeholder, which then has one value', () => {
    const { submission: support } = judgeWith('/p/{problem}', '/{contest}/{contest}.{problem}');
    assert.deepEqual(support?.problemAt?.(`${url}/abc/abc.d`), { problemId: 'd', place: 'abc' });
    assert.equal(support?.problemAt?.(`${url}/abc/abd.d`), null);
  });
});

describe('A shared judge', () => {
  const shared = checked({ name: 'Class', entry: { type: 'hydro', url: `${url}/`, domain: 'class' } });

  it('is the user’s own one if the fields are equal', () => {
    const own = { type: 'hydro', baseUrl: url };
    const entry = { domain: 'class', url, type: 'hydro' };
    assert.ok(isSameJudge(shared, { ...own, entry }));
    assert.ok(isSameJudge(shared, { ...own, entry: { ...entry, follow: true } }));
    assert.ok(!isSameJudge(shared, { ...own, entry: { ...entry, domain: 'other' } }));
    assert.ok(!isSameJudge(shared, { ...own, baseUrl: 'https://other.edu', entry }));
    assert.ok(!isSameJudge(shared, { ...own, type: 'judge', entry }));
  });

  it('isn’t the user’s own one if it is for another handle', () => {
    const own = {
      type: 'codeforces',
      baseUrl: 'https://codeforces.com/api',
      entry: { type: 'codeforces', handle: 'ann' },
    };
    const any = checked({ name: null, entry: { type: 'codeforces' } });
    const other = checked({ name: null, entry: { type: 'codeforces', handle: 'bob' } });
    assert.ok(isSameJudge(any, own));
    assert.ok(!isSameJudge(other, own));
  });

  it('with a ready description doesn’t contain its fields', () => {
    for (const { id } of readyJudges) {
      const entry = { type: 'json', basedOn: id };
      assert.ok(Object.keys(withReadyFields(entry)).length > Object.keys(withoutOwnFields(entry)).length);
    }
  });
});
