import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { explain, type Topic } from '../../../../src/editor/labels/requestErrors';
import type { JudgeClient } from '../../../../src/judges/client';
import { startLocalHydro, type LocalHydro } from '../../../../tools/hydro/hydro';
import { playedPrograms } from '../../../support/playedPrograms';
import { hydroSite } from '../../../support/profiles';
import { clientAt, credentialFor, failureOf, request, submission, submit } from '../../judges/clients';

describe('The message for a Hydro error', () => {
  let site: LocalHydro;
  before(async () => {
    site = await startLocalHydro({ english: true, programs: playedPrograms });
  });
  after(() => site.stop());
  afterEach(() => speak('en'));

  /** Returns the message for the error that a signed-in user gets. */
  const said = async (about: Topic, ask: (client: JudgeClient) => Promise<unknown>) => {
    const judge = hydroSite(site.url);
    const credential = { ...credentialFor(judge, site.signIn(site.alice)), account: site.alice.uname };
    const client = clientAt(judge, { credential: () => Promise.resolve(credential) });
    const { failure } = await failureOf(ask(client));
    return explain(failure, { name: 'oj.school.edu', address: site.url }, about);
  };
  it('reports an unknown record ID, and lets the user edit it', async () => {
    const rid = `${'0'.repeat(21)}abc`;
    const { message, remedies } = await said('result', (client) => client.result(request(rid)));
    assert.match(message, /^ID not found on oj\.school\.edu \(404\).*Record 0+abc not found/);
    assert.ok(remedies.includes('editId'), remedies.join());
  });

  it('reports an unknown problem', async () => {
    const { message } = await said('submission', (client) => {
      const fetchForm = client.judge.submission?.fetchForm;
      assert.ok(fetchForm);
      return client.ask((http) => fetchForm(http, { problemId: 'P9999', place: null }));
    });
    assert.match(
      message,
      /^Not found on oj\.school\.edu \(404\)\. Message from the judge: Problem P9999 not found\./,
    );
  });

  it('contains the response’s HTTP status unless it is a success', async () => {
    const signIn = (password: string) => (client: JudgeClient) => {
      const { signIn: how } = client.judge;
      assert.ok(how.kind === 'password');
      return client.ask((http) => how.signIn(http, 'alice', password, null));
    };
    assert.equal(
      (await said('credentials', signIn('wrong one'))).message,
      'oj.school.edu rejected the credentials (403). Message from the judge: Invalid password for user alice.',
    );
    speak('zh-cn');
    assert.match(
      (await said('credentials', signIn('wrong one'))).message,
      /^oj\.school\.edu 拒绝了凭据（403）。/,
    );
    speak('en');
    const { message, remedies } = await said('result', (client) => {
      site.endSessions();
      return client.result(request('0'.repeat(24)));
    });
    assert.equal(message, 'oj.school.edu requires sign-in.');
    assert.deepEqual(remedies, ['setCredentials']);
  });

  it('contains the duration of a rate limit', async () => {
    site.oddities.submissionsLeft = 0;
    const { message } = await said('submission', (client) =>
      submit(client, { ...submission, language: 'js' }),
    );
    site.oddities.submissionsLeft = Number.POSITIVE_INFINITY;
    assert.match(
      message,
      /^Rate limit reached on oj\.school\.edu \(403\)\. Try again in (\d+ seconds|a second)\./,
    );
  });
});
