import assert from 'node:assert/strict';
import { caseProgress, meaningOf } from '../../../../src/results';
import { judgeNamed } from '../../../../src/judges/adapters';
import { firstRequestOf, on, resultAt, run } from '../../../support/operations';
import { answer } from './answers';

/** Describes CSES as its OpenAPI document does (github.com/csesfi/cses-cli, version 0.0.1). */
const cses = {
  type: 'json',
  url: 'https://cses.fi/api',
  website: 'https://cses.fi',
  authentication: { scheme: 'header', headerName: 'X-Auth-Token' },
  constants: { course: 'problemset' },
  check: { path: '/login', account: 'username' },
  result: {
    path: '/courses/{course}/submissions/{id}',
    poll: '/courses/{course}/submissions/{id}?poll=true',
    fields: {
      status: ['result', 'status'],
      compileMessage: 'compiler',
      problem: 'task.id',
      problemTitle: 'task.name',
      language: 'language.name',
    },
    cases: { list: 'tests', fields: { id: 'number', status: 'verdict', time: 'time' } },
  },
  recent: {
    path: '/courses/{course}/submissions?task={problem}',
    list: 'submissions',
    fields: { id: 'id', status: 'outcome_status', time: 'code_time', language: 'language.name', at: 'time' },
  },
  submission: {
    path: '/courses/{course}/submissions?task={problem}',
    id: 'id',
    fields: {
      'language.name': '{language}',
      'language.option': null,
      filename: '{fileName}',
      content: '{code:base64}',
    },
    languages: { 'C++': 'cpp', Python3: 'python', Java: 'java', Rust: 'rust' },
  },
  statusCodes: {
    PENDING: 'QUEUED',
    TESTING: 'JUDGING',
    'COMPILE ERROR': 'CE',
    ACCEPTED: 'AC',
    pass: 'AC',
    'WRONG ANSWER': 'WA',
    fail: 'WA',
    none: 'JUDGING',
    'TIME LIMIT EXCEEDED': 'TLE',
    'RUNTIME ERROR': 'RE',
    'OUTPUT LIMIT EXCEEDED': 'OLE',
  },
  page: '/{course}/result/{id}',
  problemPage: '/{course}/task/{problem}',
};

describe('A description of CSES', () => {
  const read = judgeNamed('CSES', { CSES: cses });
  assert.ok(read.ok, JSON.stringify(read));
  const { judge } = read;
  const request = { requestId: '7', hint: null };
  const base = {
    id: 7,
    task: { id: '1068', name: 'Weird Algorithm' },
    language: { name: 'C++', option: null },
  };

  async function resultOf(fields: object) {
    const result = await run(resultAt(judge, request), () => answer({ ...base, ...fields }));
    assert.ok(result.kind === 'result');
    const status = result.envelope.data?.judge?.status ?? null;
    return { ...result, meaning: meaningOf(judge.rules.statuses, status) };
  }

  it('reads each state of a submission', async () => {
    assert.equal((await resultOf({ status: 'PENDING', pending: true })).meaning?.kind, 'pending');
    const tests = [{ number: 1, verdict: 'ACCEPTED', time: 10 }];
    const testing = await resultOf({ status: 'TESTING', pending: true, tests });
    assert.equal(testing.meaning?.kind, 'pending');
    assert.equal(caseProgress(testing.envelope, judge.rules).done, 1);
    const failed = await resultOf({ status: 'COMPILE ERROR', compiler: 'input/code.cpp:1:1: error: x' });
    assert.equal(failed.meaning?.short, 'CE');
    assert.equal(failed.envelope.data?.compile?.message, 'input/code.cpp:1:1: error: x');
    const ready = await resultOf({ status: 'READY', result: 'WRONG ANSWER', tests });
    assert.deepEqual([ready.meaning?.short, ready.about?.problem?.title], ['WA', 'Weird Algorithm']);
    // the judge’s set of results is open
    const odd = await resultOf({ status: 'READY', result: 'INVALID LANGUAGE' });
    assert.deepEqual([odd.meaning, odd.envelope.data?.judge?.status], [null, 'INVALID LANGUAGE']);
  });

  it('submits a program, waits for its result, and lists submissions to a problem', async () => {
    const program = { problemId: '1068', place: null, language: 'C++', code: 'int main() {}' };
    const submit = on(judge, (http) =>
      judge.submission!.submit(http, { ...program, optimise: false, trackId: 't', inputs: null }),
    );
    assert.deepEqual(await firstRequestOf(submit), {
      method: 'POST',
      path: '/courses/problemset/submissions?task=1068',
      body: {
        language: { name: 'C++', option: null },
        filename: 'main.cpp',
        content: 'aW50IG1haW4oKSB7fQ==',
      },
    });
    const taken = await run(submit, () => answer({ ...base, status: 'PENDING', pending: true }));
    assert.deepEqual(taken, { kind: 'accepted', requestId: '7', hint: null });
    const wait = on(judge, (http) => judge.waitForResult!(http, request));
    assert.deepEqual(await firstRequestOf(wait), {
      method: 'GET',
      path: '/courses/problemset/submissions/7?poll=true',
      waits: true,
    });
    assert.equal(judge.listing, undefined);
    const page = on(judge, (http) =>
      judge.problemSubmissions!.fetchPage(http, { problemId: '1068', place: null }, null, null),
    );
    assert.equal((await firstRequestOf(page)).path, '/courses/problemset/submissions?task=1068');
  });

  it('links to its pages, which are outside of the API', () => {
    assert.equal(judge.pages?.record?.(request), 'https://cses.fi/problemset/result/7');
    assert.deepEqual(judge.submission?.problemAt?.('https://cses.fi/problemset/task/1068'), {
      problemId: '1068',
      place: null,
    });
  });
});
