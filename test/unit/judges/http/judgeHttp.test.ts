import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { RequestFailed, type Sent } from '../../../../src/judges/requestFailed';
import {
  Conversation,
  replay,
  sendsTheSame,
  type Exchange,
  type JudgeHttp,
  type RefusalPolicy,
} from '../../../../src/judges/http/judgeHttp';
import { MAX_REQUESTS } from '../../../../src/judges/limits';
import { clics } from '../../../../src/judges/adapters/clics';
import { ejudge } from '../../../../src/judges/adapters/ejudge';
import { refusal, refusalByStatus } from '../../../../src/judges/adapters/shared/refusals';
import type { Judge } from '../../../../src/judges/judge';
import { Redaction } from '../../../../src/judges/signIn/redaction';
import { type BoundOperation, on, recorded, run } from '../../../support/operations';
import { described } from '../../../support/profiles';
import { answering, type Answering } from '../answering';
import { clientAt, failureOf, judgeAt } from '../clients';
import { answer } from '../adapters/answers';
import { scriptedFetch } from '../scriptedFetch';

const judge: RefusalPolicy = {
  refusalIn: refusalByStatus,
};

function operation<Value>(ask: (http: JudgeHttp) => Promise<Value>): BoundOperation<Value> {
  return on(judge, ask);
}

describe('An operation with several requests', () => {
  let server: Answering;
  let respond: (path: string, response: ServerResponse, request: IncomingMessage) => void;
  const received: string[] = [];
  before(async () => {
    server = await answering((request, response) => {
      received.push(`${request.method} ${request.url}`);
      respond(request.url ?? '', response, request);
    });
  });
  after(() => server.close());
  beforeEach(() => {
    received.length = 0;
    respond = (path, response, request) => {
      if (path === '/cut') return void request.socket.destroy();
      if (path === '/refused') response.statusCode = 403;
      response.end(JSON.stringify({ path }));
    };
  });

  const ask = <Value>(run: BoundOperation<Value>) => clientAt(judgeAt(server.origin)).ask(run);
  const kindOf = async (run: BoundOperation<unknown>) => (await failureOf(ask(run))).failure.kind;

  it('fails if it sends two requests at the same time', async () => {
    assert.equal(
      await kindOf(operation(async (http) => Promise.all([http.get('/one'), http.get('/two')]))),
      'unreadable',
    );
    assert.ok(!received.includes('GET /two'));
  });

  it('fails if it doesn’t wait for a response', async () => {
    const careless = operation(async (http) => void http.get('/one'));
    assert.equal(await kindOf(careless), 'unreadable');
  });

  const sendAll = (...paths: readonly string[]) =>
    clientAt(judgeAt(server.origin)).ask((http) =>
      http.sendAll(paths.map((path) => ({ method: 'GET', path }))),
    );

  it('may send GET requests in parallel, and gets their responses in the same order', async () => {
    const held: (() => void)[] = [];
    respond = (path, response) => {
      // a request of another test may be late
      if (!path.startsWith('/part')) return void response.end();
      held.push(() => void response.end(path));
      // the last request is answered first
      if (held.length === 3) for (const end of held.reverse()) end();
    };
    assert.deepEqual(
      (await sendAll('/part1', '/part2', '/part3')).map(({ text }) => text),
      ['/part1', '/part2', '/part3'],
    );
    assert.deepEqual(await sendAll(), []);
  });

  it('fails if one of these requests has no response, but not if one is rejected', async () => {
    assert.deepEqual(
      (await sendAll('/refused', '/one')).map(({ status }) => status),
      [403, 200],
    );
    assert.equal((await failureOf(sendAll('/one', '/cut'))).failure.kind, 'reset');
    const stubborn = clientAt(judgeAt(server.origin)).ask(async (http) => {
      await http.sendAll([{ method: 'GET', path: '/cut' }]).catch(() => null);
      return http.get('/after').catch(() => null);
    });
    assert.equal((await failureOf(stubborn)).failure.kind, 'reset');
    assert.ok(!received.includes('GET /after'));
  });

  it('may not send anything else in parallel', async () => {
    const client = clientAt(judgeAt(server.origin));
    const failed = await failureOf(client.ask((http) => http.sendAll([{ method: 'POST', path: '/one' }])));
    assert.deepEqual([failed.failure.kind, failed.sent, received], ['unreadable', 'no', []]);
  });

  it('fails if it sends more requests than any judge needs', async () => {
    let sent = 0;
    const endless = operation(async (http) => {
      for (;;) await http.get('/one');
    });
    await assert.rejects(
      run(endless, () => ((sent += 1), answer({}))),
      /too many requests/,
    );
    assert.equal(sent, MAX_REQUESTS);
    assert.ok(MAX_REQUESTS >= 100);
  });

  it('fails if a request has no response, even if the operation catches the error', async () => {
    const optional = operation(async (http) => {
      await http.get('/cut').catch(() => null);
      await http.get('/after').catch(() => null);
      return 'nothing happened';
    });
    assert.equal(await kindOf(optional), 'reset');
    assert.ok(received.includes('GET /cut') && !received.includes('GET /after'));
  });

  it('may continue after a rejected request', async () => {
    const paths = operation(async (http) => {
      const list = await http.get('/refused').catch(() => null);
      const other = await http.get('/one');
      return [list, other.text];
    });
    assert.deepEqual(await ask(paths), [null, '{"path":"/one"}']);
  });

  it('reports the URL that wasn’t found', async () => {
    respond = (path, response) => {
      if (path.startsWith('/missing')) response.statusCode = 404;
      response.end('{}');
    };
    const { failure } = await failureOf(
      ask(
        operation(async (http) => {
          await http.get('/one');
          await http.get('/missing?id=7');
        }),
      ),
    );
    assert.ok(failure.kind === 'status');
    assert.equal(failure.requestedUrl, `${server.origin}/missing`);
  });

  it('redacts the credential in a failure, whichever response contained it', async () => {
    const token = 'secret-0123456789';
    respond = (path, response) => {
      if (path === '/third') response.statusCode = 400;
      response.end(JSON.stringify({ said: path === '/third' ? `no ${token}` : 'x' }));
    };
    const redaction = new Redaction();
    redaction.add(token);
    const client = clientAt(judgeAt(server.origin), { redact: (json) => redaction.json(json) });
    const failure = await failureOf(
      client.ask(async (http) => {
        for (const path of ['/first', '/second', '/third']) {
          const received = await http.send({ method: 'GET', path });
          // A part of the credential can't be found in the message any more.
          const message = received.text.slice(0, 20);
          if (received.status >= 400) throw refusal(received, { status: 400, message });
        }
      }),
    );
    assert.ok(!JSON.stringify(failure.failure).includes('secret'), JSON.stringify(failure.failure));
    assert.match(JSON.stringify(failure.failure), /•••/);
    // The response was read again, but the request wasn't sent again.
    assert.deepEqual(received, ['GET /first', 'GET /second', 'GET /third']);
  });

  describe('reports whether any program may have been submitted', () => {
    const sentBy = async (...requests: readonly string[]): Promise<Sent> => {
      const all = operation(async (http) => {
        for (const one of requests) {
          const [method, path = ''] = one.split(' ');
          await (method === 'GET' ? http.get(path) : http.postJson(path));
        }
        throw new RequestFailed({ kind: 'unreadable' });
      });
      return (await failureOf(ask(all))).sent;
    };

    it('“no” if only other requests were sent, or the submission was rejected', async () => {
      assert.equal(await sentBy('GET /one'), 'no');
      assert.equal(await sentBy('GET /one', 'GET /cut', 'POST /two'), 'no');
      assert.equal(await sentBy('GET /one', 'POST /refused'), 'no');
    });

    it('“maybe” if the submission got no response, or a later request fails', async () => {
      assert.equal(await sentBy('GET /one', 'POST /cut'), 'maybe');
      assert.equal(await sentBy('POST /one', 'GET /cut'), 'maybe');
      assert.equal(await sentBy('POST /one', 'GET /refused'), 'maybe');
      assert.equal(await sentBy('POST /one', 'POST /refused'), 'maybe');
    });

    const program = {
      problemId: 'A',
      place: null,
      language: 'cpp',
      optimise: false,
      code: 'x',
      trackId: 't',
      inputs: null,
    };
    const sentTo = async (judge: Judge): Promise<Sent> => {
      const { submission } = judge;
      assert.ok(submission);
      const failed = await failureOf(clientAt(judge).ask((http) => submission.submit(http, program)));
      return failed.sent;
    };

    it('“no” at a CLICS server that fails before the submission', async () => {
      respond = (_path, response) => {
        response.statusCode = 500;
        response.end('{}');
      };
      const judge = described(clics, 'test', { url: `${server.origin}/api`, contest: 'finals' });
      assert.equal(await sentTo(judge), 'no');
      assert.ok(received.every((one) => one.startsWith('GET')));
    });

    it('“maybe” at an ejudge site that fails after the submission', async () => {
      respond = (path, response) => {
        const isSubmission = path.includes('submit-run');
        if (!isSubmission) response.statusCode = 403;
        const error = { symbol: isSubmission ? 'ERR_DUPLICATE_SUBMIT' : 'ERR_PERMISSION_DENIED' };
        response.end(JSON.stringify({ ok: false, error }));
      };
      const judge = described(ejudge, 'test', { url: server.origin, contest: '7' });
      assert.equal(await sentTo(judge), 'maybe');
      assert.equal(received.filter((one) => one.startsWith('POST')).length, 1);
    });
  });
});

describe('The replay of an operation', () => {
  const two = operation(async (http) => {
    const first = await http.get('/list');
    const id = (JSON.parse(first.text) as { id: string }).id;
    const second = await http.get(`/item/${id}`);
    return [first.text, second.text, second.receivedAt];
  });

  it('reads the recorded responses again, with their own time', async () => {
    const exchanges = await recorded(two, answer({ id: '1' }), answer('first'));
    const before = exchanges.map(({ request, answer: one }, index) => ({
      request,
      answer: { ...one, receivedAt: index },
    }));
    assert.deepEqual(await replay(judge, two, before), ['{"id":"1"}', '"first"', 1]);
  });

  it('reads the responses to parallel requests', async () => {
    const all = (http: JudgeHttp) =>
      http.sendAll(['/a', '/b'].map((path) => ({ method: 'GET', path }) as const));
    const client = clientAt(judgeAt('https://judge.test'), {
      fetch: scriptedFetch(({ url }) => ({ status: 200, text: url.pathname })).fetch,
    });
    const exchanges: Exchange[] = [];
    await client.ask(async (http) => {
      const requests = ['/a', '/b'].map((path) => ({ method: 'GET', path }) as const);
      const answers = await http.sendAll(requests);
      requests.forEach((request, at) => exchanges.push({ request, answer: answers[at]! }));
    });
    const texts = async (recording: readonly Exchange[]) =>
      (await replay(judge, all, recording)).map(({ text }) => text);
    assert.deepEqual(await texts(exchanges), ['/a', '/b']);
    assert.deepEqual(await texts(exchanges.toReversed()), ['/a', '/b']);
    assert.equal(await sendsTheSame(judge, all, exchanges), true);
    assert.equal(await sendsTheSame(judge, all, exchanges.toReversed()), false);
  });

  it('reads the next response if a changed one leads to another address', async () => {
    const exchanges = await recorded(two, answer({ id: '1' }), answer('first'));
    const changed = exchanges.map((one, index) =>
      index === 0 ? { ...one, answer: { ...one.answer, text: '{"id":"2"}' } } : one,
    );
    assert.equal((await replay(judge, two, changed))[1], '"first"');
    assert.equal(await sendsTheSame(judge, two, exchanges), true);
    assert.equal(await sendsTheSame(judge, two, changed), false);
  });

  it('returns “not found” for a request that wasn’t recorded', async () => {
    const [first] = await recorded(two, answer({ id: '1' }), answer('first'));
    assert.ok(first);
    const failed = await replay(judge, two, [first]).catch((error: unknown) => error);
    assert.ok(failed instanceof RequestFailed && failed.failure.kind === 'status');
    assert.equal(failed.failure.status, 404);
  });

  it('sends nothing after a request without a response', async () => {
    let sent = 0;
    const conversation = new Conversation(judge, () => {
      sent += 1;
      throw new RequestFailed({ kind: 'cancelled' });
    });
    const stubborn = operation(async (http) => {
      await http.get('/one').catch(() => null);
      return http.get('/two');
    });
    await assert.rejects(conversation.run(stubborn), { failure: { kind: 'cancelled' } });
    assert.equal(sent, 1);
  });
});
