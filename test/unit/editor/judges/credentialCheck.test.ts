import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { credentialVerdict } from '../../../../src/editor/judges/signIn/checkCredential';
import type { ServiceError } from '../../../../src/judge';
import type { ServiceFailure } from '../../../../src/service';
import { decodeServiceError } from '../../../../src/judge';
import { checkOf, failureOf } from '../../../support/operations';
import { leastService } from '../../../support/profiles';

const body = { errorCode: 404, errorType: 'NotFound', errorMessage: 'no such request', errorData: null };

function status(code: number, error: ServiceError | null): ServiceFailure {
  return { kind: 'status', status: code, error, retryAfter: null };
}

describe('credentialVerdict', () => {
  const said = decodeServiceError(404, body);

  it('returns “accepted” if the service reports an unknown request in its own format', () => {
    assert.ok(said);
    for (const code of [400, 402, 404, 410]) assert.equal(credentialVerdict(status(code, said)), 'accepted');
  });

  it('returns “accepted” if any JSON reports that the requested result doesn’t exist', async () => {
    for (const type of ['judge', 'json'] as const) {
      const check = checkOf(leastService(type));
      const verdictOn = async (text: string) => {
        const { failure } = await failureOf(check, () => ({ status: 404, contentType: null, text }));
        return credentialVerdict(failure);
      };
      assert.equal(await verdictOn('{"code":7}'), 'accepted', type);
      assert.equal(await verdictOn('<!doctype html>'), 'unclear', type);
    }
  });

  it('returns “refused” after 401 and 403', () => {
    assert.equal(credentialVerdict(status(401, null)), 'refused');
    assert.equal(credentialVerdict(status(403, said)), 'refused');
  });

  it('returns “refused” for any credentials at a site without an API', () => {
    const missing: ServiceFailure = { kind: 'status', status: 404, error: null, retryAfter: null };
    assert.equal(credentialVerdict({ ...missing, hasNoApi: true }), 'refused');
  });

  it('returns “unclear” if the contest or URL in the settings is wrong', () => {
    const missing: ServiceFailure = { kind: 'status', status: 404, error: said, retryAfter: null };
    assert.equal(credentialVerdict({ ...missing, missingContest: 'nwerc' }), 'unclear');
    assert.equal(credentialVerdict({ ...missing, apiUrl: 'https://judge.example.com/api' }), 'unclear');
  });

  it('returns “unclear” if there is no response, or if any web server could have sent it', () => {
    assert.equal(credentialVerdict(status(404, null)), 'unclear');
    assert.equal(credentialVerdict(status(405, said)), 'unclear');
    const blocked: ServiceFailure = { kind: 'status', status: 403, error: null, retryAfter: null };
    assert.equal(credentialVerdict({ ...blocked, refusesAnybody: true }), 'unclear');
    assert.equal(credentialVerdict(status(429, said)), 'unclear');
    assert.equal(credentialVerdict(status(500, said)), 'unclear');
    assert.equal(credentialVerdict({ kind: 'dns', host: 'x' }), 'unclear');
    assert.equal(credentialVerdict({ kind: 'notJson', contentType: null, looksLikeHtml: true }), 'unclear');
  });
});
