import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { commandsWith } from '../../../../src/local/tools/foundCompiler';
import { localLanguages } from '../../../../src/local/languages/languageCommands';
import { readLanguageSettings } from '../../../../src/local/languages/languageSettings';
import { Toolchains } from '../../../../src/local/tools/toolchains';
import { givenFolder, localFolder, writeTool } from '../localFolder';

const folder = localFolder();

/** Finds tools only in the folder `bin` of the test. Scripts run with the Node of this process. */
function toolchains(): Toolchains {
  return new Toolchains({ PATH: path.join(folder(), 'bin') }, givenFolder(folder()), ['path']);
}

function writeTools(...names: readonly string[]): Promise<unknown> {
  return Promise.all(names.map((name) => writeTool(path.join(folder(), 'bin', name), '')));
}

describe('Toolchains', function () {
  before(function () {
    if (process.platform === 'win32') this.skip(); // scripts aren't executable
  });

  it('checks a tool again after it has failed, but not after it has succeeded', async () => {
    const settings = readLanguageSettings(undefined);
    const python = path.join(folder(), 'bin', 'python3');
    const here = toolchains();
    await writeTool(python, 'process.exit(1)');
    assert.equal((await here.choose('python', settings, 'run')).kind, 'notInstalled');
    await writeTool(python, `require('node:fs').appendFileSync(__dirname + '/calls', 'x')`);
    assert.equal((await here.choose('python', settings, 'run')).kind, 'installed');
    assert.equal((await here.choose('python', settings, 'run')).kind, 'installed');
    assert.equal(await fs.readFile(path.join(folder(), 'bin', 'calls'), 'utf8'), 'x');
  });

  it('reports the tools that are missing', async () => {
    const settings = readLanguageSettings(undefined);
    const missing = async (language: string) => {
      const choice = await toolchains().choose(language, settings, 'run');
      return choice.kind === 'notInstalled' ? choice.tools : [];
    };
    assert.deepEqual(await missing('kotlin'), ['kotlinc + java']);
    assert.deepEqual(await missing('cpp'), ['g++', 'clang++', 'c++']);
    await writeTools('kotlinc', 'csc');
    assert.deepEqual(await missing('kotlin'), ['java']);
    assert.deepEqual(await missing('csharp'), ['mcs + mono', 'mono']);
  });

  it('requires the tool of a debug command only for debugging', async () => {
    await writeTools('g++');
    const settings = readLanguageSettings({
      cpp: { debug: ['clang++', '-g', '-o', '${executable}', '${file}'] },
    });
    assert.equal((await toolchains().choose('cpp', settings, 'run')).kind, 'installed');
    assert.ok((await toolchains().installedLanguages(settings)).some(({ id }) => id === 'cpp'));
    const choice = await toolchains().choose('cpp', settings, 'debug');
    assert.deepEqual(choice, { kind: 'notInstalled', tools: ['clang++', 'c++ + clang++'] });
  });

  it('debugs with the compile command of the user instead of another compiler', async () => {
    await writeTools('g++', 'mycc');
    const compile = ['mycc', '-o', '${executable}', '${file}'];
    const debug = ['mycc', '-g', '-o', '${executable}', '${file}'];
    const chosen = async (commands: object) => {
      const choice = await toolchains().choose('cpp', readLanguageSettings({ cpp: commands }), 'debug');
      assert.ok(choice.kind === 'installed');
      return choice.installed.toolchain.debug;
    };
    assert.equal(await chosen({ compile }), null);
    assert.deepEqual(await chosen({ compile, debug }), debug);
    assert.ok((await chosen({ run: ['${executable}', '-x'] }))?.includes('-g'));
  });

  it('asks the compiler once for its newest stable standard, and again if it has changed', async () => {
    const tool = path.join(folder(), 'bin', 'g++');
    // supports these standards, and counts the questions
    const compiler = (...names: readonly string[]) =>
      `require('node:fs').appendFileSync(__dirname + '/asked', 'x');
       process.exit(${JSON.stringify(names)}.includes(process.argv[2]) ? 0 : 1)`;
    await writeTool(tool, compiler('-std=c++20', '-std=c++17'));
    const settings = readLanguageSettings(undefined, { cpp: ['-DLOCAL'] });
    const here = toolchains();
    const added = async (judgeLanguage: string | null) => {
      const choice = await here.choose('cpp', settings, 'run');
      assert.ok(choice.kind === 'installed');
      const { toolchain } = await here.withOptions(
        choice.installed,
        { language: 'cpp', judgeLanguage },
        settings,
      );
      return toolchain.compile?.slice(-2);
    };
    assert.deepEqual(await added(null), ['-std=c++20', '-DLOCAL']);
    assert.deepEqual(await added('C++ (GCC)'), ['-std=c++20', '-DLOCAL']);
    assert.equal(await fs.readFile(path.join(folder(), 'bin', 'asked'), 'utf8'), 'xx');
    assert.deepEqual(await added('C++17 (GCC 13)'), ['-std=c++17', '-DLOCAL']);
    // not supported, so the newest stable one
    assert.deepEqual(await added('C++14'), ['-std=c++20', '-DLOCAL']);
    await writeTool(tool, `${compiler('-std=c++23')};`);
    assert.deepEqual(await added(null), ['-std=c++23', '-DLOCAL']);
  });

  it('lists the compilers of a language, also those that do not work', async () => {
    const bin = path.join(folder(), 'bin');
    await writeTool(path.join(bin, 'g++'), `console.log('g++ 13.2\\nCopyright')`);
    await writeTool(path.join(bin, 'clang++'), `console.error('no license'); process.exit(1)`);
    assert.deepEqual(await toolchains().compilers('cpp', readLanguageSettings(undefined)), [
      { path: path.join(bin, 'g++'), version: 'g++ 13.2', problem: null },
      { path: path.join(bin, 'clang++'), version: null, problem: 'no license' },
    ]);
  });

  it('uses a compiler that the user has chosen like the built-in one', async () => {
    const tool = path.join(folder(), 'gcc', 'clang++-18');
    await writeTool(tool, '');
    const cpp = localLanguages.find(({ id }) => id === 'cpp')?.toolchains ?? [];
    const settings = readLanguageSettings({ cpp: commandsWith(cpp, tool) });
    assert.deepEqual(settings.problems, []);
    const choice = await toolchains().choose('cpp', settings, 'run');
    assert.ok(choice.kind === 'installed');
    const { installed } = choice;
    assert.deepEqual([...installed.tools.values(), installed.isCompileOverridden], [tool, false]);
    const { toolchain } = await toolchains().withOptions(installed, { language: 'cpp' }, settings);
    assert.ok(toolchain.compile?.includes('-std=c++23'));
    assert.equal(toolchain.debug?.[0], tool);
    const python = localLanguages.find(({ id }) => id === 'python')?.toolchains ?? [];
    assert.deepEqual(commandsWith(python, '/opt/python3.12')?.run, ['/opt/python3.12', '${file}']);
  });

  it('lets Java and Kotlin programs write UTF-8', async () => {
    await writeTools('javac', 'kotlinc', 'java');
    for (const language of ['java', 'kotlin']) {
      const choice = await toolchains().choose(language, readLanguageSettings(undefined), 'run');
      assert.ok(choice.kind === 'installed');
      const { run } = choice.installed.toolchain;
      for (const property of ['file', 'stdout', 'stderr']) {
        assert.ok(run.includes(`-D${property}.encoding=UTF-8`), run.join(' '));
      }
    }
  });
});
