import assert from 'node:assert/strict';
import { dmoj } from '../../../../src/service/profiles/dmoj';
import { startLocalDmoj, type LocalDmoj } from '../../../../tools/dmoj/dmoj';
import { playedPrograms } from '../../../support/playedPrograms';
import { described } from '../../../support/profiles';
import { clientAt, credentialFor, failureOf, request } from '../clients';

describe('A DMOJ site', () => {
  let site: LocalDmoj;
  before(async () => {
    site = await startLocalDmoj({ programs: playedPrograms });
  });
  after(() => site.stop());

  it('tells who signs in that a token is wrong, whatever its form', async () => {
    const profile = described(dmoj, 'a', { url: site.url, user: 'alice' });
    const check = (secret: string) => {
      const credential = credentialFor(profile, secret);
      return clientAt(profile, { credential: async () => credential }).ask(profile.check);
    };
    assert.deepEqual(await check(site.alice.token), { name: 'alice' });
    for (const wrong of ['A'.repeat(48), site.alice.token.slice(1), 'with spaces']) {
      const { failure } = await failureOf(check(wrong));
      assert.deepEqual(failure.kind === 'status' && failure.status, 401, wrong);
    }
  });

  it('is asked for all pending submissions together, and for each as a whole at its end', async () => {
    let now = 0;
    const profile = described(dmoj, 'a', { url: site.url });
    const credential = credentialFor(profile, site.alice.token);
    const client = clientAt(profile, { credential: async () => credential, now: () => now });
    const all = Array.from({ length: 20 }, () =>
      site.submit({ problem: 'p1001', language: 'V8JS', code: null }),
    );
    const names = all.map(({ id }) => request(String(id)));
    const round = async () => {
      site.requests.length = 0;
      const answers = await Promise.all(names.map((one) => client.poll(one, () => names)));
      now += 2000;
      const paths = site.requests.map(({ path }) => path.replace(/\?.*/, ''));
      return { kinds: answers.map(({ kind }) => kind), paths };
    };
    assert.deepEqual((await round()).paths, ['/api/v2/submissions']);
    const [ended] = all;
    assert.ok(ended);
    site.change(ended, { status: 'AB', result: 'AB' });
    const { kinds, paths } = await round();
    assert.deepEqual(paths, ['/api/v2/submissions', `/api/v2/submission/${ended.id}`]);
    assert.deepEqual(kinds, ['result', ...Array<string>(19).fill('notReady')]);
  });

  it('is asked for a submission that is alone by itself, as only so its cases come one by one', async () => {
    const profile = described(dmoj, 'a', { url: site.url });
    const credential = credentialFor(profile, site.alice.token);
    const client = clientAt(profile, { credential: async () => credential, now: () => 0 });
    const submission = site.submit({ problem: 'p1001', language: 'V8JS', code: null });
    const figures = { time: 0.01, memory: 800, points: 5, total: 5, batch: null };
    site.change(submission, { status: 'G', cases: [{ case_id: 1, status: 'AC', ...figures }] });
    site.requests.length = 0;
    const name = request(String(submission.id));
    const answer = await client.poll(name, () => [name]);
    assert.deepEqual(
      site.requests.map(({ path }) => path),
      [`/api/v2/submission/${submission.id}`],
    );
    assert.ok(answer.kind === 'result');
    assert.deepEqual(
      answer.envelope.data?.judge?.subtasks.map(({ cases }) => cases.length),
      [1],
    );
  });
});
