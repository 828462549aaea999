import assert from 'node:assert/strict';
import { submittableDocuments } from '../../../../src/judges/languageNames';
import type { PlainAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import type { OutgoingRequest } from '../../../../src/judges/http/judgeHttp';
import {
  checkOf,
  failing,
  firstRequestOf,
  on,
  recentOf,
  requestsOf,
  resultAt,
  run,
  statesAt,
} from '../../../support/operations';
import { described } from '../../../support/profiles';
import { answer } from './answers';
import { toy } from './toyJudge';

const site = described(toy, 'toy', { url: 'https://toyoj.example' });
const name = (requestId: string) => ({ requestId, hint: null });

/** Responds with the body for a path, or 404. */
function replies(bodies: Readonly<Record<string, unknown>>): (request: OutgoingRequest) => PlainAnswer {
  return ({ path }) => {
    const body = bodies[path];
    return body === undefined ? answer({ error: 'not found' }, 404) : answer(body);
  };
}

describe('The example judge in docs/development/recipes.md', () => {
  it('checks the signed-in user', async () => {
    assert.deepEqual(await run(checkOf(site), replies({ '/api/me': { name: 'alice' } })), { name: 'alice' });
    assert.equal(
      await failing(checkOf(site), () => answer({ error: 'wrong token' }, 401)),
      '401 wrong token',
    );
  });

  it('fetches a result, and the compiler output only if there is any', async () => {
    const submission = {
      status: 'WA',
      score: 40,
      time_ms: 15,
      problem: 'sum',
      tests: [{ number: 1, status: 'AC', time_ms: '7' }],
    };
    const result = await run(resultAt(site, name('7')), replies({ '/api/submissions/7': submission }));
    assert.ok(result.kind === 'result');
    const { judge, compile } = result.envelope.data ?? {};
    assert.deepEqual([judge?.status, judge?.score, judge?.subtasks[0]?.cases[0]?.time], ['WA', 40, 7]);
    assert.equal(compile, null);
    // A number was sent as text.
    assert.deepEqual(result.notices, [{ kind: 'numericString', path: 'tests[0].time_ms', count: 1 }]);

    const withLog = replies({
      '/api/submissions/7': { status: 'CE', has_log: true },
      '/api/submissions/7/log': { log: 'main.cpp:1: error' },
    });
    const failed = await run(resultAt(site, name('7')), withLog);
    assert.ok(failed.kind === 'result');
    assert.equal(failed.envelope.data?.compile?.message, 'main.cpp:1: error');
    const sent = await requestsOf(resultAt(site, name('7')), withLog);
    assert.equal(sent.length, 2);
  });

  it('reports the path of an invalid field', async () => {
    const wrong = { status: 'WA', tests: [{ number: 1 }, { number: 'x' }] };
    assert.equal(
      await failing(resultAt(site, name('7')), () => answer(wrong)),
      'tests[1].number: a whole number, not "x"',
    );
    assert.equal(await failing(resultAt(site, name('7')), () => answer([])), ': an object, not a list');
  });

  it('lists submissions with their status, and reports finished ones as ended', async () => {
    const list = replies({
      '/api/submissions?mine=1': {
        submissions: [
          { id: 8, status: 'JUDGING' },
          { id: 7, status: 'AC' },
        ],
      },
    });
    const recent = recentOf(site, null);
    assert.deepEqual(
      (await run(recent, list)).map(({ requestId, status }) => [requestId, status]),
      [
        ['8', 'JUDGING'],
        ['7', 'AC'],
      ],
    );
    assert.equal(site.batch?.covers([name('7')], null), false);
    const states = statesAt(site, [name('7'), name('8')], null);
    assert.deepEqual(
      [...(await run(states, list))].map(([id, { kind }]) => [id, kind]),
      [
        ['8', 'notReady'],
        ['7', 'ended'],
      ],
    );
  });

  it('submits a program', async () => {
    const submission = on(site, (http) =>
      site.submission!.submit(http, {
        problemId: 'sum',
        place: null,
        language: 'cpp17',
        optimise: false,
        code: 'int main() {}',
        trackId: 't',
        inputs: null,
      }),
    );
    assert.ok(submission);
    assert.deepEqual((await firstRequestOf(submission)).body, {
      problem: 'sum',
      language: 'cpp17',
      code: 'int main() {}',
    });
    const taken = await run(submission, () => answer({ id: 9 }, 201));
    assert.deepEqual(taken, { kind: 'accepted', requestId: '9', hint: null });
  });

  it('has pages for submissions, and languages', () => {
    const page = site.pages?.record?.(name('7')) ?? '';
    assert.deepEqual(site.pages?.readAddress?.(page), { kind: 'requestId', id: '7' });
    assert.deepEqual(site.submission && submittableDocuments(site.submission).editorLanguages, [
      'cpp',
      'java',
      'python',
    ]);
  });
});
