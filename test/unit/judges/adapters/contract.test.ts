import assert from 'node:assert/strict';
import { judgeTypeNames } from '../../../../src/judges';
import { completionOf } from '../../../../src/results';
import { resultOf } from '../../../../src/judges/adapters/shared/makeResult';
import { idOf, questionsOf } from '../../../support/hostileAnswers';
import { requestsOf } from '../../../support/operations';
import { leastJudge } from '../../../support/profiles';
import { FakeClock, seededRandom } from '../../support/fakeClock';
import { TrackedWindow } from '../../tracking/trackedWindow';
import { MINUTE, SECOND } from '../../tracking/world';
import { polledBy } from '../asking';

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
      // A suspended evaluation is polled for a day.
      const pending = Object.values(judge.rules.statuses).filter(
        ({ kind, suspended }) => kind === 'pending' && !suspended,
      );
      const clock = new FakeClock();
      const window = new TrackedWindow({
        clock,
        random: seededRandom(1),
        judges: polledBy(async ({ requestId }) =>
          resultOf({ requestId, status: pending[Number(requestId)]?.code ?? null }),
        ),
        settings: { interval: SECOND, maximumInterval: 30 * SECOND, giveUpAfter: 60 * MINUTE },
        onError: (what, error) => assert.fail(`${what}: ${String(error)}`),
      });
      for (const index of pending.keys()) await window.track(judge, String(index));
      assert.ok(await clock.until(() => window.tracker.pending.length === 0, 120 * MINUTE));
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
