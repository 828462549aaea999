import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { judgeAtUrl } from '../../../../src/editor/judges/judgeAtUrl';
import type { Extension } from '../../../../src/editor/extension';
import { RequestFailed, type Judge, type Operation, type RequestFailure } from '../../../../src/judges';
import type { PlainAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import { on, run } from '../../../support/operations';
import { standIn } from '../../support/standIn';
import { newJudges } from './newJudges';

const page = (text: string, status = 200): PlainAnswer => ({ status, contentType: 'text/html', text });
const json = (body: unknown): PlainAnswer => ({
  status: 200,
  contentType: 'application/json',
  text: JSON.stringify(body),
});
const domjudge = json({ name: 'DOMjudge', domjudge: { apiversion: 4 } });

describe('The search for the judge of a pasted URL', () => {
  /** URLs of the requests sent. */
  let asked: string[];
  const judges = newJudges();
  after(() => judges.dispose());

  /** Searches among hosts with these responses, or failures, by the beginnings of their URLs. */
  async function search(text: string, answers: Readonly<Record<string, PlainAnswer | RequestFailure>>) {
    asked = [];
    const clientWith = async (judge: Judge) => ({
      ask: (operation: Operation<unknown>) =>
        run(on(judge, operation), ({ path }) => {
          const url = judge.baseUrl + path;
          asked.push(url);
          const [, answer] = Object.entries(answers).find(([start]) => url.startsWith(start)) ?? [];
          if (answer && 'kind' in answer) throw new RequestFailed(answer);
          return answer ?? page('Not found', 404);
        }),
    });
    const extension = standIn<Extension>({
      judges: { clientWith, credentials: { redaction: { text: (words: string) => words } } },
      log: { error: () => undefined },
    });
    const found = await judgeAtUrl(extension, text);
    if (found.kind === 'refused') return found.words;
    return found.value.kind === 'type' ? found.value.fields : found.value.ready.id;
  }
  /** Returns why no judge is found. */
  async function refusal(...found: Parameters<typeof search>): Promise<string> {
    const words = await search(...found);
    assert.ok(typeof words === 'string');
    return words;
  }
  const refused: RequestFailure = { kind: 'refused', host: 'x' };
  const tls = (reason: string): RequestFailure => ({ kind: 'tls', reason });

  beforeEach(() => speak('en'));

  it('finds a DOMjudge, with and without a scheme, and below a path', async () => {
    const api = 'https://judge.example.edu/domjudge/api';
    for (const text of [
      'judge.example.edu',
      'https://judge.example.edu/domjudge/public',
      `${api}/contests`,
    ]) {
      assert.deepEqual(await search(text, { [`${api}/info`]: domjudge }), { type: 'clics', url: api }, text);
    }
    const found = await search(`${api}/contests/nwerc`, { [`${api}/info`]: domjudge });
    assert.deepEqual(found, { type: 'clics', url: api, contest: 'nwerc' });
  });

  it('finds a site without encryption if the host rejects encrypted requests', async () => {
    const found = await search('192.168.1.5:9130/domjudge', {
      'https://192.168.1.5:9130': tls('WRONG_VERSION_NUMBER'),
      'http://192.168.1.5:9130/domjudge/api/info': domjudge,
    });
    const url = 'http://192.168.1.5:9130/domjudge/api';
    assert.deepEqual(found, { type: 'clics', url, allowPlainHttp: true });
  });

  it('never gives up encryption because of a certificate, or on a public address', async () => {
    for (const reason of [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'CERT_HAS_EXPIRED',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ])
      assert.match(await refusal('judge.lan', { 'https://judge.lan': tls(reason) }), /certificate/i);
    await search('8.8.8.8', { 'https://8.8.8.8': refused });
    assert.ok(asked.every((url) => url.startsWith('https://')));
    assert.ok(asked.length > 0);
  });

  it('finds a site whose page redirects to another port', async () => {
    const found = await search('http://127.0.0.1:9130/domjudge/team/problems', {
      'http://127.0.0.1:9130/domjudge/api/info': domjudge,
      'http://127.0.0.1:9130/domjudge/team': { kind: 'redirect', to: 'http://127.0.0.1' },
    });
    assert.deepEqual(found, { type: 'clics', url: 'http://127.0.0.1:9130/domjudge/api' });
  });

  it('follows a redirect to an encrypted site once', async () => {
    const api = 'https://www.judge.example.edu/api';
    const moved: RequestFailure = { kind: 'redirect', to: 'https://www.judge.example.edu' };
    const found = await search('judge.example.edu', {
      'https://judge.example.edu': moved,
      [`${api}/info`]: domjudge,
    });
    assert.deepEqual(found, { type: 'clics', url: api });
    const lost = await search('judge.example.edu', {
      'https://judge.example.edu': moved,
      'https://www.judge.example.edu': moved,
    });
    assert.equal(typeof lost, 'string');
  });

  it('explains what is wrong with the URL', async () => {
    assert.match(await refusal('judge.example.edu', { https: refused, http: refused }), /refused/);
    const dns: RequestFailure = { kind: 'dns', host: 'judge.exampel.edu' };
    assert.match(await refusal('judge.exampel.edu', { https: dns }), /judge\.exampel\.edu wasn’t found/);
    assert.equal(
      await search('https://news.example.com/a', { https: page('<p>News</p>') }),
      'No supported judge was found at news.example.com. If you know its type, choose it from the list.',
    );
    assert.match(await refusal('https://atcoder.jp/contests/abc300', {}), /^Not supported, because/);
    assert.deepEqual(asked, []);
  });

  it('explains what a server without encryption responds, rather than that it doesn’t encrypt', async () => {
    const answers = { https: tls('WRONG_VERSION_NUMBER'), http: page('<p>Printer</p>') };
    assert.match(await refusal('192.168.1.5', answers), /^No supported judge was found at 192\.168\.1\.5\./);
    assert.ok(asked.some((url) => url.startsWith('http:')));
  });

  it('finds a DMOJ by its API, whatever a guest may read there', async () => {
    const version = { api_version: '2.0', method: 'get', fetched: '2026-11-28T19:15:23.174042+00:00' };
    const api = 'https://oj.example.edu/api/v2/judges';
    for (const body of [{ data: { objects: [] } }, { error: { code: 403, message: 'login required' } }]) {
      for (const text of [
        'oj.example.edu',
        'https://oj.example.edu/problem/aplusb',
        'oj.example.edu/page/1',
      ]) {
        const found = await search(text, { [api]: json({ ...version, ...body }) });
        assert.deepEqual(found, { type: 'dmoj', url: 'https://oj.example.edu' }, text);
      }
    }
    assert.ok(asked.length <= 3, asked.join());
    await refusal('oj.example.edu', { [api]: json({ api_version: '2.0', method: 'get' }) });
  });

  it('finds a Judge0 that requires no token, also below a path', async () => {
    const limits = json({ enable_wait_result: true, max_cpu_time_limit: 15, maintenance_mode: false });
    for (const text of ['run.example.edu/judge0', 'https://run.example.edu/judge0/dummy-client.html']) {
      const found = await search(text, { 'https://run.example.edu/judge0/config_info': limits });
      assert.deepEqual(found, { type: 'judge0', url: 'https://run.example.edu/judge0' }, text);
    }
    assert.ok(asked.length <= 4, asked.join());
    await refusal('run.example.edu', { 'https://run.example.edu/config_info': page('', 401) });
  });

  it('finds a QDUOJ by its languages', async () => {
    const languages = [{ name: 'C++', description: 'G++ 9.4', content_type: 'text/x-c++src' }];
    const body = json({ error: null, data: { languages, spj_languages: [] } });
    for (const text of [
      'oj.example.edu',
      'https://oj.example.edu/problem/1001',
      'oj.example.edu/contest/3/rank',
    ]) {
      const found = await search(text, { 'https://oj.example.edu/api/languages': body });
      assert.deepEqual(found, { type: 'json', basedOn: 'qduoj', url: 'https://oj.example.edu' }, text);
    }
    assert.equal(asked.length, 1);
    for (const other of [[], ['C++'], [{ name: 'C++' }]])
      await refusal('oj.example.edu', {
        'https://oj.example.edu/api/languages': json({ error: null, data: { languages: other } }),
      });
  });

  it('sends no request for a judge that its host identifies', async () => {
    assert.deepEqual(await search('https://codeforces.com/contest/1850/problem/A', {}), {});
    assert.equal(await search('judge.yosupo.jp', {}), 'library-checker');
    assert.deepEqual(asked, []);
  });

  it('ends when the user cancels, although the server doesn’t respond', async () => {
    const server = http.createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const closing = new AbortController();
    server.on('connection', () => closing.abort());
    const extension = standIn<Extension>({ judges, log: { error: () => undefined } });
    const found = await judgeAtUrl(extension, `http://127.0.0.1:${port}`, closing.signal);
    assert.equal(found.kind, 'refused');
    server.closeAllConnections();
    server.close();
  });
});
