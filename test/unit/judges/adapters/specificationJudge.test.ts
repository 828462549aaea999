import assert from 'node:assert/strict';
import { judge } from '../../../../src/judges/adapters/specification';
import { submittableDocuments } from '../../../../src/judges/languageNames';
import { judgeNamed } from '../../../../src/judges';
import { specifiedJudge, luogu } from '../../../support/profiles';
import { meaningOf } from '../../../../src/results';
import { checkOf, failing, failureOf, firstRequestOf, on, resultAt, run } from '../../../support/operations';
import { answer, page } from './answers';

const url = 'https://judge.test';
const service = specifiedJudge({ url });

describe('A judge of type judge', () => {
  it('requests its settings in order, and has no verdict table of its type', () => {
    assert.deepEqual(
      judge.promptedFields.map(({ field, defaultValue }) => [field, defaultValue]),
      [
        ['url', null],
        ['authentication', null],
        ['statusCodes', ''],
      ],
    );
    assert.deepEqual([judge.followsSpecification, judge.rules, service.type], [true, null, 'judge']);
  });

  it('requires any kind of secret unless its scheme is “none”', () => {
    const signIn = (authentication: object) => specifiedJudge({ url, authentication }).signIn;
    assert.deepEqual(signIn({ scheme: 'none' }), { kind: 'none' });
    const secret = { kind: 'secret', secret: 'any', page: null, isOptional: false };
    assert.deepEqual(signIn({ scheme: 'bearer' }), secret);
    assert.deepEqual(signIn({ scheme: 'header', headerName: ' X-Key ' }), secret);
    const named = specifiedJudge({ url, authentication: { scheme: 'header', headerName: ' X-Key ' } });
    assert.deepEqual(named.authentication, { scheme: 'header', headerName: 'X-Key' });
  });

  it('accepts a scheme alone, except “header”, which requires a header name', () => {
    assert.deepEqual(specifiedJudge({ url, authentication: 'bearer' }).authentication, { scheme: 'bearer' });
    assert.deepEqual(specifiedJudge({ url, authentication: 'none' }).signIn, { kind: 'none' });
    const { signIn } = specifiedJudge({ url, authentication: 'basic' });
    assert.equal(signIn.kind === 'secret' && signIn.secret, 'userAndPassword');
    assert.throws(() => specifiedJudge({ url, authentication: 'header' }), /headerName/);
    assert.throws(() => specifiedJudge({ url, authentication: 'token' }), /oneOf/);
  });

  it('checks the signed-in user by requesting an unknown result', async () => {
    const check = checkOf(service);
    assert.deepEqual(await firstRequestOf(check), {
      method: 'GET',
      path: '/judge/result?id=judge-results-credential-check',
    });
    assert.deepEqual(await run(check, () => answer({ type: 'judge' })), { name: null });
    assert.deepEqual(await run(check, () => answer({ errorMessage: 'no' }, 404)), { name: null });
    assert.equal(await failing(check, () => page('<html>', 404)), '404');
    assert.equal(await failing(check, () => answer({ errorMessage: 'no' }, 401)), '401 no');
    const { path } = await firstRequestOf(resultAt(service, { requestId: 'a\ud800 b', hint: null }));
    assert.equal(path, '/judge/result?id=a%EF%BF%BD%20b');
  });

  it('uses the codes that the user defines, and reports that codes are defined', () => {
    const shared = specifiedJudge({ url, statusCodes: 'luogu' });
    assert.deepEqual([service.definesCodes, shared.definesCodes], [true, false]);
    assert.deepEqual(
      [service.rules.compileFailureIsFinal, shared.rules.compileFailureIsFinal],
      [false, true],
    );
  });

  it('treats the highest of several pending codes as running', () => {
    const running = (...codes: readonly (readonly [string, string])[]) => {
      const statusCodes = Object.fromEntries(codes.map(([code, kind]) => [code, { name: 'n', kind }]));
      const { statuses } = specifiedJudge({ url, statusCodes }).rules;
      return Object.values(statuses).flatMap(({ code, running: is }) => (is ? [code] : []));
    };
    assert.deepEqual(
      running(['1', 'pending'], ['10', 'pending'], ['9', 'pending'], ['20', 'accepted']),
      [10],
    );
    assert.deepEqual(running(['1', 'pending'], ['20', 'accepted']), []);
    assert.deepEqual(running(['20', 'accepted'], ['21', 'failed']), []);
  });

  it('derives the style from a complete short code only', () => {
    const look = (short: string) => {
      const statusCodes = { 5: { name: 'n', kind: 'failed', short } };
      return specifiedJudge({ url, statusCodes }).rules.statuses['5']?.style;
    };
    for (const short of ['PRE', 'REX', 'RTEX', 'XTLE', 'TLEX', '1LE', 'xCE'])
      assert.equal(look(short), 'wrongAnswer', short);
    for (const short of ['re', 'Rte']) assert.equal(look(short), 'runtimeError', short);
    assert.equal(look('mle'), 'limitExceeded');
  });

  it('recognizes IDs on the clipboard with at least 16 characters and a digit', () => {
    assert.ok(service.looksLikeRequestId(`${'a'.repeat(15)}1`));
    assert.ok(!service.looksLikeRequestId(`${'a'.repeat(14)}1`));
  });

  it('submits in configured languages, with configured field names', async () => {
    const fields = { problemId: 'p', language: 'l', code: 'c', optimise: 'o', trackId: 't' };
    const offer = (submission: object) => specifiedJudge({ url, submission }).submission ?? assert.fail();
    const whole = offer({ path: '/hand/in/', fields, languages: { cpp: 'C++' } });
    const extensions = ['.cpp', '.cc', '.cxx', '.c++', '.cp'];
    assert.deepEqual(whole.languages, [{ id: 'cpp', name: 'C++', editorLanguages: ['cpp'], extensions }]);
    assert.deepEqual(submittableDocuments(whole), { editorLanguages: ['cpp'], extensions: [] });
    assert.deepEqual(
      [whole.hasOptimisation, whole.selfTest, whole.trackIdLimit],
      [true, undefined, undefined],
    );
    const program = {
      problemId: '1',
      place: null,
      language: 'cpp',
      code: 'x',
      inputs: null,
      trackId: 'mine',
      optimise: true,
    };
    const question = on(service, (http) => whole.submit(http, program));
    const body = { p: '1', l: 'cpp', c: 'x', o: true, t: 'mine' };
    assert.deepEqual(await firstRequestOf(question), { method: 'POST', path: '/hand/in/', body });
    const accepted = { kind: 'accepted', requestId: 'new-1', hint: null };
    assert.deepEqual(await run(question, () => answer({ requestId: 'new-1' })), accepted);
    assert.equal(await failing(question, () => answer({ requestId: 'x' }, 429)), '429');
    const least = offer({ path: 'in', fields: { ...fields, optimise: '', trackId: null } });
    assert.deepEqual(least.languages, []);
    assert.deepEqual(await firstRequestOf(on(service, (http) => least.submit(http, program))), {
      method: 'POST',
      path: '/in',
      body: { p: '1', l: 'cpp', c: 'x' },
    });
  });

  it('accepts VS Code’s names of languages, usual names, and other names, which match any document', () => {
    const fields = { problemId: 'p', language: 'l', code: 'c' };
    const languages = { gpp: 'cpp', py3: 'Python', x: 'Befunge 98' };
    const offer = specifiedJudge({ url, submission: { path: '/in', fields, languages } }).submission;
    assert.deepEqual(
      offer?.languages?.map(({ name, editorLanguages, extensions }) => [
        name,
        editorLanguages,
        extensions[0],
      ]),
      [
        ['gpp', ['cpp'], '.cpp'],
        ['Python', ['python'], '.py'],
        ['Befunge 98', [], undefined],
      ],
    );
    assert.ok(offer && submittableDocuments(offer).editorLanguages.includes('rust'));
  });

  it('submits a form or a file, and reads the new ID from another path, if configured', async () => {
    const fields = { problemId: 'p', language: 'l', code: 'c' };
    const program = {
      problemId: '1',
      place: null,
      language: 'gpp',
      code: 'x',
      inputs: null,
      trackId: 't',
      optimise: false,
    };
    const judgeWith = (body: string) =>
      specifiedJudge({
        url,
        submission: { path: 'in', body, id: 'data.run', fields, languages: { gpp: 'cpp' } },
      });
    const offer = (body: string) =>
      on(judgeWith(body), (http) => judgeWith(body).submission!.submit(http, program));
    assert.deepEqual(await firstRequestOf(offer('form')), {
      method: 'POST',
      path: '/in',
      form: { p: '1', l: 'gpp', c: 'x' },
    });
    assert.deepEqual((await firstRequestOf(offer('multipart'))).form, {
      p: '1',
      l: 'gpp',
      c: { fileName: 'main.cpp', text: 'x' },
    });
    const accepted = { kind: 'accepted', requestId: '12', hint: null };
    assert.deepEqual(await run(offer('json'), () => answer({ data: { run: 12 } }, 201)), accepted);
    assert.equal(await failing(offer('json'), () => answer({ run: 12 })), 'place');
  });

  it('accepts texts as codes, and usual short names as their meanings', async () => {
    const service = specifiedJudge({
      url,
      statusCodes: {
        OK: 'AC',
        'Wrong Answer': { name: 'Wrong', kind: 'failed', short: 'WA' },
        '0': 'QUEUED',
      },
    });
    const read = async (status: unknown) => {
      const data = { compile: null, judge: { status } };
      const question = resultAt(service, { requestId: 'a', hint: null });
      const said = await run(question, () => answer({ type: 'judge', data }));
      assert.ok(said.kind === 'result');
      return meaningOf(service.rules.statuses, said.envelope.data?.judge?.status ?? null)?.short;
    };
    const meanings = await Promise.all(['OK', 'Wrong Answer', '0', 0, 'AC'].map(read));
    assert.deepEqual(meanings, ['AC', 'WA', '…', '…', undefined]);
  });
});

describe('Push for a judge of type judge', () => {
  const push = (description: object) => specifiedJudge({ url, push: description }).push;
  const webSocketUrl = 'wss://push.test/all';
  const envelope = { type: 'judge', data: null, requestId: 'one' };
  const text = JSON.stringify(envelope);

  it('is disabled without an address', () => {
    for (const none of [{}, { webSocketUrl: '' }, { webSocketUrl: ' ', authentication: 'cookie' }])
      assert.equal(push(none), undefined);
    assert.equal(push({ webSocketUrl: ` ${webSocketUrl} ` })?.url(null), webSocketUrl);
  });

  it('sends its credential as configured, and by default no credential', () => {
    const way = (authentication?: string) => push({ webSocketUrl, authentication })?.authentication;
    for (const none of [undefined, '', 'none', ' none ']) assert.deepEqual(way(none), { kind: 'none' });
    assert.deepEqual(way(' header '), { kind: 'header' });
    assert.deepEqual(way('query:a.b~c-_1'), { kind: 'query', parameter: 'a.b~c-_1' });
    for (const wrong of ['xquery:a', 'query:a b', 'query:a&b'])
      assert.throws(() => way(wrong), /pushAuthentication/, wrong);
    // No secret is sent there.
    assert.equal(push({ webSocketUrl: 'ws://push.test/' })?.origin, 'ws://push.test');
  });

  it('expects an envelope in each frame', () => {
    const read = push({ webSocketUrl })?.read ?? assert.fail();
    const { requestId } = envelope;
    const result = { kind: 'result', envelope: { ...envelope, trackId: null }, raw: text, notices: [] };
    assert.deepEqual(read(text), { kind: 'result', requestId, answer: result });
    assert.deepEqual(read('{"type":"judge"}'), { kind: 'other' });
    for (const other of ['x', '{}', 'null']) assert.deepEqual(read(other), { kind: 'unreadable' }, other);
  });

  it('expects the name of a configured channel before the envelope, or the name of any channel except the greeting’s', () => {
    for (const channel of ['', '?channel=', '?channel=a,b']) {
      const { read } = push({ webSocketUrl: webSocketUrl + channel, framing: 'channel' }) ?? assert.fail();
      assert.equal(read(`any\0${text}`).kind, 'result', channel);
      assert.equal(read(`\0${text}`).kind, 'result', channel);
      assert.deepEqual(read(`AUTH_WELCOME\0${text}`), { kind: 'other' }, channel);
      assert.deepEqual(read(text), { kind: 'unreadable' }, channel);
    }
    const { read } = push({ webSocketUrl: `${webSocketUrl}?channel=a`, framing: 'channel' }) ?? assert.fail();
    assert.deepEqual([read(`a\0${text}`).kind, read(`b\0${text}`).kind], ['result', 'other']);
  });
});

describe('The Luogu Open Platform', () => {
  it('checks the signed-in user by the remaining points, which contain no name', async () => {
    const check = checkOf(luogu);
    assert.deepEqual(await firstRequestOf(check), { method: 'GET', path: '/judge/quotaAvailable' });
    assert.deepEqual(await run(check, () => answer({ quotas: [] })), { name: null });
    assert.equal(await failing(check, () => answer({}, 401)), '401');
    assert.deepEqual(
      [luogu.quota?.price, luogu.push?.limits],
      [
        { least: 1, most: 10 },
        { connections: 3, pingInterval: 30_000 },
      ],
    );
  });

  it('recognizes its own problems, and mirrored problems, in file names', () => {
    for (const [file, problem] of [
      ['P1001', 'P1001'],
      ['my-b2001.old', 'B2001'],
      ['T1234567', 'T1234567'],
      ['u123', 'U123'],
      ['CF1A', 'CF1A'],
      ['cf12345f2_x', 'CF12345F2'],
      ['SP1', 'SP1'],
      ['sp12345', 'SP12345'],
      ['UVA100', 'UVA100'],
      ['at_ABC001_a', 'AT_abc001_a'],
      ['AT_arc1_B2', 'AT_arc1_b2'],
      ['P12', null],
      ['P12345678', null],
      ['xP1001', null],
      ['P1001x', null],
      ['1P1001', null],
      ['CF123456A', null],
      ['CF1AB', null],
      ['SP123456', null],
      ['UVA1', null],
      ['UVA123456', null],
      ['AT_abc', null],
      ['X1001', null],
      ['sum', null],
    ] as const) {
      assert.equal(luogu.problemIdIn?.(file), problem, file);
    }
  });

  it('recognizes a record of the website only as a whole text', () => {
    assert.equal(luogu.pages?.readAddress?.('xR123'), null);
    assert.deepEqual(luogu.pages?.readAddress?.('R123456789012345'), {
      kind: 'websiteRecord',
      text: 'R123456789012345',
    });
    assert.equal(luogu.pages?.readAddress?.('R1234567890123456'), null);
  });
});

describe('A response in the specified format', () => {
  type Given = Partial<ReturnType<typeof answer>> & { readonly retryAfter?: string; readonly date?: string };
  const question = resultAt(service, { requestId: 'x', hint: null });
  const replyWith = (given: Given) => () => ({ ...answer({ type: 'judge' }), ...given });

  it('is a result with 200, not ready with 204, and a failure with other statuses', async () => {
    const result = await run(question, replyWith({}));
    assert.ok(result.kind === 'result');
    assert.deepEqual([result.raw, result.notices, result.envelope.data], ['{"type":"judge"}', [], null]);
    assert.deepEqual(await run(question, replyWith({ status: 204, text: '' })), { kind: 'notReady' });
    assert.equal((await run(question, replyWith({ status: 299 }))).kind, 'result');
    for (const status of [199, 300, 500])
      assert.equal(await failing(question, replyWith({ status })), String(status));
    assert.equal(await failing(question, replyWith({ text: '{"type":"x"}' })), 'type: "judge", not "x"');
  });

  it('may contain the time of the next poll, by the judge’s clock', async () => {
    const wait = async (retryAfter: string, date?: string) => {
      const refused = { status: 429, retryAfter, ...(date === undefined ? {} : { date }) };
      const { failure } = await failureOf(question, replyWith(refused));
      return failure.kind === 'status' ? failure.retryAfter : assert.fail();
    };
    assert.equal(await wait('7'), 7000);
    assert.equal(await wait('Sun, 22 Nov 2026 06:13:56 GMT'), 3000);
    assert.equal(await wait('Sun, 22 Nov 2026 06:13:56 GMT', 'Sun, 22 Nov 2026 06:13:55 GMT'), 1000);
  });

  it('may contain points with all their details, until the last date that JavaScript supports', async () => {
    const { quota: support } = luogu;
    assert.ok(support);
    const quota = on(luogu, support.fetchQuotas);
    const quotas = (...list: object[]) => run(quota, () => answer({ quotas: list }));
    const last = 8.64e12;
    const told = { availablePoints: 5, points: { max: 10, used: 5 }, validAfter: 1, expireTime: last };
    const untold = { most: null, used: null, validAfter: null, expiresAt: null };
    assert.deepEqual(await quotas(told, { availablePoints: 1, points: null }), [
      { available: 5, most: 10, used: 5, validAfter: 1000, expiresAt: last * 1000 },
      { available: 1, ...untold },
    ]);
    assert.deepEqual(await quotas({ availablePoints: 1, validAfter: null, expireTime: null }), [
      { available: 1, ...untold },
    ]);
    const wrong = (body: unknown) => failing(quota, () => answer(body));
    assert.equal(await wrong({ quotas: null }), 'quotas: a list, not null');
    assert.equal(await wrong([]), ': an object, not a list');
    const inOne = async (more: object) =>
      (await wrong({ quotas: [{ availablePoints: 1, ...more }] })).replace('quotas[0].', '');
    assert.equal(await inOne({ points: 3 }), 'points: an object, not 3');
    assert.equal(await inOne({ points: { used: [] } }), 'points.used: a number, not a list');
    assert.equal(await inOne({ validAfter: [] }), 'validAfter: a number, not a list');
  });
});

describe('A judge name', () => {
  it('can be any visible text of up to 64 characters', () => {
    const taken = (name: string) => judgeNamed(name, { [name]: { type: 'judge', url } }).ok;
    for (const name of ['x', 'ab', 'x'.repeat(64)]) assert.ok(taken(name), name);
    for (const name of ['x ', 'a\u2028b', '\u200bx', 'x\u200b'])
      assert.ok(!taken(name), JSON.stringify(name));
    const read = judgeNamed('x', { x: { type: ['judge'], url } });
    assert.ok(!read.ok);
    assert.equal(read.problems[0]?.at, 'x.type');
  });
});
