import assert from 'node:assert/strict';
import { RequestFailed, type Judge } from '../../../../src/judges';
import type { Credential } from '../../../../src/judges/signIn/credentials';
import { JudgeClient } from '../../../../src/judges/client';
import { cms } from '../../../../src/judges/adapters/cms';
import type { Submission } from '../../../../src/judges/submission';
import type { ResultAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import { described } from '../../../support/profiles';
import { startCmsStandIn, type CmsStandIn } from '../../../support/standIns/cms';

describe('A CMS site', () => {
  let site: CmsStandIn;
  let judge: Judge;
  let client: JudgeClient;

  beforeEach(async () => {
    site = await startCmsStandIn({ contest: 'ioi' });
    judge = described(cms, 'ioi', { url: site.contestUrl });
    client = clientWith(`${site.user.username}:${site.user.password}`);
  });
  afterEach(() => site.stop());

  function clientWith(secret: string): JudgeClient {
    const credential: Credential = {
      id: secret,
      origins: [judge.origin],
      authentication: judge.authentication as Credential['authentication'],
      secret,
    };
    return new JudgeClient(judge, { fetch, userAgent: 'test', credential: async () => credential });
  }

  const program = (more: Partial<Submission> = {}): Submission => ({
    problemId: 'sum',
    place: null,
    language: 'auto',
    optimise: false,
    code: 'int main() {}\n',
    fileName: 'solution.cc',
    trackId: 't',
    inputs: null,
    ...more,
  });

  async function submit(more: Partial<Submission> = {}): Promise<string> {
    const { submission } = judge;
    assert.ok(submission);
    const submitted = await client.ask((http) => submission.submit(http, program(more)));
    assert.ok(submitted.kind === 'accepted');
    assert.equal(submitted.hint, more.problemId ?? 'sum');
    return submitted.requestId;
  }

  async function resultOf(requestId: string, hint: string | null = 'sum') {
    const result: ResultAnswer = await client.result({ requestId, hint });
    assert.ok(result.kind === 'result');
    const { judge: judgement, compile } = result.envelope.data ?? {};
    assert.ok(judgement);
    const kind = judge.rules.statuses[String(judgement.status)]?.kind;
    return { judgement, compile, kind, about: result.about };
  }

  async function failureOf(run: () => Promise<unknown>) {
    try {
      await run();
    } catch (error) {
      assert.ok(error instanceof RequestFailed);
      assert.ok(error.failure.kind === 'status', error.failure.kind);
      return error.failure;
    }
    return assert.fail('it didn’t fail');
  }

  it('is recognized by guests', async () => {
    const guest = new JudgeClient(judge, { fetch, userAgent: 'test', credential: async () => null });
    const { checkSite } = cms.site ?? {};
    assert.ok(checkSite);
    assert.equal(await guest.ask(checkSite), 'isThisType');
  });

  it('accepts the user’s password only', async () => {
    assert.deepEqual(await client.ask(judge.checkAccount), { name: null });
    const wrong = await failureOf(() => clientWith('alice:wrong').ask(judge.checkAccount));
    assert.deepEqual([wrong.status, wrong.error?.errorMessage], [401, 'Login failed']);
  });

  for (const autologin of ['empty', 'alreadyLoggedIn'] as const) {
    it(`signs in a computer by its IP address: ${autologin}`, async () => {
      site.autologin = autologin;
      await client.ask(judge.checkAccount);
      const id = await submit();
      assert.equal((await resultOf(id)).kind, 'pending');
      const gets = site.sent.filter(({ method }) => method === 'GET');
      assert.ok(gets.every(({ headers }) => headers['x-cms-authorization'] === undefined));
      const other = await failureOf(() => clientWith('bob:x').ask(judge.checkAccount));
      assert.deepEqual([other.status, other.error?.errorMessage], [401, 'Logged in as a different user']);
    });
  }

  it('judges a program from its submission to the verdict', async () => {
    const id = await submit();
    assert.deepEqual(
      site.filesOf(id).map(({ name, filename, text }) => [name, filename, text]),
      [['sum.%l', 'sum.cc', 'int main() {}\n']],
    );
    assert.equal(site.languageOf(id), 'C++20 / g++');
    for (const step of ['compiling', 'evaluating', 'scoring'] as const) {
      site.progress(id, step);
      assert.equal((await resultOf(id)).kind, 'pending', step);
    }
    site.finish(id, 'timeLimit');
    const { judgement, compile, about } = await resultOf(id);
    assert.deepEqual([judgement.status, judgement.score, judgement.maximum], ['WA', 0, 100]);
    assert.deepEqual(
      judgement.subtasks.map(({ id: number, score, maximum, cases }) => [
        number,
        score,
        maximum,
        cases.map(({ status, time, memory }) => [status, time, memory]),
      ]),
      [
        [
          1,
          0,
          40,
          [
            ['AC', 12, 1.4 * 1024],
            ['TLE', 1044, 64 * 1024],
          ],
        ],
        [
          2,
          0,
          60,
          [
            ['TLE', 1044, 64 * 1024],
            ['TLE', 1044, 64 * 1024],
          ],
        ],
      ],
    );
    assert.match(compile?.message ?? '', /^sum\.cc: In function ‘int main\(\)’:\nsum\.cc:2:9: warning/);
    assert.equal(about?.code, 'int main() {}\n');
  });

  it('shows results in another language, and as much as the contest allows', async () => {
    const id = await submit();
    site.finish(id, 'partial');
    site.locale = 'ru';
    const russian = await resultOf(id);
    assert.deepEqual([russian.judgement.status, russian.judgement.score], ['PART', 40]);
    assert.deepEqual(
      russian.judgement.subtasks.flatMap(({ cases }) => cases.map(({ time, memory }) => [time, memory])),
      [
        [12, 1.4 * 1024],
        [12, 1.4 * 1024],
        [12, 1.4 * 1024],
        [123, 12.3 * 1024],
      ],
    );
    site.feedback = 'oiRestricted';
    site.allowsDownloads = false;
    const { judgement, about } = await resultOf(id);
    assert.deepEqual(
      judgement.subtasks.flatMap(({ cases }) => cases.map(({ status, time }) => [status, time])),
      [
        ['AC', null],
        ['AC', null],
        ['AC', null],
        ['WA', null],
      ],
    );
    assert.equal(about?.code, null);
  });

  it('hides the score of a task without public tests until a token is used', async () => {
    const id = await submit({ problemId: 'secret', fileName: 'x.py' });
    site.finish(id, 'accepted');
    const hidden = await resultOf(id, 'secret');
    assert.deepEqual([hidden.judgement.status, hidden.judgement.score], [5, null]);
    site.hasTokens = true;
    const shown = await resultOf(id, 'secret');
    assert.deepEqual([shown.judgement.status, shown.judgement.score], ['AC', 100]);
  });

  it('shows the whole score in analysis mode, if only some of the tests are public', async () => {
    const others = { mainName: 'encoder.cpp', files: [{ fileName: 'decoder.cpp', text: 'd' }] };
    const id = await submit({ problemId: 'coding', fileName: 'encoder.cpp', others });
    site.finish(id, 'accepted');
    assert.deepEqual((await resultOf(id, 'coding')).judgement.status, 'PUBLIC');
    site.startAnalysis();
    const { judgement } = await resultOf(id, 'coding');
    assert.deepEqual([judgement.status, judgement.score], ['AC', 100]);
  });

  it('shows the compiler’s errors', async () => {
    const id = await submit();
    site.finish(id, 'compileError');
    const { judgement, compile } = await resultOf(id);
    assert.deepEqual([judgement.status, compile?.success], [2, false]);
    assert.match(compile?.message ?? '', /sum\.cc:4:1: error: .*‘std::ostream’ and "int"/);
  });

  it('accepts output files', async () => {
    const id = await submit({
      problemId: 'outputs',
      fileName: 'output_002.txt',
      code: '2\n',
      language: 'OutputOnly',
      others: { mainName: 'output_002.txt', files: [{ fileName: 'output_001.txt', text: '1\n' }] },
    });
    assert.deepEqual(
      site.filesOf(id).map(({ name, text }) => [name, text]),
      [
        ['output_002.txt', '2\n'],
        ['output_001.txt', '1\n'],
      ],
    );
    assert.equal(site.languageOf(id), null);
  });

  it('explains why it rejects a submission', async () => {
    site.maxSubmissions = 0;
    const { status, error } = await failureOf(() => submit());
    assert.equal(status, 422);
    assert.equal(
      error?.errorMessage,
      'Too many submissions! You have reached the maximum limit of at most 0 submissions on this task.',
    );
    site.maxSubmissions = null;
    assert.equal(
      (await failureOf(() => submit({ problemId: 'none' }))).error?.errorMessage,
      'Task not found',
    );
    assert.equal((await failureOf(() => submit({ code: 'x'.repeat(100_001) }))).status, 422);
  });

  it('signs in again when the session has expired', async () => {
    const id = await submit();
    site.finish(id, 'accepted');
    site.expireSessions();
    assert.equal((await resultOf(id)).judgement.status, 'AC');
    site.expireSessions();
    const { listing } = judge;
    assert.ok(listing);
    const listed = await client.ask((http) => listing.fetchRecent(http, '', null));
    assert.deepEqual(
      listed.map(({ requestId, hint }) => [requestId, hint]),
      [[id, 'sum']],
    );
  });

  it('has results after the contest, but accepts and lists nothing', async () => {
    const id = await submit();
    site.finish(id, 'accepted');
    site.endContest();
    assert.equal((await resultOf(id)).judgement.status, 'AC');
    assert.deepEqual(await client.ask(judge.checkAccount), { name: null });
    const { submission, listing } = judge;
    assert.ok(submission?.fetchForm && listing);
    const { fetchForm } = submission;
    for (const operation of [
      () => client.ask((http) => fetchForm(http, program())),
      () => submit(),
      () => client.ask((http) => listing.fetchRecent(http, '', null)),
      () => client.result({ requestId: id, hint: null }),
    ]) {
      const { status, cause } = await failureOf(operation);
      assert.deepEqual([status, cause], [403, { kind: 'closed', why: 'betweenPhases' }]);
    }
  });

  it('reports the title and the times of its contest, and when it is over', async () => {
    const id = await submit();
    site.finish(id, 'accepted');
    const { about } = await resultOf(id);
    const known = { title: 'Olympiad & Co', id: site.contestUrl };
    const startsAt = site.startsAt * 1000;
    const endsAt = startsAt + 18_000_000;
    const running = { ...known, startsAt, endsAt };
    assert.deepEqual(about?.contest, { title: null, endsAt: null, id: site.contestUrl });
    const fetchContest = judge.contests?.fetch;
    assert.ok(fetchContest);
    const fetched = () => client.ask((http) => fetchContest(http, site.contestUrl));
    assert.deepEqual(await fetched(), running);
    site.expireSessions();
    assert.deepEqual(await fetched(), running);
    site.endContest();
    const over = { ...known, endsAt: startsAt, isOver: true };
    assert.deepEqual(await fetched(), over);
    site.expireSessions();
    assert.deepEqual(await fetched(), over);
    site.startAnalysis();
    assert.deepEqual(await fetched(), { ...known, endsAt: null, isOver: true });
    const stranger = clientWith('alice:wrong');
    site.endContest();
    assert.equal(
      (await failureOf(() => stranger.ask((http) => fetchContest(http, site.contestUrl)))).status,
      401,
    );
    await site.stop();
    await assert.rejects(fetched(), RequestFailed);
  });

  it('is told apart from its server’s list of contests, and from a contest that doesn’t exist', async () => {
    const failed = async (path: string) => {
      judge = described(cms, 'other', { url: site.url + path });
      try {
        await clientWith(`${site.user.username}:${site.user.password}`).ask(judge.checkAccount);
      } catch (error) {
        assert.ok(error instanceof RequestFailed && error.failure.kind === 'status');
        return [error.failure.status, error.failure.cause?.kind];
      }
      return [];
    };
    assert.deepEqual(await failed(''), [404, 'listOfContests']);
    assert.deepEqual(await failed('/unknown'), [404, 'noContestAtUrl']);
  });

  it('offers the languages and the limits of its page', async () => {
    const { submission } = judge;
    assert.ok(submission?.fetchForm);
    const { fetchForm } = submission;
    site.allowedLanguages = ['C++17 / g++', 'C++20 / g++', 'Python 3 / CPython'];
    const form = await client.ask((http) => fetchForm(http, program()));
    assert.deepEqual(
      form.languages.map(({ id, editorLanguages, extensions }) => [id, editorLanguages, extensions[0]]),
      [
        ['C++17 / g++', ['cpp'], '.cpp'],
        ['C++20 / g++', ['cpp'], '.cpp'],
        ['Python 3 / CPython', ['python'], '.py'],
      ],
    );
    assert.deepEqual(
      [form.title, form.limits, form.acceptsOtherLanguages],
      ['Sum of Two', { time: 1500, memory: 256 * 1024 }, undefined],
    );
  });

  it('doesn’t blame the files if several languages have the extension', async () => {
    site.allowedLanguages = ['C++17 / g++', 'C++20 / g++'];
    try {
      await submit({ fileName: 'sum.cpp' });
    } catch (error) {
      assert.ok(error instanceof RequestFailed && error.failure.kind === 'status');
      const { status, cause } = error.failure;
      assert.deepEqual([status, cause], [422, { kind: 'language' }]);
      return;
    }
    assert.fail('it was accepted');
  });

  it('says when the contest begins, and lists the tasks with their titles then', async () => {
    const { problemList } = judge.submission ?? {};
    assert.ok(problemList);
    site.phase = -1;
    const startsAt = site.startsAt * 1000;
    const account = await client.ask(judge.checkAccount);
    assert.equal(account.contest?.startsAt, startsAt);
    const before = await client.ask((http) => problemList.fetchAll(http));
    assert.deepEqual([before.problems, before.contest?.startsAt], [[], startsAt]);
    site.startContest();
    const { problems } = await client.ask((http) => problemList.fetchAll(http));
    assert.deepEqual(
      problems.slice(0, 2).map(({ problemId, title }) => [problemId, title]),
      [
        ['sum', 'Sum of Two'],
        ['coding', 'Coding'],
      ],
    );
  });

  it('shows all tests of a task without groups, and which are hidden', async () => {
    const id = await submit({ problemId: 'sums', fileName: 'sums.cc' });
    site.finish(id, 'timeLimit');
    const { judgement } = await resultOf(id, 'sums');
    assert.deepEqual([judgement.status, judgement.score, judgement.maximum], ['PART', 25, 50]);
    assert.deepEqual(
      judgement.subtasks.map(({ id: number, cases }) => [number, cases.map(({ status }) => status)]),
      [[null, ['AC', 'TLE', null, null]]],
    );
    site.hasTokens = true;
    const shown = await resultOf(id, 'sums');
    assert.deepEqual(
      shown.judgement.subtasks.flatMap(({ cases }) => cases.map(({ status }) => status)),
      ['AC', 'TLE', 'TLE', 'TLE'],
    );
  });

  it('lists the newest submission first, also if the organizers changed an older one', async () => {
    const ids = [await submit(), await submit(), await submit()];
    site.changeElsewhere(ids[0] ?? '');
    const { problemSubmissions } = judge;
    assert.ok(problemSubmissions);
    const { submissions } = await client.ask((http) =>
      problemSubmissions.fetchPage(http, { problemId: 'sum', place: null }, null, null),
    );
    assert.deepEqual(
      submissions.map(({ requestId }) => requestId),
      ids.toReversed(),
    );
  });

  it('finds a submission without its task', async () => {
    const id = await submit();
    await submit();
    site.finish(id, 'accepted');
    const { judgement, about } = await resultOf(id, null);
    assert.deepEqual([judgement.status, about?.hint], ['AC', 'sum']);
    assert.equal((await failureOf(() => client.result({ requestId: '5', hint: null }))).status, 404);
    assert.equal((await failureOf(() => client.result({ requestId: '5', hint: 'sum' }))).status, 404);
  });
});
