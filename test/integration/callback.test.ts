import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import * as vscode from 'vscode';
import { listenOnLoopback } from '../../tools/service/http/loopback';
import { newRequestId } from '../../tools/service';
import { useNotices } from './support/person';
import { openSession, setting, until, type Session } from './support/session';

describe('The HTTP callback port', function () {
  this.timeout(180_000);
  const notices = useNotices();
  let session: Session;
  let port: number;
  let url: string;

  before(async () => {
    // Without a WebSocket, so that only the callback can bring a result.
    session = await openSession({ withPush: false });
    port = await freePort();
  });

  after(async () => {
    await setting('push.callback.port', undefined);
    await setting('push.callback.publicUrl', undefined);
    await until(async () => !(await isOpen(port)));
    await session.close();
  });

  /** The address that “Copy Callback Address” copies. */
  async function copiedAddress(): Promise<string> {
    await vscode.env.clipboard.writeText('');
    await vscode.commands.executeCommand('judgeResults.copyCallbackAddress');
    await notices.expect(/^Callback URL copied\./);
    return vscode.env.clipboard.readText();
  }

  it('opens only after the user’s consent to a warning about who else can reach it', async () => {
    await setting('push.callback.publicUrl', 'https://tunnel.example/judge/');
    await setting('push.callback.port', port);
    const { message, severity, buttons } = await notices.expect(/will listen on/);
    assert.match(message, /Every user of this computer can reach this port/);
    assert.deepEqual([severity, buttons], ['warning', ['Enable', 'Open Setting']]);
    assert.equal(await isOpen(port), false);
    await notices.press(/will listen on/, 'Enable');
    await until(() => isOpen(port));
  });

  it('appears in the callback URL as the tunnel’s address with a secret path', async () => {
    const address = await copiedAddress();
    assert.match(address, /^https:\/\/tunnel\.example\/judge\/callback\/[0-9a-f]{32}$/);
    url = `http://127.0.0.1:${port}${new URL(address).pathname}`;
  });

  it('accepts signed results while all polls return “not ready”', async () => {
    const { service } = session;
    const requestId = newRequestId();
    service.script(requestId, [{ status: 204 }]);
    await session.track(requestId);
    assert.equal(await service.callBack(envelopeOf(requestId), { url }), 200);
    await until(() => stateOf(requestId) === 'finished');
    assert.ok(service.log.requestsOf(requestId).every(({ status }) => status === 204));
  });

  it('triggers a poll for an unsigned result, without using its content', async () => {
    const { service } = session;
    const requestId = newRequestId();
    service.script(requestId, [{ status: 204 }]);
    // The next poll would come ten minutes after the first.
    await setting('polling.interval', 600);
    try {
      await session.track(requestId);
      await until(() => service.log.requestsOf(requestId).length === 1);
      await setting('polling.interval', 1);
      const headers = { [service.role.callbackSignatureHeader ?? '']: null };
      assert.equal(await service.callBack(envelopeOf(requestId), { url, headers }), 200);
      await until(() => service.log.requestsOf(requestId).length === 2);
      assert.equal(stateOf(requestId), 'waiting');
    } finally {
      await setting('polling.interval', undefined);
    }
  });

  it('rejects results that the judge didn’t send', async () => {
    const { service } = session;
    const requestId = newRequestId();
    service.script(requestId, [{ status: 204 }]);
    await session.track(requestId);
    const post = (options: Partial<Parameters<typeof service.callBack>[1]>) =>
      service.callBack(envelopeOf(requestId), { url, ...options });
    const signature = service.role.callbackSignatureHeader ?? '';
    assert.equal(await post({ url: url.slice(0, -1) }), 404);
    assert.equal(await post({ url: `http://127.0.0.1:${port}/` }), 404);
    assert.equal(await post({ method: 'GET' }), 405);
    assert.equal(await post({ headers: { 'Content-Type': 'text/plain' } }), 415);
    assert.equal(await post({ headers: { [signature]: 'bm90IHJpZ2h0' } }), 401);
    assert.equal(await post({ date: new Date(Date.now() - 600_000) }), 401);
    assert.equal(await post({ headers: { Origin: 'https://page.example' } }), 403);
    assert.equal(await post({ headers: { Host: 'page.example' } }), 403);
    assert.equal(stateOf(requestId), 'waiting');
    const answer = await fetch(url);
    assert.deepEqual(Object.keys((await answer.json()) as object), [
      'errorCode',
      'errorType',
      'errorMessage',
      'errorData',
    ]);
  });

  it('appears in the callback URL as a loopback address if no tunnel is set', async () => {
    await setting('push.callback.publicUrl', undefined);
    assert.match(await copiedAddress(), new RegExp(`^http://127\\.0\\.0\\.1:${port}/callback/[0-9a-f]{32}$`));
  });

  it('stays open, with an error notice, if the public URL is invalid', async () => {
    await setting('push.callback.publicUrl', 'tunnel.example');
    const { message } = await notices.expect(/push\.callback\.publicUrl/);
    assert.match(message, /Enter a URL, for example https:/);
    await setting('push.callback.publicUrl', undefined);
    await until(() => isOpen(port));
  });

  it('causes a warning if another program uses the port', async () => {
    const other = net.createServer((socket) => socket.destroy());
    const taken = await listenOnLoopback(other);
    try {
      await setting('push.callback.port', taken);
      const { message, severity } = await notices.expect(/is in use by another program/);
      assert.ok(message.startsWith(`Port ${taken} is in use`), message);
      assert.equal(severity, 'warning');
    } finally {
      other.close();
      await setting('push.callback.port', port);
      await until(() => isOpen(port));
    }
  });

  it('moves when the setting changes, and closes when the setting is removed', async () => {
    const other = await freePort();
    await setting('push.callback.port', other);
    await until(async () => (await isOpen(other)) && !(await isOpen(port)));
    await setting('push.callback.port', null);
    await until(async () => !(await isOpen(other)));
  });

  function stateOf(requestId: string): string | undefined {
    return session.api.records.find(({ id }) => id === requestId)?.state;
  }
});

function envelopeOf(requestId: string): unknown {
  return {
    type: 'judge',
    requestId,
    trackId: null,
    data: {
      compile: { success: true, message: '', opt2: false },
      judge: { id: 1, status: 12, score: 100, time: 1, memory: 100, subtasks: [] },
    },
  };
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  const port = await listenOnLoopback(server);
  server.close();
  await once(server, 'close');
  return port;
}

async function isOpen(port: number): Promise<boolean> {
  const socket = net.connect({ port, host: '127.0.0.1' });
  try {
    return await new Promise((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
  } finally {
    socket.destroy();
  }
}
