import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { newRequestId } from '../../tools/service';
import { eventually } from '../../tools/workbench/eventually';
import { openSession, until, type Session } from './support/session';
import { watchTimers, type WatchedTimers } from './support/timers';

/** Longer than any delay after a result in this window: index, notice, kept-alive connection, ms. */
const quiet = 4000;
/** Longer than any timer remains after the last result, or after a contest of an earlier test has ended, ms. */
const quietAfter = 90_000;

describe('The extension without pending results', function () {
  this.timeout(180_000);
  let session: Session;
  let timers: WatchedTimers;

  before(async () => {
    const extension = vscode.extensions.getExtension('judge-results.judge-results');
    assert.ok(extension);
    session = await openSession();
    await vscode.commands.executeCommand('judgeResults.stopAll');
    timers = watchTimers(path.join(extension.extensionPath, 'dist'));
  });

  after(async () => {
    timers.stop();
    await session.close();
  });

  it('has no timers, connections, or requests after the last result has finished', async () => {
    const { service } = session;
    const requestId = newRequestId();
    service.script(requestId, [{ status: 204 }]);
    await session.track(requestId);
    await until(() => service.log.requestsOf(requestId).length > 0 && service.socketCount === 1);
    assert.ok(timers.waiting.length > 0, 'while something is pending a timer is seen');
    // A poll returns the result, too, if the socket was just replaced because the credential was saved.
    service.script(requestId, [{ body: envelopeOf(requestId) }]);
    service.push(envelopeOf(requestId));

    await until(() => session.api.records.some(({ id, state }) => id === requestId && state === 'finished'));
    await eventually(() => assert.deepEqual(timers.waiting, []), quietAfter);
    await eventually(async () => assert.equal(await service.connectionCount(), 0), quietAfter);
    service.clearLog();
    const { made } = timers;
    await new Promise((resolve) => setTimeout(resolve, quiet));
    assert.deepEqual(timers.waiting, []);
    assert.equal(timers.made, made, 'no timer was made');
    assert.deepEqual(service.entries(), []);
    assert.equal(await service.connectionCount(), 0);
  });
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
