import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import type { Question } from '../../../src/service/question';
import { refused, saidIn, type PlainAnswer } from '../../../src/service/profiles/reading';
import { answering, type Answering } from './answering';
import { clientAt, failureOf, profileAt } from './clients';

interface Heard {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

describe('a question to a service', () => {
  const heard: Heard[] = [];
  let server: Answering;
  before(async () => {
    server = await answering((asked, response) => {
      let body = '';
      asked.setEncoding('utf8').on('data', (part: string) => (body += part));
      asked.on('end', () => {
        heard.push({ method: asked.method ?? '', url: asked.url ?? '', headers: asked.headers, body });
        if (asked.url === '/cut') return void asked.socket.destroy();
        if (asked.url === '/refused') response.statusCode = 404;
        if (asked.url === '/broken') response.statusCode = 500;
        response.end(JSON.stringify({ number: heard.length }));
      });
    });
  });
  after(() => server.close());
  beforeEach(() => (heard.length = 0));

  const ask = (question: Pick<Question<unknown>, 'request' | 'more'>) =>
    clientAt(profileAt(server.origin)).ask({
      ...question,
      read: (first, now, more = []) => {
        const all = [first, ...more];
        const failed = all.find(({ status }) => status >= 500);
        if (failed) throw refused(failed, now);
        return all.map(({ text }) => text);
      },
    });

  it('sends a form URL-encoded', async () => {
    await ask({ request: { method: 'POST', path: '/x', form: { code: 'a+b & 和\n', language: 'C++' } } });
    assert.match(heard[0]?.headers['content-type'] ?? '', /^application\/x-www-form-urlencoded/);
    assert.deepEqual(
      [...new URLSearchParams(heard[0]?.body)],
      [
        ['code', 'a+b & 和\n'],
        ['language', 'C++'],
      ],
    );
  });

  it('sends a form with a file as multipart, the file as it is', async () => {
    const text = 'int 和;\n--\r\n"';
    const form = { problem: '7', code: { fileName: 'main.cpp', text } };
    await ask({ request: { method: 'POST', path: '/x', form } });
    const { headers, body } = heard[0] ?? assert.fail('nothing was sent');
    const received = await new Response(body, {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData();
    assert.equal(received.get('problem'), '7');
    const file = received.get('code');
    assert.ok(file instanceof File);
    assert.deepEqual([file.name, await file.text()], ['main.cpp', text]);
  });

  it('makes a later request from the answers so far, and ends where none is needed', async () => {
    const answers = await ask({
      request: { method: 'GET', path: '/first' },
      more: [
        ([first]) => ({ method: 'GET', path: `/after?${first?.text}` }),
        () => null,
        { method: 'GET', path: '/never' },
      ],
    });
    assert.deepEqual(
      heard.map(({ url }) => decodeURI(url)),
      ['/first', '/after?{"number":1}'],
    );
    assert.deepEqual(answers, ['{"number":1}', '{"number":2}']);
  });

  it('fails like an answer where no later request can be made of one', async () => {
    const failing = ask({
      request: { method: 'GET', path: '/first' },
      more: [
        () => {
          throw new Error('of a kind that nobody has thought of');
        },
      ],
    });
    assert.equal((await failureOf(failing)).failure.kind, 'unreadable');
  });

  it('sends no request after a refusal', async () => {
    const refused = { method: 'GET', path: '/refused' } as const;
    await ask({ request: refused, more: [{ method: 'GET', path: '/next' }] });
    assert.deepEqual(
      heard.map(({ url }) => url),
      ['/refused'],
    );
  });

  it('reports that nothing was submitted if a request before the submission fails', async () => {
    const submission = { method: 'POST', path: '/submit', body: {} } as const;
    const sentBy = async (question: Pick<Question<unknown>, 'request' | 'more'>) =>
      (await failureOf(ask(question))).sent;
    for (const path of ['/cut', '/broken'])
      assert.equal(await sentBy({ request: { method: 'GET', path }, more: [submission] }), 'no', path);
    const first = { method: 'GET', path: '/first' } as const;
    assert.equal(await sentBy({ request: first, more: [{ ...submission, path: '/cut' }] }), 'maybe');
    assert.equal(
      await sentBy({ request: first, more: [submission, { method: 'GET', path: '/cut' }] }),
      'maybe',
    );
    assert.deepEqual(
      heard.filter(({ method }) => method === 'POST').map(({ url }) => url),
      ['/cut', '/submit'],
    );
  });

  it('reports that something may have been submitted if a request after the submission is refused', async () => {
    const submission = { method: 'POST', path: '/submit', body: {} } as const;
    const list = { method: 'GET', path: '/list' } as const;
    const sentBy = async ({ request, more }: Pick<Question<unknown>, 'request' | 'more'>) => {
      const read = (first: PlainAnswer, now: number): never => {
        throw refused(first, now, 403);
      };
      const question = { request, read, ...(more ? { more } : {}) };
      return (await failureOf(clientAt(profileAt(server.origin)).ask(question))).sent;
    };
    assert.equal(await sentBy({ request: submission, more: [list] }), 'maybe');
    assert.equal(await sentBy({ request: list, more: [submission] }), 'no');
    assert.equal(await sentBy({ request: submission }), 'no');
  });

  it('shows a credential behind the prefix of the service', async () => {
    const authentication = { scheme: 'header', headerName: 'Authorization', prefix: 'token ' } as const;
    const profile = { ...profileAt(server.origin), authentication };
    const saved = { id: '1', origins: [server.origin], authentication, secret: 'secret-1' };
    const client = clientAt(profile, { credential: () => Promise.resolve(saved) });
    await client.ask({ request: { method: 'GET', path: '/x' }, read: () => null });
    assert.equal(heard[0]?.headers.authorization, 'token secret-1');
  });
});

describe('the words of a failure', () => {
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
    it(`are found in ${JSON.stringify(body).slice(0, 60)}`, () => assert.equal(saidIn(body), said));
  }
});
