import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { JudgeRecord, JudgeResultsApi } from '../../src/api';
import { recordKey } from '../../src/records/record';
import { startLocalDomjudge, type LocalDomjudge } from '../../tools/domjudge/domjudge';
import type { DomjudgeSubmission } from '../../tools/domjudge/site';
import { eventually } from '../../tools/workbench/eventually';
import { answering, useNotices, type Answer } from './support/person';
import { setting } from './support/session';

describe('A verdict that the jury changes later', function () {
  this.timeout(180_000);
  const notices = useNotices();
  let api: JudgeResultsApi;
  let site: LocalDomjudge;
  let submission: DomjudgeSubmission;

  const run = (command: string, ...answers: readonly Answer[]) =>
    answering(answers, () => vscode.commands.executeCommand(`judgeResults.${command}`));
  const record = (): JudgeRecord => {
    const found = api.records.find(({ id }) => id === submission.id);
    assert.ok(found, 'the result is in the list');
    return found;
  };
  const refresh = () => {
    const { service, id } = record();
    return vscode.commands.executeCommand('judgeResults.refresh', { key: recordKey(service, id) });
  };
  const fetchResult = (id: string) => vscode.commands.executeCommand('judgeResults.fetch', id);
  const judged = (verdict: string, problem: string): DomjudgeSubmission => {
    const added = site.submit({ problem, code: null });
    site.change(added, { verdict, endedAt: Date.now(), time: 0.01 });
    return added;
  };
  const lists = () => site.requests.filter(({ path }) => path.endsWith('/judgements')).length;
  /** Fetches another result, after which the next list is requested. */
  const listAgain = async (problem: string): Promise<void> => {
    const before = lists();
    await fetchResult(judged('AC', problem).id);
    await eventually(() => assert.ok(lists() > before));
  };
  const announced = (expected: RegExp) =>
    notices.shown.filter(({ message }) => expected.test(message)).length;

  before('signs in, and fetches an accepted submission', async () => {
    const extension = vscode.extensions.getExtension<JudgeResultsApi>('judge-results.judge-results');
    assert.ok(extension);
    api = await extension.activate();
    site = await startLocalDomjudge({ version: '10', compilers: false });
    const url = `${site.url}/domjudge/api`;
    await setting('services', { Finals: { type: 'clics', url, contest: 'school' } });
    await setting('service', 'Finals');
    await run('setCredentials', { enter: site.alice.username }, { enter: site.alice.password });
    submission = judged('AC', 'A');
    await fetchResult(submission.id);
    await eventually(() => assert.equal(record().verdict?.short, 'AC'));
  });
  after(async () => {
    await run('stopFollowing');
    await vscode.commands.executeCommand('judgeResults.stopAll');
    for (const name of ['service', 'services']) await setting(name, undefined);
    await site.stop();
  });

  it('is shown and announced once when the user refreshes the result', async () => {
    site.change(submission, { verdict: 'WA' });
    await refresh();
    await notices.expect(/^Rejudged: WA · A\b.*\(was AC\)/);
    assert.equal(record().verdict?.short, 'WA');
    await refresh();
    assert.equal(announced(/^Rejudged: WA · A\b/), 1);
  });

  it('arrives with the next list of a followed judge, and is announced once', async () => {
    await run('follow');
    site.change(submission, { verdict: 'TLE' });
    await listAgain('B');
    await notices.expect(/^Rejudged: TLE · A\b.*\(was WA\)/);
    assert.equal(record().verdict?.short, 'TLE');
    await listAgain('C');
    await refresh();
    assert.equal(announced(/^Rejudged: TLE · A\b/), 1);
  });
});
