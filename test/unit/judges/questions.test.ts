import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import type { OutgoingRequest } from '../../../src/judges/http/judgeHttp';
import { saidIn } from '../../../src/judges/adapters/shared/refusals';
import { answering, type Answering } from './answering';
import { clientAt, judgeAt } from './clients';

interface Heard {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

describe('A request to a judge', () => {
  const heard: Heard[] = [];
  let server: Answering;
  before(async () => {
    server = await answering((asked, response) => {
      let body = '';
      asked.setEncoding('utf8').on('data', (part: string) => (body += part));
      asked.on('end', () => {
        heard.push({ method: asked.method ?? '', url: asked.url ?? '', headers: asked.headers, body });
        response.end(JSON.stringify({ number: heard.length }));
      });
    });
  });
  after(() => server.close());
  beforeEach(() => (heard.length = 0));

  const ask = (request: OutgoingRequest) =>
    clientAt(judgeAt(server.origin)).ask(async (http) => (await http.send(request)).text);

  it('sends a form URL-encoded', async () => {
    await ask({ method: 'POST', path: '/x', form: { code: 'a+b & 和\n', language: 'C++' } });
    assert.match(heard[0]?.headers['content-type'] ?? '', /^application\/x-www-form-urlencoded/);
    assert.deepEqual(
      [...new URLSearchParams(heard[0]?.body)],
      [
        ['code', 'a+b & 和\n'],
        ['language', 'C++'],
      ],
    );
  });

  it('sends a form with a file as multipart, with the unchanged file', async () => {
    const text = 'int 和;\n--\r\n"';
    const form = { problem: '7', code: { fileName: 'main.cpp', text } };
    await ask({ method: 'POST', path: '/x', form });
    const { headers, body } = heard[0] ?? assert.fail('nothing was sent');
    const received = await new Response(body, {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData();
    assert.equal(received.get('problem'), '7');
    const file = received.get('code');
    assert.ok(file instanceof File);
    assert.deepEqual([file.name, await file.text()], ['main.cpp', text]);
  });

  it('sends several files of one field in their order', async () => {
    const files = ['a.cpp', 'b.h'].map((fileName) => ({ fileName, text: `text of ${fileName}` }));
    await ask({ method: 'POST', path: '/x', form: { problem: '7', 'code[]': files } });
    const { headers, body } = heard[0] ?? assert.fail('nothing was sent');
    const received = await new Response(body, {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData();
    const texts = received
      .getAll('code[]')
      .map(async (file) => (file instanceof File ? [file.name, await file.text()] : assert.fail()));
    assert.deepEqual(
      await Promise.all(texts),
      files.map(({ fileName, text }) => [fileName, text]),
    );
  });

  it('sends a credential after the judge’s prefix', async () => {
    const authentication = { scheme: 'header', headerName: 'Authorization', prefix: 'token ' } as const;
    const judge = { ...judgeAt(server.origin), authentication };
    const saved = { id: '1', origins: [server.origin], authentication, secret: 'secret-1' };
    const client = clientAt(judge, { credential: () => Promise.resolve(saved) });
    await client.ask((http) => http.get('/x'));
    assert.equal(heard[0]?.headers.authorization, 'token secret-1');
  });
});

describe('The message in an error response', () => {
  for (const [body, said] of [
    [{ errorMessage: 'own', message: 'other' }, 'own'],
    [{ type: 'about:blank', title: 'Not Found', status: 404, detail: 'no such run' }, 'no such run'],
    [{ title: 'Not Found' }, 'Not Found'],
    [
      { detail: [{ loc: ['query', 'id'], msg: 'field required' }, { msg: 'too long' }] },
      'field required; too long',
    ],
    [{ timestamp: 1, status: 404, error: 'Not Found', path: '/x' }, 'Not Found'],
    [{ error: { code: 1, message: 'gone' } }, 'gone'],
    [{ error: 7 }, null],
    [{}, null],
    ['text', null],
    [null, null],
    [{ message: 'x'.repeat(5000) }, 'x'.repeat(1000)],
  ] as const) {
    it(`is found in ${JSON.stringify(body).slice(0, 60)}`, () => assert.equal(saidIn(body), said));
  }
});
