import {
  answerNotices,
  commandArguments,
  commandsRun,
  ownSettings,
  quickPicks,
  recordQuickPicks,
  settings,
  speak,
  statusBar,
} from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { Uri, window, workspace } from 'vscode';
import type { Extension } from '../../../../src/editor/extension';
import { maySubmitAfterSamples } from '../../../../src/editor/submit/samplesBeforeSubmit';
import { runCase } from '../../../../src/editor/localRuns/runCase';
import { isCustomInputRun } from '../../../../src/editor/labels/customInputRuns';
import { verdictWord } from '../../../../src/editor/labels/recordLabels';
import { notePersonAction } from '../../../../src/editor/shared/dialogs/personActions';
import { runLocally } from '../../../../src/editor/localRuns/runLocally';
import { runInputHere, runSamples as runSamplesOf } from '../../../../src/editor/submit/runSamples';
import { sourceToSubmit } from '../../../../src/editor/program/sourceToSubmit';
import { LocalComputer } from '../../../../src/local';
import { NoPrivateFolder } from '../../../../src/local/folders/privateFolder';
import { meaningOf, subtasksOf } from '../../../../src/results';
import { localJudge, type Judge } from '../../../../src/judges';
import { codeforces } from '../../../../src/judges/adapters/codeforces';
import { hydro } from '../../../../src/judges/adapters/hydro';
import { described } from '../../../support/profiles';
import { FakeClock, until } from '../../support/fakeClock';
import { computerIn } from '../../local/localFolder';
import { workspaceOnDisk } from '../../support/workspaceOnDisk';
import { localExtension, type LocalExtension } from './localExtension';

const echo = `int getchar(void); int putchar(int);
int main(void) { for (int c; (c = getchar()) > 0;) putchar(c); return 0; }\n`;
const consent = 'Run echo.c on this computer?';

describe('Programs on this computer', () => {
  const current = workspaceOnDisk();
  const windowBefore = { ...window };
  let store: LocalExtension['store'];
  let extension: Extension;
  let chosen: Judge | null;
  let uri: Uri;

  beforeEach(() => {
    speak('en');
    chosen = null;
    ({ extension, store } = localExtension(
      computerIn(current().outside),
      () => uri,
      () => chosen,
    ));
    uri = Uri.file(current().write('echo.c', echo));
    current().write('1.in', 'a\n');
    current().write('1.ans', 'a\n');
    current().write('2.in', 'b\n');
    current().write('2.ans', 'c\n');
    const document = {
      get uri() {
        return uri;
      },
      languageId: 'c',
      isDirty: false,
      isUntitled: false,
      getText: () => fs.readFileSync(path.join(current().folder, 'echo.c'), 'utf8'),
    };
    Object.assign(window, { activeTextEditor: { document } });
    Object.assign(workspace, { openTextDocument: async () => document });
  });
  afterEach(() => {
    Object.assign(window, windowBefore, { activeTextEditor: undefined });
    for (const name of Object.keys(settings)) if (name.startsWith('local.')) delete settings[name];
    for (const name of Object.keys(ownSettings)) if (name.startsWith('local.')) delete ownSettings[name];
  });

  const runSamples = () => runSamplesOf(extension, undefined);
  /** Returns the name of the record's verdict and of each case. */
  async function verdicts(): Promise<readonly (string | undefined)[]> {
    const [record] = store.records();
    assert.ok(record);
    const envelope = await store.loadEnvelope(record.key);
    const codes = [
      envelope?.data?.judge?.status,
      ...subtasksOf(envelope).flatMap(({ cases }) => cases.map(({ status }) => status)),
    ];
    return codes.map((code) => meaningOf(record.rules.statuses, code ?? null)?.name);
  }

  it('run with their samples without a judge, after one confirmation for the workspace', async () => {
    const notices = answerNotices('Run');
    await runSamples();
    assert.deepEqual(
      notices.map(({ message, modal }) => [message, modal]),
      [[consent, true]],
    );
    assert.match(notices[0]?.detail ?? '', /without a sandbox\. Nothing is sent/);
    assert.deepEqual(await verdicts(), ['Wrong Answer', 'Accepted', 'Wrong Answer']);
    const [record] = store.records();
    assert.deepEqual([record?.source?.uri, record?.source?.how], [uri.toString(), 'submitted']);
    assert.equal(record?.service, `${localJudge.type} local://this-computer ${localJudge.name}`);

    await runSamples();
    assert.deepEqual([notices.length, store.records().length], [1, 2]);
  });

  it('don’t run without confirmation, or in a workspace that isn’t trusted', async () => {
    answerNotices(undefined);
    await runSamples();
    Object.assign(workspace, { isTrusted: false });
    const notices = answerNotices();
    await runSamples();
    await runInputHere(extension, undefined);
    assert.deepEqual(
      notices.map(({ message }) => message),
      Array.from({ length: 2 }, () => 'Running samples requires a trusted workspace.'),
    );
    assert.equal(store.records().length, 0);
    assert.deepEqual(fs.readdirSync(current().outside), []);
  });

  it('don’t run without a folder that only the user can change', async () => {
    const folder = {
      open: () =>
        Promise.reject(
          new NoPrivateFolder([
            { kind: 'shared', path: '/home' },
            { kind: 'shared', path: '/home' },
            { kind: 'noPrograms', path: '/x' },
            { kind: 'unusable', path: '/y', message: 'EACCES' },
          ]),
        ),
    };
    const computer = new LocalComputer(
      process.env,
      folder,
      { openLeases: assert.fail },
      { error: assert.fail },
    );
    Object.assign(extension, { localComputer: async () => computer });
    const notices = answerNotices();
    await runSamples();
    assert.deepEqual(
      notices.map(({ message }) => message),
      [
        'echo.c wasn’t run: it needs a folder that only you can change. Other users can read or change /home. ' +
          'Programs can’t be started in /x. /y can’t be used: EACCES.',
      ],
    );
    assert.equal(store.records().length, 0);
  });

  it('don’t run if the file is on another computer', async () => {
    uri = Object.assign(Uri.file(uri.path), { scheme: 'vscode-remote' });
    const notices = answerNotices();
    await runSamples();
    assert.match(notices[0]?.message ?? '', /^echo\.c can’t be run here: /);
    assert.equal(store.records().length, 0);
  });

  it('run once if the keys are pressed twice', async () => {
    answerNotices('Run');
    await runSamples();
    const notices = answerNotices();
    await Promise.all([runSamples(), runSamples()]);
    assert.deepEqual(
      [notices.map(({ message }) => message), store.records().length],
      [['echo.c is already running.'], 2],
    );
  });

  it('don’t count samples that were added while they run', async () => {
    const mayEnd = JSON.stringify(path.join(current().folder, 'may-end'));
    const waits = `int main(void) { while (!fopen(${mayEnd}, "r")); }`;
    current().write('echo.c', `#include <stdio.h>\n${waits}\n`);
    statusBar.length = 0;
    const notices = answerNotices('Run');
    const running = runSamples();
    await until(() => store.records().length === 1);
    current().write('3.in', 'd\n');
    await runSamples();
    assert.equal(notices.at(-1)?.message, 'echo.c is already running.');
    current().write('may-end', '');
    await running;
    const sources = statusBar.filter((message) => message.includes('Samples of'));
    assert.deepEqual(sources, ['$(beaker) Samples of echo.c: 2 of your own']);
  });

  it('have no verdict if a case runs here whose expected output is unknown', async () => {
    answerNotices('Run');
    const source = await sourceToSubmit(null);
    assert.ok(source);
    const cases = [{ input: 'a', expected: null }];
    const ran = await runLocally(extension, source, {
      cases,
      time: null,
      memory: null,
      files: null,
      submission: null,
      judgeLanguage: null,
      comparison: null,
    });
    assert.ok(ran);
    await runCase(extension, { key: ran.record.key, subtask: '-', case: '1' });
    const [record] = store.records().filter(({ key }) => key !== ran.record.key);
    assert.ok(record);
    assert.equal(isCustomInputRun(record), true);
    assert.equal(verdictWord(record), 'Finished');
  });

  it('get samples as they are stored, also if these run again', async () => {
    // 答案 in GBK, whose second sample expects 问题
    const answer = [0xb4, 0xf0, 0xb0, 0xb8];
    current().write('1.in', Buffer.from([...answer, 0x0d, 0x0a]));
    current().write('1.ans', Buffer.from([...answer, 0x0a]));
    current().write('2.in', Buffer.from([...answer, 0x0a]));
    current().write('2.ans', Buffer.from([0xce, 0xca, 0xcc, 0xe2, 0x0a]));
    current().write(
      'echo.c',
      `#include <stdio.h>
int main(void) { for (int c; (c = getchar()) != EOF;) { putchar(c); fprintf(stderr, "%02x", c); } return 0; }\n`,
    );
    const document = { uri, languageId: 'c', isDirty: false, isUntitled: false };
    const decoded = ({ fsPath }: Uri) => ({ ...document, getText: () => fs.readFileSync(fsPath, 'utf8') });
    Object.assign(workspace, { openTextDocument: async (file: Uri) => decoded(file) });
    answerNotices('Run');
    await runSamples();
    assert.deepEqual(await verdicts(), ['Wrong Answer', 'Accepted', 'Wrong Answer']);
    const [ran] = store.records();
    assert.ok(ran);
    await runCase(extension, { key: ran.key, subtask: '-', case: '1' });
    const [again] = store.records().filter(({ key }) => key !== ran.key);
    assert.ok(again);
    for (const { key } of [ran, again]) {
      const [first] = subtasksOf(await store.loadEnvelope(key)).flatMap(({ cases }) => cases);
      assert.deepEqual([first?.status, first?.extra?.['stderr']], ['AC', 'b4f0b0b80a']);
    }
  });

  it('get a case under the name that their problem uses', async () => {
    answerNotices('Run');
    const hash = 'd41d8cd98f00b204e9800998ecf8427e';
    const stored = {
      name: 'Echo',
      url: 'https://judge.test/echo',
      srcPath: uri.fsPath,
      tests: [{ id: 1, input: 'x\n', output: 'x\n' }],
      input: { type: 'file', fileName: 'given.dat' },
      output: { type: 'file', fileName: 'result.dat' },
    };
    current().write(`.cph/.echo.c_${hash}.prob`, JSON.stringify(stored));
    current().write(
      'echo.c',
      `#include <stdio.h>
int main(void) { FILE *in = fopen("given.dat", "r"), *out = fopen("result.dat", "w");
  for (int c; (c = fgetc(in)) != EOF;) fputc(c, out); puts("debug"); return 0; }\n`,
    );
    await runSamples();
    const [ran] = store.records();
    assert.ok(ran);
    await runCase(extension, { key: ran.key, subtask: '-', case: '1' });
    const [again] = store.records().filter(({ key }) => key !== ran.key);
    assert.ok(again);
    for (const { key } of [ran, again]) {
      const [result] = subtasksOf(await store.loadEnvelope(key)).flatMap(({ cases }) => cases);
      assert.deepEqual([result?.status, result?.extra?.['stdout']], ['AC', 'x\n']);
    }
  });

  it('run here if the chosen judge can’t run samples', async () => {
    chosen = described(codeforces, 'cf', { handle: 'tourist' });
    answerNotices('Run');
    await runSamples();
    assert.deepEqual(await verdicts(), ['Wrong Answer', 'Accepted', 'Wrong Answer']);
  });

  it('run here with their interactor, although the chosen judge can run samples', async () => {
    chosen = described(hydro, 'school', { url: 'https://hydro.test' });
    Object.assign(extension.judges, { isSignedOut: async () => false });
    current().write('interactor.c', 'int main(void) { return 0; }\n');
    answerNotices('Run');
    await runSamples();
    assert.deepEqual(await verdicts(), ['Accepted', 'Accepted', 'Accepted']);
  });

  it('don’t run if the user’s command for their language is invalid', async () => {
    settings['local.languages'] = { c: { compile: ['./evil', '${file}'] } };
    const notices = answerNotices();
    await runSamples();
    assert.match(notices[0]?.message ?? '', /“judgeResults\.local\.languages → c\.compile”/);
    assert.equal(store.records().length, 0);
  });

  it('are not compiled with the commands of a workspace', async () => {
    settings['local.languages'] = { c: { compile: ['evil', '${file}'] } };
    ownSettings['local.languages'] = undefined;
    answerNotices('Run');
    await runSamples();
    assert.deepEqual(await verdicts(), ['Wrong Answer', 'Accepted', 'Wrong Answer']);
  });

  it('can be run at the judge with custom input if there is no compiler', async () => {
    chosen = described(hydro, 'school', { url: 'https://hydro.test' });
    const languages = { c: { compile: ['no-such-compiler', '${file}', '-o', '${output}'] } };
    settings['local.languages'] = languages;
    ownSettings['local.languages'] = languages;
    recordQuickPicks();
    quickPicks.length = 0;
    Object.assign(window, { showOpenDialog: async () => [Uri.file(path.join(current().folder, '1.in'))] });
    const notices = answerNotices('Run on school…');
    const running = runInputHere(extension, undefined);
    await until(() => quickPicks.length > 0);
    quickPicks.at(-1)?.mark('Select Files…');
    quickPicks.at(-1)?.accept();
    await running;
    assert.match(notices[0]?.message ?? '', /^C programs can’t be run: no compiler was found/);
    assert.equal(commandsRun.at(-1), 'judgeResults.submitWithOptions');
    assert.deepEqual(commandArguments.at(-1), [{ file: uri.toString() }]);
    assert.equal(store.records().length, 0);
  });

  describe('before a submission', () => {
    beforeEach(() => {
      chosen = described(codeforces, 'cf', { handle: 'tourist' });
      clock = new FakeClock();
    });
    const ask = async () => {
      const source = await sourceToSubmit(null);
      assert.ok(source && chosen);
      return maySubmitAfterSamples(extension, chosen, source, clock);
    };
    /** Doesn't advance, so that the person seems to wait for the run. */
    let clock: FakeClock;

    it('aren’t run unless the user has switched that on', async () => {
      const notices = answerNotices();
      assert.equal(await ask(), 'yes');
      assert.deepEqual([notices.length, store.records().length], [0, 0]);
    });

    it('lead to a question if a sample fails', async () => {
      settings['local.runSamplesBeforeSubmitting'] = true;
      const notices = answerNotices('Run', undefined, 'Submit Anyway');
      assert.equal(await ask(), 'no');
      assert.equal(await ask(), 'yes');
      const question = '1 of 2 samples of echo.c failed.';
      assert.deepEqual(
        notices.map(({ message }) => message),
        [consent, question, question],
      );
    });

    it('lead to a notification if the person did something else during the run', async () => {
      settings['local.runSamplesBeforeSubmitting'] = true;
      const notices = answerNotices('Run', 'Submit Anyway');
      const asking = ask();
      await until(() => notices.length === 1);
      notePersonAction();
      const answer = await asking;
      assert.ok(typeof answer === 'object' && (await answer.later));
      const [, { message, modal }] = notices as [unknown, (typeof notices)[number]];
      assert.deepEqual(
        [message, modal],
        ['1 of 2 samples of echo.c failed. Nothing has been submitted yet.', undefined],
      );
    });

    it('lead to a question if they don’t compile', async () => {
      settings['local.runSamplesBeforeSubmitting'] = true;
      current().write('echo.c', 'int main(void) { return x; }\n');
      const notices = answerNotices('Run', undefined);
      assert.equal(await ask(), 'no');
      assert.equal(notices[1]?.message, 'echo.c doesn’t compile on this computer.');
    });

    it('lead to no question if all samples pass', async () => {
      settings['local.runSamplesBeforeSubmitting'] = true;
      current().write('2.ans', 'b\n');
      const notices = answerNotices('Run');
      assert.equal(await ask(), 'yes');
      assert.equal(notices.length, 1);
    });
  });
});
