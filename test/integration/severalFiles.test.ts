import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { JudgeResultsApi } from '../../src/api';
import { eventually } from '../../tools/workbench/eventually';
import { startLocalJudge, type JudgeName, type LocalJudge } from '../support/judges';
import { answering, useNotices, type Answer } from './support/person';
import { setting } from './support/session';

const minute = 60_000;
const files = {
  'hello.cpp': '#include "lib.h"\nint main() { return value(); }\n',
  'lib.h': 'int value() { return 1 }\n',
  'other.h': 'int unused;\n',
};

describe('A submission', function () {
  this.timeout(120_000);
  useNotices();
  let api: JudgeResultsApi;
  let folder: string;
  let site: LocalJudge;

  before(async () => {
    const extension = vscode.extensions.getExtension<JudgeResultsApi>('judge-results.judge-results');
    assert.ok(extension);
    api = await extension.activate();
    folder = path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'several-files');
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('judgeResults.stopAll');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await fs.rm(folder, { recursive: true, force: true });
    for (const name of ['service', 'services']) await setting(name, undefined);
    await site.stop();
  });

  /** Starts the site, signs in, and opens the main file. */
  async function open(judge: JudgeName): Promise<void> {
    site = await startLocalJudge(judge);
    await fs.mkdir(folder, { recursive: true });
    const session = path.join(folder, 'session.json');
    const settings = { services: { site: site.description }, service: 'site' };
    await fs.writeFile(session, JSON.stringify({ settings, token: site.secret, requests: [] }));
    await vscode.commands.executeCommand('judgeResults.development.openSession', session);
    for (const [name, text] of Object.entries(files)) await fs.writeFile(path.join(folder, name), text);
    await vscode.window.showTextDocument(uriOf('hello.cpp'));
  }

  const uriOf = (name: string) => vscode.Uri.file(path.join(folder, name));
  const run = (command: string, ...answers: readonly Answer[]) =>
    answering(answers, () => vscode.commands.executeCommand(`judgeResults.${command}`));
  /** Waits until all runs of the site are in the list. */
  const areListed = () =>
    eventually(() => {
      const listed = api.records.filter(({ service }) => service.endsWith(' site')).map(({ id }) => id);
      assert.deepEqual(
        [...site.runs.keys()].filter((id) => !listed.includes(id)),
        [],
      );
    });
  const sentFiles = () => [...site.runs.values()].at(-1)?.files;
  const both = [
    { name: 'hello.cpp', text: files['hello.cpp'] },
    { name: 'lib.h', text: files['lib.h'] },
  ];

  for (const [name, judge] of [
    ['Kattis', 'kattis'],
    ['DOMjudge', 'clics'],
  ] as const) {
    it(`to ${name} contains the files that the user picks, and so does the next one`, async () => {
      await open(judge);
      await run(
        'submit',
        { typing: 'hello', choose: /hello/i },
        { choose: /Other Language…$/ },
        { choose: /^C\+\+/ },
        { choose: /Several Files…$/ },
        { choose: /Choose Files…$/ },
        { check: /^lib\.h$/ },
      );
      assert.deepEqual(sentFiles(), both);
      await areListed();

      const library = 'int value() { return 2 }\n';
      await fs.writeFile(path.join(folder, 'lib.h'), library);
      await run('submitAgain');
      assert.deepEqual(sentFiles(), [both[0], { name: 'lib.h', text: library }]);
      assert.equal(site.runs.size, 2);
      await areListed();
    });
  }

  it('with a compile error in its second file has a problem there', async () => {
    await open('kattis');
    await run(
      'submit',
      { typing: 'hello', choose: /hello/ },
      { choose: /Other Language…$/ },
      { choose: /^C\+\+/ },
      { choose: /Several Files…$/ },
      { choose: /Enter a Pattern…$/ },
      { enter: 'l*.h' },
    );
    assert.deepEqual(sentFiles(), both);
    const [run1] = site.runs.values();
    assert.ok(run1);
    const compileMessage =
      'In file included from hello.cpp:1:\nlib.h:1:23: error: expected ‘;’ before ‘}’ token\n';
    site.end(run1, { end: 'compileError', compileMessage });
    await eventually(() => {
      const [problem] = vscode.languages.getDiagnostics(uriOf('lib.h'));
      assert.equal(problem?.message.split('\n')[0], 'expected ‘;’ before ‘}’ token');
      assert.equal(problem.range.start.line, 0);
    });
    assert.deepEqual(vscode.languages.getDiagnostics(uriOf('hello.cpp')), []);
  });

  it('shows the remaining time and number of submissions in its last step, and counts down', async () => {
    await open('ejudge');
    site.endsAt = Date.now() + 12.5 * minute;
    site.maxRuns = 3;
    const steps = (words: string): readonly Answer[] => [
      { typing: 'A', choose: /\bA\b/ },
      { choose: /Other Language…$/ },
      { choose: /^GNU C\+\+/ },
      { choose: / to .+ · /, asked: new RegExp(`ends in 12 min · A – Sum · ${words} · GNU C\\+\\+`) },
    ];
    await run('submit', ...steps('3 submissions left'));
    await eventually(() => assert.equal(site.runs.size, 1));
    const editor = await vscode.window.showTextDocument(uriOf('hello.cpp'));
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// 2\n'));
    await run('submitWith', ...steps('2 submissions left').slice(-1));
    await eventually(() => assert.equal(site.runs.size, 2));
  });
});
