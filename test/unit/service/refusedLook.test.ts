import assert from 'node:assert/strict';
import type { Fetch } from '../../../src/service';
import { dmoj } from '../../../src/service/profiles/dmoj';
import { described } from '../../support/profiles';
import { clientAt, failureOf, request } from './clients';

const profile = described(dmoj, 'school', { url: 'https://oj.example' });
const [seven, eight, nine] = ['7', '8', '9'].map(request) as [
  ReturnType<typeof request>,
  ReturnType<typeof request>,
  ReturnType<typeof request>,
];

/** A site that answers looks by this status, and has a result of every submission. */
class Site {
  now = 0;
  looks = 0;
  alone: string[] = [];
  pending = [seven, eight];
  answer: { readonly status: number; readonly text: string } = { status: 400, text: 'invalid filter value' };

  private readonly fetch: Fetch = async (url) => {
    const id = /\/submission\/(\w+)/.exec(String(url))?.[1];
    if (id === undefined) this.looks += 1;
    else this.alone.push(id);
    const own = JSON.stringify({ data: { object: { id: Number(id), status: 'G' } } });
    const { status, text } = id === undefined ? this.answer : { status: 200, text: own };
    const body = (async function* () {
      yield text;
    })();
    return { status, headers: { get: () => 'application/json' }, body };
  };
  private readonly client = clientAt(profile, { fetch: this.fetch, now: () => this.now });

  poll(name: ReturnType<typeof request>) {
    return this.client.poll(name, () => this.pending);
  }
}

describe('A look at all that is pending', () => {
  for (const status of [400, 403, 404, 414]) {
    it(`says nothing of any of them where it is refused (${status}): each is asked for by itself, in turn`, async () => {
      const site = new Site();
      site.answer = { status, text: '{}' };
      assert.equal((await site.poll(seven)).kind, 'result');
      assert.deepEqual(await site.poll(eight), { kind: 'notAsked', after: 2000 });
      site.now += 2000;
      assert.equal((await site.poll(eight)).kind, 'result');
      assert.deepEqual(site.alone, ['7', '8']);
    });
  }

  it('says nothing of any of them where its answer can’t be read', async () => {
    const site = new Site();
    site.answer = { status: 200, text: '{"data":{"objects":7}}' };
    assert.equal((await site.poll(seven)).kind, 'result');
  });

  it('fails for all of them where the failure is about the service or the credential', async () => {
    for (const status of [401, 429, 500, 503]) {
      const site = new Site();
      site.answer = { status, text: '{}' };
      const { failure } = await failureOf(site.poll(seven));
      assert.equal(failure.kind === 'status' && failure.status, status);
      assert.deepEqual(site.alone, []);
    }
  });

  it('isn’t repeated for a minute where it was refused, unless other results are pending', async () => {
    const site = new Site();
    for (; site.now <= 58_000; site.now += 2000) await site.poll(seven);
    assert.equal(site.looks, 1);
    site.now = 60_000;
    await site.poll(seven);
    assert.equal(site.looks, 2);
    site.now += 2000;
    site.pending = [seven, nine];
    site.answer = { status: 200, text: '{"data":{"objects":[{"id":7,"result":null}]}}' };
    assert.equal((await site.poll(seven)).kind, 'notReady');
    assert.equal(site.looks, 3);
  });
});
