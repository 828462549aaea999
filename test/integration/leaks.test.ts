import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { newRequestId } from '../../tools/service';
import { leaksOf } from './support/kept';
import { openSession, setting, until, type Session } from './support/session';

const times = 100;
/** Number of concurrent requests of each kind. */
const atOnce = 10;

describe('The leak test, repeating an action a hundred times,', function () {
  this.timeout(600_000); // Allows for a slow machine.
  let session: Session;
  /** Two records of one file with cases and compiler output. */
  let records: readonly { readonly key: string }[];

  before(async () => {
    await closeEverything();
    session = await openSession();
    const file = path.join(session.folder, 'leaks.cpp');
    await fs.writeFile(file, 'int main() { int unused; }\n');
    const ids = [newRequestId(), newRequestId()];
    for (const id of ids) {
      session.service.script(id, [{ body: envelopeOf(id) }]);
      await session.track(id, file);
    }
    await until(() => ids.every((id) => stateOf(id) === 'finished'));
    records = ids.map((id) => ({ key: session.keyOf(id) }));
  });

  afterEach(closeEverything);
  after(() => session.close());

  const stateOf = (requestId: string): string | undefined =>
    session.api.records.find(({ id }) => id === requestId)?.state;
  const judge = (command: string, ...args: readonly unknown[]) =>
    vscode.commands.executeCommand(`judgeResults.${command}`, ...args);
  const leavesNothing = async (together: (times: number) => Promise<void>): Promise<void> =>
    assert.deepEqual(await leaksOf(together, times, { cleanUp: clearNotices, limitMs: 15_000 }), []);

  it('reports listeners and timers that remain', async () => {
    const left: { dispose(): void }[] = [];
    const leave = async (more: number): Promise<void> => {
      for (let time = 0; time < more; time += 1) {
        left.push(vscode.workspace.onDidOpenTextDocument(() => undefined));
        const timer = setTimeout(() => undefined, 3_600_000);
        left.push({ dispose: () => clearTimeout(timer) });
      }
      await Promise.resolve();
    };
    // many of them, and without waiting, because objects of earlier tests disappear meanwhile
    const leaks = await leaksOf(leave, 4 * times, { cleanUp: () => Promise.resolve(), limitMs: 0 });
    for (const one of left) one.dispose();
    const kinds = leaks.map((leak) => leak.slice(0, leak.indexOf(':')));
    assert.deepEqual(kinds, ['functions', 'timers']);
  });

  it('finds no leak after using the list, record page, comparison, and compiler output', () =>
    leavesNothing(async (more) => {
      for (let time = 0; time < more; time += 1) {
        await vscode.commands.executeCommand('judgeResults.records.focus');
        await judge('openRecord', records[0]);
        await until(() => tabs().length === 1);
        await judge('compareRecords', undefined, records);
        await judge('openCompileMessage', records[0]);
        await until(() => tabs().length === 3);
        await vscode.commands.executeCommand('workbench.view.explorer');
        await closeEverything();
      }
    }));

  it('finds no leak after testing a judge and viewing its response and report', () =>
    leavesNothing(async (more) => {
      for (let time = 0; time < more; time += 1) {
        const tested = judge('testService');
        // Picks the first suggested ID as soon as it appears.
        await until(async () => {
          await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
          return tabs().length > 0;
        });
        await tested;
        await until(() => tabs().length === 2);
        await closeEverything();
      }
    }));

  it('finds no leak after polled and pushed requests finish and are removed', () =>
    leavesNothing(async (more) => {
      for (let time = 0; time < more; time += atOnce) await judged(Math.min(atOnce, more - time));
    }));

  /** Polls and pushes this many requests each to their end, and removes all. */
  async function judged(requests: number): Promise<void> {
    const { service } = session;
    const newIds = (): string[] => Array.from({ length: requests }, newRequestId);
    const [polled, pushed] = [newIds(), newIds()];
    for (const id of polled) service.script(id, [{ body: envelopeOf(id) }]);
    for (const id of pushed) service.script(id, [{ status: 204 }]);
    await session.trackAll([...pushed, ...polled]);
    await until(() => pushed.every((id) => stateOf(id) !== undefined) && service.socketCount === 1);
    for (const id of pushed) service.push(envelopeOf(id));
    const all = [...polled, ...pushed];
    await until(() => all.every((id) => stateOf(id) === 'finished'));
    await clearNotices(); // Other tests cover drawing notices.
    await Promise.all(all.map((id) => judge('remove', { key: session.keyOf(id) })));
    await until(() => all.every((id) => stateOf(id) === undefined));
    service.clearLog();
  }

  it('finds no leak after judges are added, followed, and removed', () =>
    leavesNothing(async (more) => {
      const services = vscode.workspace.getConfiguration('judgeResults').get<object>('services', {});
      // Nobody is signed in, so its list isn't requested, which would wait for the service's rate limit.
      const followed = { type: 'dmoj', url: 'https://dmoj.example.com', follow: true };
      for (let time = 0; time < more; time += atOnce) {
        const some = Array.from({ length: Math.min(atOnce, more - time) }, (_, at) => [
          `Followed ${at}`,
          followed,
        ]);
        await setting('services', { ...services, ...Object.fromEntries(some) });
        await setting('services', services);
      }
    }));
});

/** Closes all pages and notices of this test and earlier ones. */
async function closeEverything(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await clearNotices();
  await until(() => tabs().length === 0);
}

/** Closes the notices, whose buttons hold functions. One that is shown later remains. */
async function clearNotices(): Promise<void> {
  await vscode.commands.executeCommand('notifications.clearAll');
}

function tabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs);
}

function envelopeOf(requestId: string): unknown {
  const message = "/tmp/x/src:1:18: warning: unused variable 'unused' [-Wunused-variable]\n";
  const part = { status: 12, score: 100, time: 1, memory: 100 };
  const cases = Array.from({ length: 20 }, (_, id) => ({
    id,
    ...part,
    signal: 0,
    exitCode: 0,
    description: null,
  }));
  return {
    type: 'judge',
    requestId,
    trackId: null,
    data: {
      compile: { success: true, message, opt2: false },
      judge: { id: 1, ...part, subtasks: [{ id: 0, ...part, cases }] },
    },
  };
}
