import assert from 'node:assert/strict';
import { completionOf, meaningOf, statusText } from '../../../src/results';
import type { SettingProblem } from '../../../src/judges/settingFields';
import type { Judge } from '../../../src/judges/judge';
import { judgeNamed, judgeNames, judgeTypeNames } from '../../../src/judges/adapters';
import { verdictNames } from '../../../src/judges/adapters/shared/commonVerdicts';
import { firstRequestOf, on } from '../../support/operations';
import { luogu } from '../../support/profiles';
import { roles } from '../../../tools/service';

type Description = Readonly<Record<string, unknown>>;

const described = {
  type: 'judge',
  url: 'https://judge.test/api/',
  authentication: { scheme: 'header', headerName: 'X-Key' },
  statusCodes: {
    '0': { name: 'Right', kind: 'accepted', short: 'OK' },
    '-1': { name: 'In the Queue', kind: 'pending' },
  },
  units: { time: 's', memory: 'MiB' },
  push: {
    webSocketUrl: 'wss://push.test/events?channel=results',
    framing: 'channel',
    authentication: 'query:key',
  },
};

async function judgeOf(description: Description): Promise<Judge> {
  const read = judgeNamed('mine', { mine: description });
  assert.ok(read.ok, JSON.stringify(read));
  return read.judge;
}

async function problemsOf(description: unknown): Promise<readonly SettingProblem[]> {
  const read = judgeNamed('mine', { mine: description });
  assert.ok(!read.ok, 'the settings were taken');
  return read.problems;
}

describe('The Luogu Open Platform', () => {
  it('has every status code in both languages', () => {
    const rows = Object.values(luogu.rules.statuses).map(({ code, name, chineseName, short, kind, style }) =>
      [code, name, chineseName, short, kind, style].join(' '),
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

  it('has its addresses, authentication, lifetime, and push', () => {
    assert.equal(luogu.baseUrl, 'https://open-v1.lgapi.cn');
    assert.deepEqual(luogu.authentication, { scheme: 'basic' });
    assert.deepEqual(luogu.resultLifetime, { safe: 900_000, end: 3_600_000 });
    assert.equal(luogu.push?.url(null), 'wss://open-ws.lgapi.cn/ws?channel=judge.result');
    assert.equal(luogu.callback?.signatureHeader, 'Luogu-API-Callback-Sign');
    assert.deepEqual(luogu.rules.units, { time: 'ms', memory: 'KiB', score: 'points' });
    assert.equal(
      luogu.pages?.problem?.({ problemId: 'P1001', place: null }),
      'https://www.luogu.com.cn/problem/P1001',
    );
    assert.equal(
      luogu.pages?.problem?.({ problemId: '../x y', place: null }),
      'https://www.luogu.com.cn/problem/..%2Fx%20y',
    );
  });

  it('finishes after a failed compilation or a verdict', () => {
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

  it('offers each language of the judge once, with its editor language and extensions', () => {
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

  it('recognizes its request IDs', () => {
    assert.equal(luogu.looksLikeRequestId('1BwHdxEa4LTFnL619bxRwC'), true);
    for (const text of ['R123456', 'hello', '1BwHdxEa4LTFnL619bxRw0', '1BwHdxEa4LTFnL619bxRwCC1', '']) {
      assert.equal(luogu.looksLikeRequestId(text), false, text);
    }
  });

  it('submits with the field names of the judge', async () => {
    const submission = {
      problemId: 'P1',
      place: null,
      language: 'go',
      optimise: false,
      code: 'c',
      trackId: 't',
      inputs: null,
    };
    const { body } = await firstRequestOf(
      on(luogu, (http) => luogu.submission!.submit(http, submission)) ?? assert.fail(),
    );
    assert.deepEqual(body, { pid: 'P1', lang: 'go', o2: false, code: 'c', trackId: 't' });
  });
});

describe('The Luogu Open Platform in the settings', () => {
  it('exists without settings, with its name', async () => {
    assert.deepEqual(judgeNames({ school: {} }), ['luogu', 'this-computer', 'school']);
    const read = judgeNamed('luogu', {});
    assert.ok(read.ok);
    assert.deepEqual([read.judge.id, read.judge.baseUrl], [luogu.id, luogu.baseUrl]);
  });

  it('keeps its verdict table at another address, but not its push address', async () => {
    const moved = await judgeOf({ type: 'luogu', url: 'http://127.0.0.1:8080/' });
    assert.deepEqual([moved.baseUrl, moved.origin], ['http://127.0.0.1:8080', 'http://127.0.0.1:8080']);
    assert.equal(moved.rules, luogu.rules);
    assert.equal(moved.push, undefined);
  });

  it('accepts another push address', async () => {
    const { push, submission } = await judgeOf(roles.luogu.description('http://127.0.0.1:81'));
    assert.equal(push?.url(null), 'ws://127.0.0.1:81/ws?channel=judge.result');
    assert.deepEqual(push.authentication, { kind: 'query', parameter: 'token' });
    assert.equal(push.limits, luogu.push?.limits);
    assert.deepEqual(submission?.languages, luogu.submission?.languages);
  });

  it('never sends its token over plain HTTP to another machine', async () => {
    assert.deepEqual(await problemsOf({ type: 'luogu', url: 'http://judge.test' }), [
      { setting: 'services', at: 'mine.url', what: { kind: 'plainHttp' } },
    ]);
  });
});

describe('A judge described in the settings', () => {
  it('has the values of the settings', async () => {
    const judge = await judgeOf(described);
    assert.equal(judge.name, 'mine');
    assert.equal(judge.id, 'judge https://judge.test/api mine');
    assert.equal(judge.baseUrl, 'https://judge.test/api');
    assert.equal(judge.origin, 'https://judge.test');
    assert.deepEqual(judge.authentication, { scheme: 'header', headerName: 'X-Key' });
    assert.deepEqual(judge.rules.units, { time: 's', memory: 'MiB', score: null });
    assert.equal(judge.push?.url(null), 'wss://push.test/events?channel=results');
    assert.deepEqual(judge.push.authentication, { kind: 'query', parameter: 'key' });
    assert.deepEqual(meaningOf(judge.rules.statuses, 0), {
      code: 0,
      kind: 'accepted',
      style: 'accepted',
      name: 'Right',
      chineseName: null,
      short: 'OK',
    });
    assert.equal(meaningOf(judge.rules.statuses, -1)?.short, 'In the Queue');
  });

  it('accepts only pushed frames of its own channel', async () => {
    const { push } = await judgeOf(described);
    const body = '{"type":"judge","data":null,"requestId":"one"}';
    assert.equal(push?.read(`results\0${body}`).kind, 'result');
    assert.equal(push.read(`others\0${body}`).kind, 'other');
    assert.equal(push.read(body).kind, 'unreadable');
  });

  it('leaves everything undefined that the settings don’t define', async () => {
    const judge = await judgeOf({ type: 'judge', url: 'http://judge.test' });
    assert.deepEqual(judge.authentication, { scheme: 'none' });
    assert.deepEqual(judge.rules, {
      profile: 'judge',
      statuses: {},
      units: { time: null, memory: null, score: null },
      compileFailureIsFinal: false,
    });
    const { resultLifetime, push, submission, quota, pages, listing } = judge;
    const unknown = [resultLifetime, push, submission, quota, pages?.problem, pages?.record, listing];
    assert.deepEqual([...new Set(unknown)], [undefined]);
    assert.equal(judge.callback?.signatureHeader, null);
    assert.equal(statusText(12, judge.rules), 'Status 12');
  });

  it('uses the codes of the Luogu Open Platform if configured', async () => {
    const { rules } = await judgeOf({ ...described, statusCodes: 'luogu' });
    assert.equal(rules.statuses, luogu.rules.statuses);
    assert.equal(rules.unknownStatusIsFinal, true);
  });

  it('submits with configured field names', async () => {
    const submission = {
      path: 'submit',
      fields: { problemId: 'task', language: 'compiler', code: 'text' },
      languages: { cpp: 'C++' },
    };
    const judge = await judgeOf({ ...described, submission });
    const program = {
      problemId: 'P1',
      place: null,
      language: 'cpp',
      optimise: true,
      code: 'c',
      trackId: 't',
      inputs: null,
    };
    const request = await firstRequestOf(on(judge, (http) => judge.submission!.submit(http, program)));
    assert.equal(request.path, '/submit');
    assert.deepEqual(request.body, { task: 'P1', compiler: 'cpp', text: 'c' });
    assert.ok(!judge.submission?.hasOptimisation);
  });

  it('can describe the local service', async () => {
    const judge = await judgeOf(roles.custom.description('http://127.0.0.1:81'));
    assert.equal(statusText(0, judge.rules), 'OK');
    assert.equal(meaningOf(judge.rules.statuses, 12)?.kind, 'pending');
    assert.deepEqual(judge.push?.authentication, { kind: 'header' });
  });

  it('derives the verdict style from the configured short code', async () => {
    const looks = async (kind: string, short: string) => {
      const judge = await judgeOf({ ...described, statusCodes: { '5': { name: 'n', kind, short } } });
      return meaningOf(judge.rules.statuses, 5)?.style;
    };
    for (const [kind, short, look] of [
      ['failed', 'TLE', 'limitExceeded'],
      ['failed', 'RTE', 'runtimeError'],
      ['failed', 'CE', 'compileError'],
      ['failed', 'WA', 'wrongAnswer'],
      ['partial', 'PC', 'wrongAnswer'],
      ['error', 'SE', 'serviceError'],
      ['pending', '…', 'pending'],
      ['accepted', 'CE', 'accepted'],
    ] as const) {
      assert.equal(await looks(kind, short), look, `${kind} ${short}`);
    }
  });

  it('recognizes only long IDs on the clipboard that aren’t words', async () => {
    const { looksLikeRequestId } = await judgeOf(described);
    assert.equal(looksLikeRequestId('1BwHdxEa4LTFnL619bxRwC'), true);
    assert.equal(looksLikeRequestId('3f2a-11ee-be56-0242ac'), true);
    for (const text of ['short1', 'justaverylongword', 'two words 1234567', '']) {
      assert.equal(looksLikeRequestId(text), false, text);
    }
  });
});

describe('A judge name', () => {
  it('can be any visible text except the built-in name', async () => {
    for (const name of ['school', '学校', 'My school 2', 'oj.school.edu:8080', '❤️ judge']) {
      assert.ok(judgeNamed(name, { [name]: described }).ok, name);
    }
    const blanks = ['\u2800', '\u3164', '\u115f', 'sch\u034fool', 'school\u2800', '\ufe0fschool', '\uffa0'];
    for (const name of [' school', 'a\nb', '\u202eabc', '', 'x'.repeat(65), ...blanks]) {
      const read = judgeNamed(name, { [name]: described });
      assert.deepEqual(read, {
        ok: false,
        problems: [{ setting: 'services', at: name, what: { kind: 'serviceName' } }],
      });
      assert.deepEqual(judgeNames({ [name]: described }), ['luogu', 'this-computer']);
    }
  });
});

describe('An invalid setting', () => {
  const options = (...names: string[]) => ({ kind: 'oneOf', options: names }) as const;

  for (const [change, problem] of [
    [{ type: 'other' }, { at: 'type', what: options(...judgeTypeNames) }],
    [{ url: '' }, { at: 'url', what: { kind: 'address', problem: 'empty' } }],
    [{ url: 'judge' }, { at: 'url', what: { kind: 'address', problem: 'notAnAddress' } }],
    [{ url: 'https://u:p@judge.test' }, { at: 'url', what: { kind: 'address', problem: 'userInformation' } }],
    [{ url: 'http://judge.test' }, { at: 'url', what: { kind: 'plainHttp' } }],
    [{ url: 5 }, { at: 'url', what: { kind: 'expected', expected: 'text' } }],
    [
      { authentication: { scheme: 'digest' } },
      { at: 'authentication.scheme', what: options('basic', 'bearer', 'header', 'none') },
    ],
    [
      { authentication: { scheme: 'header', headerName: 'Host' } },
      { at: 'authentication.headerName', what: { kind: 'headerName' } },
    ],
    [
      { authentication: { scheme: 'header', headerName: '' } },
      { at: 'authentication.headerName', what: { kind: 'headerName' } },
    ],
    [
      { statusCodes: { ['x'.repeat(65)]: { name: 'n', kind: 'accepted' } } },
      { at: `statusCodes.${'x'.repeat(65)}`, what: { kind: 'statusCode' } },
    ],
    [
      { statusCodes: { '12': { name: 'n', kind: 'good' } } },
      {
        at: 'statusCodes.12.kind',
        what: options('pending', 'accepted', 'partial', 'failed', 'error'),
      },
    ],
    [
      { statusCodes: { '12': { name: 'n' } } },
      {
        at: 'statusCodes.12.kind',
        what: options('pending', 'accepted', 'partial', 'failed', 'error'),
      },
    ],
    [
      { statusCodes: { '12': { kind: 'failed' } } },
      { at: 'statusCodes.12.name', what: { kind: 'expected', expected: 'text' } },
    ],
    [
      { statusCodes: { '12': { name: ' ', kind: 'failed' } } },
      { at: 'statusCodes.12.name', what: { kind: 'expected', expected: 'text' } },
    ],
    [{ statusCodes: { '12': 'Accepted' } }, { at: 'statusCodes.12', what: options(...verdictNames) }],
    [{ statusCodes: [] }, { at: 'statusCodes', what: { kind: 'expected', expected: 'an object' } }],
    [{ units: 'ms' }, { at: 'units', what: { kind: 'expected', expected: 'an object' } }],
    [{ units: { time: 1 } }, { at: 'units.time', what: { kind: 'expected', expected: 'text' } }],
    [
      { push: { webSocketUrl: 'https://push.test', authentication: 'header' } },
      { at: 'push.webSocketUrl', what: { kind: 'address', problem: 'webSocketScheme' } },
    ],
    [
      { push: { webSocketUrl: 'push', authentication: 'header' } },
      { at: 'push.webSocketUrl', what: { kind: 'address', problem: 'notAnAddress' } },
    ],
    [
      { push: { webSocketUrl: 'wss://u:p@push.test', authentication: 'header' } },
      { at: 'push.webSocketUrl', what: { kind: 'address', problem: 'userInformation' } },
    ],
    [
      { push: { webSocketUrl: 'ws://push.test', authentication: 'header' } },
      { at: 'push.webSocketUrl', what: { kind: 'plainHttp' } },
    ],
    [{ push: { framing: 'x' } }, { at: 'push.framing', what: options('plain', 'channel') }],
    [
      { push: { webSocketUrl: 'wss://push.test', authentication: 'query:' } },
      { at: 'push.authentication', what: { kind: 'pushAuthentication' } },
    ],
    [
      { push: { webSocketUrl: 'wss://push.test', authentication: 'cookie' } },
      { at: 'push.authentication', what: { kind: 'pushAuthentication' } },
    ],
  ] as const satisfies readonly (readonly [object, Omit<SettingProblem, 'setting'>])[]) {
    it(`is reported with its path and problem: ${JSON.stringify(change)}`, async () => {
      assert.deepEqual(await problemsOf({ ...described, ...change }), [
        { setting: 'services', at: `mine.${problem.at}`, what: problem.what },
      ]);
    });
  }

  it('does not hide other problems', async () => {
    const push = { webSocketUrl: 'wss://push.test', authentication: 'x' };
    const problems = await problemsOf({ ...described, url: '', push, units: 3 });
    assert.deepEqual(
      problems.map(({ at }) => at),
      ['mine.url', 'mine.units', 'mine.push.authentication'],
    );
  });

  it('is reported if it isn’t an object', async () => {
    for (const nothing of [null, 5, 'hydro', []]) {
      const what = { kind: 'expected', expected: 'an object' };
      assert.deepEqual(await problemsOf(nothing), [{ setting: 'services', at: 'mine', what }]);
    }
  });

  it('cannot modify a prototype', async () => {
    const statusCodes: unknown = JSON.parse('{"__proto__":{"name":"n","kind":"accepted"}}');
    judgeNamed('mine', { mine: { ...described, statusCodes } });
    judgeNamed('__proto__', JSON.parse('{"__proto__":{"type":"judge"}}') as Description);
    assert.equal('kind' in {}, false);
    assert.equal('type' in {}, false);
  });
});
