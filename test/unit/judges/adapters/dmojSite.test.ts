import assert from 'node:assert/strict';
import { dmoj } from '../../../../src/judges/adapters/dmoj';
import { startLocalDmoj, type LocalDmoj } from '../../../../tools/dmoj/dmoj';
import type { DmojContest } from '../../../../tools/dmoj/submission';
import { playedPrograms } from '../../../support/playedPrograms';
import { described } from '../../../support/profiles';
import { recordKey } from '../../../../src/records';
import type { Judge } from '../../../../src/judges';
import { FakeClock, seededRandom } from '../../support/fakeClock';
import { Network, SitesWindow } from '../../tracking/sitesWindow';
import { clientAt, credentialFor, failureOf, request } from '../clients';

const right =
  "const [a, b] = require('fs').readFileSync(0, 'utf8').trim().split(/\\s+/).map(Number);\nconsole.log(a + b);\n";

describe('A DMOJ site', () => {
  let site: LocalDmoj;
  before(async () => {
    site = await startLocalDmoj({ programs: playedPrograms });
  });
  after(() => site.stop());

  beforeEach(() => {
    site.contests.clear();
    site.contestOnly.clear();
    site.submissions.clear();
    site.alice.contest = null;
    site.oddities.hasPages = true;
  });

  /** Returns a client of a user with that token. */
  function signedIn(token = site.alice.token) {
    const judge = described(dmoj, 'a', { url: site.url });
    const credential = credentialFor(judge, token);
    const client = clientAt(judge, { credential: async () => credential });
    const { submission, listing, problemSubmissions } = judge;
    assert.ok(submission?.fetchForm && submission.findSent && listing && problemSubmissions);
    const { fetchForm, findSent } = submission;
    const problem = { problemId: 'p1001', place: null };
    const program = { ...problem, language: '57', optimise: false, code: right, trackId: 't', inputs: null };
    return {
      client,
      form: () => client.ask((http) => fetchForm(http, problem)),
      submit: (more: object = {}) => client.ask((http) => submission.submit(http, { ...program, ...more })),
      recent: () => client.ask((http) => listing.fetchRecent(http, 'alice', null)),
      ofProblem: () => client.ask((http) => problemSubmissions.fetchPage(http, problem, null, 'alice')),
      sent: (from: number, to: number) => client.ask((http) => findSent(http, program, { from, to })),
      result: async (requestId: string, hint: string | null) => {
        const result = await client.result({ requestId, hint });
        assert.ok(result.kind === 'result');
        return result;
      },
    };
  }

  /** Begins a contest with a problem that is nowhere else. Alice is in it. */
  function beginContest(more: Partial<DmojContest> = {}): DmojContest {
    const contest: DmojContest = {
      key: 'live',
      name: 'Live contest',
      startsAt: Date.now() - 3_600_000,
      endsAt: Date.now() + 1_800_000,
      problems: ['p1001'],
      points: 50,
      isPretested: false,
      maxSubmissions: null,
      ...more,
    };
    site.contests.set(contest.key, contest);
    site.contestOnly.add('p1001');
    site.alice.contest = contest.key;
    return contest;
  }

  it('accepts programs with the token, in the contest that the user is in, up to its verdict', async () => {
    const contest = beginContest({ maxSubmissions: 3 });
    const { form, submit, result, recent, ofProblem, sent } = signedIn();
    const shown = await form();
    assert.deepEqual(
      [shown.title, shown.limits, shown.contest?.id, shown.contest?.title, shown.contest?.endsAt],
      ['A+B Problem', { time: 500, memory: 65_536 }, 'live', 'Live contest', contest.endsAt],
    );
    assert.equal(shown.remaining?.submissions, 3);
    const left = (shown.remaining?.endsAt ?? 0) - contest.endsAt;
    assert.ok(Math.abs(left) < 3_000, String(left));
    assert.equal(shown.samples?.length, 1);
    assert.deepEqual(
      shown.languages.map(({ id, name, editorLanguages }) => [id, name, ...editorLanguages]).slice(2, 3),
      [['15', 'C++17', 'cpp']],
    );
    const before = Date.now();
    const submitted = await submit();
    assert.ok(submitted.kind === 'accepted');
    const { requestId, hint } = submitted;
    assert.equal(hint, 'live');
    await site.idle();
    const { envelope, about } = await result(requestId, hint);
    const { status, score, maximum, description } = envelope.data?.judge ?? {};
    assert.deepEqual([status, score, maximum, description], ['AC', 100, 100, '50.0/50 points']);
    assert.equal(about?.code, right);
    assert.deepEqual(
      [about?.contest?.title, about?.problem?.title, about?.languageName],
      ['Live contest', 'A+B Problem', 'V8 JavaScript'],
    );
    for (const listed of [
      await recent(),
      (await ofProblem()).submissions,
      await sent(before - 1, Date.now() + 1),
    ])
      assert.deepEqual(
        listed.map((one) => [one.requestId, one.status, one.score, one.maximum, one.contest?.id]),
        [[requestId, 'AC', 100, 100, 'live']],
      );
    assert.deepEqual(await sent(before - 2, before - 1), []);
  });

  it('shows the compiler’s output with a failed compilation, and warnings with a verdict', async () => {
    const { result } = signedIn();
    const compilerOutput = "a.cpp: In function ‘int main()’:\na.cpp:1:9: error: ‘<y>’ isn't declared\n";
    const one = site.submit({ problem: 'p1001', language: 'V8JS', code: null });
    site.change(one, { status: 'CE', result: 'CE', compilerOutput });
    const { envelope } = await result(String(one.id), null);
    const { success, message } = envelope.data?.compile ?? {};
    assert.deepEqual([success, message], [false, compilerOutput]);
    site.change(one, { status: 'D', result: 'AC' });
    const { compile } = (await result(String(one.id), null)).envelope.data ?? {};
    assert.deepEqual([compile?.success, compile?.message], [true, compilerOutput]);
  });

  it('doesn’t name the contest that the user is in for a problem outside of it', async () => {
    beginContest({ problems: ['p1115'] });
    site.contestOnly.clear();
    assert.equal((await signedIn().form()).contest, null);
  });

  it('refuses programs in its own words', async () => {
    const { submit } = signedIn();
    const refusal = async (more: object = {}) => {
      const { failure, sent } = await failureOf(submit(more));
      assert.ok(failure.kind === 'status');
      return [failure.status, failure.error?.errorMessage ?? null, sent];
    };
    assert.deepEqual(await refusal({ code: ' ' }), [409, 'This field is required.', 'no']);
    assert.deepEqual(await refusal({ code: 'x'.repeat(65_537) }), [
      409,
      'Ensure this value has at most 65536 characters (it has 65537).',
      'no',
    ]);
    assert.deepEqual(await refusal({ language: '99' }), [
      409,
      'Select a valid choice. That choice is not one of the available choices.',
      'no',
    ]);
    assert.deepEqual(await refusal({ problemId: 'nothing' }), [404, null, 'no']);
    for (let count = 0; count < 2; count += 1)
      site.submit({ problem: 'p1001', language: 'V8JS', code: null });
    assert.deepEqual(await refusal(), [429, 'You submitted too many submissions.', 'no']);
    site.submissions.clear();
    beginContest({ maxSubmissions: 0 });
    assert.deepEqual(await refusal(), [
      409,
      'You have exceeded the submission limit for this problem.',
      'no',
    ]);
    site.oddities.hasPages = false;
    const { failure } = await failureOf(signedIn().form());
    assert.ok(failure.kind === 'status');
    assert.deepEqual([failure.status, failure.refusesAnybody], [403, true]);
  });

  it('opens one session for many requests', async () => {
    const { client, recent } = signedIn();
    site.sessions.clear();
    await client.ask(client.judge.checkAccount);
    for (let count = 0; count < 3; count += 1) await recent();
    assert.equal(site.sessions.size, 1);
  });

  it('lists from the API if its front refuses requests for pages', async () => {
    const { recent } = signedIn();
    const { id } = site.submit({ problem: 'p1001', language: 'V8JS', code: null });
    site.oddities.hasPages = false;
    assert.deepEqual(
      (await recent()).map(({ requestId }) => requestId),
      [String(id)],
    );
  });

  it('names the submitter of another user’s submission', async () => {
    const { result } = signedIn();
    const one = site.submit({ problem: 'p1001', language: 'V8JS', code: null });
    site.change(one, { status: 'D', result: 'AC' });
    assert.equal((await result(String(one.id), null)).about?.user, undefined);
    site.oddities.showsAll = true;
    const other = site.submit({ problem: 'p1001', language: 'V8JS', code: null, user: site.bob });
    site.change(other, { status: 'D', result: 'AC' });
    assert.equal((await result(String(other.id), null)).about?.user, 'bob');
    site.oddities.showsAll = false;
  });

  it('reports a wrong token in any form while signing in', async () => {
    const judge = described(dmoj, 'a', { url: site.url });
    const check = (secret: string) => {
      const credential = credentialFor(judge, secret);
      return clientAt(judge, { credential: async () => credential }).ask(judge.checkAccount);
    };
    assert.deepEqual(await check(site.alice.token), { name: 'alice' });
    for (const wrong of ['A'.repeat(48), site.alice.token.slice(1), 'with spaces']) {
      const { failure } = await failureOf(check(wrong));
      assert.deepEqual(failure.kind === 'status' && failure.status, 401, wrong);
    }
  });

  describe('when polled', () => {
    let network: Network;
    let window: SitesWindow;
    let judge: Judge;
    beforeEach(async () => {
      const clock = new FakeClock();
      network = new Network(clock, seededRandom(3));
      window = new SitesWindow(clock, network, seededRandom(4));
      judge = described(dmoj, 'a', { url: site.url });
      window.add({ judge, secret: site.alice.token, account: null });
      await window.tracker.start();
    });
    afterEach(() => window.tracker.dispose());
    const submit = () => site.submit({ problem: 'p1001', language: 'V8JS', code: null });
    const paths = () => network.asked.map(({ path }) => path.replace(/\?.*/, ''));

    it('sends one request for all pending submissions together, and one for each that has ended', async () => {
      const all = Array.from({ length: 20 }, submit);
      for (const { id } of all) await window.track(judge, request(String(id)));
      await network.pass(10_000);
      assert.deepEqual(new Set(paths()), new Set(['/api/v2/submissions']));
      const [ended] = all;
      assert.ok(ended);
      site.change(ended, { status: 'AB', result: 'AB' });
      const before = paths().length;
      await network.pass(10_000, () => window.tracker.pending.length < 20);
      assert.deepEqual(paths().slice(before), [
        '/api/v2/submissions',
        `/api/v2/submission/${ended.id}`,
        // what only the pages show, once for a final result
        '/widgets/submission_testcases',
        '/widgets/single_submission',
        `/src/${ended.id}/raw`,
        '/submissions/',
      ]);
      assert.deepEqual(
        window.tracker.pending.map(({ lastAnswer }) => lastAnswer?.kind),
        Array<string>(19).fill('notReady'),
      );
    });

    it('requests a single submission directly, because only that response contains its cases one by one', async () => {
      const submission = submit();
      const figures = { time: 0.01, memory: 800, points: 5, total: 5, batch: null };
      site.change(submission, { status: 'G', cases: [{ case_id: 1, status: 'AC', ...figures }] });
      const requestId = String(submission.id);
      await window.track(judge, request(requestId));
      await network.pass(10_000, () => window.tracker.pending.some(({ lastAnswer }) => lastAnswer !== null));
      assert.deepEqual(paths(), [`/api/v2/submission/${submission.id}`]);
      const { subtasks } = window.store.envelope(recordKey(judge.id, requestId))?.data?.judge ?? {};
      assert.deepEqual(
        subtasks?.map(({ cases }) => cases.length),
        [1],
      );
    });
  });
});
