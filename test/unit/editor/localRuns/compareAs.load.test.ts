import { answerNotices, commandArguments, commandsRun, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { Uri, window, workspace, type QuickPickItem } from 'vscode';
import { comparisonWords } from '../../../../src/editor/labels/caseLabels';
import { compareAs } from '../../../../src/editor/localRuns/compareAs';
import { runRecordAgain } from '../../../../src/editor/localRuns/runAgain';
import { runSamples } from '../../../../src/editor/submit/runSamples';
import { subtasksOf } from '../../../../src/results';
import { workspaceOnDisk } from '../../support/workspaceOnDisk';
import { computerIn } from '../../local/localFolder';
import { localExtension, type LocalExtension } from './localExtension';

describe('A result of this computer', function () {
  // a program may start slowly
  this.timeout(120_000);
  const inWorkspace = workspaceOnDisk();
  const windowBefore = { ...window };
  let extension: LocalExtension['extension'];
  let store: LocalExtension['store'];
  let program: Uri;

  beforeEach(() => {
    speak('en');
    program = Uri.file(inWorkspace().write('A.py', 'print(0.1 + 0.2, input())'));
    inWorkspace().write('A.1.in', 'yes\n');
    inWorkspace().write('A.1.ans', '0.3 yes\n');
    const document = {
      uri: program,
      languageId: 'python',
      isDirty: false,
      isUntitled: false,
      getText: () => fs.readFileSync(program.fsPath, 'utf8'),
    };
    Object.assign(window, { activeTextEditor: { document } });
    Object.assign(workspace, { openTextDocument: async () => document, getWorkspaceFolder: () => undefined });
    const computer = computerIn(path.join(inWorkspace().outside, 'private'), process.env);
    ({ extension, store } = localExtension(
      computer,
      () => program,
      () => null,
    ));
    answerNotices('Run');
  });
  afterEach(() => {
    Object.assign(window, windowBefore, { activeTextEditor: undefined });
  });

  /** Runs a command that adds a record, and returns its key, the status of its only case, and its output. */
  async function resultOf(run: () => Promise<void>): Promise<readonly [string, string, unknown]> {
    const known = new Set(store.records().map(({ key }) => key));
    await run();
    const [record, ...others] = store.records().filter(({ key }) => !known.has(key));
    assert.ok(record && others.length === 0);
    const [testCase] = subtasksOf(await store.loadEnvelope(record.key)).flatMap(({ cases }) => cases);
    assert.ok(testCase);
    return [record.key, String(testCase.status), testCase.extra?.['stdout']];
  }

  /** The items of the last choice. */
  let shownItems: readonly QuickPickItem[] = [];

  /** Chooses the items with these labels, one after the other. */
  function choose(...labels: readonly string[]): void {
    const left = [...labels];
    Object.assign(window, {
      showQuickPick: async (items: readonly QuickPickItem[]) => {
        shownItems = items;
        const item = items.find(({ label }) => label === left[0]);
        assert.ok(item, `${left[0]} isn't among ${items.map(({ label }) => label).join(', ')}`);
        left.shift();
        return item;
      },
      showInputBox: async ({ value }: { readonly value: string }) => value,
    });
  }

  it('is compared in another way after “Compare As…”, and as usual after it is reset', async () => {
    const [key, first] = await resultOf(() => runSamples(extension, undefined));
    const compared = (label: string) => {
      choose(label);
      return resultOf(() => compareAs(extension, { key, subtask: '-', case: '1' }));
    };
    const [, exactly] = await compared('Exactly');
    const [, within] = await compared('Numbers Within…');
    const [, usual] = await compared('As the Judge Does');
    assert.deepEqual([first, exactly, within, usual], ['NEAR', 'WA', 'AC', 'NEAR']);
  });

  it('is replaced on the page by the new result at the same case', async () => {
    const [key] = await resultOf(() => runSamples(extension, undefined));
    commandsRun.length = commandArguments.length = 0;
    choose('Words');
    const [again] = await resultOf(() => compareAs(extension, { key, subtask: '-', case: '1' }));
    const opened = commandArguments[commandsRun.indexOf('judgeResults.openRecord')];
    assert.deepEqual(opened, [{ key: again, subtask: '-', case: '1' }]);
  });

  it('isn’t run again if the question is canceled', async () => {
    const [key] = await resultOf(() => runSamples(extension, undefined));
    Object.assign(window, { showQuickPick: async () => undefined });
    await compareAs(extension, { key, subtask: '-', case: '1' });
    assert.equal(store.records().length, 1);
  });

  it('has a checker decide after it was chosen in “Compare As…”', async () => {
    const [key] = await resultOf(() => runSamples(extension, undefined));
    const checker = inWorkspace().write('judge.py', 'import sys\nsys.exit(42 if sys.argv else 43)\n');
    choose('Checker…', 'Kattis');
    Object.assign(window, { showOpenDialog: async () => [Uri.file(checker)] });
    const [checked, status] = await resultOf(() => compareAs(extension, { key, subtask: '-', case: '1' }));
    assert.equal(status, 'AC');
    const [testCase] = subtasksOf(await store.loadEnvelope(checked)).flatMap(({ cases }) => cases);
    assert.equal(comparisonWords(testCase ?? assert.fail()), 'Decided by judge.py.');
    choose('Words');
    const [, byWords] = await resultOf(() => compareAs(extension, { key: checked, subtask: '-', case: '1' }));
    assert.equal(byWords, 'WA', 'the choice replaces the checker');
  });

  it('is compared as the user chose although a checker is next to the program', async () => {
    inWorkspace().write('checker.py', 'import sys\nsys.exit(0)\n');
    const [key, status] = await resultOf(() => runSamples(extension, undefined));
    choose('Words');
    const [, byWords] = await resultOf(() => compareAs(extension, { key, subtask: '-', case: '1' }));
    assert.deepEqual([status, byWords, shownItems[0]?.description], ['AC', 'WA', 'checker.py']);
  });

  it('is run again with the same cases after the program and the samples changed', async () => {
    const [key] = await resultOf(() => runSamples(extension, undefined));
    fs.writeFileSync(program.fsPath, 'print(0.3, input())');
    inWorkspace().write('A.1.in', 'no\n');
    const [record] = store.records().filter((one) => one.key === key);
    assert.ok(record);
    const [, status, output] = await resultOf(async () => {
      await runRecordAgain(extension, record);
    });
    assert.deepEqual([status, output], ['AC', '0.3 yes\n']);
  });

  it('is compared with the expected output that was corrected meanwhile', async () => {
    inWorkspace().write('A.1.ans', '0.4 yes\n');
    const [key, wrong] = await resultOf(() => runSamples(extension, undefined));
    inWorkspace().write('A.1.ans', '0.30000000000000004 yes\n');
    const [record] = store.records().filter((one) => one.key === key);
    assert.ok(record);
    const [again, status] = await resultOf(async () => {
      await runRecordAgain(extension, record);
    });
    assert.deepEqual([wrong, status], ['WA', 'AC']);
    const [testCase] = subtasksOf(await store.loadEnvelope(again)).flatMap(({ cases }) => cases);
    assert.deepEqual(
      [testCase?.extra?.['expected'], testCase?.extra?.['isOwnSample']],
      ['0.30000000000000004 yes\n', true],
    );
  });
});
