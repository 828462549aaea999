import assert from 'node:assert/strict';
import { dmoj } from '../../../../src/service/profiles/dmoj';
import { startLocalDmoj, type LocalDmoj } from '../../../../tools/dmoj/dmoj';
import { playedPrograms } from '../../../support/playedPrograms';
import { described } from '../../../support/profiles';
import { recordKey } from '../../../../src/records';
import type { Judge } from '../../../../src/service';
import { FakeClock, seededRandom } from '../../support/fakeClock';
import { Network, SitesWindow } from '../../tracking/sitesWindow';
import { clientAt, credentialFor, failureOf, request } from '../clients';

describe('A DMOJ site', () => {
  let site: LocalDmoj;
  before(async () => {
    site = await startLocalDmoj({ programs: playedPrograms });
  });
  after(() => site.stop());

  it('reports a wrong token in any form while signing in', async () => {
    const judge = described(dmoj, 'a', { url: site.url, user: 'alice' });
    const check = (secret: string) => {
      const credential = credentialFor(judge, secret);
      return clientAt(judge, { credential: async () => credential }).ask(judge.checkAccount);
    };
    assert.deepEqual(await check(site.alice.token), { name: 'alice' });
    for (const wrong of ['A'.repeat(48), site.alice.token.slice(1), 'with spaces']) {
      const { failure } = await failureOf(check(wrong));
      assert.deepEqual(failure.kind === 'status' && failure.status, 401, wrong);
    }
  });

  describe('when polled', () => {
    let network: Network;
    let window: SitesWindow;
    let judge: Judge;
    beforeEach(async () => {
      const clock = new FakeClock();
      network = new Network(clock, seededRandom(3));
      window = new SitesWindow(clock, network, seededRandom(4));
      judge = described(dmoj, 'a', { url: site.url });
      window.add({ judge, secret: site.alice.token, account: null });
      await window.tracker.start();
    });
    afterEach(() => window.tracker.dispose());
    const submit = () => site.submit({ problem: 'p1001', language: 'V8JS', code: null });
    const paths = () => network.asked.map(({ path }) => path.replace(/\?.*/, ''));

    it('sends one request for all pending submissions together, and one for each that has ended', async () => {
      const all = Array.from({ length: 20 }, submit);
      for (const { id } of all) await window.track(judge, request(String(id)));
      await network.pass(10_000);
      assert.deepEqual(new Set(paths()), new Set(['/api/v2/submissions']));
      const [ended] = all;
      assert.ok(ended);
      site.change(ended, { status: 'AB', result: 'AB' });
      const before = paths().length;
      await network.pass(10_000, () => window.tracker.pending.length < 20);
      assert.deepEqual(paths().slice(before), ['/api/v2/submissions', `/api/v2/submission/${ended.id}`]);
      assert.deepEqual(
        window.tracker.pending.map(({ lastAnswer }) => lastAnswer?.kind),
        Array<string>(19).fill('notReady'),
      );
    });

    it('requests a single submission directly, because only that response contains its cases one by one', async () => {
      const submission = submit();
      const figures = { time: 0.01, memory: 800, points: 5, total: 5, batch: null };
      site.change(submission, { status: 'G', cases: [{ case_id: 1, status: 'AC', ...figures }] });
      const requestId = String(submission.id);
      await window.track(judge, request(requestId));
      await network.pass(10_000, () => window.tracker.pending.some(({ lastAnswer }) => lastAnswer !== null));
      assert.deepEqual(paths(), [`/api/v2/submission/${submission.id}`]);
      const { subtasks } = window.store.envelope(recordKey(judge.id, requestId))?.data?.judge ?? {};
      assert.deepEqual(
        subtasks?.map(({ cases }) => cases.length),
        [1],
      );
    });
  });
});
