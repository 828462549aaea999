import assert from 'node:assert/strict';
import { zipOf } from '../../src/judges/adapters/shared/zip';
import { filesIn } from '../../tools/judge0/archive';
import { startLocalDomjudge, type LocalDomjudge } from '../../tools/domjudge/domjudge';
import type { DomjudgeUser, DomjudgeVersion } from '../../tools/domjudge/site';
import { ask, bodyOf, itAnswersNoWebPage, right } from './standIns';

type Raw = Record<string, unknown>;

const versions: readonly DomjudgeVersion[] = ['8.3', '9.0', '10'];
const java = (name: string) => `import java.util.*;
public class ${name} {
  public static void main(String[] a) {
    Scanner in = new Scanner(System.in);
    System.out.println(in.nextLong() + in.nextLong());
  }
}
`;

describe('The DOMjudge mock', function () {
  this.timeout(180_000);
  const sites: LocalDomjudge[] = [];
  afterEach(() => Promise.all(sites.splice(0).map((site) => site.stop())));

  const start = async (
    version: DomjudgeVersion = '8.3',
    { compilers = false } = {},
  ): Promise<LocalDomjudge> => {
    const site = await startLocalDomjudge({ version, compilers });
    sites.push(site);
    return site;
  };
  const basic = ({ username, password }: DomjudgeUser) => ({
    Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
  });
  const get = (site: LocalDomjudge, path: string, user: DomjudgeUser | null = site.alice) =>
    ask(`${site.url}/domjudge/api${path}`, { headers: user ? basic(user) : {} });
  const read = async <T = Raw>(site: LocalDomjudge, path: string, user: DomjudgeUser | null = site.alice) => {
    const answer = await get(site, path, user);
    assert.equal(answer.status, 200, answer.text);
    return bodyOf<T>(answer);
  };
  const contestOf = ({ version }: LocalDomjudge) => (version === '8.3' ? '52' : 'school');
  const problemOf = ({ version }: LocalDomjudge) => (version === '8.3' ? '2' : 'sum');
  const post = (
    site: LocalDomjudge,
    fields: Readonly<Record<string, string>>,
    files: Readonly<Record<string, string>>,
    user: DomjudgeUser = site.alice,
    contest = contestOf(site),
  ) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ problem: problemOf(site), language: 'cpp', ...fields }))
      body.append(name, value);
    for (const [name, text] of Object.entries(files)) body.append('code[]', new Blob([text]), name);
    return ask(`${site.url}/domjudge/api/contests/${contest}/submissions`, {
      method: 'POST',
      headers: basic(user),
      body,
    });
  };
  const refusal = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer;
    return `${status} ${text === '' ? '' : (JSON.parse(text) as { message: string }).message}`;
  };
  const judged = async (
    site: LocalDomjudge,
    language: string,
    files: Readonly<Record<string, string>>,
    entry?: string,
  ) => {
    const answer = await post(
      site,
      { language, ...(entry === undefined ? {} : { entry_point: entry }) },
      files,
    );
    assert.equal(answer.status, 200, answer.text);
    await site.idle();
    return site.submissions.at(-1)!.judgement!;
  };

  describe('of every version', () => {
    for (const version of versions) {
      it(`${version} judges programs and shows a team its judgements, but no runs`, async () => {
        const site = await start(version);
        const accepted = bodyOf(await post(site, { language: 'javascript' }, { 'main.js': right }));
        await site.idle();
        const id = String(accepted.id);
        const [judgement] = await read<Raw[]>(
          site,
          `/contests/${contestOf(site)}/judgements?submission_id=${id}`,
        );
        assert.equal(judgement?.judgement_type_id, 'AC');
        assert.equal(judgement !== undefined && 'score' in judgement, version === '10');
        assert.equal((await get(site, `/contests/${contestOf(site)}/runs?judging_id=1`)).status, 403);
        const runs = await read<Raw[]>(
          site,
          `/contests/${contestOf(site)}/runs?judging_id=${String(judgement?.id)}`,
          site.jury,
        );
        assert.equal(runs.length, 3);
        assert.deepEqual(await read(site, `/contests/${contestOf(site)}/judgements`, site.bob), []);
      });

      it(`${version} shows a contest before its start as that version does`, async () => {
        const site = await start(version);
        const later = site.addContest('later', 'Later', site.now() + 600_000, site.now() + 3_600_000);
        const id = version === '8.3' ? String(later.number) : 'later';
        const listed = await read<Raw[]>(site, '/contests');
        assert.equal(
          listed.some((one) => one.id === id),
          version === '10',
        );
        assert.equal((await get(site, `/contests/${id}`)).status, version === '10' ? 200 : 404);
        assert.equal((await read(site, `/contests/${id}/state`)).started, null);
        assert.deepEqual(await read(site, `/contests/${id}/problems`), []);
        assert.equal((await get(site, `/contests/${id}/scoreboard`)).status, version === '10' ? 400 : 200);
        assert.equal((await get(site, '/contests/nope/state')).status, 404);
        const sent = post(site, {}, { 'a.cpp': '' }, site.alice, id);
        assert.equal(
          await refusal(sent),
          `403 The contest is closed, no submissions accepted. [c${later.number}]`,
        );
      });
    }
  });

  it('compiles a Java file under the name that was sent', async () => {
    const site = await start();
    const wrong = await judged(site, 'java', { 'main.java': java('Hello') });
    assert.equal(wrong.verdict, 'CE');
    assert.match(
      wrong.compilation.output,
      /^Compiling failed with exitcode 1, compiler output:\nmain\.java:2: error: class Hello is public, should be declared in a file named Hello\.java\n/,
    );
    const named = await judged(site, 'java', { 'Hello.java': java('Hello') });
    assert.equal(named.verdict, 'AC', named.compilation.output);
    assert.match(named.compilation.output, /^Info: using 'main' from 'Hello'\n/);
    const inPackage = { 'Hello.java': `package org.example;\n${java('Hello')}` };
    assert.equal((await judged(site, 'java', inPackage, 'org.example.Hello')).verdict, 'AC');
  });

  it('compiles all files of a C++ program, and names them as they were sent', async () => {
    const site = await start('8.3', { compilers: true });
    const { cxx } = await site.toolchain();
    if (cxx === null) return;
    const files = {
      'main.cpp':
        '#include <cstdio>\n#include "add.h"\nint main() { long a, b; scanf("%ld%ld", &a, &b); printf("%ld\\n", add(a, b)); }\n',
      'add.h': 'long add(long a, long b);\n',
      'add.cpp': '#include "add.h"\nlong add(long a, long b) { return a + b; }\n',
    };
    const several = await judged(site, 'cpp', files);
    assert.equal(several.verdict, 'AC', several.compilation.output);
    const broken = await judged(site, 'cpp', { 'A.cpp': 'int main() { return no; }\n' });
    assert.match(broken.compilation.output, /\nA\.cpp:1:21: error: /);
  });

  it('requires Kotlin’s entry point, and not Java’s', async () => {
    const site = await start();
    const languages = await read<Raw[]>(site, `/contests/52/languages`);
    assert.deepEqual(
      languages.filter((language) => language.entry_point_required === true).map(({ id }) => id),
      ['kotlin'],
    );
    const without = post(site, { language: 'kotlin' }, { 'main.kt': 'fun main() {}' });
    assert.equal(await refusal(without), '400 Main class required, but not specified.');
    const given = { language: 'kotlin', entry_point: 'MainKt' };
    assert.equal((await post(site, given, { 'main.kt': 'fun main() {}' })).status, 200);
  });

  it('refuses in the words of the site', async () => {
    const site = await start();
    const one = { 'a.cpp': 'int main() {}' };
    const refused: readonly (readonly [Record<string, string>, Record<string, string>, string])[] = [
      [{ problem: 'A' }, one, "Problem 'A' not found or not submittable."],
      [{ language: 'rust' }, one, "Language 'rust' not found or not submittable."],
      [{}, {}, 'No files specified.'],
      [{}, { 'a b.cpp': '' }, "Illegal filename 'a b.cpp'."],
      [{}, { '中.cpp': '' }, "Illegal filename '中.cpp'."],
      [
        {},
        { 'a.txt': '' },
        'None of the submitted files match any of the allowed extensions for C++ (allowed: cpp, cc, cxx, c++)',
      ],
      [{}, { 'a.cpp': 'x'.repeat(300_000) }, 'Submission file(s) are larger than 256 kB.'],
      [{ entry_point: 'a b' }, one, "Entry point 'a b' contains illegal characters."],
      [{ team_id: '2' }, one, 'Can not submit for a different team.'],
      [{ id: '7' }, one, 'Passing an ID is not supported for POST.'],
      [{ time: '2026-11-28T21:00:00Z' }, one, 'A team can not assign time.'],
    ];
    for (const [fields, files, words] of refused)
      assert.equal(await refusal(post(site, fields, files)), `400 ${words}`);
    assert.equal(
      await refusal(post(site, {}, one, site.jury)),
      '403 You need to have the Team Member role to add a submission',
    );
    assert.equal(await refusal(post(site, {}, one, site.alone)), '400 User does not belong to a team.');
    site.running.languages = ['c'];
    assert.equal(await refusal(post(site, {}, one)), "400 Language 'cpp' not allowed for contest [c52].");
    site.running.languages = null;
    site.running.problems[0]!.languages = ['c'];
    assert.equal(await refusal(post(site, {}, one)), "400 Language 'cpp' not allowed for problem [p2].");
    site.running.problems[0]!.languages = null;
    site.running.allowsSubmissions = false;
    assert.equal(await refusal(post(site, {}, one)), '400 Submissions for contest (temporarily) disabled');
    site.running.allowsSubmissions = true;
    site.alice.team!.isEnabled = false;
    assert.equal(await refusal(post(site, {}, one)), "400 Team '12' not found in database or not enabled.");
    assert.deepEqual(site.submissions, []);
  });

  it('accepts JSON with an archive, and no other JSON', async () => {
    const site = await start('10');
    const send = (body: unknown) =>
      ask(`${site.url}/domjudge/api/contests/school/submissions`, {
        method: 'POST',
        headers: { ...basic(site.alice), 'Content-Type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    const about = { problem_id: 'sum', language_id: 'javascript' };
    const data = Buffer.from(zipOf([{ fileName: 'main.js', text: right }])).toString('base64');
    assert.equal((await send({ ...about, files: [{ data }] })).status, 200);
    const text = Buffer.from('no archive').toString('base64');
    assert.equal(
      await refusal(send({ ...about, files: [{ data: text }] })),
      '400 No valid ZIP archive given.',
    );
    assert.equal(await refusal(send({ ...about, files: [] })), '400 No files specified.');
    assert.equal(await refusal(send('{')), '400 Invalid json message received');
    assert.equal(await refusal(send({})), '400 Bad Request');
  });

  it('answers a submission with a bare number, without an ID, with 429, or not at all', async () => {
    const site = await start();
    const send = () => post(site, { language: 'javascript' }, { 'main.js': right });
    site.oddities.acceptedAs = 'number';
    assert.equal((await send()).text, '101');
    site.oddities.acceptedAs = 'submissionWithoutId';
    assert.equal(bodyOf(await send()).id, null);
    site.oddities.acceptedAs = 'submission';
    site.misbehave({ method: 'POST', times: 1, what: { kind: 'reset' } });
    await assert.rejects(send());
    assert.equal(site.submissions.length, 3);
    site.oddities.submissionsLeft = 0;
    const limited = await send();
    assert.deepEqual(
      [limited.status, limited.retryAfter, limited.text],
      [429, '10', '{"code":429,"message":"Too Many Requests"}'],
    );
    assert.equal(site.submissions.length, 3);
  });

  it('leaves late submissions out of its list, and never shows their judgements', async () => {
    const site = await start('10');
    const late = site.submit({ code: null, at: site.running.endsAt });
    site.change(late, { verdict: 'AC', endedAt: site.now() });
    assert.deepEqual(await read(site, '/contests/school/submissions'), []);
    assert.deepEqual(await read(site, '/contests/school/judgements'), []);
    assert.equal((await read(site, `/contests/school/submissions/${late.id}`)).id, late.id);
    assert.equal((await read<Raw[]>(site, `/contests/school/submissions?ids[]=${late.id}`)).length, 1);
    // an extension of the contest shows it, because it was judged all along
    site.running.endsAt += 3_600_000;
    assert.equal((await read<Raw[]>(site, '/contests/school/judgements')).length, 1);
  });

  it('rejects a list with an ignored or unknown ID, but keeps the judgement of an ignored submission', async () => {
    const site = await start('10');
    const [kept, ignored] = [site.submit({ code: null }), site.submit({ code: null })];
    for (const one of [kept, ignored]) site.change(one, { verdict: 'WA', endedAt: site.now() });
    ignored.isIgnored = true;
    assert.equal((await read<Raw[]>(site, `/contests/school/submissions?ids[]=${kept.id}`)).length, 1);
    const both = get(site, `/contests/school/submissions?ids[]=${kept.id}&ids[]=${ignored.id}`);
    assert.equal(await refusal(both), '404 One or more objects not found');
    assert.equal((await get(site, `/contests/school/submissions/${ignored.id}`)).status, 404);
    assert.equal((await read<Raw[]>(site, '/contests/school/judgements')).length, 2);
  });

  it('hides a deactivated contest, whose submissions only version 10 still shows', async () => {
    for (const version of versions) {
      const site = await start(version);
      const one = site.submit({ code: null });
      site.change(one, { verdict: 'WA', endedAt: site.now() });
      site.running.isActive = false;
      const contest = contestOf(site);
      const below = `/contests/${contest}/judgements?submission_id=${one.id}`;
      assert.equal(
        await refusal(get(site, `/contests/${contest}`)),
        `404 Object with ID '${contest}' not found`,
      );
      assert.equal(await refusal(get(site, below)), `404 Contest with ID '${contest}' not found`);
      const direct = await get(site, `/judgements?submission_id=${one.id}`);
      assert.equal(direct.status, version === '10' ? 200 : 404);
    }
  });

  it('finds judgements of imported submissions by their number in 9.0, and by their ID in 10', async () => {
    for (const [version, isById] of [
      ['9.0', false],
      ['10', true],
    ] as const) {
      const site = await start(version);
      const imported = site.submit({ code: null, id: 'icpc-7' });
      site.change(imported, { verdict: 'WA', endedAt: site.now() });
      const found = async (id: string) =>
        (await read<Raw[]>(site, `/contests/school/judgements?submission_id=${id}`)).length;
      assert.deepEqual(
        [await found('icpc-7'), await found(String(imported.number))],
        isById ? [1, 0] : [0, 1],
      );
    }
  });

  it('sends points as text, and a verdict before the end of all tests', async () => {
    const site = await start('10');
    site.running.isScored = true;
    const one = site.submit({ code: null });
    site.change(one, { verdict: 'WA', score: 95.35 });
    const [judgement] = await read<Raw[]>(site, '/contests/school/judgements');
    assert.deepEqual(
      [judgement?.judgement_type_id, judgement?.score, judgement?.end_time],
      ['WA', '95.350000000', null],
    );
    assert.equal((await read(site, '/contests/school')).scoreboard_type, 'score');
  });

  it('shows only verified judgements to teams if the site requires it', async () => {
    const site = await start();
    site.oddities.requiresVerification = true;
    const one = site.submit({ code: null });
    site.change(one, { verdict: 'WA', endedAt: site.now() });
    assert.deepEqual(await read(site, '/contests/52/judgements'), []);
    site.change(one, { isVerified: true });
    assert.equal((await read<Raw[]>(site, '/contests/52/judgements')).length, 1);
  });

  it('lets everybody read contests, but rejects wrong credentials everywhere', async () => {
    const site = await start();
    for (const path of ['/info', '/contests', '/config', '/contests/52/problems', '/contests/52/languages'])
      assert.equal((await get(site, path, null)).status, 200, path);
    for (const path of ['/user', '/contests/52/judgements']) {
      assert.equal((await get(site, path, null)).status, 401, path);
    }
    const wrong = { ...site.alice, password: 'wrong' };
    assert.equal((await get(site, '/info', wrong)).status, 401);
    assert.equal((await read(site, '/user', { ...site.alice, username: 'ALICE' })).username, 'alice');
    site.oddities.ipUser = site.alice;
    assert.equal((await read(site, '/user', null)).username, 'alice');
  });

  it('sends the samples of each problem in a folder with its label', async () => {
    const site = await start('10');
    const response = await fetch(`${site.url}/domjudge/api/contests/school/samples.zip`);
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.deepEqual(
      filesIn(bytes).map(({ name }) => name),
      [
        'statement.html',
        '1.in',
        '1.ans',
        'statement.html',
        '1.in',
        '1.ans',
        'statement.html',
        '1.in',
        '1.ans',
      ],
    );
    assert.match(bytes.toString('latin1'), /A\/1\.in20 30\n/);
  });

  it('answers a page’s path below /team with JSON if nobody has signed in', async () => {
    const site = await start();
    const answer = await ask(`${site.url}/domjudge/team/contests/52`);
    assert.deepEqual([answer.status, bodyOf(answer).code], [404, 404]);
    assert.equal((await ask(`${site.url}/`)).contentType, 'text/html');
  });

  describe('on the pages of a team', () => {
    /** Signs in with the form. Returns the cookie of the session; null: the form refused. */
    const signIn = async (site: LocalDomjudge, password = site.alice.password): Promise<string | null> => {
      const login = `${site.url}/domjudge/login`;
      const form = await fetch(login);
      const token = /name="_csrf_token" value="([^"]+)"/.exec(await form.text())?.[1] ?? '';
      const cookie = (form.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      const body = new URLSearchParams({ _username: 'alice', _password: password, _csrf_token: token });
      const done = await fetch(login, {
        method: 'POST',
        headers: { Cookie: cookie },
        body,
        redirect: 'manual',
      });
      assert.equal(done.status, 302);
      const next = (done.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      assert.notEqual(next, cookie);
      return done.headers.get('location')?.endsWith('/login') ? null : next;
    };
    const open = async (site: LocalDomjudge, number: number, cookie: string) => {
      const response = await fetch(`${site.url}/domjudge/team/submission/${number}`, {
        headers: { Cookie: cookie, 'X-Requested-With': 'XMLHttpRequest' },
        redirect: 'manual',
      });
      return { status: response.status, text: await response.text() };
    };
    const notShown = /Submission not found for this team or not judged yet\./;

    it('requires the form of its sign-in, whose session differs from that of the form', async () => {
      const site = await start();
      assert.equal(await signIn(site, 'wrong'), null);
      const cookie = await signIn(site);
      assert.ok(cookie);
      const one = site.submit({ code: null });
      assert.match((await open(site, one.number, cookie)).text, notShown);
      assert.equal((await open(site, one.number, '')).status, 302);
      site.endSessions();
      assert.equal((await open(site, one.number, cookie)).status, 302);
    });

    it('shows the output of the compiler and of samples as configured, and marks the verdict as seen', async () => {
      const site = await start();
      const cookie = `${(await signIn(site)) ?? assert.fail()}; domjudge_cid=52`;
      const program = `process.stderr.write('<debug>\\n');\n${right}`;
      const one = site.submit({ language: 'javascript', code: program });
      await site.idle();
      const all = await open(site, one.number, cookie);
      assert.match(all.text, /There were no compiler errors or warnings\./);
      assert.doesNotMatch(all.text, /Run 1/);
      assert.equal(one.isSeen, true);
      site.config.show_sample_output = true;
      const withSamples = await open(site, one.number, cookie);
      assert.match(withSamples.text, /<pre class="output_text">\n50\n<\/pre>/);
      assert.match(withSamples.text, /<pre class="output_text">\n&lt;debug&gt;\n<\/pre>/);
      site.config.show_compile = 0;
      assert.doesNotMatch((await open(site, one.number, cookie)).text, /compiler errors/);
    });

    it('shows nothing that was submitted after the end of the contest in the cookie', async () => {
      for (const version of versions) {
        const site = await start(version);
        const cookie = (await signIn(site)) ?? assert.fail();
        const one = site.submit({ code: null });
        site.change(one, { verdict: 'CE', endedAt: site.now() });
        // without the cookie, the first contest is the current one, which has ended
        assert.match((await open(site, one.number, cookie)).text, notShown);
        const right = version === '10' ? 'school' : '52';
        const wrong = version === '10' ? '52' : 'school';
        assert.match((await open(site, one.number, `${cookie}; domjudge_cid=${wrong}`)).text, notShown);
        assert.match(
          (await open(site, one.number, `${cookie}; domjudge_cid=${right}`)).text,
          />\s*A<\/span> -\s+Sum/,
        );
      }
    });
  });

  describe('with a running site', () => {
    let site: LocalDomjudge;
    before(async () => {
      site = await startLocalDomjudge({ compilers: false });
    });
    after(() => site.stop());

    itAnswersNoWebPage(() => site);
  });
});
