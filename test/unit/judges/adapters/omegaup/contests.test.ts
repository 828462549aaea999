import assert from 'node:assert/strict';
import type { PlainAnswer } from '../../../../../src/judges';
import type { OutgoingRequest } from '../../../../../src/judges/http/judgeHttp';
import { omegaup } from '../../../../../src/judges/adapters/omegaup';
import { described } from '../../../../support/profiles';
import {
  failing,
  failureOf,
  on,
  requestsOf,
  resultAt,
  run,
  type BoundOperation,
} from '../../../../support/operations';
import { answer } from '../answers';
import { answerOf, capturedIn } from './captured';

const site = described(omegaup, 'omegaup', {});
const submission = site.submission!;
const problems = capturedIn('problems');
const refusals = capturedIn('refusals');
const guid = '0123456789abcdef'.repeat(2);

/** The details of a contest have the form of the problem set's. */
const responses: Readonly<Record<string, string>> = {
  '/api/contest/list/': 'contest-list',
  '/api/contest/details/': 'problemset-details',
  '/api/contest/publicDetails/': 'contest-publicDetails',
  '/api/course/assignmentDetails/': 'course-assignmentDetails-student',
  '/api/problem/details/': 'course-problem-details',
};

/** Responses of a site on which the user has opened only the contest `c-det`. */
const openedContest = ({ path }: OutgoingRequest) => {
  if (path.startsWith('/api/run/create/')) return answer({ guid, nextSubmissionTimestamp: 1_795_900_576 });
  const isClosed = path.startsWith('/api/contest/details/') && !path.endsWith('=c-det');
  const name = responses[path.slice(0, path.indexOf('?'))] ?? '';
  const found = isClosed ? refusals.get('contest-details-not-opened') : problems.get(name);
  assert.ok(found, path);
  return answerOf(found);
};
const pathsOf = (requests: readonly OutgoingRequest[]) =>
  requests.map(({ method, path }) => `${method} ${path.replace('/api/', '').replace(/\/\?/, ' ')}`);
const program = (problemId: string, place: string | null) => ({
  problemId,
  place,
  language: 'cpp17-gcc',
  optimise: false,
  code: 'int main(){}\n',
  trackId: 't',
  inputs: null,
});

describe('The URL of a page of omegaUp', () => {
  it('names the problem, and the contest or assignment in which it is solved', () => {
    const pages: readonly (readonly [string, string | null, string | null])[] = [
      ['/arena/problem/sumas/', 'sumas', null],
      ['/arena/problem/sumas/#problems/sumas', 'sumas', null],
      ['/arena/oie2026/#problems/sumas', 'sumas', 'oie2026'],
      ['/arena/oie2026/#problems/sumas/new-run', 'sumas', 'oie2026'],
      ['/arena/oie2026/practice/#problems/sumas', 'sumas', null],
      ['/course/curso/arena/tarea1/#problems/privada', 'privada', 'curso/tarea1'],
      ['/course/curso/arena/tarea1/problem/privada/', 'privada', 'curso/tarea1'],
      ['/course/curso/assignment/tarea1/#problems/privada', 'privada', 'curso/tarea1'],
      ['/arena/oie2026/', null, null],
      ['/profile/', null, null],
    ];
    for (const [page, problemId, place] of pages) {
      const expected = problemId === null ? null : { problemId, place };
      assert.deepEqual(submission.problemAt!(`https://omegaup.com${page}`), expected, page);
    }
    assert.equal(submission.problemAt!('https://example.com/arena/oie2026/#problems/sumas'), null);
    assert.equal(submission.problemAt!('sumas'), null);
  });

  it('names a contest or an assignment whose problems are listed', () => {
    const contestAt = site.contests!.contestAt!;
    assert.equal(contestAt('https://omegaup.com/arena/oie2026/'), 'oie2026');
    assert.equal(contestAt('https://omegaup.com/course/curso/assignment/tarea1/'), 'curso/tarea1');
    assert.equal(contestAt('https://omegaup.com/arena/oie2026/#problems/sumas'), null);
    assert.equal(contestAt('https://omegaup.com/arena/oie2026/practice/'), null);
    assert.equal(contestAt('https://omegaup.com/course/curso/'), null);
  });

  it('is the page of a problem or a run where it was solved', () => {
    const { problem, record, isProblemPage } = site.pages!;
    const inContest = { problemId: 'sumas', place: 'oie2026' };
    assert.equal(problem!(inContest), 'https://omegaup.com/arena/oie2026/#problems/sumas');
    assert.equal(
      problem!({ problemId: 'privada', place: 'curso/tarea1' }),
      'https://omegaup.com/course/curso/arena/tarea1/#problems/privada',
    );
    assert.equal(
      record!({ requestId: guid, hint: 'sumas@oie2026' }),
      `https://omegaup.com/arena/oie2026/#problems/sumas/show-run:${guid}`,
    );
    assert.equal(
      record!({ requestId: guid, hint: 'sumas' }),
      `https://omegaup.com/arena/problem/sumas/#problems/sumas/show-run:${guid}`,
    );
    assert.equal(record!({ requestId: guid, hint: null }), null);
    assert.equal(isProblemPage!('https://omegaup.com/arena/oie2026/', inContest), null);
    assert.equal(isProblemPage!('https://omegaup.com/arena/oie2026/#problems/sumas', inContest), true);
    assert.equal(isProblemPage!('https://omegaup.com/arena/problem/sumas/', inContest), false);
    assert.deepEqual(
      site.pages!.readAddress!(`https://omegaup.com/arena/oie2026/#problems/sumas/show-run:${guid}`),
      {
        kind: 'requestId',
        id: guid,
        hint: 'sumas@oie2026',
      },
    );
  });
});

describe('A contest on omegaUp', () => {
  it('offers its problems by their labels if the user has opened it', async () => {
    const fetchAll = on(site, (http) => submission.problemList!.fetchAll(http));
    const { problems: found, contest } = await run(fetchAll, openedContest);
    assert.deepEqual(
      found.map(({ letter, problemId, place, title, contest: name }) => [
        letter,
        problemId,
        place,
        title,
        name,
      ]),
      [
        ['A', 'sumas', 'c-det', 'Sumas', 'Concurso c-det'],
        ['B', 'tercios', 'c-det', 'Tercios', 'Concurso c-det'],
        ['C', 'privada', 'c-det', 'Sumas privada', 'Concurso c-det'],
      ],
    );
    assert.deepEqual(contest, {
      title: 'Concurso c-det',
      endsAt: 1_795_921_432_000,
      id: 'c-det',
      startsAt: 1_795_896_232_000,
    });
    const requests = await requestsOf(fetchAll, openedContest);
    for (const request of requests) {
      const kept = [200, 403].map((status) => request.keptFor?.({ ...answer({}), status, receivedAt: 0 }));
      assert.deepEqual(kept, [300_000, 10_000], request.path);
    }
  });

  it('has no problems if the site refuses the list of contests', async () => {
    const fetchAll = on(site, (http) => submission.problemList!.fetchAll(http));
    const refused = answerOf(refusals.get('error-apiNotFound-controller')!);
    assert.deepEqual(await run(fetchAll, () => refused), { problems: [] });
  });

  it('leads to its page if the user has to open it first', async () => {
    const pageOf = async (question: BoundOperation<unknown>, refused: PlainAnswer) => {
      const { failure } = await failureOf(question, () => refused);
      assert.ok(failure.kind === 'status');
      return [failure.cause?.kind, failure.page];
    };
    const notOpened = answerOf(refusals.get('contest-details-not-opened')!);
    const form = on(site, (http) => submission.fetchForm!(http, { problemId: 'sumas', place: 'c-reg' }));
    assert.deepEqual(await pageOf(form, notOpened), ['notOpened', '/arena/c-reg/']);
    const problemNotOpened = answerOf(refusals.get('create-contest-future')!);
    const submit = on(site, (http) => submission.submit(http, program('sumas', 'c-det')));
    assert.deepEqual(await pageOf(submit, problemNotOpened), ['notOpened', '/arena/c-det/']);
    const practice = on(site, (http) => submission.submit(http, program('sumas', null)));
    assert.deepEqual(await pageOf(practice, problemNotOpened), ['notOpened', undefined]);
  });

  it('shows when it begins', async () => {
    const fetched = on(site, (http) => site.contests!.fetchProblems!(http, 'c-future', false));
    const future = answerOf(refusals.get('contest-details-future')!);
    const startsAt = Date.parse('2026-11-28T22:03:52Z');
    const contest = { title: null, endsAt: null, id: 'c-future', startsAt };
    assert.deepEqual(await run(fetched, () => future), { problems: [], contest });
  });

  it('receives programs', async () => {
    const submit = on(site, (http) => submission.submit(http, program('sumas', 'c-det')));
    const requests = await requestsOf(submit, openedContest);
    assert.deepEqual(pathsOf(requests), ['POST run/create/']);
    assert.equal(requests[0]?.form?.contest_alias, 'c-det');
    assert.deepEqual(await run(submit, openedContest), {
      kind: 'accepted',
      requestId: guid,
      hint: 'sumas@c-det',
      nextAt: 1_795_900_576_000,
    });
  });

  it('never gets a program of an unreadable place as practice', async () => {
    const submit = on(site, (http) => submission.submit(http, program('sumas', 'a/b/c')));
    assert.deepEqual(await requestsOf(submit, openedContest).catch(() => []), []);
    assert.equal(await failing(submit, openedContest), 'contestUnknown');
  });

  it('has title and end, also before the user has opened it', async () => {
    assert.deepEqual(
      await run(
        on(site, (http) => site.contests!.fetch!(http, 'c-det')),
        openedContest,
      ),
      {
        title: 'Concurso c-det',
        endsAt: 1_795_921_432_000,
        id: 'c-det',
        startsAt: 1_795_896_232_000,
      },
    );
  });

  it('is named by its runs', async () => {
    const details = problems.get('problem-details-in-contest-mpg')!;
    const rows = await run(
      on(site, (http) =>
        site.problemSubmissions!.fetchPage(http, { problemId: 'sumas', place: null }, null, null),
      ),
      () => answer({ runs: details.body.runs }),
    );
    const row = rows.submissions[0];
    assert.deepEqual([row?.contest?.id, row?.hint], ['c-mpg', 'sumas@c-mpg']);
    const elsewhere = on(site, (http) =>
      site.problemSubmissions!.fetchPage(http, { problemId: 'sumas', place: 'c-det' }, null, null),
    );
    assert.deepEqual((await run(elsewhere, () => answer({ runs: details.body.runs }))).submissions, []);
    const { body } = capturedIn('runs').get('run-status-c-mpg-sumas-pa')!;
    const result = await run(resultAt(site, { requestId: guid, hint: 'sumas@c-mpg' }), () => answer(body));
    assert.ok(result.kind === 'result');
    const { hint, place, contest } = result.about!;
    assert.deepEqual(
      [hint, place, contest],
      ['sumas@c-mpg', 'c-mpg', { title: null, endsAt: null, id: 'c-mpg' }],
    );
  });
});

describe('A task of a course on omegaUp', () => {
  it('receives programs under the number of its assignment', async () => {
    const submit = on(site, (http) => submission.submit(http, program('privada', 'curso/tarea1')));
    const requests = await requestsOf(submit, openedContest);
    assert.deepEqual(pathsOf(requests), [
      'GET course/assignmentDetails course=curso&assignment=tarea1',
      'POST run/create/',
    ]);
    assert.equal(requests[1]?.form?.problemset_id, '13');
  });

  it('has the data of its problem and of its assignment', async () => {
    const fetchForm = on(site, (http) =>
      submission.fetchForm!(http, { problemId: 'privada', place: 'curso/tarea1' }),
    );
    const form = await run(fetchForm, openedContest);
    assert.deepEqual(
      [form.title, form.letter, form.contest],
      [
        'Sumas privada',
        'B',
        {
          title: 'Tarea tarea1',
          endsAt: 1_795_986_255_000,
          id: 'curso/tarea1',
          startsAt: 1_795_899_795_000,
          isHomework: true,
        },
      ],
    );
  });
});

describe('Before a submission to omegaUp', () => {
  it('one request has languages, limits, samples, and the wait', async () => {
    const fetchForm = on(site, (http) => submission.fetchForm!(http, { problemId: 'sumas', place: null }));
    const details = problems.get('problem-details-signed-in')!;
    const reply = () =>
      answerOf({ ...details, body: { ...details.body, nextSubmissionTimestamp: 1_795_899_716 } });
    const form = await run(fetchForm, reply);
    assert.deepEqual(
      { ...form, languages: form.languages.length },
      {
        languages: 20,
        title: 'Sumas',
        letter: null,
        limits: { time: 1000, memory: 65_536 },
        sourceLimits: { size: 10_240, files: 1 },
        samples: [
          { input: '1 2\n', expected: '3\n' },
          { input: '10 20\n', expected: '30\n' },
        ],
        comparison: { rule: { unit: 'tokens', blanks: 'unicode' }, source: 'judge' },
        remaining: { endsAt: null, submissions: null, nextAt: 1_795_899_716_000 },
      },
    );
    assert.deepEqual(pathsOf(await requestsOf(fetchForm, reply)), [
      'GET problem/details problem_alias=sumas',
    ]);
  });

  it('no request in a contest opens it or one of its problems', async () => {
    const asked: string[] = [];
    const reply = (request: OutgoingRequest) => {
      asked.push(request.path);
      return openedContest(request);
    };
    const form = await run(
      on(site, (http) => submission.fetchForm!(http, { problemId: 'tercios', place: 'c-det' })),
      reply,
    );
    assert.deepEqual(
      [form.title, form.letter, form.sourceLimits?.size, form.contest?.id],
      ['Tercios', 'B', 10_240, 'c-det'],
    );
    assert.equal(form.remaining?.endsAt, 1_795_921_432_000);
    await run(
      on(site, (http) => submission.problemList!.fetchAll(http)),
      reply,
    );
    await run(
      on(site, (http) => submission.submit(http, program('tercios', 'c-det'))),
      reply,
    );
    assert.deepEqual(
      asked.filter(
        (path) => path.includes('/open/') || (path.includes('problem/details') && path.includes('contest')),
      ),
      [],
    );
  });

  it('a text to read takes no program', async () => {
    const lecture = answer({
      title: 'Lectura',
      alias: 'lectura',
      languages: [''],
      accepts_submissions: false,
    });
    const fetchForm = on(site, (http) => submission.fetchForm!(http, { problemId: 'lectura', place: null }));
    const form = await run(fetchForm, () => lecture);
    assert.deepEqual([form.takesNothing, form.languages], [true, []]);
  });

  it('languages have the names of the site, and new ones are offered, too', async () => {
    const fetchForm = on(site, (http) => submission.fetchForm!(http, { problemId: 'karel', place: null }));
    const languages = ['rk', 'kj', 'kp', 'cpp23-gcc', 'py3'];
    const form = await run(fetchForm, () => answer({ alias: 'karel', languages }));
    assert.deepEqual(
      form.languages.map(({ id, name, extensions: [extension] }) => [id, name, extension]),
      [
        ['py3', 'Python 3', '.py'],
        ['kp', 'Karel (Pascal)', '.kp'],
        ['kj', 'Karel (Java)', '.kj'],
        ['rk', 'rk', '.rk'],
        ['cpp23-gcc', 'cpp23-gcc', '.cpp'],
      ],
    );
  });

  it('a refusal because of the wait has its end', async () => {
    const submit = on(site, (http) => submission.submit(http, program('sumas', null)));
    const refused = {
      status: 403,
      contentType: 'text/html; charset=UTF-8',
      text: JSON.stringify({ status: 'error', error: 'Espera.', errorname: 'runWaitGap', errorcode: 403 }),
    };
    const reply = ({ path }: OutgoingRequest) =>
      path.includes('create') ? refused : answer({ alias: 'sumas', nextSubmissionTimestamp: 1_795_900_034 });
    const { failure, sent } = await failureOf(submit, reply, 1_795_900_000_000);
    assert.ok(failure.kind === 'status');
    const { status, answered, cause, retryAfter } = failure;
    assert.deepEqual([status, answered, cause?.kind, retryAfter, sent], [429, 403, 'tooSoon', 34_000, 'no']);
    // the details of a contest's problem would start its clock
    const inContest = on(site, (http) => submission.submit(http, program('sumas', 'c-det')));
    assert.deepEqual(pathsOf(await requestsOf(inContest, reply)), ['POST run/create/']);
  });
});

describe('The samples of a problem of an omegaUp contest', () => {
  const details = problems.get('problemset-details')!.body;
  const settings = { cases: { 1: { in: '1 2\n', out: '3\n' } }, validator: { name: 'token' } };
  const samplesIn = (penalty: string | undefined) => {
    const reply = ({ path }: OutgoingRequest) =>
      answer(
        path.includes('/problem/') ? { alias: 'sumas', settings } : { ...details, penalty_type: penalty },
      );
    const fetchSamples = on(site, (http) =>
      submission.fetchSamples!(http, { problemId: 'sumas', place: 'c-det' }),
    );
    return { found: run(fetchSamples, reply), requests: requestsOf(fetchSamples, reply) };
  };

  it('are in its details, which are requested if that starts no clock', async () => {
    const { found, requests } = samplesIn('none');
    const { samples, comparison } = await found;
    assert.deepEqual(samples, [{ input: '1 2\n', expected: '3\n' }]);
    assert.deepEqual(comparison, { rule: { unit: 'tokens', blanks: 'unicode' }, source: 'judge' });
    assert.deepEqual(pathsOf(await requests), [
      'GET contest/details contest_alias=c-det',
      'GET problem/details problem_alias=sumas&contest_alias=c-det',
    ]);
  });

  it('aren’t requested if the clock of a problem starts when it is opened, or may do so', async () => {
    for (const penalty of ['problem_open', 'new_kind', undefined]) {
      const { found, requests } = samplesIn(penalty);
      assert.deepEqual((await found).samples, []);
      assert.deepEqual(pathsOf(await requests), ['GET contest/details contest_alias=c-det']);
    }
  });
});

describe('A run on omegaUp', () => {
  it('needs one request in addition to its state', async () => {
    const runs = capturedIn('runs');
    const requests = await requestsOf(resultAt(site, { requestId: guid, hint: 'sumas' }), ({ path }) =>
      answerOf(runs.get(path.includes('status') ? 'run-status-all-pa' : 'run-details-all-pa')!),
    );
    assert.deepEqual(pathsOf(requests), [
      `GET run/status run_alias=${guid}`,
      `GET run/details run_alias=${guid}`,
    ]);
  });
});
