import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { newRequestId } from '../../tools/service';
import { leaksOf } from './support/kept';
import { openSession, setting, until, type Session } from './support/session';

const times = 100;

describe('what is opened and closed a hundred times', function () {
  this.timeout(300_000);
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
  const leavesNothing = async (
    action: (time: number) => Promise<void>,
    options?: { readonly atOnce: number },
  ): Promise<void> => assert.deepEqual(await leaksOf(times, action, options), []);

  // one after the other: a session is handed over in one file
  let last: Promise<void> = Promise.resolve();
  const tracked = (id: string): Promise<void> => (last = last.then(() => session.track(id)));

  it('is counted where something is left behind: a listener, a timer', async () => {
    const left: { dispose(): void }[] = [];
    const leaks = await leaksOf(times, async () => {
      left.push(vscode.workspace.onDidOpenTextDocument(() => undefined));
      const timer = setTimeout(() => undefined, 3_600_000);
      left.push({ dispose: () => clearTimeout(timer) });
    });
    for (const one of left) one.dispose();
    const kinds = leaks.map((leak) => leak.slice(0, leak.indexOf(':')));
    assert.deepEqual(kinds, ['functions', 'timers']);
  });

  it('leaves nothing: the page of a record', () =>
    leavesNothing(async () => {
      await judge('openRecord', records[0]);
      await until(() => pages().length === 1);
      await closeEverything();
    }));

  it('leaves nothing: two records beside each other', () =>
    leavesNothing(async () => {
      await judge('compareRecords', undefined, records);
      await until(() => pages().length === 1);
      await closeEverything();
    }));

  it('leaves nothing: a compile message', () =>
    leavesNothing(async () => {
      await judge('openCompileMessage', records[0]);
      await until(() => vscode.window.activeTextEditor?.document.uri.scheme === 'judge-compile');
      await closeEverything();
    }));

  for (const how of ['polled', 'pushed'] as const) {
    it(`leaves nothing: a ${how} request that ends and is removed`, () => {
      const judged = async (): Promise<void> => {
        const id = newRequestId();
        const body = envelopeOf(id);
        session.service.script(id, how === 'polled' ? [{ body }] : [{ status: 204 }]);
        await tracked(id);
        if (how === 'pushed') {
          await until(() => stateOf(id) !== undefined && session.service.socketCount === 1);
          session.service.push(body);
        }
        await until(() => stateOf(id) === 'finished');
        await judge('remove', { key: session.keyOf(id) });
        await until(() => stateOf(id) === undefined);
        await vscode.commands.executeCommand('notifications.clearAll');
        // the service is in this process, too
        session.service.clearLog();
      };
      return leavesNothing(judged, { atOnce: 10 });
    });
  }

  it('leaves nothing: a service that is set up and removed', () =>
    leavesNothing(async (time) => {
      const services = vscode.workspace.getConfiguration('judgeResults').get<object>('services', {});
      const url = `https://judge${time}.example.com`;
      await setting('services', { ...services, [`one${time}`]: { type: 'judge', url } });
      await setting('services', services);
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

function pages(): vscode.Tab[] {
  return tabs().filter(({ input }) => input instanceof vscode.TabInputWebview);
}

function envelopeOf(requestId: string): unknown {
  const message = "/tmp/x/src:1:18: warning: unused variable 'unused' [-Wunused-variable]\n";
  const part = { status: 12, score: 100, time: 1, memory: 100 };
  const cases = Array.from({ length: 20 }, (_, id) => ({
    ...{ id, ...part, signal: 0, exitCode: 0, description: null },
  }));
  return {
    ...{ type: 'judge', requestId, trackId: null },
    data: {
      compile: { success: true, message, opt2: false },
      judge: { id: 1, ...part, subtasks: [{ id: 0, ...part, cases }] },
    },
  };
}
