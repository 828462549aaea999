import assert from 'node:assert/strict';
import { completionOf, meaningOf, statusText } from '../../../src/judge';
import { builtInProfiles, profileFromSettings } from '../../../src/service/profiles';
import type { SettingProblem } from '../../../src/service/profiles';
import type { ServiceProfile } from '../../../src/service/profile';
import { luogu } from '../../../src/service/profiles/luogu';
import { roles } from '../../../tools/service';

const described = {
  service: 'custom',
  baseUrl: 'https://judge.test/api/',
  'authentication.scheme': 'header',
  'authentication.headerName': 'X-Key',
  statusCodes: {
    '0': { name: 'Right', kind: 'accepted', short: 'OK' },
    '-1': { name: 'In the Queue', kind: 'pending' },
  },
  units: { time: 's', memory: 'MiB' },
  'push.webSocketUrl': 'wss://push.test/events?channel=results',
  'push.webSocketFraming': 'channel',
  'push.authentication': 'query:key',
};

function profileOf(settings: Record<string, unknown>): ServiceProfile {
  const read = profileFromSettings(settings);
  assert.ok(read.ok, JSON.stringify(read));
  return read.profile;
}

function problemsOf(settings: Record<string, unknown>): readonly SettingProblem[] {
  const read = profileFromSettings(settings);
  assert.ok(!read.ok, 'the settings were taken');
  return read.problems;
}

describe('the profile of the Luogu Open Platform', () => {
  it('knows every status code, in both languages', () => {
    const rows = Object.values(luogu.rules.statuses).map(({ code, name, chineseName, short, kind, look }) =>
      [code, name, chineseName, short, kind, look].join(' '),
    );
    assert.deepEqual(rows, [
      '0 Waiting 等待评测 … pending pending',
      '1 Judging 评测中 … pending pending',
      '2 Compile Error 编译失败 CE failed compileError',
      '3 Output Limit Exceeded 输出超限 OLE failed limitExceeded',
      '4 Memory Limit Exceeded 内存超限 MLE failed limitExceeded',
      '5 Time Limit Exceeded 时间超限 TLE failed limitExceeded',
      '6 Wrong Answer 答案错误 WA failed wrongAnswer',
      '7 Runtime Error 运行时错误 RE failed runtimeError',
      '11 Invalid 结果非法 UKE error serviceError',
      '12 Accepted 评测通过 AC accepted accepted',
      '14 Overall Unaccepted 评测不通过 UNAC failed wrongAnswer',
    ]);
    assert.equal(statusText(8, luogu.rules), 'Status 8');
  });

  it('knows addresses, authentication, lifetime and push', () => {
    assert.equal(luogu.baseUrl, 'https://open-v1.lgapi.cn');
    assert.deepEqual(luogu.authentication, { scheme: 'basic' });
    assert.deepEqual(luogu.resultLifetime, { safe: 900_000, end: 3_600_000 });
    assert.equal(luogu.webSocket?.url, 'wss://open-ws.lgapi.cn/ws?channel=judge.result');
    assert.equal(luogu.callbackSignatureHeader, 'Luogu-API-Callback-Sign');
    assert.deepEqual(luogu.rules.units, { time: 'ms', memory: 'KiB', score: 'points' });
    assert.equal(luogu.problemPage?.('P1001'), 'https://www.luogu.com.cn/problem/P1001');
    assert.equal(luogu.problemPage?.('../x y'), 'https://www.luogu.com.cn/problem/..%2Fx%20y');
  });

  it('ends at a failed compilation, or at a verdict', () => {
    const envelope = (compile: boolean | null, status: number | null) => ({
      type: 'judge',
      requestId: null,
      trackId: null,
      data: {
        compile: compile === null ? null : { success: compile, message: null, opt2: null },
        judge: status === null ? null : { id: 1, status, score: 0, time: 0, memory: 0, subtasks: [] },
      },
    });
    const completion = (compile: boolean | null, status: number | null) =>
      completionOf(envelope(compile, status), luogu.rules);
    assert.equal(completionOf(null, luogu.rules), 'unfinished');
    assert.equal(completion(null, null), 'unfinished');
    assert.equal(completion(true, null), 'unfinished');
    assert.equal(completion(false, null), 'finished');
    assert.equal(completion(false, 0), 'finished');
    assert.equal(completion(true, 0), 'unfinished');
    assert.equal(completion(true, 1), 'unfinished');
    for (const status of [2, 3, 4, 5, 6, 7, 11, 12, 14]) assert.equal(completion(true, status), 'finished');
    for (const status of [-1, 8, 13, 99]) assert.equal(completion(true, status), 'finished', `${status}`);
    assert.equal(statusText(99, luogu.rules), 'Status 99');
  });

  it('offers every language of the service once, each with what it is in the editor', () => {
    const languages = luogu.submission?.languages ?? [];
    const ids =
      'c/99/gcc cxx/98/gcc cxx/11/gcc cxx/14/gcc cxx/17/gcc cxx/20/gcc cxx/noi/202107 pascal/fpc python3/c ' +
      'python3/py rust/rustc haskell/ghc go php ruby js/node/lts perl java/8 kotlin/jvm scala mono_cs mono_vb ' +
      'fsharp ocaml julia';
    assert.deepEqual(languages.map(({ id }) => id).sort(), ids.split(' ').sort());
    for (const { name, editorLanguages, extensions } of languages) {
      assert.ok(name !== '' && editorLanguages.length > 0);
      assert.ok(extensions.every((extension) => /^\.[a-z+]+$/.test(extension)));
    }
  });

  it('knows its request IDs by their looks', () => {
    assert.equal(luogu.looksLikeRequestId('1BwHdxEa4LTFnL619bxRwC'), true);
    for (const text of ['R123456', 'hello', '1BwHdxEa4LTFnL619bxRw0', '1BwHdxEa4LTFnL619bxRwCC1', '']) {
      assert.equal(luogu.looksLikeRequestId(text), false, text);
    }
  });

  it('names each field of a submission as the service does', () => {
    const submission = { problemId: 'P1', language: 'go', optimise: false, code: 'c', trackId: 't' };
    assert.deepEqual(luogu.submission?.encode(submission), {
      pid: 'P1',
      lang: 'go',
      o2: false,
      code: 'c',
      trackId: 't',
    });
  });
});

describe('a built-in profile in the settings', () => {
  it('is as it is without another address', () => {
    assert.equal(profileOf({ service: 'luogu', baseUrl: '' }), luogu);
    assert.deepEqual(builtInProfiles, [luogu]);
  });

  it('moves to another address with its rules, but not with its push address', () => {
    const moved = profileOf({ service: 'luogu', baseUrl: 'http://127.0.0.1:8080/' });
    assert.deepEqual([moved.baseUrl, moved.origin], ['http://127.0.0.1:8080', 'http://127.0.0.1:8080']);
    assert.equal(moved.rules, luogu.rules);
    assert.equal(moved.webSocket, null);
  });

  it('takes a push address of its own', () => {
    const profile = profileOf(roles.luogu.settings('http://127.0.0.1:81'));
    assert.deepEqual(profile.webSocket, {
      url: 'ws://127.0.0.1:81/ws?channel=judge.result',
      framing: 'channel',
      authentication: { kind: 'query', parameter: 'token' },
      channel: 'judge.result',
      limits: luogu.webSocket?.limits,
    });
    assert.equal(profile.submission, luogu.submission);
  });

  it('never sends its token over plain http to another machine', () => {
    assert.deepEqual(problemsOf({ service: 'luogu', baseUrl: 'http://judge.test' }), [
      { setting: 'baseUrl', at: '', what: { kind: 'plainHttp' } },
    ]);
  });
});

describe('a custom profile', () => {
  it('is what the settings say', () => {
    const profile = profileOf(described);
    assert.equal(profile.name, 'judge.test');
    assert.equal(profile.baseUrl, 'https://judge.test/api');
    assert.equal(profile.origin, 'https://judge.test');
    assert.deepEqual(profile.authentication, { scheme: 'header', headerName: 'X-Key' });
    assert.deepEqual(profile.rules.units, { time: 's', memory: 'MiB', score: null });
    assert.deepEqual(profile.webSocket, {
      url: 'wss://push.test/events?channel=results',
      framing: 'channel',
      authentication: { kind: 'query', parameter: 'key' },
      channel: 'results',
      limits: null,
    });
    assert.deepEqual(meaningOf(profile.rules.statuses, 0), {
      code: 0,
      kind: 'accepted',
      look: 'accepted',
      name: 'Right',
      chineseName: null,
      short: 'OK',
    });
    assert.equal(meaningOf(profile.rules.statuses, -1)?.short, 'In the Queue');
  });

  it('assumes nothing that the settings do not say', () => {
    const profile = profileOf({ service: 'custom', baseUrl: 'http://judge.test' });
    assert.deepEqual(profile.authentication, { scheme: 'none' });
    assert.deepEqual(profile.rules, {
      profile: 'custom',
      statuses: {},
      units: { time: null, memory: null, score: null },
      compileFailureIsFinal: false,
    });
    const { resultLifetime, webSocket, submission, quotaPath, problemPage, isWebsiteRecord } = profile;
    assert.deepEqual(
      [resultLifetime, webSocket, submission, quotaPath, problemPage, isWebsiteRecord],
      [null, null, null, null, null, null],
    );
    assert.equal(profile.callbackSignatureHeader, null);
    assert.equal(statusText(12, profile.rules), 'Status 12');
  });

  it('understands the settings of the local service', () => {
    const profile = profileOf(roles.custom.settings('http://127.0.0.1:81'));
    assert.equal(statusText(0, profile.rules), 'OK');
    assert.equal(meaningOf(profile.rules.statuses, 12)?.kind, 'pending');
    assert.deepEqual(profile.webSocket?.authentication, { kind: 'header' });
  });

  it('looks as the short code that a person wrote says', () => {
    const looks = (kind: string, short: string) => {
      const settings = { ...described, statusCodes: { '5': { name: 'n', kind, short } } };
      return meaningOf(profileOf(settings).rules.statuses, 5)?.look;
    };
    assert.deepEqual(
      [
        looks('failed', 'TLE'),
        looks('failed', 'RTE'),
        looks('failed', 'CE'),
        looks('failed', 'WA'),
        looks('partial', 'PC'),
        looks('error', 'SE'),
        looks('pending', '…'),
        looks('accepted', 'CE'),
      ],
      [
        'limitExceeded',
        'runtimeError',
        'compileError',
        'wrongAnswer',
        'wrongAnswer',
        'serviceError',
        'pending',
        'accepted',
      ],
    );
  });

  it('offers from the clipboard only what is long and no word', () => {
    const { looksLikeRequestId } = profileOf(described);
    assert.equal(looksLikeRequestId('1BwHdxEa4LTFnL619bxRwC'), true);
    assert.equal(looksLikeRequestId('3f2a-11ee-be56-0242ac'), true);
    for (const text of ['short1', 'justaverylongword', 'two words 1234567', '']) {
      assert.equal(looksLikeRequestId(text), false, text);
    }
  });
});

describe('a setting that cannot be used', () => {
  const options = (...names: string[]) => ({ kind: 'oneOf', options: names }) as const;

  for (const [change, problem] of [
    [{ service: null }, { setting: 'service', at: '', what: { kind: 'notChosen' } }],
    [{ service: undefined }, { setting: 'service', at: '', what: { kind: 'notChosen' } }],
    [{ service: 'other' }, { setting: 'service', at: '', what: options('luogu', 'custom') }],
    [{ baseUrl: '' }, { setting: 'baseUrl', at: '', what: { kind: 'address', problem: 'empty' } }],
    [
      { baseUrl: 'judge' },
      { setting: 'baseUrl', at: '', what: { kind: 'address', problem: 'notAnAddress' } },
    ],
    [
      { baseUrl: 'https://u:p@judge.test' },
      { setting: 'baseUrl', at: '', what: { kind: 'address', problem: 'userInformation' } },
    ],
    [{ baseUrl: 'http://judge.test' }, { setting: 'baseUrl', at: '', what: { kind: 'plainHttp' } }],
    [{ baseUrl: 5 }, { setting: 'baseUrl', at: '', what: { kind: 'expected', expected: 'text' } }],
    [
      { 'authentication.scheme': 'digest' },
      { setting: 'authentication.scheme', at: '', what: options('basic', 'bearer', 'header', 'none') },
    ],
    [
      { 'authentication.headerName': 'Host' },
      { setting: 'authentication.headerName', at: '', what: { kind: 'headerName' } },
    ],
    [
      { 'authentication.headerName': '' },
      { setting: 'authentication.headerName', at: '', what: { kind: 'headerName' } },
    ],
    [
      { statusCodes: { ok: { name: 'n', kind: 'accepted' } } },
      { setting: 'statusCodes', at: 'ok', what: { kind: 'statusCode' } },
    ],
    [
      { statusCodes: { '012': { name: 'n', kind: 'accepted' } } },
      { setting: 'statusCodes', at: '012', what: { kind: 'statusCode' } },
    ],
    [
      { statusCodes: { '12': { name: 'n', kind: 'good' } } },
      {
        setting: 'statusCodes',
        at: '12.kind',
        what: options('pending', 'accepted', 'partial', 'failed', 'error'),
      },
    ],
    [
      { statusCodes: { '12': { name: 'n' } } },
      {
        setting: 'statusCodes',
        at: '12.kind',
        what: options('pending', 'accepted', 'partial', 'failed', 'error'),
      },
    ],
    [
      { statusCodes: { '12': { kind: 'failed' } } },
      { setting: 'statusCodes', at: '12.name', what: { kind: 'expected', expected: 'text' } },
    ],
    [
      { statusCodes: { '12': { name: ' ', kind: 'failed' } } },
      { setting: 'statusCodes', at: '12.name', what: { kind: 'expected', expected: 'text' } },
    ],
    [
      { statusCodes: { '12': 'Accepted' } },
      { setting: 'statusCodes', at: '12', what: { kind: 'expected', expected: 'an object' } },
    ],
    [
      { statusCodes: [] },
      { setting: 'statusCodes', at: '', what: { kind: 'expected', expected: 'an object' } },
    ],
    [{ units: 'ms' }, { setting: 'units', at: '', what: { kind: 'expected', expected: 'an object' } }],
    [{ units: { time: 1 } }, { setting: 'units', at: 'time', what: { kind: 'expected', expected: 'text' } }],
    [
      { 'push.webSocketUrl': 'https://push.test' },
      { setting: 'push.webSocketUrl', at: '', what: { kind: 'address', problem: 'webSocketScheme' } },
    ],
    [
      { 'push.webSocketUrl': 'push' },
      { setting: 'push.webSocketUrl', at: '', what: { kind: 'address', problem: 'notAnAddress' } },
    ],
    [
      { 'push.webSocketUrl': 'wss://u:p@push.test' },
      { setting: 'push.webSocketUrl', at: '', what: { kind: 'address', problem: 'userInformation' } },
    ],
    [
      { 'push.webSocketUrl': 'ws://push.test' },
      { setting: 'push.webSocketUrl', at: '', what: { kind: 'plainHttp' } },
    ],
    [
      { 'push.webSocketFraming': 'x' },
      { setting: 'push.webSocketFraming', at: '', what: options('plain', 'channel') },
    ],
    [
      { 'push.authentication': 'query:' },
      { setting: 'push.authentication', at: '', what: { kind: 'pushAuthentication' } },
    ],
    [
      { 'push.authentication': 'cookie' },
      { setting: 'push.authentication', at: '', what: { kind: 'pushAuthentication' } },
    ],
  ] as const satisfies readonly (readonly [object, SettingProblem])[]) {
    it(`is named with what is wrong: ${JSON.stringify(change)}`, () => {
      assert.deepEqual(problemsOf({ ...described, ...change }), [problem]);
    });
  }

  it('does not hide the others', () => {
    const problems = problemsOf({ ...described, baseUrl: '', 'push.authentication': 'x', units: 3 });
    assert.deepEqual(
      problems.map(({ setting }) => setting),
      ['baseUrl', 'units', 'push.authentication'],
    );
  });

  it('cannot touch a prototype', () => {
    const statusCodes: unknown = JSON.parse('{"__proto__":{"name":"n","kind":"accepted"}}');
    profileFromSettings({ ...described, statusCodes });
    assert.equal('kind' in {}, false);
  });
});
