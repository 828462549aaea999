import { answerNotices, statusBarItems } from '../../support/vscodeWords';
import { workspaceOnDisk } from '../../support/workspaceOnDisk';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { Uri, workspace } from 'vscode';
import { saveCase } from '../../../../src/editor/cases/saveCase';
import type { Extension } from '../../../../src/editor/extension';
import type { ExtraFields } from '../../../../src/results';
import type { KnownRecord } from '../../../../src/records';
import { standIn } from '../../support/standIn';

const hash = '0'.repeat(32);

interface Saving {
  /** number of the case */
  readonly id?: number;
  /** name of the linked file; null: none is linked */
  readonly linked?: string | null;
  /** argument of the command */
  readonly place?: unknown;
}

describe('“Save Case as Sample”', () => {
  const inWorkspace = workspaceOnDisk();
  let notices: readonly { readonly message: string; readonly buttons: readonly string[] }[];

  beforeEach(() => {
    inWorkspace().write('a.cpp', 'int main() {}');
    notices = answerNotices();
    statusBarItems.length = 0;
  });

  const at = (name: string) => path.join(inWorkspace().folder, name);
  const read = (name: string) => fs.readFileSync(at(name), 'utf8');
  const files = () => fs.readdirSync(inWorkspace().folder).sort();
  const said = () => statusBarItems.at(-1)?.text;

  /** Saves a case with these texts. */
  async function save(
    extra: ExtraFields,
    { id = 4, linked = 'a.cpp', place = { key: 'r', subtask: '-', case: String(id) } }: Saving = {},
  ): Promise<void> {
    const one = {
      id,
      status: 5,
      score: null,
      time: null,
      memory: null,
      signal: null,
      exitCode: null,
      description: null,
      extra,
    };
    const subtask = { id: null, status: null, score: null, time: null, memory: null, cases: [one] };
    const judge = { id: null, status: 5, score: null, time: null, memory: null, subtasks: [subtask] };
    const envelope = { type: 'judge', data: { compile: null, judge }, requestId: 'r', trackId: null };
    const record = standIn<KnownRecord>({
      key: 'r',
      requestId: 'r',
      label: null,
      submission: null,
      source: null,
    });
    const extension = standIn<Extension>({
      realPath: fs.promises.realpath,
      store: { get: (key: string) => (key === 'r' ? record : null), loadEnvelope: async () => envelope },
      diagnostics: async () => ({
        problems: { filesOf: async () => null },
        sources: { fileOf: async () => linked && Uri.file(at(linked)) },
      }),
    });
    await saveCase(extension, place);
  }

  const whole = { stdin: '2 2\n', expected: '4\n' };

  it('saves input and expected output next to the program, and can open the input', async () => {
    await save(whole);
    assert.deepEqual(files(), ['a.4.ans', 'a.4.in', 'a.cpp']);
    assert.deepEqual([read('a.4.in'), read('a.4.ans')], ['2 2\n', '4\n']);
    assert.equal(said(), '$(check) Saved a.4.in, a.4.ans · Open');
    assert.deepEqual(notices, []);
  });

  it('doesn’t save an equal sample again', async () => {
    await save(whole);
    await save({ stdin: '2 2', expected: '4' }, { id: 7 });
    assert.deepEqual(files(), ['a.4.ans', 'a.4.in', 'a.cpp']);
    assert.equal(said(), '$(check) Already a sample of a.cpp · Open');
  });

  it('never overwrites other content', async () => {
    inWorkspace().write('a.4.in', 'mine');
    await save(whole);
    await save({ stdin: '3 3\n', expected: '6\n' });
    assert.deepEqual(files(), ['a.4-2.ans', 'a.4-2.in', 'a.4-3.ans', 'a.4-3.in', 'a.4.in', 'a.cpp']);
    assert.deepEqual([read('a.4.in'), read('a.4-2.in'), read('a.4-3.in')], ['mine', '2 2\n', '3 3\n']);
  });

  it('saves only the input if the judge doesn’t send the whole expected output', async () => {
    await save({ stdin: '1\n' });
    await save({ stdin: '2\n', expected: '4', shortened: ['expected'] }, { id: 5 });
    await save({ stdin: '1\n', omitted: { expected: 'binary' } });
    assert.deepEqual(files(), ['a.4.in', 'a.5.in', 'a.cpp']);
    const message = (text: string) => `$(check) ${text} · Open`;
    assert.deepEqual(
      statusBarItems.map(({ text }) => text),
      [
        message('Saved a.4.in without the expected output'),
        message('Saved a.5.in without the expected output'),
        message('Already a sample of a.cpp'),
      ],
    );
  });

  it('saves nothing if the judge doesn’t send the whole input', async () => {
    for (const [extra, reason] of [
      [{ ...whole, shortened: ['stdin'] }, 'The judge sent only the beginning of this input.'],
      [{ expected: '4' }, 'The judge doesn’t send the input of this case.'],
      [{ expected: '4', omitted: { stdin: 'tooLarge' } }, 'The judge doesn’t send the input of this case.'],
    ] as const) {
      notices = answerNotices();
      await save(extra);
      assert.deepEqual(
        [notices.map(({ message }) => message), files(), statusBarItems],
        [[reason], ['a.cpp'], []],
      );
    }
  });

  it('adds a test to cph’s problem if the program has one', async () => {
    const problem = { srcPath: at('a.cpp'), name: 'A', tests: [{ id: 3, input: '1', output: '2' }], more: 1 };
    const name = `.cph/.a.cpp_${hash}.prob`;
    inWorkspace().write(name, JSON.stringify(problem));
    await save(whole);
    const tests = [...problem.tests, { id: 4, input: '2 2\n', output: '4\n' }];
    assert.equal(read(name), JSON.stringify({ ...problem, tests }));
    assert.deepEqual([files(), fs.readdirSync(at('.cph')).length], [['.cph', 'a.cpp'], 1]);
    assert.equal(said(), '$(check) Saved in the test cases of cph for a.cpp · Open');
    await save(whole);
    assert.equal(said(), '$(check) Already a sample of a.cpp · Open');
  });

  it('saves files if cph’s problem can’t be written without loss, or without an expected output', async () => {
    const name = `.cph/.a.cpp_${hash}.prob`;
    const text = JSON.stringify({ srcPath: at('a.cpp'), tests: [], n: 0 }).replace('"n":0', '"n":1.0');
    inWorkspace().write(name, text);
    await save(whole);
    await save({ stdin: '5' }, { id: 5 });
    assert.equal(read(name), text);
    assert.deepEqual(files(), ['.cph', 'a.4.ans', 'a.4.in', 'a.5.in', 'a.cpp']);
  });

  it('doesn’t write through a link to a problem of cph outside the workspace', async () => {
    // On Windows, only administrators can create links.
    if (process.platform === 'win32') return;
    const problem = path.join(inWorkspace().outside, `.a.cpp_${hash}.prob`);
    fs.writeFileSync(problem, JSON.stringify({ srcPath: 'a.cpp', tests: [] }));
    fs.symlinkSync(inWorkspace().outside, at('.cph'));
    await save(whole);
    assert.equal(fs.readFileSync(problem, 'utf8'), JSON.stringify({ srcPath: 'a.cpp', tests: [] }));
    assert.deepEqual(files(), ['.cph', 'a.4.ans', 'a.4.in', 'a.cpp']);
  });

  it('doesn’t write through a dangling link that has the name of the sample', async () => {
    if (process.platform === 'win32') return;
    const target = path.join(inWorkspace().outside, 'new');
    fs.symlinkSync(target, at('a.4.in'));
    await save(whole);
    assert.ok(!fs.existsSync(target));
    assert.deepEqual(files(), ['a.4-2.ans', 'a.4-2.in', 'a.4.in', 'a.cpp']);
  });

  it('offers to set the source file if none is set', async () => {
    await save(whole, { linked: null });
    assert.deepEqual(notices, [{ message: 'No source file is set for r.', buttons: ['Set Source File'] }]);
    assert.deepEqual(files(), ['a.cpp']);
  });

  it('reports a program that was deleted, and a case that was removed', async () => {
    await save(whole, { linked: 'gone.cpp' });
    await save(whole, { place: { key: 'r', subtask: '-', case: '9' } });
    assert.deepEqual(
      notices.map(({ message }) => message),
      ['gone.cpp no longer exists.', 'This case is no longer available.'],
    );
    assert.deepEqual(files(), ['a.cpp']);
  });

  it('requires a trusted workspace', async () => {
    Object.assign(workspace, { isTrusted: false });
    await save(whole);
    assert.deepEqual(
      notices.map(({ message }) => message),
      ['Saving samples requires a trusted workspace.'],
    );
    assert.deepEqual(files(), ['a.cpp']);
  });

  it('reports that the files can’t be written', async () => {
    Object.assign(workspace, { applyEdit: async () => false });
    await save(whole);
    assert.deepEqual(
      notices.map(({ message }) => message),
      ['Couldn’t write a.4.in: The folder can’t be written to.'],
    );
  });
});
