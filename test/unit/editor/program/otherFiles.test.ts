import { answerNotices, quickPicks, recordQuickPicks, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { Uri, window, workspace, type Memento } from 'vscode';
import { recordFacts } from '../../../../src/editor/labels/recordFacts';
import type { Extension } from '../../../../src/editor/extension';
import { RemainingSubmissions } from '../../../../src/editor/shared/remainingSubmissions';
import { back } from '../../../../src/editor/shared/dialogs/quickPick';
import { askOtherFiles } from '../../../../src/editor/program/otherFiles/askOtherFiles';
import {
  choiceWords,
  lastChoice,
  rememberChoice,
  type FileChoice,
} from '../../../../src/editor/program/otherFiles/fileChoice';
import { readOtherFiles } from '../../../../src/editor/program/otherFiles/readOtherFiles';
import { runSamples } from '../../../../src/editor/submit/runSamples';
import { submit } from '../../../../src/editor/submit/submit';
import type { RecordStore } from '../../../../src/records';
import type { Judge, Operation, Submission } from '../../../../src/judges';
import { clics } from '../../../../src/judges/adapters/clics';
import { judge0 } from '../../../../src/judges/adapters/judge0';
import { filesIn } from '../../../../tools/judge0/archive';
import { startLocalJudge0, type LocalJudge0 } from '../../../../tools/judge0/judge0';
import { startLocalJudge, type LocalJudge } from '../../../support/judges';
import { playedPrograms } from '../../../support/playedPrograms';
import { hashOf } from '../../../../src/records/record';
import { described, hydroSite } from '../../../support/profiles';
import { makeStore, newRecord } from '../../records/fixtures';
import { clientAt, credentialFor } from '../../judges/clients';
import { until } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';
import { workspaceOnDisk } from '../../support/workspaceOnDisk';

const realPath = (file: string) => fs.promises.realpath(file);
const names = (...all: string[]): FileChoice => ({ kind: 'names', names: all });
const matching = (pattern: string): FileChoice => ({ kind: 'pattern', pattern });

describe('A program’s other files', () => {
  const current = workspaceOnDisk();
  let main: Uri;

  beforeEach(() => {
    speak('en');
    recordQuickPicks();
    main = Uri.file(current().write('a.cpp', '#include "lib.h"\n'));
  });
  afterEach(() => speak('en'));

  const read = async (choice: FileChoice, mainSize = 10) => {
    const files = await readOtherFiles(main, mainSize, choice, realPath);
    return files.kind === 'read' ? files.files.map(({ name, text }) => [name, text]) : files.words;
  };

  it('are read as text in UTF-8, with line feeds', async () => {
    current().write('lib.h', '\ufeffint f();\r\n// 和\r\n');
    current().write('lib.cpp', '');
    assert.deepEqual(await read(names('lib.h', 'lib.cpp')), [
      ['lib.h', 'int f();\n// 和\n'],
      ['lib.cpp', ''],
    ]);
  });

  it('include unsaved changes', async () => {
    const uri = Uri.file(current().write('lib.h', 'saved'));
    Object.assign(workspace, { textDocuments: [{ uri, getText: () => 'unsaved' }] });
    assert.deepEqual(await read(names('lib.h')), [['lib.h', 'unsaved']]);
  });

  it('can match a pattern below the folder, excluding the main file', async () => {
    current().write('lib/b.h', 'b');
    current().write('lib/a.h', 'a');
    current().write('lib/a.txt', 'x');
    assert.deepEqual(await read(matching('lib/*.h')), [
      ['a.h', 'a'],
      ['b.h', 'b'],
    ]);
    assert.equal(await read(matching('*.cpp')), 'No files match *.cpp.');
  });

  it('aren’t sent if one is missing, a folder, or not text', async () => {
    current().write('lib/a.h', 'a');
    current().write('image.png', new Uint8Array([0x89, 0x50, 0, 1]));
    assert.equal(await read(names('gone.h')), 'gone.h no longer exists.');
    assert.equal(await read(names('lib')), 'lib is a folder.');
    assert.equal(await read(names('image.png')), 'image.png isn’t a text file.');
  });

  it('are sent as VS Code reads them if they have another encoding', async () => {
    current().write('gbk.h', new Uint8Array([0xba, 0xcd]));
    const openTextDocument = async () => ({ getText: () => '和' });
    Object.assign(workspace, { openTextDocument });
    assert.deepEqual(await read(names('gbk.h')), [['gbk.h', '和']]);
    const rejecting = () => Promise.reject(new Error('binary'));
    Object.assign(workspace, { openTextDocument: rejecting });
    assert.equal(await read(names('gbk.h')), 'gbk.h isn’t a text file.');
  });

  it('aren’t sent if they are outside the workspace, even through a link', async () => {
    const secret = path.join(current().outside, 'secret.h');
    fs.writeFileSync(secret, 'secret');
    fs.symlinkSync(secret, path.join(current().folder, 'link.h'));
    assert.match(String(await read(names('link.h'))), /link\.h is outside of the workspace\.$/);
    main = Uri.file(path.join(current().outside, 'a.cpp'));
    assert.match(String(await read(names('secret.h'))), /secret\.h is outside of the workspace\.$/);
  });

  it('aren’t sent if two have the same name', async () => {
    for (const name of ['x/a.h', 'y/a.h', 'z/a.cpp']) current().write(name, name);
    const same = 'have the same name. Judges receive files without folders.';
    assert.match(String(await read(matching('**/*.h'))), new RegExp(`x/a\\.h and .*y/a\\.h ${same}$`));
    assert.match(String(await read(matching('z/*.cpp'))), new RegExp(`a\\.cpp and .*z/a\\.cpp ${same}$`));
  });

  it('are limited in total size, including the main file, and in number', async () => {
    current().write('half.txt', 'x'.repeat(512 * 1024));
    current().write('other.txt', 'y'.repeat(512 * 1024));
    current().write('large.txt', 'z'.repeat(1024 * 1024 + 1));
    const tooLarge = 'The files are larger than 1024 kB together.';
    assert.equal(await read(names('half.txt', 'other.txt'), 1), tooLarge);
    assert.equal(await read(names('large.txt')), tooLarge);
    assert.equal((await read(names('half.txt', 'other.txt'), 0)).length, 2);
    for (let number = 0; number < 51; number += 1) current().write(`many/${number}.h`, '');
    assert.equal(await read(matching('many/*')), 'More than 50 files.');
  });

  it('have explanations in Chinese', async () => {
    speak('zh-cn');
    assert.equal(await read(names('gone.h')), 'gone.h 已不存在。');
    assert.equal(await read(matching('*.h')), '没有文件匹配 *.h。');
  });

  describe('in the prompt for them', () => {
    const step = { title: 'Submit a.cpp', step: 4, steps: 4, canGoBack: true };
    const ask = (last: FileChoice | null) => askOtherFiles(step, main, last);
    const shownNames = () => quickPicks.at(-1)?.items.map(({ label }) => label) ?? [];
    const openPick = (count: number) => until(() => quickPicks.length === count);

    it('are those in the folder, with the last ones selected', async () => {
      for (const name of ['b.h', 'c.h', '.hidden']) current().write(name, name);
      current().write('folder/d.h', '');
      const count = quickPicks.length;
      const asking = ask(names('c.h', 'gone.h'));
      await openPick(count + 1);
      const way = quickPicks.at(-1)!;
      assert.deepEqual(shownNames(), [
        '$(history) Same Files as Before',
        '$(files) Choose Files…',
        '$(regex) Enter a Pattern…',
      ]);
      assert.equal(way.items[0]?.description, 'c.h, gone.h');
      way.mark('Choose Files');
      way.accept();
      await openPick(count + 2);
      assert.deepEqual(shownNames(), ['b.h', 'c.h']);
      const pick = quickPicks.at(-1) ?? assert.fail();
      assert.deepEqual(pick.selectedItems, [pick.items[1]]);
      pick.selectedItems = pick.items;
      pick.accept();
      assert.deepEqual(await asking, names('b.h', 'c.h'));
    });

    it('can be the same as before with one choice, which isn’t offered the first time', async () => {
      let count = quickPicks.length;
      const again = ask(matching('*.h'));
      await openPick(count + 1);
      quickPicks.at(-1)?.accept();
      assert.deepEqual(await again, matching('*.h'));
      count = quickPicks.length;
      const first = ask(null);
      await openPick(count + 1);
      assert.deepEqual(shownNames(), ['$(files) Choose Files…', '$(regex) Enter a Pattern…']);
      quickPicks.at(-1)?.hide();
      assert.equal(await first, undefined);
    });

    it('can be those matching a pattern, which has to match a file', async () => {
      current().write('b.h', '');
      const box = inputBox('nothing/*');
      const count = quickPicks.length;
      const asking = ask(null);
      await openPick(count + 1);
      quickPicks.at(-1)?.mark('Pattern');
      quickPicks.at(-1)?.accept();
      await until(() => box.isShown());
      box.accept();
      await until(() => box.value.validationMessage === 'No files match nothing/*.');
      box.value.value = ' *.h ';
      box.accept();
      assert.deepEqual(await asking, matching('*.h'));
    });

    it('can be skipped by returning to the previous step', async () => {
      const count = quickPicks.length;
      const asking = ask(null);
      await openPick(count + 1);
      quickPicks.at(-1)?.back();
      assert.equal(await asking, back);
    });
  });

  describe('as remembered', () => {
    let stored: Map<string, unknown>;
    const state = standIn<Memento>({
      get: (key: string) => stored.get(key),
      update: async (key: string, value: unknown) => void stored.set(key, value),
    });
    beforeEach(() => (stored = new Map()));

    it('are those of the last submission, and stay suggested after one without them', async () => {
      assert.equal(lastChoice(state, main), null);
      await rememberChoice(state, main, null);
      assert.equal(lastChoice(state, main), null);
      await rememberChoice(state, main, names('b.h'));
      assert.deepEqual(lastChoice(state, main), { choice: names('b.h'), isUsed: true });
      await rememberChoice(state, main, null);
      assert.deepEqual(lastChoice(state, main), { choice: names('b.h'), isUsed: false });
      assert.equal(lastChoice(state, Uri.file('/folder/other.cpp')), null);
    });

    it('are kept for a limited number of files', async () => {
      for (let number = 0; number < 101; number += 1)
        await rememberChoice(state, Uri.file(`/folder/${number}.cpp`), names('b.h'));
      assert.equal(lastChoice(state, Uri.file('/folder/0.cpp')), null);
      assert.ok(lastChoice(state, Uri.file('/folder/1.cpp')));
      assert.ok(lastChoice(state, Uri.file('/folder/100.cpp')));
    });

    it('are ignored if their stored form is invalid, so that they can’t be outside the folder', async () => {
      for (const choice of [
        { kind: 'names', names: ['../secret'] },
        { kind: 'names', names: ['..'] },
        { kind: 'names', names: ['a\\b'] },
        { kind: 'names', names: [] },
        { kind: 'other' },
        null,
      ]) {
        stored.set('otherFiles', { [main.toString()]: { choice, isUsed: true } });
        assert.equal(lastChoice(state, main), null, JSON.stringify(choice));
      }
      stored.set('otherFiles', 'x');
      assert.equal(lastChoice(state, main), null);
    });

    it('are described by their names or their pattern', () => {
      assert.equal(choiceWords(names('b.h', 'c.h')), 'b.h, c.h');
      assert.equal(choiceWords(matching('lib/*.h')), 'lib/*.h');
      speak('zh-cn');
      assert.equal(choiceWords(names('b.h', 'c.h')), 'b.h、c.h');
    });
  });

  describe('in a submission', () => {
    let site: LocalJudge;
    let judge: Judge;
    let store: RecordStore;
    let extension: Extension;
    let sent: Submission[];

    beforeEach(async () => {
      site = await startLocalJudge('clics');
      judge = described(clics, 'finals', { url: `${site.url}/api`, contest: 'finals' });
      const credential = credentialFor(judge, site.secret);
      const client = clientAt(judge, { credential: async () => credential });
      const { submission: offer } = judge;
      assert.ok(offer);
      sent = [];
      judge = {
        ...judge,
        submission: {
          ...offer,
          submit: (http, submission) => {
            sent.push(submission);
            return offer.submit(http, submission);
          },
        },
      };
      store = makeStore().store;
      const stored = new Map<string, unknown>();
      const memento = {
        get: (key: string) => stored.get(key),
        update: async (key: string, value: unknown) => void stored.set(key, value),
      };
      const choice = { kind: 'chosen', judge } as const;
      const ask = <Value>(_judge: Judge, operation: Operation<Value>) => client.ask(operation);
      extension = standIn<Extension>({
        store,
        realPath,
        remaining: new RemainingSubmissions(),
        judges: {
          ask,
          choice: async () => choice,
          all: async () => [judge],
          isSignedOut: async () => false,
          timeAt: () => Date.now(),
          updateContext: async () => undefined,
        },
        tracking: {
          requestedHere: new Set<string>(),
          add: async (judge: Judge, requestId: string, details: object) =>
            (await store.add(newRecord(requestId, { service: judge.id, rules: judge.rules, ...details }))) ??
            assert.fail(),
          begin: async () => undefined,
        },
        context: { globalState: memento, workspaceState: memento },
        log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      });
      const document = {
        uri: main,
        languageId: 'cpp',
        isDirty: false,
        isUntitled: false,
        getText: () => fs.readFileSync(main.fsPath, 'utf8'),
      };
      Object.assign(window, { activeTextEditor: { document } });
      Object.assign(workspace, { openTextDocument: async () => document });
    });
    afterEach(async () => {
      Object.assign(window, { activeTextEditor: undefined });
      await site.stop();
    });

    const run = (argument: object = {}) => submit(extension, [{ file: main.toString(), ...argument }]);
    /** Accepts the next pick, after marking the item with that label. */
    async function pick(label: string): Promise<void> {
      const count = quickPicks.length;
      await until(() => quickPicks.at(-1)?.isOpen === true);
      quickPicks.at(-1)?.mark(label);
      quickPicks.at(-1)?.accept();
      await until(() => quickPicks.length > count || quickPicks.at(-1)?.isOpen === false);
    }
    const sentNames = () => sent.at(-1)?.others?.files.map(({ fileName }) => fileName);

    it('are sent, stored with the record, and sent again', async () => {
      current().write('lib.h', 'int main(){}');
      const notices = answerNotices('Submit');
      const submitting = run({ problemId: 'hello' });
      await pick('Several Files');
      await pick('Choose Files');
      await until(() => quickPicks.at(-1)?.items[0]?.label === 'lib.h');
      const files = quickPicks.at(-1) ?? assert.fail();
      files.selectedItems = files.items;
      files.accept();
      await submitting;
      assert.match(
        notices[0]?.detail ?? '',
        / · 2 files · 29 bytes\nOther files: .*lib\.h\nSent as: a\.cpp, lib\.h$/,
      );
      assert.deepEqual(sentNames(), ['lib.h']);
      assert.equal(sent[0]?.code, '#include "lib.h"\n');
      const [record] = store.records();
      assert.deepEqual(record?.source?.others, [Uri.file(path.join(current().folder, 'lib.h')).toString()]);
      assert.equal(await store.sourceText(record.key), '#include "lib.h"\n');
      assert.equal(recordFacts(record).otherFiles.value, 'lib.h');

      answerNotices('Submit Again');
      await run();
      assert.deepEqual([sent.length, sentNames()], [2, ['lib.h']]);

      const [picksBefore, asked] = [quickPicks.length, answerNotices('Other Problem…')];
      const otherProblem = run();
      await until(() => quickPicks.length > picksBefore);
      quickPicks.at(-1)?.hide();
      await otherProblem;
      assert.deepEqual([sent.length, asked[0]?.buttons], [2, ['Submit Again', 'Other Problem…']]);
    });
  });

  describe('in a run of samples on Judge0', () => {
    let host: LocalJudge0;
    let extension: Extension;
    let store: RecordStore;
    const windowBefore = { ...window };
    const workspaceBefore = { ...workspace };

    beforeEach(async () => {
      host = await startLocalJudge0({ programs: playedPrograms });
      const judge = described(judge0, 'class', { url: host.url });
      const credential = credentialFor(judge, host.token);
      const client = clientAt(judge, { credential: async () => credential });
      store = makeStore().store;
      const stored = new Map<string, unknown>();
      const memento = {
        get: (key: string) => stored.get(key),
        update: async (key: string, value: unknown) => void stored.set(key, value),
      };
      extension = standIn<Extension>({
        store,
        realPath,
        localComputer: null,
        judges: {
          client: async () => client,
          ask: <Value>(_judge: Judge, operation: Operation<Value>) => client.ask(operation),
          choice: async () => ({ kind: 'chosen', judge }) as const,
          isSignedOut: async () => false,
        },
        tracking: {
          requestedHere: new Set<string>(),
          add: async (judge: Judge, requestId: string, details: object) =>
            (await store.add(newRecord(requestId, { service: judge.id, rules: judge.rules, ...details }))) ??
            assert.fail(),
          begin: async () => undefined,
        },
        context: { globalState: memento, workspaceState: memento },
        log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      });
      main = Uri.file(current().write('sum.js', 'console.log(3);\n'));
      current().write('sum.in', '1 2\n');
      current().write('sum.out', '3\n');
      current().write('lib.js', 'old');
      const document = {
        uri: main,
        languageId: 'javascript',
        isDirty: false,
        isUntitled: false,
        getText: () => fs.readFileSync(main.fsPath, 'utf8'),
      };
      Object.assign(window, { activeTextEditor: { document }, setStatusBarMessage: () => undefined });
      Object.assign(workspace, { openTextDocument: async () => document });
      quickPicks.length = 0;
    });
    afterEach(async () => {
      Object.assign(window, windowBefore, { activeTextEditor: undefined });
      Object.assign(workspace, workspaceBefore);
      await host.stop();
    });

    const run = async () => runSamples(extension, main.toString());
    /** Accepts the next question, after marking the item with that label. Returns its items. */
    async function answer(label: string): Promise<readonly string[]> {
      const number = answered++;
      await until(() => quickPicks[number]?.isOpen === true);
      const pick = quickPicks[number] ?? assert.fail();
      const labels = pick.items.map((item) => item.label);
      pick.mark(label);
      if (pick.placeholder === 'Select the other files to send' && labels.includes(label))
        pick.selectedItems = pick.items.filter((item) => item.label === label);
      pick.accept();
      return labels;
    }
    let answered: number;
    beforeEach(() => (answered = 0));
    const sentFiles = () => {
      const submission = [...host.submissions.values()].at(-1) ?? assert.fail();
      return filesIn(submission.additional_files).map(({ name, content }) => `${name}: ${String(content)}`);
    };

    it('are offered after the language, sent in an archive, and sent again without a question', async () => {
      answerNotices('Run Samples');
      const running = run();
      await answer('JavaScript');
      const ways = await answer('Run Samples with Other Files');
      assert.deepEqual(ways, ['$(beaker) Run Samples', '$(files) Run Samples with Other Files…']);
      await answer('Choose Files');
      await answer('lib.js');
      await running;
      assert.deepEqual(sentFiles(), ['lib.js: old']);
      const [record] = store.records();
      assert.deepEqual(
        record?.source?.others?.map((uri) => path.basename(uri)),
        ['lib.js'],
      );

      // a changed other file is a changed program
      current().write('lib.js', 'new');
      await run();
      assert.deepEqual([answered, quickPicks.length], [4, 4]);
      assert.deepEqual(sentFiles(), ['lib.js: new']);
    });

    it('are suggested again if nothing has changed, and aren’t sent if the user chooses none', async () => {
      answerNotices('Run Samples');
      let running = run();
      for (const label of ['JavaScript', 'Run Samples with Other Files', 'Choose Files', 'lib.js'])
        await answer(label);
      await running;
      running = run();
      await answer('JavaScript');
      await until(() => quickPicks[answered]?.isOpen === true);
      const pick = quickPicks[answered] ?? assert.fail();
      assert.equal(pick.activeItems[0]?.label, '$(files) Run Samples with Other Files…');
      await answer('$(beaker) Run Samples');
      await running;
      assert.deepEqual(sentFiles(), []);
      assert.equal(lastChoice(extension.context.workspaceState, main)?.isUsed, false);
    });

    it('aren’t asked for if only another judge has run the same text', async () => {
      answerNotices('Run Samples');
      const running = run();
      for (const label of ['JavaScript', '$(beaker) Run Samples']) await answer(label);
      await running;
      current().write('sum.js', 'console.log(4);\n');
      const source = {
        uri: main.toString(),
        how: 'submitted',
        textHash: await hashOf('console.log(4);\n'),
      } as const;
      await store.add(newRecord('elsewhere', { source }));
      const count = host.submissions.size;
      await run();
      assert.equal(host.submissions.size, count + 1);
    });

    it('aren’t sent if one is missing, and the questions can be answered again', async () => {
      answerNotices('Run Samples');
      const running = run();
      for (const label of ['JavaScript', 'Run Samples with Other Files', 'Choose Files', 'lib.js'])
        await answer(label);
      await running;
      fs.rmSync(path.join(current().folder, 'lib.js'));
      const notices = answerNotices('Choose Files…');
      const count = host.submissions.size;
      await run();
      assert.equal(notices[0]?.message, 'lib.js no longer exists. Nothing was run.');
      await answer('JavaScript');
      await answer('$(beaker) Run Samples');
      await until(() => host.submissions.size === count + 1);
      assert.deepEqual(sentFiles(), []);
    });
  });

  it('aren’t offered by judges that accept one file', () => {
    assert.equal(hydroSite('https://oj.example.org').submission?.acceptsSeveralFiles, undefined);
  });
});

/** Replaces the input box. */
function inputBox(value: string) {
  let accepted = (): void => undefined;
  let shown = false;
  const unheard = () => ({ dispose: () => undefined });
  const box = {
    value,
    validationMessage: undefined as string | undefined,
    busy: false,
    buttons: [],
    onDidAccept: (listener: () => void) => {
      accepted = listener;
      return { dispose: () => undefined };
    },
    onDidChangeValue: unheard,
    onDidTriggerButton: unheard,
    onDidHide: unheard,
    show: () => {
      shown = true;
      box.value = value;
    },
    dispose: () => undefined,
  };
  Object.assign(window, { createInputBox: () => box });
  return { value: box, isShown: () => shown, accept: () => accepted() };
}
