import assert from 'node:assert/strict';
import { RequestFailed, judgeTypeNames } from '../../../../src/judges';
import { fieldNames, hostileAnswer, idOf, questionsOf, randomFrom } from '../../../support/hostileAnswers';
import { run } from '../../../support/operations';
import { leastJudge } from '../../../support/profiles';
import { clientAt, credentialFor } from '../clients';

/** Number of responses to each operation. `npm run fuzz -- --only questions --each 20000` sends 20,000. */
const answers = 1000;

for (const type of judgeTypeNames) {
  describe(`A ${type} judge with random responses`, () => {
    const judge = leastJudge(type);
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
            assert.ok(error instanceof RequestFailed, `${name}: ${String(error)}\n${answer.text}`);
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
            assert.ok(error instanceof RequestFailed, `${name}: ${String(error)}`);
          });
        }
      }
      assert.ok(sent >= 40, String(sent));
    });
  });
}
