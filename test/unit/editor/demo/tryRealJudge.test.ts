import {
  answerNotices,
  commandArguments,
  commandsRun,
  openedPages,
  settings,
  speak,
} from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { Uri, window, workspace, type ExtensionContext } from 'vscode';
import { tryRealJudge } from '../../../../src/editor/demo/tryRealJudge';
import { loadRecents } from '../../../../src/editor/shared/storage/recentSubmissions';
import type { Extension } from '../../../../src/editor/extension';
import { readyJudges, type JudgeDescriptions } from '../../../../src/judges';
import { judgeNamed } from '../../../../src/judges/adapters';
import { standIn } from '../../support/standIn';

describe('“Try a Real Judge”', () => {
  const realWindow = { ...window };
  const realWorkspace = { ...workspace };
  const { trial } = readyJudges.find(({ id }) => id === 'library-checker') ?? assert.fail();
  assert.ok(trial);

  /** Contents of the files in the extension’s storage, by path. */
  let files: Map<string, string>;
  let state: Map<string, unknown>;
  let shown: string[];
  let extension: Extension;

  beforeEach(() => {
    speak('en');
    files = new Map();
    state = new Map();
    shown = [];
    commandsRun.length = 0;
    commandArguments.length = 0;
    openedPages.length = 0;
    settings['services'] = {};
    delete settings['service'];
    const extensionOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
    const languages: Readonly<Record<string, string>> = { cpp: 'cpp', py: 'python', rs: 'rust' };
    Object.assign(workspace, {
      fs: {
        stat: async ({ path }: Uri) => (files.has(path) ? {} : Promise.reject(new Error('not found'))),
        createDirectory: async () => undefined,
        writeFile: async ({ path }: Uri, content: Uint8Array) =>
          void files.set(path, new TextDecoder().decode(content)),
      },
      openTextDocument: async (uri: Uri) => ({ uri, languageId: languages[extensionOf(uri.path)] }),
    });
    Object.assign(window, {
      activeTextEditor: undefined,
      showTextDocument: async ({ uri }: { readonly uri: Uri }) => void shown.push(uri.path),
    });
    const descriptions = () => settings['services'] as JudgeDescriptions;
    extension = standIn<Extension>({
      context: standIn<ExtensionContext>({
        globalStorageUri: Uri.file('/storage'),
        globalState: {
          get: (key: string) => state.get(key),
          update: async (key: string, value: unknown) => void state.set(key, value),
        },
      }),
      judges: {
        named: async (name: string) => {
          const read = judgeNamed(name, descriptions());
          return read.ok
            ? { kind: 'chosen' as const, judge: read.judge }
            : { kind: 'wrong' as const, ...read };
        },
        // nothing is sent
        ask: () => assert.fail(),
        clientWith: () => assert.fail(),
        client: () => assert.fail(),
        updateContext: async () => undefined,
      },
    });
  });
  afterEach(() => {
    Object.assign(window, realWindow);
    Object.assign(workspace, realWorkspace);
    if (!('activeTextEditor' in realWindow)) Reflect.deleteProperty(window, 'activeTextEditor');
    delete settings['services'];
    delete settings['service'];
  });

  it('chooses the judge and opens a program, and sends nothing', async () => {
    const notices = answerNotices();
    await tryRealJudge(extension);
    assert.deepEqual(settings['services'], {
      'Library Checker': { type: 'json', basedOn: 'library-checker' },
    });
    assert.equal(settings['service'], 'Library Checker');
    assert.deepEqual(shown, ['/storage/try/aplusb.cpp']);
    assert.match(files.get('/storage/try/aplusb.cpp') ?? '', /std::cin >> a >> b;/);
    assert.match(notices[0]?.message ?? '', /^This program solves A \+ B on Library Checker\. .* no account/);
    assert.deepEqual(notices[0]?.buttons, ['Submit…', 'Open Problem']);
    assert.ok(!commandsRun.includes('judgeResults.submit'), commandsRun.join());
    assert.deepEqual(openedPages, []);
  });

  it('suggests the problem and the language when the user submits', async () => {
    answerNotices();
    await tryRealJudge(extension);
    const {
      problems,
      languages,
      files: submitted,
    } = loadRecents({ get: <Value>(key: string) => state.get(key) as Value });
    assert.deepEqual(
      Object.values(problems)
        .flat()
        .map(({ problemId, title }) => [problemId, title]),
      [['aplusb', 'A + B']],
    );
    assert.deepEqual(Object.values(languages), [{ language: 'cpp', optimise: false }]);
    assert.deepEqual(submitted, {}, 'nothing was submitted, so there is nothing to repeat');
  });

  it('submits with the user’s confirmation, if the user presses the button', async () => {
    answerNotices('Submit…');
    await tryRealJudge(extension);
    const [choices] = commandArguments[commandsRun.indexOf('judgeResults.submit')] ?? assert.fail();
    assert.deepEqual(choices, {
      file: 'file:///storage/try/aplusb.cpp',
      problemId: 'aplusb',
      language: 'cpp',
      optimise: false,
    });
  });

  it('opens the problem, and then offers to submit again', async () => {
    const notices = answerNotices('Open Problem', undefined);
    await tryRealJudge(extension);
    assert.deepEqual(openedPages, ['judge.yosupo.jp/problem/aplusb']);
    assert.equal(notices.length, 2);
  });

  it('uses the language of the active editor, the user’s own entry, and a changed program', async () => {
    answerNotices();
    Object.assign(window, { activeTextEditor: { document: { languageId: 'python' } } });
    files.set('/storage/try/aplusb.py', 'mine');
    const mine = { type: 'json', basedOn: 'library-checker', constants: { user: 'ann' } };
    settings['services'] = { yosupo: mine };
    await tryRealJudge(extension);
    assert.deepEqual([settings['services'], settings['service']], [{ yosupo: mine }, 'yosupo']);
    assert.deepEqual(shown, ['/storage/try/aplusb.py']);
    assert.equal(files.get('/storage/try/aplusb.py'), 'mine');
  });

  it('has programs in languages that the judge accepts', () => {
    const read = judgeNamed('x', { x: { type: 'json', basedOn: 'library-checker' } });
    assert.ok(read.ok);
    const accepted = read.judge.submission?.languages ?? [];
    for (const { language, editorLanguage, fileName } of trial.programs) {
      const listed = accepted.find(({ id }) => id === language) ?? assert.fail(language);
      assert.ok(listed.editorLanguages.includes(editorLanguage), language);
      assert.ok(
        listed.extensions.some((extension) => fileName.endsWith(extension)),
        fileName,
      );
    }
  });
});
