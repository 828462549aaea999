import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { JudgeResultsApi } from '../../src/api';
import { startLocalHydro, type LocalHydro } from '../../tools/hydro/hydro';
import { eventually } from '../../tools/workbench/eventually';
import { startLocalJudge, type LocalJudge } from '../support/judges';
import { answering, useNotices, type Answer } from './support/person';
import { setting } from './support/session';

const tid = 'c'.repeat(24);

/** Answer of a tool that assistants can't use. */
interface Refusal {
  readonly error?: string;
  readonly reason?: string;
  readonly until?: string | null;
}

describe('During a contest, assistants', function () {
  this.timeout(120_000);
  const notices = useNotices();
  let api: JudgeResultsApi;
  let hydro: LocalHydro;
  let ejudge: LocalJudge;
  /** Settings of the workspace, as a project can contain them. */
  let workspaceSettings: string;

  before(async () => {
    const extension = vscode.extensions.getExtension<JudgeResultsApi>('judge-results.judge-results');
    assert.ok(extension);
    api = await extension.activate();
    [hydro, ejudge] = await Promise.all([startLocalHydro({ english: true }), startLocalJudge('ejudge')]);
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    workspaceSettings = path.join(folder, '.vscode', 'settings.json');
    await setting('services', { School: { type: 'hydro', url: hydro.url }, Finals: ejudge.description });
  });
  afterEach(async () => {
    for (const name of ['assistants.allowDuringContests', 'assistants.enabled'])
      await setting(name, undefined);
    await writeWorkspaceSettings({});
  });
  after(async () => {
    await vscode.commands.executeCommand('judgeResults.stopAll');
    await fs.rm(workspaceSettings, { force: true });
    for (const name of ['service', 'services']) await setting(name, undefined);
    await Promise.all([hydro.stop(), ejudge.stop()]);
  });

  const run = (command: string, ...answers: readonly Answer[]) =>
    answering(answers, () => vscode.commands.executeCommand(`judgeResults.${command}`));

  /** Chooses a judge and signs in. */
  async function signIn(judge: string, ...answers: readonly Answer[]): Promise<void> {
    await setting('service', judge);
    await run('setCredentials', ...answers);
    await notices.expect(new RegExp(`^Signed in to ${judge}\\.$`));
  }

  /** Replaces the settings of the workspace, and waits until VS Code has read them. */
  async function writeWorkspaceSettings(settings: object): Promise<void> {
    await fs.mkdir(path.dirname(workspaceSettings), { recursive: true });
    const marker = `marker${Date.now()}`;
    await fs.writeFile(workspaceSettings, JSON.stringify({ ...settings, 'editor.fontFamily': marker }));
    await eventually(() =>
      assert.equal(vscode.workspace.getConfiguration('editor').get('fontFamily'), marker),
    );
  }

  async function toolAnswer(requestId: string): Promise<Refusal> {
    const input = { requestId };
    const { content } = await vscode.lm.invokeTool('judge_get_result', {
      input,
      toolInvocationToken: undefined,
    });
    const part = content[0] as { readonly value?: string; readonly data?: Uint8Array };
    return JSON.parse(part.value ?? new TextDecoder().decode(part.data)) as Refusal;
  }

  async function isRefused(requestId: string, reason: string, until: number | null): Promise<void> {
    const answer = await toolAnswer(requestId);
    const end = answer.until == null ? null : Date.parse(answer.until);
    assert.deepEqual([answer.error, answer.reason], ['refused', reason], JSON.stringify(answer));
    assert.ok(end === until || Math.abs((end ?? 0) - (until ?? 0)) < 1000, `${end} ${until}`);
  }

  async function isAllowed(requestId: string): Promise<void> {
    assert.equal((await toolAnswer(requestId)).error, undefined);
  }

  function isFinished(requestId: string): void {
    assert.equal(api.records.find(({ id }) => id === requestId)?.state, 'finished');
  }

  /** Tracks a submission to a running contest at Hydro, and returns its ID. */
  async function contestRecord(endsAt: number): Promise<string> {
    hydro.oddities.contests.set(tid, 'ioi');
    hydro.oddities.contestEnds.set(tid, endsAt);
    const code = 'console.log(1);\n';
    const record = hydro.submit(hydro.alice, { pid: 'P1001', lang: 'js', code, contest: tid });
    await api.track(record.rid);
    await eventually(() => isFinished(record.rid));
    return record.rid;
  }

  it('can’t read results of a Hydro contest until it has ended, whatever the workspace allows', async () => {
    await signIn(
      'School',
      { choose: /^User name and password$/ },
      { enter: hydro.alice.uname },
      { enter: hydro.alice.password },
    );
    const later = Date.now() + 3_600_000;
    const id = await contestRecord(later);
    await isRefused(id, 'contest', later);

    const service = api.records.find((one) => one.id === id)?.service ?? '';
    await writeWorkspaceSettings({
      'judgeResults.assistants.enabled': true,
      'judgeResults.assistants.allowDuringContests': [service, 'School'],
      'judgeResults.services': { School: { type: 'hydro', url: 'http://127.0.0.1:9' } },
    });
    await isRefused(id, 'contest', later);
    // A renamed judge has the same contests.
    await setting('services', { Other: { type: 'hydro', url: hydro.url }, Finals: ejudge.description });
    await isRefused(id, 'contest', later);
    await setting('services', { School: { type: 'hydro', url: hydro.url }, Finals: ejudge.description });

    // The organizers end the contest early. A judge reports that with the next result.
    const soon = Date.now() + 1000;
    await contestRecord(soon);
    await eventually(() => isAllowed(id), 60_000);
  });

  it('can read results of an ejudge contest only after its end, or if the user allows it', async () => {
    await signIn('Finals', { enter: ejudge.secret });
    const later = Date.now() + 3_600_000;
    ejudge.endsAt = later;
    const submitted = ejudge.submit({ end: 'wrongAnswer' });
    submitted.done = submitted.cases;
    await api.track(submitted.id);
    await eventually(() => isFinished(submitted.id));
    await isRefused(submitted.id, 'contest', later);

    const service = api.records.find((one) => one.id === submitted.id)?.service ?? '';
    await setting('assistants.allowDuringContests', [service]);
    await isAllowed(submitted.id);
    await writeWorkspaceSettings({ 'judgeResults.assistants.enabled': false });
    await isRefused(submitted.id, 'workspace', null);
    await writeWorkspaceSettings({ 'judgeResults.assistants.enabled': true });
    await setting('assistants.enabled', false);
    await isRefused(submitted.id, 'settings', null);
    await setting('assistants.enabled', undefined);
    await setting('assistants.allowDuringContests', undefined);
    await isRefused(submitted.id, 'contest', later);

    ejudge.endsAt = Date.now() - 1000;
    // otherwise, the contest of the last minutes is reused for the next result
    await signIn('Finals', { enter: ejudge.secret });
    const next = ejudge.submit({ end: 'accepted' });
    next.done = next.cases;
    await api.track(next.id);
    await eventually(() => isFinished(next.id));
    await isAllowed(submitted.id);
  });
});
