import { answerNotices, browser, settings, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { window, type QuickPickItem } from 'vscode';
import { offerCompiler } from '../../../../src/editor/localRuns/noCompiler';
import { confirmLocalRuns } from '../../../../src/editor/samples';
import type { Core } from '../../../../src/editor/shared/core';
import type { Judge } from '../../../../src/judges';
import type { LocalComputer } from '../../../../src/local';
import { hydroSite } from '../../../support/profiles';
import { standIn } from '../../support/standIn';

const { showQuickPick } = window;

describe('A language without a compiler', () => {
  /** the items of the list, and the label of the one to pick */
  let items: readonly string[];
  let toPick: string;

  beforeEach(() => {
    speak('en');
    [items, toPick] = [[], 'none'];
    Object.assign(window, {
      showQuickPick: async (given: Promise<readonly QuickPickItem[]>) => {
        const present = await given;
        items = present.map(({ label, description = '', detail = '' }) =>
          `${label} ${description} ${detail}`.trim(),
        );
        return present.find(({ label }) => label === toPick);
      },
    });
    settings['local.languages'] = { ruby: { run: ['ruby', '${file}'] } };
  });
  afterEach(() => {
    Object.assign(window, { showQuickPick });
    delete settings['local.languages'];
  });

  const offered = (isSandboxed = false, judge: Judge | null = null) =>
    offerCompiler(
      {
        computer: standIn<LocalComputer>({
          isSandboxed,
          installCommands: () => ['sudo apt install g++'],
          readSettings: () => standIn({}),
          compilers: async () => [
            { path: '/opt/gcc/bin/g++', version: 'g++ (GCC) 13.2', problem: null },
            { path: '/usr/bin/clang++', version: null, problem: 'no license' },
          ],
          commandsWith: (_language: string, file: string) => ({ compile: [file] }),
        }),
        language: 'cpp',
        reason: { kind: 'notInstalled', language: 'C++', tools: ['g++', 'clang++'] },
      },
      judge,
    );

  it('can be installed by commands that the person copies, and is tried again', async () => {
    const notices = answerNotices('Install…', 'Copy', 'Try Again');
    assert.equal(await offered(), 'tryAgain');
    assert.deepEqual(
      notices.map(({ message, buttons }) => [message, buttons]),
      [
        [
          'C++ programs can’t be run: no compiler was found (g++, clang++).',
          ['Install…', 'Choose Compiler…'],
        ],
        ['Install C++', ['Try Again', 'Copy']],
        ['Install C++', ['Try Again', 'Copy']],
      ],
    );
    assert.equal(browser.clipboard, 'sudo apt install g++');
  });

  it('is compiled with the compiler that the person chooses', async () => {
    answerNotices('Choose Compiler…');
    toPick = 'g++ (GCC) 13.2';
    assert.equal(await offered(), 'tryAgain');
    assert.deepEqual(items, [
      'g++ (GCC) 13.2 /opt/gcc/bin/g++',
      '/usr/bin/clang++ can’t be used no license',
      '',
      '$(folder-opened) Browse…',
    ]);
    assert.deepEqual(settings['local.languages'], {
      ruby: { run: ['ruby', '${file}'] },
      cpp: { compile: ['/opt/gcc/bin/g++'] },
    });
  });

  it('stays without one if the person closes the message or the list', async () => {
    answerNotices(undefined, 'Choose Compiler…');
    assert.deepEqual([await offered(), await offered()], [null, null]);
  });

  it('isn’t needed if the judge can run the program with the same inputs', async () => {
    const judge = hydroSite('https://oj.example.org');
    const notices = answerNotices(`Run on ${judge.name}…`);
    assert.equal(await offered(false, judge), 'atJudge');
    assert.deepEqual(notices[0]?.buttons, ['Install…', 'Choose Compiler…', `Run on ${judge.name}…`]);
  });

  it('can’t be installed for VS Code from Flatpak', async () => {
    const notices = answerNotices();
    await offered(true);
    assert.match(notices[0]?.message ?? '', /VS Code from Flatpak can’t start/);
    assert.deepEqual(notices[0]?.buttons, ['Choose Compiler…']);
  });
});

describe('The question before the first run on this computer', () => {
  it('shows the tool, and is asked again if another one is used', async () => {
    const stored = new Map<string, unknown>();
    const workspaceState = {
      get: (key: string) => stored.get(key),
      update: async (key: string, value: unknown) => void stored.set(key, value),
    };
    const core = standIn<Core>({ context: { workspaceState } });
    const agrees = (...tools: readonly string[]) => confirmLocalRuns(core, { name: 'a.cpp' }, tools);
    const notices = answerNotices('Run', undefined, 'Run');
    assert.equal(await agrees('/usr/bin/g++'), true);
    assert.match(notices[0]?.detail ?? '', /^\/usr\/bin\/g\+\+\n\nThe program is compiled/);
    assert.equal(await agrees('/usr/bin/g++'), true);
    assert.equal(notices.length, 1);
    assert.equal(await agrees('/tmp/g++'), false);
    assert.equal(await agrees('/tmp/g++'), true);
    assert.equal(await agrees('/usr/bin/g++'), true);
    // a launch configuration
    assert.equal(await agrees(), true);
    assert.equal(notices.length, 3);
  });
});
