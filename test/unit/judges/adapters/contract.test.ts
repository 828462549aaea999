import assert from 'node:assert/strict';
import { judgeTypeNames } from '../../../../src/judges';
import { completionOf } from '../../../../src/results';
import { resultOf } from '../../../../src/judges/adapters/results';
import { Tracker } from '../../../../src/tracking';
import { idOf, questionsOf } from '../../../support/hostileAnswers';
import { requestsOf } from '../../../support/operations';
import { leastJudge } from '../../../support/profiles';
import { FakeClock, seededRandom } from '../../support/fakeClock';
import { FakeDisk, FakeLeases, MINUTE, SECOND } from '../../tracking/world';
import { polledBy, trackedAt } from '../asking';

for (const type of judgeTypeNames) {
  describe(`A ${type} judge`, () => {
    const judge = leastJudge(type);
    const { origin, baseUrl } = judge;

    it('sends requests only to paths below its own URL, whatever the ID is', async () => {
      for (const id of ['7', '../../x', '//evil.test', '@evil.test', 'a?b#c', '和 平', '%2e%2e/']) {
        for (const [name, question] of questionsOf(judge, id, id)) {
          const requests = await requestsOf(question);
          assert.ok(requests.length > 0, name);
          for (const { path } of requests) {
            const url = new URL(baseUrl + path);
            assert.equal(url.origin, origin, name);
            assert.ok(url.href.startsWith(baseUrl), `${name}: ${url.href}`);
            assert.equal(url.hash, '', name);
          }
        }
        const pages = [
          judge.pages?.record?.({ requestId: id, hint: null }),
          judge.pages?.problem?.({ problemId: id, place: null }),
        ];
        for (const page of pages) if (page) assert.ok(URL.canParse(page), page);
      }
    });

    it('has pending codes and final codes', () => {
      const { rules } = judge;
      const kinds = new Set(Object.values(rules.statuses).map(({ kind }) => kind));
      if (kinds.size > 0) assert.ok(kinds.has('pending') && kinds.has('accepted') && kinds.has('failed'));
      for (const { code, kind } of Object.values(rules.statuses)) {
        const { envelope } = resultOf({ requestId: '7', status: code });
        assert.equal(
          completionOf(envelope, rules),
          kind === 'pending' ? 'unfinished' : 'finished',
          String(code),
        );
      }
    });

    it('ends requests after the give-up time if a pending code never changes', async () => {
      const { rules } = judge;
      const pending = Object.values(rules.statuses).filter(({ kind }) => kind === 'pending');
      const clock = new FakeClock();
      const tracker = new Tracker({
        clock,
        random: seededRandom(1),
        judges: polledBy(async ({ requestId }) =>
          resultOf({ requestId, status: pending[Number(requestId)]?.code ?? null }),
        ),
        storage: new FakeDisk().storage(),
        leases: new FakeLeases(clock).of('window'),
        settings: {
          of: () => ({
            interval: SECOND,
            maximumInterval: 30 * SECOND,
            giveUpAfter: 60 * MINUTE,
            besidePush: 0,
          }),
        },
        sink: {
          onResult: async (_request, { envelope }) => ({
            completion: completionOf(envelope, rules),
            progress: { done: 0, total: null },
            compiled: null,
            changed: false,
          }),
          onPendingChanged: () => undefined,
          onError: (what, error) => assert.fail(`${what}: ${String(error)}`),
        },
      });
      await tracker.start();
      for (const index of pending.keys()) await tracker.track(trackedAt(judge, String(index)));
      assert.ok(await clock.until(() => tracker.pending.length === 0, 120 * MINUTE));
    });

    it('recognizes pages of its own site, and no page of another site', () => {
      const page = judge.pages?.record?.({ requestId: idOf(type), hint: '7' });
      if (page)
        assert.equal(
          judge.pages?.readAddress?.(page)?.kind ?? 'none',
          judge.pages?.readAddress ? 'requestId' : 'none',
          page,
        );
      assert.equal(judge.pages?.readAddress?.('https://other.test/submission/7') ?? null, null);
    });
  });
}
