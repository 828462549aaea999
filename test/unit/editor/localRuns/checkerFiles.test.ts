import { answerNotices } from '../../support/vscodeWords';
import { workspaceOnDisk } from '../../support/workspaceOnDisk';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { Uri, window, type QuickPickItem } from 'vscode';
import type { Extension } from '../../../../src/editor/extension';
import {
  chooseChecker,
  findHelpers,
  showLostHelper,
  showMissingInteractor,
} from '../../../../src/editor/localRuns/checkerFiles';
import { problemKey } from '../../../../src/editor/samples';
import { findSamples } from '../../../../src/editor/samples/findSamples';
import { settle } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';

const hash = '0'.repeat(32);

describe('An interactive program', () => {
  const inWorkspace = workspaceOnDisk();
  const state = new Map<string, unknown>();
  const extension = standIn<Extension>({
    context: { workspaceState: { get: (key: string) => state.get(key) } },
    log: { error: assert.fail },
    realPath: fs.promises.realpath,
  });
  const program = () => Uri.file(path.join(inWorkspace().folder, 'A.cpp'));
  const isMissing = () => showMissingInteractor(extension, { uri: program(), name: 'A.cpp' }, assert.fail);

  beforeEach(() => {
    state.clear();
    inWorkspace().write('A.cpp', 'int main() {}');
    const tests = [{ id: 1, input: '5\n', output: '' }];
    const problem = { srcPath: 'A.cpp', interactive: true, tests };
    inWorkspace().write(`.cph/.A.cpp_${hash}.prob`, JSON.stringify(problem));
  });

  it('isn’t run without a word if it has no interactor', async () => {
    const shown = answerNotices();
    assert.equal(await isMissing(), true);
    await settle();
    assert.deepEqual(
      shown.map(({ message, buttons }) => [message, buttons]),
      [
        [
          'A.cpp is interactive, and wasn’t run. Put a program “interactor” next to it, or choose one.',
          ['Choose Interactor…'],
        ],
      ],
    );
  });

  it('is run with an interactor next to it, and with its samples', async () => {
    const shown = answerNotices();
    const interactor = inWorkspace().write('interactor.py', 'print(1)');
    assert.equal(await isMissing(), false);
    assert.deepEqual(shown, []);
    const found = await findHelpers(extension, program());
    assert.equal(found.interactor?.uri.fsPath, interactor);
    const { samples, isInteractive } = await findSamples(program(), fs.promises.realpath);
    assert.deepEqual([samples, isInteractive], [[{ input: '5\n', expected: '', isOwnSample: true }], true]);
  });

  it('uses the chosen interactor rather than the one next to it', async () => {
    inWorkspace().write('interactor.py', 'print(1)');
    const file = Uri.file('/elsewhere/talk.cpp').toString();
    state.set('helpers', { [problemKey(program())]: { interactor: { file, protocol: 'problemPackage' } } });
    const { interactor, checker } = await findHelpers(extension, program());
    assert.deepEqual(
      [interactor?.uri.toString(), interactor?.protocol, checker],
      [file, 'problemPackage', null],
    );
    state.set('helpers', { [problemKey(program())]: 'invalid' });
    assert.equal((await findHelpers(extension, program())).interactor?.protocol, null);
  });
});

describe('A chosen checker whose file is gone', () => {
  const inWorkspace = workspaceOnDisk();
  const state = new Map<string, unknown>();
  const extension = standIn<Extension>({
    context: {
      workspaceState: {
        get: (key: string) => state.get(key),
        update: async (key: string, value: unknown) => void state.set(key, value),
      },
    },
    log: { error: assert.fail },
  });

  it('isn’t ignored without a word, and can be given up', async () => {
    const uri = Uri.file(inWorkspace().write('A.cpp', 'int main() {}'));
    const checker = inWorkspace().write('judge.py', 'exit(42)');
    const file = Uri.file(checker).toString();
    state.set('helpers', { [problemKey(uri)]: { checker: { file, protocol: 'problemPackage' } } });
    let runs = 0;
    const again = async (): Promise<void> => void (runs += 1);
    const isLost = (...roles: readonly ('checker' | 'interactor')[]) =>
      showLostHelper(extension, { uri, name: 'A.cpp' }, roles, again);
    assert.equal(await isLost('checker', 'interactor'), false);
    fs.unlinkSync(checker);
    assert.equal(await isLost('interactor'), false, 'custom input needs no checker');
    const shown = answerNotices('Stop Using judge.py');
    assert.equal(await isLost('checker', 'interactor'), true);
    await settle();
    assert.deepEqual(
      shown.map(({ message, buttons }) => [message, buttons]),
      [
        [
          'A.cpp wasn’t run: its checker judge.py can’t be read.',
          ['Choose Another File…', 'Stop Using judge.py'],
        ],
      ],
    );
    assert.equal((await findHelpers(extension, uri)).checker, null);
    assert.equal(runs, 1);
  });
});

describe('The checker that the user chooses', () => {
  const inWorkspace = workspaceOnDisk();
  const state = new Map<string, unknown>();
  const { showQuickPick, showOpenDialog } = window;
  const extension = standIn<Extension>({
    context: {
      workspaceState: {
        get: (key: string) => state.get(key),
        update: async (key: string, value: unknown) => void state.set(key, value),
      },
    },
  });
  afterEach(() => void Object.assign(window, { showQuickPick, showOpenDialog }));

  it('is remembered with its protocol, the likeliest of which comes first, until it isn’t used anymore', async () => {
    state.clear();
    const file = inWorkspace().write('A.cpp', 'int main() {}');
    const checker = inWorkspace().write('judge.py', 'exit(42 if True else 43)');
    const uri = Uri.file(file);
    const offered: string[] = [];
    let pick = 0;
    Object.assign(window, {
      showOpenDialog: async () => [Uri.file(checker)],
      showQuickPick: async (items: readonly QuickPickItem[]) => {
        offered.push(...items.map(({ label }) => label));
        return items[pick];
      },
    });
    await chooseChecker(extension, uri);
    assert.deepEqual(offered, ['Kattis', 'testlib', 'CMS']);
    const found = await findHelpers(extension, uri);
    assert.deepEqual([found.checker?.uri.fsPath, found.checker?.protocol], [checker, 'problemPackage']);
    const other = await findHelpers(extension, Uri.file(file.replace('.cpp', '.py')));
    assert.equal(other.checker?.uri.fsPath, checker, 'it also judges a program in another language');
    pick = 1;
    offered.length = 0;
    await chooseChecker(extension, uri);
    assert.deepEqual(offered, ['$(folder-opened) Choose Another File…', '$(close) Stop Using judge.py']);
    assert.equal((await findHelpers(extension, uri)).checker, null);
  });
});
