import { answerNotices, commandArguments, commandsRun, statusBar } from '../../support/vscodeWords';
import { workspaceOnDisk } from '../../support/workspaceOnDisk';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { Uri, window, type QuickPickItem } from 'vscode';
import { addSampleOf, deleteSample, editSample } from '../../../../src/editor/cases/editSamples';
import type { Extension } from '../../../../src/editor/extension';
import { saveOpenSamples } from '../../../../src/editor/samples';
import type { FromSamplePage, ToSamplePage } from '../../../../src/resultPage/samplePage/messages';
import { settle } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';

/** The page of a sample, as VS Code shows it. */
interface ShownPage {
  readonly title: string;
  readonly received: ToSamplePage[];
  readonly send: (message: FromSamplePage) => Promise<void>;
  readonly close: () => void;
}

describe('The page of a sample', () => {
  const inWorkspace = workspaceOnDisk();
  let pages: ShownPage[];
  const { showQuickPick } = window;
  const extension = standIn<Extension>({
    context: { extensionUri: Uri.file('/extension') },
    log: { error: assert.fail, warn: assert.fail },
    realPath: fs.promises.realpath,
  });

  beforeEach(() => {
    pages = [];
    inWorkspace().write('A.cpp', 'int main() {}');
    Object.assign(window, {
      createWebviewPanel: (_type: string, title: string) => {
        let onMessage: (message: FromSamplePage) => void = () => assert.fail();
        let onDispose: () => void = () => assert.fail();
        const received: ToSamplePage[] = [];
        const dispose = (): void => onDispose();
        pages.push({
          title,
          received,
          send: async (message) => {
            onMessage(message);
            await settle();
            // writing files takes longer than promises
            await new Promise(setImmediate);
          },
          close: dispose,
        });
        return {
          title,
          dispose,
          reveal: () => undefined,
          onDidDispose: (listener: () => void) => (onDispose = listener),
          webview: {
            cspSource: 'self',
            asWebviewUri: (uri: Uri) => uri,
            onDidReceiveMessage: (listener: typeof onMessage) => (onMessage = listener),
            postMessage: async (message: ToSamplePage) => received.push(message),
          },
        };
      },
    });
  });
  afterEach(async () => {
    answerNotices();
    for (const { close } of pages) close();
    Reflect.deleteProperty(window, 'createWebviewPanel');
    Object.assign(window, { showQuickPick });
    await settle();
  });

  const at = (name: string) => path.join(inWorkspace().folder, name);
  const program = () => Uri.file(at('A.cpp'));
  const files = () => fs.readdirSync(inWorkspace().folder).sort();
  const read = (name: string) => fs.readFileSync(at(name), 'utf8');
  const last = () => pages.at(-1) ?? assert.fail('no page is open');
  const change = (input: string, expected: string) =>
    last().send({ type: 'change', texts: { input, expected } });
  const save = () => saveOpenSamples(program());

  it('saves a new sample when the samples run, with a line feed at its end', async () => {
    await addSampleOf(extension, program());
    assert.equal(last().title, 'Sample of A.cpp');
    await last().send({ type: 'ready' });
    const [shown] = last().received;
    assert.deepEqual(shown?.type === 'show' && shown.texts, { input: '', expected: '' });
    await change('1 2', '3');
    assert.deepEqual(files(), ['A.cpp']);
    assert.equal(await save(), true);
    assert.deepEqual(
      [files(), read('A.1.in'), read('A.1.ans')],
      [['A.1.ans', 'A.1.in', 'A.cpp'], '1 2\n', '3\n'],
    );
    assert.deepEqual(last().received.at(-1), { type: 'note', note: 'Saved A.1.in, A.1.ans' });
    await change('1 2\n', '4\n');
    await save();
    assert.deepEqual([files().length, read('A.1.ans')], [3, '4\n']);
  });

  it('saves nothing if nothing was typed', async () => {
    await addSampleOf(extension, program());
    assert.equal(await save(), true);
    last().close();
    assert.deepEqual(files(), ['A.cpp']);
  });

  it('offers to save what was typed when it is closed', async () => {
    await addSampleOf(extension, program());
    await change('5', '');
    const shown = answerNotices();
    last().close();
    await settle();
    assert.deepEqual(
      shown.map(({ message, buttons }) => [message, buttons]),
      [['The sample of A.cpp wasn’t saved.', ['Save']]],
    );
    assert.deepEqual(files(), ['A.cpp']);
  });

  it('runs the samples of its program', async () => {
    await addSampleOf(extension, program());
    await change('1', '2');
    const before = commandsRun.length;
    last().received.length = 0;
    await last().send({ type: 'run', texts: { input: '1', expected: '2' } });
    while (commandsRun.length === before) await new Promise(setImmediate);
    assert.equal(commandsRun.at(-1), 'judgeResults.runSamples');
    assert.deepEqual(String(commandArguments.at(-1)), program().toString());
    assert.deepEqual(files(), ['A.1.ans', 'A.1.in', 'A.cpp']);
  });

  it('shows a sample again that is to be edited, also one of several', async () => {
    for (const number of [1, 2]) {
      inWorkspace().write(`A.${number}.in`, `${number}\n`);
      inWorkspace().write(`A.${number}.ans`, `${number * 2}\n`);
    }
    const offered: QuickPickItem[] = [];
    Object.assign(window, {
      showQuickPick: async (items: readonly QuickPickItem[]) => {
        offered.push(...items);
        return items[1];
      },
    });
    await editSample(extension, program());
    assert.deepEqual(
      offered.map(({ label, description }) => [label, description]),
      [
        ['A.1.in, A.1.ans', '1'],
        ['A.2.in, A.2.ans', '2'],
      ],
    );
    await last().send({ type: 'ready' });
    const [shown] = last().received;
    assert.deepEqual(shown?.type === 'show' && shown.texts, { input: '2\n', expected: '4\n' });
    await editSample(extension, program());
    assert.equal(pages.length, 1);
    await change('2\n', '5\n');
    await save();
    assert.deepEqual([read('A.2.ans'), read('A.1.ans')], ['5\n', '2\n']);
  });

  it('is closed when its sample is removed, after the user has confirmed that', async () => {
    inWorkspace().write('A.1.in', '1\n');
    inWorkspace().write('A.1.ans', '2\n');
    await editSample(extension, program());
    await change('typed', '');
    answerNotices(undefined);
    await deleteSample(extension, program());
    assert.deepEqual(files(), ['A.1.ans', 'A.1.in', 'A.cpp']);
    const shown = answerNotices('Remove');
    await deleteSample(extension, program());
    assert.deepEqual(
      shown.map(({ message, detail }) => [message, detail]),
      [['Remove this sample of A.cpp?', 'A.1.in, A.1.ans']],
    );
    assert.deepEqual([files(), statusBar.at(-1)], [['A.cpp'], '$(check) Removed a sample of A.cpp']);
    pages.length = 0;
  });

  it('isn’t opened if there is no sample that can be edited, and one can be added', async () => {
    const shown = answerNotices('Add Sample…');
    await editSample(extension, program());
    assert.equal(shown[0]?.message, 'No samples for A.cpp can be edited.');
    assert.equal(pages.length, 1);
  });
});
