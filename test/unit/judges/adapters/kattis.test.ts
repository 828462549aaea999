import assert from 'node:assert/strict';
import { FieldReader } from '../../../../src/judges/settingFields';
import { kattis } from '../../../../src/judges/adapters/kattis';
import { secretIn, siteIn } from '../../../../src/judges/adapters/kattis/kattisrc';
import { MAX_KATTISRC } from '../../../../src/judges/adapters/limits';
import { caseProgress } from '../../../../src/results/summary';
import { described } from '../../../support/profiles';
import type { JudgeClient } from '../../../../src/judges/client';
import { startLocalJudge, type LocalJudge } from '../../../support/judges';
import { clientAt, credentialFor, failureOf, request } from '../clients';
import {
  checkOf,
  failing,
  failureOf as failureIn,
  firstRequestOf,
  on,
  resultAt,
  run,
} from '../../../support/operations';
import { answer, page } from './answers';

const site = described(kattis, 'open', { url: 'https://open.kattis.com/' });
const { session } = site;
assert.ok(session);
const opening = (secret: string) => on(site, (http) => session.open(http, secret));

const cloudflare = { 'Content-Type': 'text/html; charset=UTF-8', 'cf-mitigated': 'challenge' };
const challenge = { ...page('<!DOCTYPE html><title>Just a moment...</title>', 403), mitigated: 'challenge' };

const kattisrc = `# Kattis CLI
[user]
username: alice-b
token: 0123abcd:xyz

[kattis]
hostname: open.kattis.com
loginurl: https://open.kattis.com/login
submissionurl: https://open.kattis.com/submit
`;

/** The two rows on the page: the submission with its cells, and its checks. */
const row = (status: string, checks: string, cpu = '0.05&nbsp;s') => `
<tr data-submission-id="5030066"><td data-type="plagiarism"></td><td data-type="time">2022-09-28 23:10:01</td>
<td data-type="problem"><a href="/problems/hello">Hello World!</a></td>
<td data-type="status"><div class="status is-status-x"><i class="fas"></i>${status}</div></td>
<td data-type="cpu" style="min-width:80px">${cpu}</td><td data-type="lang">C++</td>
<td data-type="testcases">52/52</td></tr>
<tr class="testcases-row"><td></td><td colspan="5"><div class="status testcase testcase-row">${checks}</div></td></tr>`;
const check = (at: number, total: number, said: string) =>
  `<i class="fas status-icon" title="Test case ${at}/${total}: ${said}"></i>`;
const submission = (status_id: number, row_html: string, more: object = {}) =>
  answer({ status_id, testcase_index: 2, row_html, feedback_html: ' ', judge_feedback_html: '', ...more });
const read = async (of: ReturnType<typeof answer>) => {
  const result = await run(resultAt(site, { requestId: '5030066', hint: null }), () => of);
  assert.ok(result.kind === 'result');
  const { compile, judge } = result.envelope.data!;
  return { compile, judge: judge!, cases: judge!.subtasks[0]?.cases ?? [], about: result.about };
};

describe('A user’s .kattisrc', () => {
  it('contains the site and the user, with or without line breaks', () => {
    for (const text of [kattisrc, kattisrc.replace(/\n/g, ' '), kattisrc.replace(/: /g, ' = ')]) {
      assert.equal(secretIn(text), 'alice-b:0123abcd:xyz');
      assert.deepEqual(siteIn(text), { url: 'https://open.kattis.com' });
    }
    assert.deepEqual(siteIn('[kattis]\nhostname: school.kattis.com'), { url: 'https://school.kattis.com' });
    assert.equal(secretIn('[user]\nusername: bob\npassword: s3cret!'), 'bob:password:s3cret!');
    assert.deepEqual([secretIn('[user]\nusername: bob'), secretIn('hello'), siteIn('hello')], ['', '', null]);
  });

  const secrets: readonly (readonly [title: string, entries: string, secret: string])[] = [
    ['keys in capitals', 'UserName: ada\nTOKEN: 0123', 'ada:0123'],
    ['a commented token', 'username: ada\n#token: old\n; token: older\ntoken: 0123', 'ada:0123'],
    ['an empty token', 'username: ada\ntoken:\npassword: s3cret', 'ada:password:s3cret'],
    ['a password with spaces', 'username: ada\npassword: my secret word', 'ada:password:my secret word'],
    ['a password with delimiters', 'username: ada\npassword: =a:b#c', 'ada:password:=a:b#c'],
    ['a password with a percent sign', 'username: ada\npassword: a%%b', 'ada:password:a%b'],
    ['a user name with a space', 'username = ada lovelace\ntoken = 0123', 'ada lovelace:0123'],
    ['a byte order mark', '\uFEFFusername: ada\ntoken: 0123', 'ada:0123'],
  ];
  for (const [title, entries, secret] of secrets) {
    it(`may contain ${title}`, () => {
      assert.equal(secretIn(`[user]\n${entries}\n\n[kattis]\nhostname: open.kattis.com`), secret);
      assert.equal(
        secretIn(`[user] ${entries.replaceAll('\n', ' ')} [kattis] hostname: open.kattis.com`),
        secret,
      );
    });
  }

  it('is read up to a limit', () => {
    const user = '[user]\nusername: ada\ntoken: 0123\n';
    const space = '\n'.repeat(MAX_KATTISRC - user.length - 20);
    assert.equal(secretIn(`#${space}${user}`), 'ada:0123');
    assert.equal(secretIn(`#${space.repeat(2)}${user}`), '');
  });

  it('keeps the path for submitting if only the sign-in page has another one', () => {
    const text =
      'loginurl: https://open.kattis.com/users/login\nsubmissionurl: https://open.kattis.com/submit';
    assert.deepEqual(siteIn(text), { url: 'https://open.kattis.com', loginPath: '/users/login' });
    const below = 'loginurl: https://oj.edu/kattis/login\nsubmissionurl: https://oj.edu/kattis/submit';
    assert.deepEqual(siteIn(below), { url: 'https://oj.edu/kattis' });
  });

  it('contains the site’s URLs for sign-in, submitting, and submissions, if they differ', async () => {
    const at = (entries: string) => siteIn(`[user]\nusername: a\ntoken: b\n[kattis]\n${entries}`);
    const elsewhere = at(
      'hostname: oj.school.edu\nloginurl: https://oj.school.edu/auth/enter\n' +
        'submissionurl: https://oj.school.edu/judge/submit\nsubmissionsurl = https://oj.school.edu/judge/runs/',
    );
    assert.deepEqual(elsewhere, {
      url: 'https://oj.school.edu',
      loginPath: '/auth/enter',
      submitPath: '/judge/submit',
      submissionsPath: '/judge/runs',
    });
    const there = described(kattis, 'school', { ...elsewhere });
    const { session: thereSession } = there;
    assert.ok(thereSession);
    assert.equal(
      (await firstRequestOf(on(there, (http) => thereSession.open(http, 'a:b')))).path,
      '/auth/enter',
    );
    const question = resultAt(there, { requestId: '7', hint: null });
    assert.equal((await firstRequestOf(question)).path, '/judge/runs/7?json');
    assert.equal(await failing(question, () => page('<a href="/auth/enter">Log in</a>')), '401');
    const program = { problemId: 'hello', place: null, optimise: false, trackId: 't', inputs: null };
    const sent = on(there, (http) =>
      there.submission!.submit(http, { ...program, language: 'C++', code: '' }),
    );
    assert.equal((await firstRequestOf(sent)).path, '/judge/submit');
    const address = there.pages?.record?.({ requestId: '7', hint: null }) ?? '';
    assert.equal(address, 'https://oj.school.edu/judge/runs/7');
    assert.deepEqual(there.pages!.readAddress!(address), { kind: 'requestId', id: '7' });
    assert.deepEqual(there.pages!.readAddress!('https://oj.school.edu/contests/c/submissions/8'), {
      kind: 'requestId',
      id: '8',
    });
  });

  it('never leads to another host, or out of the site', () => {
    for (const elsewhere of [
      'https://evil.test/submit',
      'https://oj.school.edu/submit?to=x',
      'nothing',
      '//',
    ]) {
      const text = `[kattis] hostname: oj.school.edu submissionurl: ${elsewhere} submissionsurl: ${elsewhere}`;
      assert.deepEqual(siteIn(text), { url: 'https://oj.school.edu' });
    }
    for (const wrong of ['submit', '//evil.test/submit', '/../x', '/a?b', 7]) {
      const fields = new FieldReader('school', { url: 'https://oj.school.edu', submitPath: wrong });
      assert.equal(kattis.describe('school', fields), null);
      assert.deepEqual(
        fields.problems.map(({ at }) => at),
        ['school.submitPath'],
      );
    }
  });

  it('opens a session with the token or the password', async () => {
    const request = await firstRequestOf(opening('alice:to:ken'));
    assert.deepEqual([request.method, request.path], ['POST', '/login']);
    assert.deepEqual(request.form, { user: 'alice', token: 'to:ken', script: 'true' });
    assert.deepEqual((await firstRequestOf(opening('bob:password:x'))).form, {
      user: 'bob',
      password: 'x',
      script: 'true',
    });
    const opened = opening('alice:token');
    const cookies = '__cfduid=1; path=/, EduSiteCookie=aaaa-bbbb; Path=/; HttpOnly';
    assert.equal(await run(opened, () => ({ ...page('Login successful'), cookies })), 'aaaa-bbbb');
    assert.deepEqual(session.headers('aaaa-bbbb', { method: 'GET', path: '/' }), {
      'User-Agent': 'kattis-cli-submit',
      Cookie: 'EduSiteCookie=aaaa-bbbb',
    });
    assert.equal(await failing(opened, () => page('Incorrect', 403)), '401');
    assert.equal(await failing(opened, () => page('', 404)), '404');
    assert.equal(await failing(opened, () => page('Login successful')), '401');
  });

  it('opens another session if a response is a page, and possibly if the response is a rejection', () => {
    assert.deepEqual(
      [page('<html>'), page('', 401), page('', 403), challenge, page('', 500), answer({})].map(
        session.stateAfter,
      ),
      ['over', 'over', 'unclear', 'valid', 'valid', 'valid'],
    );
  });

  it('isn’t considered wrong because of a bot check', async () => {
    const challenged = '<html><script>window._cf_chl_opt={}</script>';
    const opened = opening('alice:token');
    const failures = [
      await failureIn(opened, () => challenge),
      await failureIn(opened, () => page(challenged, 403)),
      await failureIn(checkOf(site), () => challenge),
      await failureIn(resultAt(site, { requestId: '7', hint: null }), () => challenge),
    ];
    for (const { failure } of failures) {
      assert.ok(failure.kind === 'status');
      assert.deepEqual([failure.status, failure.refusesAnybody, failure.error], [403, true, null]);
    }
  });
});

describe('A Kattis site', () => {
  let local: LocalJudge;
  let client: JudgeClient;
  before(async () => {
    local = await startLocalJudge('kattis');
    const judge = described(kattis, 'local', local.description);
    const credential = credentialFor(judge, local.secret);
    client = clientAt(judge, { credential: () => Promise.resolve(credential) });
  });
  after(() => local.stop());
  // The log contains only requests that were accepted.
  const signIns = () => local.received - local.requests.length;

  it('rejects another user’s submission, without a new sign-in', async () => {
    const own = local.submit({ end: 'accepted' });
    own.done = 3;
    assert.equal((await client.result(request(own.id))).kind, 'result');
    const other = local.submit({ team: 'bob' });
    for (let times = 0; times < 3; times += 1) {
      const { failure } = await failureOf(client.result(request(other.id)));
      assert.ok(failure.kind === 'status');
      assert.deepEqual(
        [failure.status, failure.cause, failure.refusesAnybody],
        [403, { kind: 'notOwn', whose: 'unclear' }, undefined],
      );
    }
    assert.equal(signIns(), 1);
  });

  it('returns a bot check as an error, without a new sign-in', async () => {
    const own = local.submit({ end: 'accepted' });
    own.done = 3;
    const before = signIns();
    local.misbehave({ times: 1, what: { kind: 'status', status: 403, headers: cloudflare, body: 'x' } });
    const { failure } = await failureOf(client.result(request(own.id)));
    assert.ok(failure.kind === 'status');
    assert.deepEqual([failure.status, failure.refusesAnybody], [403, true]);
    assert.equal((await client.result(request(own.id))).kind, 'result');
    assert.equal(signIns(), before);
  });
});

describe('A Kattis submission', () => {
  it('lists its checks by the titles of their icons', async () => {
    const checks = check(1, 4, 'Accepted') + check(2, 4, 'Wrong Answer') + check(3, 4, 'not checked');
    const { judge, cases, about } = await read(submission(14, row('Wrong Answer', checks)));
    assert.deepEqual([judge.status, judge.time, judge.score], [14, 50, null]);
    assert.deepEqual(
      cases.map(({ id, status }) => [id, status]),
      [
        [1, 16],
        [2, 14],
        [3, 'SKIP'],
      ],
    );
    assert.deepEqual([about?.problem?.id, about?.language], ['hello', 'C++']);
  });

  it('is also read from the HTML of versions before 2022', async () => {
    const old = '<span class="rejected" title="Test case 3/22: Wrong Answer"></span>';
    assert.deepEqual(
      (await read(submission(14, row('Wrong Answer', old)))).cases.map(({ id }) => id),
      [3],
    );
  });

  it('has a score and no time if the problem awards points', async () => {
    const { judge } = await read(submission(16, row('Accepted (67.5)', check(1, 1, 'Accepted'), '')));
    assert.deepEqual([judge.score, judge.time], [67.5, null]);
    assert.equal((await read(submission(12, row('Time Limit', '', '&gt; 1.00&nbsp;s')))).judge.time, 1000);
  });

  it('counts its passed checks if the row doesn’t list them', async () => {
    assert.equal((await read(submission(5, '', { testcase_index: 7 }))).judge.passed, 7);
    assert.equal((await read(submission(14, '', { testcase_index: 7 }))).judge.passed, undefined);
  });

  it('has the failed check if its row only counts checks', async () => {
    const counted = row('Wrong Answer', '').replace('52/52', '3/52');
    const failed = async (status: number, testcase_index: number) => {
      const { cases } = await read(submission(status, counted, { testcase_index }));
      return cases.map(({ id, status: own }) => [id, own]);
    };
    assert.deepEqual(await failed(14, 3), [[3, 14]]);
    assert.deepEqual(await failed(12, 52), [[52, 12]]);
    // Nothing ran, it failed to compile, the judge failed, or it was accepted.
    for (const [status, index] of [
      [14, 0],
      [8, 3],
      [6, 3],
      [16, 52],
    ] as const) {
      assert.deepEqual(await failed(status, index), [], String(status));
    }
  });

  it('has the number of all checks while it is running, listed or not', async () => {
    const progress = async (row_html: string, testcase_index: number, status = 5) => {
      const result = await run(resultAt(site, { requestId: '5030066', hint: null }), () =>
        submission(status, row_html, { testcase_index }),
      );
      assert.ok(result.kind === 'result');
      return caseProgress(result.envelope, site.rules);
    };
    const listed = [1, 2, 3, 4].map((at) => check(at, 213, 'Accepted')).join('');
    assert.deepEqual(await progress(row('Running', listed), 4), { done: 4, total: 213 });
    const counted = row('Running', '').replace('52/52', '4/213');
    assert.deepEqual(await progress(counted, 4), { done: 4, total: 213 });
    assert.deepEqual(await progress('', 4), { done: 4, total: null });
    assert.deepEqual(
      await progress(row('Wrong Answer', check(1, 9, 'Accepted') + check(2, 9, 'Wrong Answer')), 2, 14),
      {
        done: 2,
        total: null,
      },
    );
  });

  it('lists only the finished checks while it is running', async () => {
    const checks = check(1, 3, 'Accepted') + check(2, 3, 'not checked');
    assert.deepEqual(
      (await read(submission(5, row('Running', checks)))).cases.map(({ id }) => id),
      [1],
    );
  });

  it('has the compiler output if it could not be compiled', async () => {
    const feedback_html =
      '<p>x</p><pre class="a">main.cpp:1: error: expected &#39;;&#39; &lt;&amp;&gt;</pre><pre>2</pre>';
    const { compile } = await read(submission(8, '', { feedback_html }));
    assert.deepEqual([compile?.success, compile?.message], [false, "main.cpp:1: error: expected ';' <&>"]);
  });

  it('is rejected with the site’s message', async () => {
    const refusal = (of: ReturnType<typeof answer>) =>
      failing(resultAt(site, { requestId: '5030066', hint: null }), () => of);
    assert.equal(await refusal(page('<html><a href="/login">Log in</a>')), '401');
    assert.equal(await refusal(page('', 403)), '403');
    assert.equal(await refusal(page('<html>')), 'notJson');
    assert.equal(await refusal(answer({})), 'status_id: a whole number, not nothing');
  });

  it('is parsed in linear time, whatever its HTML contains', async () => {
    const hostile = [
      'title="Test case 1/1: ',
      'data-type="cpu"',
      'data-type="testcases">1/',
      '<pre',
      '&#39',
      'Accepted (1',
      '/problems/a',
    ];
    for (const part of hostile) {
      const html = part.repeat(300_000 / part.length);
      const took = process.cpuUsage();
      await read(submission(8, html, { feedback_html: html }));
      await read(submission(5, html));
      assert.ok(process.cpuUsage(took).user < 2_000_000, part);
    }
  });
});

describe('A program for Kattis', () => {
  const program = { problemId: 'Hello', place: null, optimise: false, trackId: 't', inputs: null };
  const offer = site.submission!;

  it('is submitted as a file, with its main class', async () => {
    const code = 'import x;\npublic final class Foo { }';
    const request = await firstRequestOf(
      on(site, (http) => offer.submit(http, { ...program, language: 'Java', code })),
    );
    assert.equal(request.path, '/submit');
    assert.deepEqual(request.form, {
      submit: 'true',
      submit_ctr: '2',
      language: 'Java',
      mainclass: 'Foo',
      problem: 'hello',
      tag: '',
      script: 'true',
      'sub_file[]': [{ fileName: 'Foo.java', text: code }],
    });
    const formOf = async (place: string | null, language: string) =>
      (
        await firstRequestOf(
          on(site, (http) => offer.submit(http, { ...program, place, language, code: '' })),
        )
      ).form;
    const kotlin = await formOf('c1', 'Kotlin');
    assert.deepEqual([kotlin?.mainclass, kotlin?.contest], ['MainKt', 'c1']);
    const python = await formOf(null, 'Python 3');
    assert.deepEqual([python?.mainclass, python?.['sub_file[]']], ['', [{ fileName: 'main.py', text: '' }]]);
  });

  it('names the class with its package, and keeps the name of a file in a typed language', async () => {
    const formOf = async (language: string, code: string, fileName: string) =>
      (await firstRequestOf(on(site, (http) => offer.submit(http, { ...program, language, code, fileName }))))
        .form;
    const java = 'package a.b; public class Foo { public static void main(String[] x) { } }';
    assert.equal((await formOf('Java', java, 'x.java'))?.mainclass, 'a.b.Foo');
    assert.equal((await formOf('Kotlin', 'package a\nfun main() {}', 'sum.kt'))?.mainclass, 'a.SumKt');
    const typed = await formOf('Simula 67', 'begin end', 'sum.sim');
    assert.deepEqual(typed?.['sub_file[]'], [{ fileName: 'sum.sim', text: 'begin end' }]);
    const modules = await formOf('JavaScript (Node.js)', 'import "fs";', 'sum.mjs');
    assert.deepEqual(modules?.['sub_file[]'], [{ fileName: 'sum.mjs', text: 'import "fs";' }]);
  });

  it('gets its ID from the sentence in the response, and fails on any other sentence', async () => {
    const submission = on(site, (http) => offer.submit(http, { ...program, language: 'C++', code: '' }));
    const refusal = (text: string, status = 200) => failing(submission, () => page(text, status));
    for (const end of ['.', '', '.<br />'])
      assert.deepEqual(
        await run(submission, () => page(`Submission received. Submission ID: 5030066${end}`)),
        {
          kind: 'accepted',
          requestId: '5030066',
          hint: null,
        },
      );
    assert.equal(await refusal('Problem not found.'), '400 Problem not found.');
    const wait = 'You are out of submission tokens. Your next token will regenerate in 35 seconds.';
    assert.equal(await refusal(wait), `429 ${wait}`);
    assert.equal(await refusal('', 403), '403');
  });

  it('belongs to the problem whose URL is pasted', () => {
    assert.deepEqual(offer.problemAt?.('https://open.kattis.com/problems/hello'), {
      problemId: 'hello',
      place: null,
    });
    assert.deepEqual(offer.problemAt?.('https://open.kattis.com/contests/abc/problems/hello/'), {
      problemId: 'hello',
      place: 'abc',
    });
    assert.equal(offer.problemAt?.('https://other.test/problems/hello'), null);
  });

  it('is guessed from a program’s name if that contains a single possible ID', () => {
    for (const [file, problem] of [
      ['hello', 'hello'],
      ['Hello', 'hello'],
      ['hello-second-try', 'hello'],
      ['hello_v2', 'hello'],
      ['hello (1)', 'hello'],
      ['kattis_hello', 'hello'],
      ['10kindsofpeople', '10kindsofpeople'],
      ['carnival.general', 'carnival.general'],
      ['graph-theory', null],
      ['main', null],
      ['Solution2', null],
      ['kattis', null],
      ['abc', null],
      ['2048', null],
    ] as const) {
      assert.equal(site.problemIdIn?.(file) ?? null, problem, file);
    }
  });
});
