import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { JudgeResultsApi } from '../../src/api';
import { startLocalCodeforces, type LocalCodeforces } from '../../tools/codeforces/codeforces';
import { startLocalService, type LocalService } from '../../tools/service';
import { answering, type Answer } from './support/person';
import { setting, until } from './support/session';

describe('The judge list in the settings with dots in the judges’ names', () => {
  let api: JudgeResultsApi;
  let site: LocalCodeforces;
  let service: LocalService;
  /** Expected value of the whole setting. */
  let expected: Record<string, unknown>;

  before(async () => {
    const extension = vscode.extensions.getExtension<JudgeResultsApi>('judge-results.judge-results');
    assert.ok(extension);
    api = await extension.activate();
    site = await startLocalCodeforces();
    service = await startLocalService({ role: 'custom', openResults: true });
    expected = {
      'oj.a.edu': { type: 'codeforces', handle: 'tourist', url: `${site.url}/api` },
      x: {
        type: 'judge',
        url: 'https://judge.x.edu',
        statusCodes: { 'wrong.answer': { name: 'Wrong Answer', kind: 'failed', short: 'WA' } },
        push: { webSocketUrl: 'wss://judge.x.edu/events', authentication: 'none', framing: 'plain' },
      },
    };
    await setting('services', expected);
    await setting('service', 'oj.a.edu');
  });
  after(async () => {
    await vscode.commands.executeCommand('judgeResults.stopAll');
    await setting('service', undefined);
    await setting('services', undefined);
    await Promise.all([site.stop(), service.close()]);
  });

  const isStored = (): void => {
    const stored = vscode.workspace.getConfiguration('judgeResults').inspect<unknown>('services');
    assert.deepEqual(stored?.globalValue, expected);
  };
  const choose = async (...answers: readonly Answer[]): Promise<void> => {
    await answering(answers, () => vscode.commands.executeCommand('judgeResults.chooseService'));
  };
  /** Changes some fields of a judge in the expected value; undefined removes one. */
  const change = (name: string, fields: Readonly<Record<string, unknown>>): void => {
    const changed = Object.entries({ ...(expected[name] as object), ...fields });
    expected[name] = Object.fromEntries(changed.filter(([, value]) => value !== undefined));
  };

  it('keeps judges when another judge is added', async () => {
    await choose(
      { choose: /^Luogu-compatible API$/ },
      { enter: service.origin },
      { choose: /No authentication/ },
      { choose: /Skip/ },
      { enter: '127.0.0.1:8080' },
    );
    expected['127.0.0.1:8080'] = { type: 'judge', url: service.origin };
    isStored();
  });

  it('keeps other judges, and fields without a prompt, when a judge is edited', async () => {
    await choose(
      { press: 'Edit', of: /^x$/ },
      { enter: 'https://judge.y.edu' },
      { choose: /No authentication/ },
      { choose: /Skip/ },
    );
    change('x', { url: 'https://judge.y.edu', statusCodes: undefined });
    isStored();
  });

  it('keeps other judges when a judge is renamed', async () => {
    await choose({ press: 'More Actions…', of: /^x$/ }, { choose: /^Rename$/ }, { enter: 'x.y' });
    expected['x.y'] = expected['x'];
    delete expected['x'];
    isStored();
    await choose(
      { press: 'More Actions…', of: /^oj\.a\.edu$/ },
      { choose: /^Rename$/ },
      { enter: 'oj.b.edu' },
    );
    expected['oj.b.edu'] = expected['oj.a.edu'];
    delete expected['oj.a.edu'];
    isStored();
  });

  it('keeps other judges when “Follow My Submissions” is turned on and off for a judge', async () => {
    await choose({ press: 'More Actions…', of: /^oj\.b\.edu$/ }, { choose: /^Follow My Submissions$/ });
    change('oj.b.edu', { follow: true });
    isStored();
    await choose(
      { press: 'More Actions…', of: /^oj\.b\.edu$/ },
      { choose: /^Stop Following My Submissions$/ },
    );
    change('oj.b.edu', { follow: undefined });
    isStored();
  });

  it('keeps other judges when status codes are defined', async () => {
    const requestId = 'a-result-with-2-codes';
    const unknown = { judge: { id: 1, status: 70, score: 0, time: 1, memory: 1, subtasks: [] } };
    const envelope = { type: 'judge', requestId, data: unknown };
    service.script(requestId, [{ status: 200, body: envelope }]);
    await api.fetch(requestId, { service: '127.0.0.1:8080' });
    await choose({ choose: /^127\.0\.0\.1:8080$/ });
    await answering([{ choose: /^Failed$/ }, { enter: 'Too Slow' }, { enter: 'TS' }], () =>
      vscode.commands.executeCommand('judgeResults.defineStatusCodes'),
    );
    change('127.0.0.1:8080', { statusCodes: { '70': { name: 'Too Slow', kind: 'failed', short: 'TS' } } });
    isStored();
    await until(() => api.records.some(({ id, verdict }) => id === requestId && verdict?.short === 'TS'));
  });

  it('keeps other judges when a judge is removed', async () => {
    await choose({ press: 'More Actions…', of: /^x\.y$/ }, { choose: /^Remove$/ }, { confirm: 'Remove' });
    delete expected['x.y'];
    isStored();
    await choose({ press: 'More Actions…', of: /^127/ }, { choose: /^Remove$/ }, { confirm: 'Remove' });
    delete expected['127.0.0.1:8080'];
    isStored();
  });
});
