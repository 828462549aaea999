import assert from 'node:assert/strict';
import { sampleFetcher, type Judge } from '../../../src/judges';
import type { Fetch } from '../../../src/judges/http/fetch';
import { nodeFetch } from '../../../src/judges/http/nodeFetch';
import { startLocalDmoj } from '../../../tools/dmoj/dmoj';
import { startLocalDomjudge } from '../../../tools/domjudge/domjudge';
import { startLocalOmegaup } from '../../../tools/omegaup/omegaup';
import { startLocalJudge } from '../../support/judges';
import { judgeFrom } from '../../support/playedJudge';
import { playedPrograms } from '../../support/playedPrograms';
import { startEolympStandIn } from '../../support/standIns/eolymp';
import { startLibraryCheckerStandIn } from '../../support/standIns/libraryChecker';
import { startQduojStandIn } from '../../support/standIns/qduoj';
import { clientAt, credentialFor } from './clients';

/** A stand-in of a judge, and how its user is signed in. */
interface Site {
  readonly url: string;
  stop(): Promise<void>;
}

describe('The samples of a problem', () => {
  const sites: Site[] = [];
  afterEach(async () => {
    await Promise.all(sites.splice(0).map((site) => site.stop()));
  });
  function started<Started extends Site>(site: Started): Started {
    sites.push(site);
    return site;
  }

  /**
   * Returns a client of a judge that counts its requests. `secret`: null without an account. `bucket`: URL of the stand-in
   * that has the files of another host
   */
  function countingClient(judge: Judge, secret: string | null, bucket = '') {
    const requests: string[] = [];
    const fetch: Fetch = (url, init) => {
      const { origin, pathname } = new URL(url);
      requests.push(`${init.method} ${pathname}`);
      return nodeFetch(origin === 'https://storage.googleapis.com' ? bucket + pathname : url, init);
    };
    const credential = secret === null ? null : credentialFor(judge, secret);
    const client = clientAt(judge, { fetch, credential: () => Promise.resolve(credential) });
    const fetchSamples = sampleFetcher(judge.submission) ?? assert.fail('the judge has no samples');
    return {
      requests,
      samples: (problemId: string, place: string | null = null) =>
        client.ask((http) => fetchSamples(http, { problemId, place })),
      form: (problemId: string, place: string | null = null) => {
        const { fetchForm } = judge.submission ?? {};
        assert.ok(fetchForm);
        return client.ask((http) => fetchForm(http, { problemId, place }));
      },
    };
  }

  it('are in the response with the languages at omegaUp', async () => {
    const site = started(await startLocalOmegaup({ programs: playedPrograms }));
    const client = countingClient(judgeFrom({ type: 'omegaup', url: site.url }), site.alice.token);
    const { samples, limits } = await client.samples('p1001');
    assert.deepEqual([samples.length > 0, limits?.time], [true, 500]);
    assert.deepEqual(client.requests, ['GET /api/problem/details/']);
  });

  it('are in an archive of the problem at Kattis, which keeps the session', async () => {
    const site = started(await startLocalJudge('kattis'));
    const client = countingClient(judgeFrom(site.description), site.secret);
    const { samples } = await client.samples('Hello');
    assert.deepEqual(samples, [
      { input: '1 2\n', expected: '3\n' },
      { input: '2 2\n', expected: '4\n' },
    ]);
    const archive = 'GET /problems/hello/file/statement/samples.zip';
    assert.deepEqual(client.requests, ['POST /login', archive]);
    await client.samples('hello');
    assert.deepEqual(client.requests, ['POST /login', archive, archive]);
    assert.deepEqual((await client.samples('interactive')).samples, []);
  });

  it('are in an archive of the contest at DOMjudge, which is requested once for all of its problems', async () => {
    const site = started(await startLocalDomjudge({ version: '10', compilers: false }));
    const judge = judgeFrom({ type: 'clics', url: `${site.url}/domjudge/api`, contest: 'school' });
    const { username, password } = site.alice;
    const client = countingClient(judge, `${username}:${password}`);
    const problems = await client.form('p1001').then(() => site.contests[0]?.problems ?? []);
    client.requests.length = 0;
    const [first, second] = problems;
    assert.ok(first && second);
    const ofFirst = await client.samples(first.id);
    const ofSecond = await client.samples(second.id);
    assert.deepEqual([ofFirst.samples.length, ofSecond.samples.length], [1, 1]);
    assert.notDeepEqual(ofFirst.samples, ofSecond.samples);
    assert.deepEqual(client.requests, ['GET /domjudge/api/contests/school/samples.zip']);
  });

  it('are in the response with the languages at QDUOJ', async () => {
    const site = started(await startQduojStandIn());
    const judge = judgeFrom({ type: 'json', basedOn: 'qduoj', url: site.url });
    const client = countingClient(judge, site.appKey);
    const { samples } = await client.samples('1001');
    assert.deepEqual(samples, [{ input: '1 2', expected: '3' }]);
    assert.deepEqual(client.requests, ['GET /api/problem']);
  });

  it('are public files at Library Checker, which are requested until one is missing', async () => {
    const site = started(await startLibraryCheckerStandIn());
    const judge = judgeFrom({ type: 'json', basedOn: 'library-checker', url: site.url });
    const client = countingClient(judge, null, site.url);
    const { samples, limits } = await client.samples('aplusb');
    assert.deepEqual(samples, [
      { input: '1234 5678\n', expected: '6912\n' },
      { input: '1000000000 1000000000\n', expected: '2000000000\n' },
    ]);
    assert.equal(limits?.time, 2000);
    assert.deepEqual(client.requests.slice(0, 1), ['GET /problems/aplusb']);
    assert.equal(client.requests.length, 7);
    assert.ok(client.requests.slice(1).every((request) => request.includes('/v4/examples/aplusb/c190c957/')));
  });

  it('are files at Eolymp, those of the statement if they differ from the tests', async () => {
    const site = started(await startEolympStandIn());
    const client = countingClient(judgeFrom({ type: 'eolymp', url: site.url }), site.token);
    const { samples } = await client.samples('1');
    assert.deepEqual(samples, [
      { input: '2 2\n', expected: '4\n' },
      { input: '2 2\n', expected: '4\n' },
    ]);
    assert.equal(client.requests.length, 6);
  });

  it('are in the statement at ejudge', async () => {
    const site = started(await startLocalJudge('ejudge'));
    const client = countingClient(judgeFrom(site.description), site.secret);
    const { samples } = await client.samples('A');
    assert.deepEqual(samples, [{ input: '1 <\n', expected: '2' }]);
    assert.equal(client.requests.length, 3);
  });

  it('are on the page of the problem at DMOJ', async () => {
    const site = started(await startLocalDmoj({ programs: playedPrograms }));
    const client = countingClient(judgeFrom({ type: 'dmoj', url: site.url }), site.alice.token);
    const { samples } = await client.samples('p1001');
    assert.ok(samples.length > 0);
    assert.deepEqual(client.requests.toSorted(), ['GET /problem/p1001', 'GET /problem/p1001/submit']);
  });
});
