import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { newRequestId } from '../../tools/service';
import { leaksOf } from './support/kept';
import { openSession, setting, until, type Session } from './support/session';

const times = 100;
/** so many requests of each kind are under way together */
const atOnce = 10;

describe('what is opened and closed a hundred times', function () {
  this.timeout(600_000); // a machine that has much else to do takes its time
  let session: Session;
  /** two records with cases and compiler output, of one file */
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
    assert.deepEqual(await leaksOf(together, times), []);

  it('is counted where something is left behind: a listener, a timer', async () => {
    const left: { dispose(): void }[] = [];
    const leaks = await leaksOf(async (more) => {
      for (let time = 0; time < more; time += 1) {
        left.push(vscode.workspace.onDidOpenTextDocument(() => undefined));
        const timer = setTimeout(() => undefined, 3_600_000);
        left.push({ dispose: () => clearTimeout(timer) });
      }
      await Promise.resolve();
    }, times);
    for (const one of left) one.dispose();
    const kinds = leaks.map((leak) => leak.slice(0, leak.indexOf(':')));
    assert.deepEqual(kinds, ['functions', 'timers']);
  });

  it('leaves nothing: the list, the page of a record, two records beside each other, a compile message', () =>
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

  it('leaves nothing: a service that is tested, with its answer and what is read of it', () =>
    leavesNothing(async (more) => {
      for (let time = 0; time < more; time += 1) {
        const tested = judge('testService');
        // the first ID that is offered, as soon as it is
        await until(async () => {
          await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
          return tabs().length > 0;
        });
        await tested;
        await until(() => tabs().length === 2);
        await closeEverything();
      }
    }));

  it('leaves nothing: polled and pushed requests that end and are removed', () =>
    leavesNothing(async (more) => {
      for (let time = 0; time < more; time += atOnce) await judged(Math.min(atOnce, more - time));
    }));

  /** So many requests are polled and so many pushed to their end, and all are removed. */
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
    // drawing notices is left to other tests
    await vscode.commands.executeCommand('notifications.clearAll');
    await Promise.all(all.map((id) => judge('remove', { key: session.keyOf(id) })));
    await until(() => all.every((id) => stateOf(id) === undefined));
    await vscode.commands.executeCommand('notifications.clearAll');
    service.clearLog();
  }

  it('leaves nothing: services that are set up, followed, and removed', () =>
    leavesNothing(async (more) => {
      const services = vscode.workspace.getConfiguration('judgeResults').get<object>('services', {});
      // nobody is signed in there, so what it lists isn't asked for: that would wait for the service's call limit
      const followed = { type: 'dmoj', url: 'https://dmoj.example.com', user: 'alice', follow: true };
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

/** No page and no notice of this test or one before it. */
async function closeEverything(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await vscode.commands.executeCommand('notifications.clearAll');
  await until(() => tabs().length === 0);
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
