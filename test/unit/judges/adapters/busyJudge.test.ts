import assert from 'node:assert/strict';
import type { Judge } from '../../../../src/judges/judge';
import type { OutgoingRequest } from '../../../../src/judges/http/judgeHttp';
import type { PlainAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import { clics } from '../../../../src/judges/adapters/clics';
import { cms } from '../../../../src/judges/adapters/cms';
import { ejudge } from '../../../../src/judges/adapters/ejudge';
import { eolymp } from '../../../../src/judges/adapters/eolymp';
import { omegaup } from '../../../../src/judges/adapters/omegaup';
import { yandexContest } from '../../../../src/judges/adapters/yandexContest';
import type { RequestName } from '../../../../src/judges/requestName';
import { failing, requestsOf, resultAt } from '../../../support/operations';
import { described } from '../../../support/profiles';
import { answer } from './answers';
import { capturedFromEjudge } from './captures';

type Responses = (request: OutgoingRequest) => PlainAnswer;

interface FinishedResult {
  readonly judge: Judge;
  readonly request: RequestName;
  readonly responses: Responses;
  /** those with which the result is fetched again; absent: 429 and 503 */
  readonly statuses?: readonly number[];
}

const results: Readonly<Record<string, FinishedResult>> = {
  CLICS: {
    judge: described(clics, 'finals', { url: 'https://judge.example.edu/api/v4', contest: 'nwerc' }),
    request: { requestId: '9', hint: null },
    responses: ({ path }) => {
      if (path.endsWith('/submissions/9')) return answer({ id: '9', problem_id: 'hello', team_id: '2' });
      if (path.includes('/judgements')) {
        return answer([{ id: '71', submission_id: '9', judgement_type_id: 'WA', valid: true }]);
      }
      if (path.endsWith('/user')) return answer({ username: 'jury', roles: ['jury'] });
      return path.includes('/runs') || path.includes('-types') ? answer([]) : answer({});
    },
  },
  ejudge: {
    judge: described(ejudge, 'algo', { url: 'https://ejudge.example.org/ej/client', contest: '2' }),
    request: { requestId: '1', hint: null },
    responses: ({ path }) =>
      capturedFromEjudge(
        path.includes('contest-status-json') ? 'contest 2: ends after five hours' : 'run: wrong answer',
      ),
  },
  CMS: {
    judge: described(cms, 'ioi', { url: 'https://cms.example.org/ioi' }),
    request: { requestId: '8123456789012345678', hint: 'sum' },
    responses: ({ path }) => (path.includes('/files/') ? answer('int main() {}') : answer({ status: 5 })),
  },
  Eolymp: {
    judge: described(eolymp, 'eolymp', {}),
    request: { requestId: 'r1', hint: null },
    responses: ({ path }) =>
      path.includes('/submissions/r1')
        ? answer({
            submission: {
              id: 'r1',
              status: 'ERROR',
              errorUrl: 'https://api.eolymp.com/files/error',
              sourceUrl: 'https://api.eolymp.com/files/source',
            },
          })
        : answer('text'),
  },
  omegaUp: {
    judge: described(omegaup, 'omegaup', {}),
    request: { requestId: 'a'.repeat(32), hint: null },
    responses: () => answer({ status: 'ready', verdict: 'WA' }),
    // the verdict is shown before the details
    statuses: [429],
  },
  'Yandex Contest': {
    judge: described(yandexContest, 'yandex', { contest: '3' }),
    request: { requestId: '7', hint: null },
    responses: ({ path }) =>
      path.endsWith('/source') ? answer('code') : answer({ runId: 7, status: 'FINISHED', verdict: 'OK' }),
  },
};

for (const [name, { judge, request, responses, statuses = [429, 503] }] of Object.entries(results)) {
  describe(`A finished ${name} result`, () => {
    const fetched = resultAt(judge, request);
    const without =
      (path: string, status: number): Responses =>
      (sent) =>
        sent.path === path ? answer({}, status) : responses(sent);

    it('is fetched again later if the judge is too busy to send a part of it', async () => {
      const [, ...later] = await requestsOf(fetched, responses);
      assert.notEqual(later.length, 0);
      for (const { path } of later) {
        for (const status of statuses) {
          assert.equal(await failing(fetched, without(path, status)), String(status), path);
        }
      }
    });
  });
}
