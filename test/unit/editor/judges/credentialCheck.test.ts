import { settings } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import {
  checkCredential,
  credentialVerdict,
  makeCredential,
} from '../../../../src/editor/judges/signIn/checkCredential';
import type { ErrorBody } from '../../../../src/results';
import type { Extension } from '../../../../src/editor/extension';
import {
  RequestFailed,
  judgeTypeNames,
  type Judge,
  type RequestFailure,
  type JudgeTypeName,
} from '../../../../src/judges';
import { judgeFrom, playedClient } from '../../../support/playedJudge';
import { standIn } from '../../support/standIn';
import { decodeErrorBody } from '../../../../src/results';
import { checkOf, run } from '../../../support/operations';
import { leastJudge } from '../../../support/profiles';

const body = { errorCode: 404, errorType: 'NotFound', errorMessage: 'no such request', errorData: null };

function status(code: number, error: ErrorBody | null): RequestFailure {
  return { kind: 'status', status: code, error, retryAfter: null };
}

describe('credentialVerdict', () => {
  const said = decodeErrorBody(404, body);

  it('never accepts a 404, even in JSON, unless the check requests an unknown result', async () => {
    const checksUnknownResult: readonly JudgeTypeName[] = ['judge', 'json'];
    for (const type of judgeTypeNames) {
      const check = checkOf(leastJudge(type));
      const verdictOn = async (text: string) => {
        const checked = run(check, () => ({ status: 404, contentType: 'application/json', text }));
        const outcome = await checked.catch((error: unknown) => error);
        return outcome instanceof RequestFailed ? credentialVerdict(outcome.failure) : 'accepted';
      };
      const json = '{"code":404,"message":"No route found for \\"GET /domjudge/team\\""}';
      const isAccepted = (await verdictOn(json)) === 'accepted';
      assert.equal(isAccepted, checksUnknownResult.includes(type), type);
      assert.notEqual(await verdictOn('<!doctype html>'), 'accepted', type);
    }
  });

  it('returns “refused” after 401 and 403', () => {
    assert.equal(credentialVerdict(status(401, null)), 'refused');
    assert.equal(credentialVerdict(status(403, said)), 'refused');
  });

  it('returns “refused” for any credentials at a site without an API', () => {
    const missing: RequestFailure = { kind: 'status', status: 404, error: null, retryAfter: null };
    assert.equal(credentialVerdict({ ...missing, cause: { kind: 'noApi' } }), 'refused');
  });

  it('returns “unclear” if the contest or URL in the settings is wrong', () => {
    const missing: RequestFailure = { kind: 'status', status: 404, error: said, retryAfter: null };
    assert.equal(
      credentialVerdict({ ...missing, cause: { kind: 'missingContest', id: 'nwerc' } }),
      'unclear',
    );
    assert.equal(
      credentialVerdict({
        ...missing,
        cause: { kind: 'apiElsewhere', url: 'https://judge.example.com/api' },
      }),
      'unclear',
    );
  });

  it('returns “unclear” if there is no response, or if any web server could have sent it', () => {
    for (const code of [400, 402, 404, 410]) assert.equal(credentialVerdict(status(code, said)), 'unclear');
    assert.equal(credentialVerdict(status(404, null)), 'unclear');
    assert.equal(credentialVerdict(status(405, said)), 'unclear');
    const blocked: RequestFailure = { kind: 'status', status: 403, error: null, retryAfter: null };
    assert.equal(credentialVerdict({ ...blocked, refusesAnybody: true }), 'unclear');
    assert.equal(credentialVerdict(status(429, said)), 'unclear');
    assert.equal(credentialVerdict(status(500, said)), 'unclear');
    assert.equal(credentialVerdict({ kind: 'dns', host: 'x' }), 'unclear');
    assert.equal(credentialVerdict({ kind: 'notJson', contentType: null, looksLikeHtml: true }), 'unclear');
  });
});

describe('The check of a described judge whose URL is that of a page', () => {
  const origin = 'https://oj.example.edu';
  const entry = { type: 'json', basedOn: 'qduoj', url: `${origin}/rank/acm` };
  const page = '<!doctype html><title>OJ</title>';

  async function failureOf(apiAt: string): Promise<RequestFailure> {
    settings['services'] = { school: entry };
    const judge = judgeFrom(entry);
    const extension = standIn<Extension>({
      judges: {
        clientWith: async (own: Judge) =>
          playedClient(
            { ...own },
            () =>
              own.baseUrl === apiAt
                ? { status: 200, contentType: 'application/json', text: '{"error":null,"data":null}' }
                : { status: 200, contentType: 'text/html', text: page },
            Date.now,
          ),
      },
    });
    const authentication = { scheme: 'header', headerName: 'Appkey' } as const;
    const credential = makeCredential(judge, authentication, 'x');
    const { answer } = await checkCredential(extension, { ...judge, name: 'school' }, credential);
    delete settings['services'];
    assert.ok(answer instanceof RequestFailed);
    return answer.failure;
  }

  it('finds the API at the root of the host', async () => {
    const failure = await failureOf(origin);
    assert.deepEqual(failure.kind === 'status' && failure.cause, { kind: 'apiElsewhere', url: origin });
  });

  it('reports the response if the API isn’t there, either', async () => {
    assert.equal((await failureOf('https://elsewhere.example')).kind, 'notJson');
  });
});
