import assert from 'node:assert/strict';
import http from 'node:http';
import WebSocket from 'ws';
import { listenOnLoopback } from '../../../tools/service/http/loopback';
import { callbackSignature, startLocalService, type LocalService } from '../../../tools/service';

const envelope = { type: 'judge', requestId: 'one', trackId: 't', data: null };

interface Listener {
  readonly socket: WebSocket;
  readonly frames: string[];
  readonly closed: Promise<number>;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}

function connect(
  service: LocalService,
  query: string,
  headers: Record<string, string> = {},
): Promise<Listener> {
  const path = service.role.socket.path;
  const socket = new WebSocket(`${service.origin.replace('http', 'ws')}${path}${query}`, { headers });
  const frames: string[] = [];
  socket.on('message', (data: Buffer) => frames.push(data.toString('utf8')));
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => resolve({ socket, frames, closed }));
  });
}

describe('The local service’s push', () => {
  let service: LocalService;
  const query = (): string => `?token=${encodeURIComponent(service.token)}&channel=judge.result`;
  beforeEach(async () => {
    service = await startLocalService();
  });
  afterEach(() => service.close());

  it('greets a new socket, and sends results in frames with their channel', async () => {
    const listener = await connect(service, query());
    service.push(envelope);
    await until(() => listener.frames.length === 2);
    assert.match(listener.frames[0] ?? '', /^AUTH_WELCOME\0/);
    assert.equal(listener.frames[1], `judge.result\0${JSON.stringify(envelope)}`);
  });

  it('sends no frame on a channel that wasn’t requested', async () => {
    const listener = await connect(service, query().replace('judge.result', 'AUTH_WELCOME'));
    service.push(envelope);
    await until(() => listener.frames.length === 1);
    assert.equal(service.log.entries.filter(({ kind }) => kind === 'frame').length, 0);
  });

  it('rejects an upgrade with the status that describes the problem', async () => {
    const token = encodeURIComponent(service.token);
    for (const [wrong, status] of [
      ['?token=wrong&channel=judge.result', 401],
      ['?channel=judge.result', 401],
      [`?token=${token}`, 400],
      [`?token=${token}&channel=other`, 400],
    ] as const) {
      await assert.rejects(connect(service, wrong), new RegExp(`Unexpected server response: ${status}`));
    }
    service.misbehave({ what: { kind: 'refuseSocket', status: 503 } });
    await assert.rejects(connect(service, query()), /503/);
  });

  it('rejects a socket opened by a web page, even with the token', async () => {
    await assert.rejects(connect(service, query(), { Origin: 'https://example.com' }), /403/);
    await assert.rejects(connect(service, query(), { Host: 'example.com' }), /403/);
    assert.equal(service.socketCount, 0);
  });

  it('closes the oldest of four connections from one app', async () => {
    const [first, ...rest] = [
      await connect(service, query()),
      await connect(service, query()),
      await connect(service, query()),
    ];
    const app = service.addApp();
    await connect(service, query().replace(/token=[^&]*/, `token=${encodeURIComponent(app.token)}`));
    assert.equal(service.socketCount, 4);
    const newest = await connect(service, query());
    assert.equal(await first?.closed, 4008);
    service.push(envelope);
    await until(() => [...rest, newest].every(({ frames }) => frames.length === 2));
    assert.equal(first?.frames.length, 1);
  });

  it('sends pings, and closes a connection that doesn’t respond', async () => {
    await service.close();
    service = await startLocalService({ pingInterval: 100 });
    const listener = await connect(service, query());
    let pings = 0;
    listener.socket.on('ping', () => (pings += 1));
    await until(() => pings >= 3);
    const silent = new WebSocket(`${service.origin.replace('http', 'ws')}/ws${query()}`, { autoPong: false });
    await new Promise((resolve) => silent.on('close', resolve));
  });

  it('can duplicate, lose, and repeat pushes, and drop sockets', async () => {
    const listener = await connect(service, query());
    const later = { ...envelope, trackId: 'later' };
    service.push(envelope);
    service.misbehave({ what: { kind: 'losePush' }, times: 1 });
    service.push({ ...envelope, trackId: 'lost' });
    service.misbehave({ what: { kind: 'duplicatePush' }, times: 1 });
    service.push(later);
    service.misbehave({ what: { kind: 'stalePush' }, times: 1 });
    service.push(later);
    await until(() => listener.frames.length === 6);
    const tracks = listener.frames
      .slice(1)
      .map((frame) => (JSON.parse(frame.split('\0')[1] ?? '') as typeof envelope).trackId);
    assert.deepEqual(tracks, ['t', 'later', 'later', 'later', 't']);
    service.misbehave({ what: { kind: 'dropSocket' }, times: 1 });
    service.push(later);
    assert.equal(await listener.closed, 1006);
  });

  it('sends plain frames in the custom role, with the credential in a header or the query', async () => {
    const custom = await startLocalService({ role: 'custom' });
    const byHeader = await connect(custom, '', { 'X-Judge-Key': custom.token });
    const byQuery = await connect(custom, `?key=${encodeURIComponent(custom.token)}`);
    await assert.rejects(connect(custom, ''), /401/);
    custom.push(envelope);
    await until(() => byHeader.frames.length === 1 && byQuery.frames.length === 1);
    assert.deepEqual(byHeader.frames, [JSON.stringify(envelope)]);
    await custom.close();
  });

  it('signs a callback as the public service’s documentation describes', () => {
    const token = '01gt8s4bnbesna15e9f6wvk5pn:w1MmbjBCsDYjXpgS';
    const signed = callbackSignature(token, 'Fri, 17 Mar 2023 06:34:25 GMT', '{"success":true}');
    assert.equal(signed, 'dkY3sq6VvxAVtLnW/lpyP65pkYgwwrZTerLP+VJ/D8k=');
  });

  it('posts signed results to the callback URL', async () => {
    const got: { headers: http.IncomingHttpHeaders; body: string }[] = [];
    const target = http.createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString('utf8')));
      request.on('end', () => {
        got.push({ headers: request.headers, body });
        response.writeHead(204).end();
      });
    });
    const url = `http://127.0.0.1:${await listenOnLoopback(target)}/secret`;
    assert.equal(await service.callBack(envelope, { url }), 204);
    const [{ headers, body } = { headers: {}, body: '' }] = got;
    assert.deepEqual(JSON.parse(body), envelope);
    assert.equal(
      headers['luogu-api-callback-sign'],
      callbackSignature(service.token, String(headers['date']), body),
    );
    await new Promise((resolve) => target.close(resolve));
  });

  it('sends callbacks only to this machine', async () => {
    for (const url of ['http://example.com/', 'https://127.0.0.1/', 'nowhere'])
      await assert.rejects(service.callBack(envelope, { url }), /must start with/);
  });
});
