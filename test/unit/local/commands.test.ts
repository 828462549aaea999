import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fillCommand, isCommand } from '../../../src/local/languages/commandTemplate';
import {
  filesInRule,
  filesRead,
  filesWithExtensions,
  isUnchanged,
  stampOf,
} from '../../../src/local/builds/buildDependencies';
import { searchedFolders, toolEnvironment } from '../../../src/local/environment';
import { findTool } from '../../../src/local/tools/findTool';
import { localLanguageOf, localLanguages } from '../../../src/local/languages/languageCommands';
import { problemsOfLanguage, readLanguageSettings } from '../../../src/local/languages/languageSettings';
import { MAX_COMPARED_FILES, MAX_DEPENDENCY_BYTES } from '../../../src/local/limits';
import { editorLanguagesKnown } from '../../../src/judges/languageNames';
import { localFolder, writeTool } from './localFolder';

const folder = localFolder();

describe('fillCommand', () => {
  const values = {
    file: '/home/me/-${folder} "$(x)"\n.cpp',
    stem: '-',
    folder: '/home/me',
    output: '/tmp/b',
    executable: '/tmp/b/program',
    dependencies: '/tmp/b/d',
    mainClass: 'Main',
  };

  it('keeps each item one argument, whatever a file name contains', () => {
    assert.deepEqual(fillCommand(['g++', '-I${folder}', '-o', '${executable}', '${file}'], values), [
      'g++',
      '-I/home/me',
      '-o',
      '/tmp/b/program',
      values.file,
    ]);
  });

  it('accepts program names and absolute paths, but no relative paths, options, or unknown placeholders', () => {
    const isAbsolute = (file: string) => path.posix.isAbsolute(file);
    for (const command of [['g++'], ['/usr/bin/g++', '-x'], ['${executable}'], ['clang++-18', '${file}']])
      assert.ok(isCommand(command, isAbsolute), JSON.stringify(command));
    for (const command of [
      [],
      [''],
      ['./g++'],
      ['bin/g++'],
      ['-x'],
      ['g++', '${workspaceFolder}'],
      ['$HOME/g++'],
      ['x'.repeat(101)],
    ])
      assert.ok(!isCommand(command, isAbsolute), JSON.stringify(command));
  });
});

describe('localLanguages', () => {
  it('has valid commands that begin with the name of a tool', () => {
    for (const { id, toolchains } of localLanguages) {
      assert.ok(editorLanguagesKnown.includes(id), id);
      for (const { compile, debug, run } of toolchains) {
        for (const command of [compile, debug, run])
          if (command)
            assert.ok(
              isCommand(command, () => false),
              command.join(' '),
            );
      }
    }
  });

  it('uses the extension if VS Code has no language for a file', () => {
    const ids = ['cpp', 'rust'];
    assert.equal(localLanguageOf({ file: '/a.rs', editorLanguage: 'plaintext' }, ids), 'rust');
    for (const [file, language] of [
      ['/a.dpr', 'pascal'],
      ['/a.pp', 'pascal'],
      ['/a.kts', 'kotlin'],
      ['/a.cc', 'cpp'],
      ['/A.CXX', 'cpp'],
    ] as const) {
      const all = localLanguages.map(({ id }) => id);
      assert.equal(localLanguageOf({ file, editorLanguage: 'plaintext' }, all), language, file);
    }
    assert.equal(localLanguageOf({ file: '/a.h', editorLanguage: 'cpp' }, ids), 'cpp');
    assert.equal(localLanguageOf({ file: '/a.txt', editorLanguage: 'plaintext' }, ids), null);
  });
});

describe('readLanguageSettings', () => {
  it('reads commands by language', () => {
    const { overrides, problems } = readLanguageSettings({
      cpp: { compile: ['clang++', '${file}', '-o', '${executable}'] },
      ruby: { run: ['ruby', '${file}'] },
      python: { compile: null },
    });
    assert.deepEqual(problems, []);
    assert.deepEqual(Object.fromEntries(overrides), {
      cpp: { compile: ['clang++', '${file}', '-o', '${executable}'] },
      ruby: { run: ['ruby', '${file}'] },
      python: { compile: null },
    });
  });

  it('reports invalid commands and unknown fields, and ignores only their languages', () => {
    const settings = readLanguageSettings({
      cpp: { compile: 'g++ ${file}', flags: [] },
      c: { run: ['./a.out'] },
      ruby: {},
      java: 5,
      go: { run: ['${executable}'] },
    });
    assert.deepEqual(
      settings.problems.map(({ setting, at, what }) => [setting, at, what.kind]),
      [
        ['local.languages', 'cpp.compile', 'command'],
        ['local.languages', 'cpp.flags', 'unknownField'],
        ['local.languages', 'c.run', 'command'],
        ['local.languages', 'ruby.run', 'command'],
        ['local.languages', 'java', 'expected'],
      ],
    );
    assert.deepEqual([...settings.overrides.keys()], ['go']);
    assert.equal(problemsOfLanguage(settings, 'c').length, 1);
    assert.equal(problemsOfLanguage(settings, 'java').length, 1);
    assert.equal(problemsOfLanguage(settings, 'go').length, 0);
  });

  it('reads additional arguments by language, and reports invalid ones', () => {
    const given = { cpp: ['-DLOCAL', '-I${folder}'], c: '-O0', rust: ['${nothing}'] };
    const { flags, problems } = readLanguageSettings(undefined, given);
    assert.deepEqual(Object.fromEntries(flags), { cpp: ['-DLOCAL', '-I${folder}'] });
    assert.deepEqual(
      problems.map(({ setting, at, what }) => [setting, at, what.kind]),
      [
        ['local.flags', 'c', 'flags'],
        ['local.flags', 'rust', 'flags'],
      ],
    );
    assert.equal(readLanguageSettings(undefined, []).problems[0]?.what.kind, 'expected');
  });

  it('reports a setting that is not an object', () => {
    for (const value of ['x', [], 5, true]) {
      const settings = readLanguageSettings(value);
      assert.deepEqual(
        settings.problems.map(({ at, what }) => [at, what.kind]),
        [['', 'expected']],
      );
      assert.equal(problemsOfLanguage(settings, 'cpp').length, 1);
    }
    assert.deepEqual(readLanguageSettings(undefined).problems, []);
  });
});

describe('tools', () => {
  it('are searched in absolute folders of PATH only', async function () {
    if (process.platform === 'win32') return;
    const PATH = ['.', '', 'bin', folder()].join(':');
    assert.deepEqual(searchedFolders({ PATH }), [folder()]);
    assert.equal(toolEnvironment({ PATH })['PATH'], folder());
    await writeTool(path.join(folder(), 'g++'), '');
    assert.equal(await findTool('g++', { PATH }), path.join(folder(), 'g++'));
    assert.equal(await findTool('../bin/g++', { PATH }), null);
    assert.equal(await findTool('clang++', { PATH }), null);
    await writeTool(path.join(folder(), 'bin', 'gcc'), '');
    assert.equal(await findTool('bin/gcc', { PATH }), null);
    assert.equal(await findTool('', { PATH }), null);
  });

  it('must be executable files', async function () {
    if (process.platform === 'win32') return;
    await fs.writeFile(path.join(folder(), 'gcc'), '');
    await fs.mkdir(path.join(folder(), 'cc'));
    assert.equal(await findTool('gcc', { PATH: folder() }), null);
    assert.equal(await findTool('cc', { PATH: folder() }), null);
  });

  it('receive no variables that VS Code sets for itself', () => {
    const environment = toolEnvironment({ HOME: '/home/me', VSCODE_PID: '1', ELECTRON_RUN_AS_NODE: '1' });
    assert.deepEqual(environment, { HOME: '/home/me' });
  });

  it('buffer the output of Python, as at a judge', () => {
    assert.deepEqual(toolEnvironment({ PYTHONUNBUFFERED: '1', PYTHONPATH: '/a' }), { PYTHONPATH: '/a' });
  });
});

describe('filesInRule', () => {
  it('reads the rule of a C++ compiler', () => {
    const rule = '/tmp/program: /home/me/a\\ b.cpp /home/me/$$x.h \\\n /usr/include/stdio.h\n\n/x:\n';
    assert.deepEqual(filesInRule(rule), ['/home/me/a b.cpp', '/home/me/$x.h', '/usr/include/stdio.h']);
  });

  it('reads the rules of rustc and of Windows', () => {
    const rustc = '/tmp/d.d: /home/me/a.rs /home/me/b.rs\n\n/tmp/program: /home/me/a.rs\n';
    assert.deepEqual(filesInRule(rustc), ['/home/me/a.rs', '/home/me/b.rs']);
    assert.deepEqual(filesInRule('C:\\t\\program.exe: C:\\me\\a.cpp C:\\me\\a.h\r\n'), [
      'C:\\me\\a.cpp',
      'C:\\me\\a.h',
    ]);
  });

  it('returns nothing for another text', () => {
    assert.deepEqual(filesInRule(''), []);
  });
});

describe('The files of a build', () => {
  const rule = () => path.join(folder(), 'dependencies.d');

  it('are unknown if a compiler lists none or too many, or its list is too large', async () => {
    assert.equal(await filesRead(rule(), folder()), null);
    await fs.writeFile(rule(), 'program:\n');
    assert.equal(await filesRead(rule(), folder()), null);
    const names = Array.from({ length: MAX_COMPARED_FILES + 1 }, (_, at) => `f${at}`);
    await fs.writeFile(rule(), `program: ${names.slice(1).join(' ')}\n`);
    const files = await filesRead(rule(), folder());
    assert.deepEqual([files?.length, files?.[0]], [MAX_COMPARED_FILES, path.join(folder(), 'f1')]);
    await fs.writeFile(rule(), `program: ${names.join(' ')}\n`);
    assert.equal(await filesRead(rule(), folder()), null);
    await fs.writeFile(rule(), `program: a${' '.repeat(MAX_DEPENDENCY_BYTES)}\n`);
    assert.equal(await filesRead(rule(), folder()), null);
  });

  it('are unknown if there are too many below the folder', async () => {
    const below = path.join(folder(), 'below');
    await fs.mkdir(below);
    const names = Array.from({ length: MAX_COMPARED_FILES - 1 }, (_, at) => `${at}.PAS`);
    await Promise.all(names.map((name) => fs.writeFile(path.join(below, name), '')));
    const extensions = ['.pas'];
    assert.equal((await filesWithExtensions(folder(), extensions))?.length, MAX_COMPARED_FILES - 1);
    await fs.writeFile(path.join(below, 'one more'), '');
    assert.equal(await filesWithExtensions(folder(), extensions), null);
  });

  it('have changed if the size, the time, or the existence has', async () => {
    const file = path.join(folder(), 'a.h');
    await fs.writeFile(file, '1');
    await fs.utimes(file, 5, 5);
    const before = await stampOf(file);
    assert.ok(before);
    assert.equal(await isUnchanged(before), true);
    await fs.writeFile(file, '22');
    await fs.utimes(file, 5, 5);
    assert.equal(await isUnchanged(before), false);
    await fs.writeFile(file, '2');
    await fs.utimes(file, 6, 6);
    assert.equal(await isUnchanged(before), false);
    await fs.rm(file);
    assert.equal(await isUnchanged(before), false);
  });
});
