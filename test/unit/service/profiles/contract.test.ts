import assert from 'node:assert/strict';
import { ServiceFailed, serviceTypes } from '../../../../src/service';
import { completionOf } from '../../../../src/judge';
import { resultOf } from '../../../../src/service/profiles/results';
import { Tracker } from '../../../../src/tracking';
import { fieldNames, hostileAnswer, idOf, questionsOf, randomFrom } from '../../../support/hostileAnswers';
import { requestsOf, run } from '../../../support/operations';
import { leastService } from '../../../support/profiles';
import { FakeClock, seededRandom } from '../../support/fakeClock';
import { FakeDisk, FakeLeases, MINUTE, SECOND } from '../../tracking/world';
import { polledBy, trackedAt } from '../asking';
import { clientAt, credentialFor } from '../clients';

/** Number of responses to each operation. `npm run fuzz -- --only questions --each 20000` sends 20,000. */
const answers = 1000;

for (const type of serviceTypes) {
  describe(`A ${type} service`, () => {
    const judge = leastService(type);
    const { origin, baseUrl } = judge;
    const names = fieldNames(type);

    it('reports every failure in one form, and sends requests only to its own URLs', async () => {
      const random = randomFrom(7);
      const all = Array.from({ length: answers }, () => hostileAnswer(random, names));
      const { stackTraceLimit } = Error;
      Error.stackTraceLimit = 0;
      for (const [name, question] of questionsOf(judge, idOf(type))) {
        let next = 0;
        for (const answer of all) {
          try {
            next += 1;
            let asked = 0;
            await run(question, ({ path }) => {
              assert.ok(new URL(baseUrl + path).href.startsWith(baseUrl), `${name}: ${path}`);
              return asked++ === 0 ? answer : (all[(next + asked) % answers] ?? answer);
            });
          } catch (error) {
            assert.ok(error instanceof ServiceFailed, `${name}: ${String(error)}\n${answer.text}`);
          }
        }
      }
      Error.stackTraceLimit = stackTraceLimit;
      assert.equal(Object.keys(Object.prototype).length, 0);
    });

    it('sends its credential only to its own origin, wherever its responses lead', async () => {
      const random = randomFrom(8);
      const secret = 'alice:s3cr3t';
      const credential = judge.authentication.scheme === 'none' ? null : credentialFor(judge, secret);
      let sent = 0;
      const client = clientAt(judge, {
        credential: async () => credential,
        fetch: async (address, { headers }) => {
          sent += 1;
          const url = new URL(address);
          assert.equal(url.origin, origin, address);
          assert.ok(!address.includes('s3cr3t'), address);
          assert.ok(!Object.keys(headers).some((name) => /^(?:referer|origin)$/i.test(name)));
          const { status, text, contentType } = hostileAnswer(random, names);
          const isRedirect = random() < 0.2;
          const leads = ['//evil.test/', 'https://evil.test/', `${origin}@evil.test`, '/login', 'x:'];
          const told = new Headers({
            'Content-Type': contentType ?? '',
            'Set-Cookie': 'EduSiteCookie=abcdefgh',
            ...(isRedirect ? { Location: leads[Math.floor(random() * leads.length)] ?? '' } : {}),
          });
          const body = (async function* () {
            yield text;
          })();
          return { status: isRedirect ? 302 : status, headers: told, body };
        },
      });
      for (let round = 0; round < 40; round += 1) {
        for (const [name, question] of questionsOf(judge, idOf(type))) {
          await client.ask<unknown>(question).catch((error: unknown) => {
            assert.ok(error instanceof ServiceFailed, `${name}: ${String(error)}`);
          });
        }
      }
      assert.ok(sent >= 40, String(sent));
    });

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
        services: polledBy(async ({ requestId }) =>
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
