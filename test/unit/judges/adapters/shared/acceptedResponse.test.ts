import assert from 'node:assert/strict';
import { judgeTypeNames, type JudgeTypeName } from '../../../../../src/judges';
import type { RequestFailed } from '../../../../../src/judges/requestFailed';
import type { Judge } from '../../../../../src/judges/judge';
import type { Operation } from '../../../../../src/judges/http/judgeHttp';
import { judgeNamed } from '../../../../../src/judges/adapters';
import { entryOfReady, readyJudges } from '../../../../../src/judges/adapters/ready';
import { leastJudge } from '../../../../support/profiles';
import { clientAt, failureOf } from '../../clients';
import { scriptedFetch, type ScriptedResponse } from '../../scriptedFetch';

const program = {
  problemId: '7',
  place: null,
  language: 'cpp',
  optimise: false,
  code: 'int main() {}',
  fileName: 'main.cpp',
  trackId: 't',
  inputs: null,
};

/** Responses to requests before the submission, by the end of their path. */
const BEFORE: readonly (readonly [path: RegExp, json: unknown])[] = [
  [/\/languages$/, []],
  [/\/problems\/7$/, { problem: { id: '7' } }],
  [/\/api\/problem\?/, { error: null, data: { id: 7, _id: '7' } }],
  [/\/task_list$/, { tasks: [] }],
  [/./, {}],
];

/** The page that a DMOJ site sends before a submission. */
const DMOJ_FORM = '<select id="id_language"><option value="15" data-name="C++17">C++17</option></select>';

/** Returns the submission of a program; null: programs can't be submitted to this judge from here. */
function submissionTo({ submission, samples }: Judge): Operation<unknown> | null {
  if (submission) return (http) => submission.submit(http, program);
  if (!samples) return null;
  const run = {
    language: '54',
    code: 'x',
    samples: [{ input: '1', expected: '2' }],
    time: null,
    memory: null,
  };
  return (http) => samples.run(http, run, { time: 1, memory: 1, together: 1 });
}

/** Submits a program to a judge that sends this response. */
async function failureAfter(judge: Judge, response: ScriptedResponse): Promise<RequestFailed> {
  const submit = submissionTo(judge);
  assert.ok(submit);
  const { fetch } = scriptedFetch(({ method, url }) => {
    if (method === 'POST') return response;
    if (url.pathname.endsWith('/submit')) return { status: 200, text: DMOJ_FORM };
    const [, json] = BEFORE.find(([path]) => path.test(url.pathname + url.search)) ?? [];
    return { status: 200, text: JSON.stringify(json), headers: { 'Content-Type': 'application/json' } };
  });
  return failureOf(clientAt(judge, { fetch }).ask(submit));
}

const judges: readonly (readonly [name: string, judge: Judge])[] = [
  ...judgeTypeNames.map((type) => [type, leastJudge(type)] as const),
  ...readyJudges.map((ready) => {
    const read = judgeNamed('test', { test: entryOfReady(ready, 'https://oj.example.org') });
    assert.ok(read.ok, ready.id);
    return [ready.id, read.judge] as const;
  }),
].filter(([, judge]) => submissionTo(judge) !== null);

describe('A submission whose response can’t be read', () => {
  const html = { 'Content-Type': 'text/html' };
  const json = { 'Content-Type': 'application/json' };
  const unreadable: readonly (readonly [what: string, response: ScriptedResponse])[] = [
    ['an empty body', { status: 200 }],
    ['a web page', { status: 200, text: '<html><body>Maintenance</body></html>', headers: html }],
    ['cut JSON', { status: 201, text: '{"id": "4', headers: json }],
    ['an empty object', { status: 200, text: '{}', headers: json }],
    ['an ID that is null', { status: 201, text: '{"id": null, "token": null}', headers: json }],
  ];
  /** A text without an ID is a rejection at Kattis. */
  const rejections: readonly string[] = [
    'kattis cut JSON',
    'kattis an empty object',
    'kattis an ID that is null',
  ];
  /** A described judge sends null if it hides results. */
  const isHidden = (judge: Judge, what: string) => judge.type === 'json' && what === 'an ID that is null';

  for (const [name, judge] of judges) {
    it(`may have been accepted: ${name}`, async () => {
      for (const [what, response] of unreadable) {
        if (rejections.includes(`${name} ${what}`) || isHidden(judge, what)) continue;
        const { failure, sent } = await failureAfter(judge, response);
        assert.equal(sent, 'maybe', `${what}: ${JSON.stringify(failure)}`);
        // for a described judge, the failure contains the configured path
        assert.ok(['notUnderstood', 'place'].includes(failure.kind), `${what}: ${failure.kind}`);
      }
    });
  }
});

describe('A rejection in the judge’s own form', () => {
  const own: readonly (readonly [JudgeTypeName, number, unknown])[] = [
    ['clics', 400, { code: 400, message: 'Submission is too large' }],
    ['clics', 403, { code: 403, message: 'Submissions are disabled' }],
    ['ejudge', 200, { ok: false, error: { symbol: 'ERR_CONTEST_FINISHED' } }],
    ['omegaup', 200, { status: 'error', errorname: 'runNotInsideContest', error: 'over' }],
    ['judge0', 201, [{ language_id: ["can't be blank"] }]],
    ['cms', 422, { error: 'Invalid format' }],
    ['cses', 400, { message: 'x' }],
    ['json', 200, { error: 'over', data: 'The contest is over' }],
    ['luogu', 400, { errorCode: 400, errorMessage: 'x' }],
  ];
  for (const [type, status, body] of own) {
    it(`wasn’t accepted: ${type}, status ${status}`, async () => {
      const headers = { 'Content-Type': 'application/json' };
      const failed = await failureAfter(leastJudge(type), { status, text: JSON.stringify(body), headers });
      assert.deepEqual([failed.failure.kind, failed.sent], ['status', 'no']);
    });
  }

  it('wasn’t accepted: Kattis, a text', async () => {
    const text = 'Problem not found';
    const failed = await failureAfter(leastJudge('kattis'), { status: 200, text });
    assert.deepEqual([failed.failure.kind, failed.sent], ['status', 'no']);
  });
});

describe('An accepted submission to a CLICS server', () => {
  it('may have a bare number as its ID', async () => {
    for (const [text, id] of [
      ['7', '7'],
      ['{"id": 8}', '8'],
      ['{"id": "icpc-9"}', 'icpc-9'],
    ] as const) {
      const judge = leastJudge('clics');
      const { fetch } = scriptedFetch(({ url }) => ({
        status: 200,
        text: url.pathname.endsWith('/languages')
          ? '[]'
          : url.pathname.endsWith('/submissions')
            ? text
            : '{}',
      }));
      const submit = submissionTo(judge);
      assert.ok(submit);
      const submitted = await clientAt(judge, { fetch }).ask(submit);
      assert.deepEqual(submitted, { kind: 'accepted', requestId: id, hint: 'finals' });
    }
  });
});
