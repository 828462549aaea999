import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Builds, type Build } from '../../../../src/local/builds/builds';
import { toolEnvironment, type Environment } from '../../../../src/local/environment';
import type { BuildVariant } from '../../../../src/local/languages/languageCommands';
import { readLanguageSettings } from '../../../../src/local/languages/languageSettings';
import { MAX_BUILDS, MIN_BUILD_AGE_MS } from '../../../../src/local/limits';
import { runCommand } from '../../../../src/local/processes/runCommand';
import { Toolchains } from '../../../../src/local/tools/toolchains';
import { givenFolder, localFolder, writeOld, writeTool } from '../localFolder';

const folder = localFolder();

interface Setup {
  readonly variant?: BuildVariant;
  readonly settings?: unknown;
  readonly environment?: Environment;
}

/** Writes a program unless its file has this text, and builds it. */
async function build(name: string, language: string, code: string, setup: Setup = {}): Promise<Build> {
  const file = path.join(folder(), 'work', name);
  if ((await fs.readFile(file, 'utf8').catch(() => null)) !== code) await writeOld(file, code);
  return buildSaved(file, language, code, setup);
}

/** Builds a program whose file exists. `code`: its text as in an editor, without a byte order mark */
async function buildSaved(file: string, language: string, code: string, setup: Setup = {}): Promise<Build> {
  const { variant = 'run', settings, environment = process.env } = setup;
  const tools = toolEnvironment(environment);
  const choice = await new Toolchains(tools, givenFolder(path.join(folder(), 'private'))).choose(
    language,
    readLanguageSettings(settings),
    variant,
  );
  assert.ok(choice.kind === 'installed', JSON.stringify(choice));
  return new Builds(givenFolder(path.join(folder(), 'private')), tools).build(
    { file, code, language },
    choice.installed,
    variant,
  );
}

/** Returns the output of a program that was built. */
async function outputOf(built: Build, input = ''): Promise<string> {
  assert.ok(built.kind === 'built', JSON.stringify(built));
  const run = await runCommand(built.command, input, { timeMs: 20_000 });
  assert.equal(run.exitCode, 0, run.errorOutput);
  return run.output;
}

function executableOf(built: Build): string {
  assert.ok(built.kind === 'built', JSON.stringify(built));
  return built.paths.executable;
}

/** A program that prints an expression of C++. */
function printing(expression: string): string {
  return `#include <cstdio>\n#include "own.h"\nint main() { std::printf("%d\\n", ${expression}); }\n`;
}

describe('Builds', () => {
  it('reuses an executable until the program, a file that it includes, or the command changes', async () => {
    await writeOld(path.join(folder(), 'work', 'own.h'), '#include "deep/er.h"\n');
    await writeOld(path.join(folder(), 'work', 'deep', 'er.h'), 'enum { own = 1 };\n');
    const first = await build('a.cpp', 'cpp', printing('own'));
    assert.equal(await outputOf(first), '1\n');
    assert.equal(executableOf(await build('a.cpp', 'cpp', printing('own'))), executableOf(first));

    await writeOld(path.join(folder(), 'work', 'deep', 'er.h'), 'enum { own = 22 };\n');
    assert.equal(await outputOf(await build('a.cpp', 'cpp', printing('own'))), '22\n');
    assert.equal(await outputOf(await build('a.cpp', 'cpp', printing('own + 1'))), '23\n');

    const debug = await build('a.cpp', 'cpp', printing('own + 1'), { variant: 'debug' });
    assert.equal(await outputOf(debug), '23\n');
    assert.notEqual(executableOf(debug), executableOf(await build('a.cpp', 'cpp', printing('own + 1'))));
  });

  it('compiles again if a header appears or disappears that the program looks for', async () => {
    const work = (name: string) => path.join(folder(), 'work', name);
    const target = ['-MD', '-MF', '${dependencies}', '-o', '${executable}', '${file}'];
    const compile = ['g++', '-I', work('library'), ...target];
    const output = async () =>
      outputOf(
        await build(
          'a.cpp',
          'cpp',
          `#include <cstdio>
#include "own.h"
#if __has_include("local.h")
enum { local = 1 };
#else
enum { local = 0 };
#endif
int main() { std::printf("%d %d\\n", own, local); }\n`,
          { settings: { cpp: { compile } } },
        ),
      );
    await writeOld(work('library/own.h'), 'enum { own = 1 };\n');
    assert.equal(await output(), '1 0\n');
    await writeOld(work('own.h'), 'enum { own = 2 };\n');
    assert.equal(await output(), '2 0\n');
    await writeOld(work('local.h'), '');
    assert.equal(await output(), '2 1\n');
    await fs.rm(work('local.h'));
    assert.equal(await output(), '2 0\n');
  });

  it('compiles again if the executable was removed or changed', async () => {
    const code = '#include <cstdio>\nint main() { std::puts("1"); }\n';
    const first = await build('a.cpp', 'cpp', code);
    await fs.rm(executableOf(first));
    const second = await build('a.cpp', 'cpp', code);
    assert.equal(await outputOf(second), '1\n');
    await fs.writeFile(executableOf(second), '');
    assert.equal(await outputOf(await build('a.cpp', 'cpp', code)), '1\n');
  });

  it("runs the user's commands, and compiles again if the files that they read are unknown", async () => {
    await writeOld(path.join(folder(), 'work', 'own.h'), 'enum { own = 1 };\n');
    const compile = ['g++', '-DVALUE=7', '${file}', '-o', '${executable}'];
    const code = printing('VALUE');
    const first = await build('a.cpp', 'cpp', code, { settings: { cpp: { compile } } });
    assert.equal(await outputOf(first), '7\n');
    const second = await build('a.cpp', 'cpp', code, { settings: { cpp: { compile } } });
    assert.notEqual(executableOf(second), executableOf(first));

    const listing = { cpp: { compile: [...compile, '-MD', '-MF', '${dependencies}'] } };
    const third = await build('a.cpp', 'cpp', code, { settings: listing });
    assert.equal(executableOf(await build('a.cpp', 'cpp', code, { settings: listing })), executableOf(third));
  });

  it('compiles again if another file that the compiler may read has changed', async () => {
    const environment = await recordingTools('fpc', 'ghc');
    for (const [name, language, other] of [
      ['a.pas', 'pascal', 'own.inc'],
      ['a.pas', 'pascal', 'Unit1.PP'],
      ['a.hs', 'haskell', 'Own.lhs'],
    ] as const) {
      await writeOld(path.join(folder(), 'work', other), '1');
      const first = await build(name, language, 'program', { environment });
      const second = await build(name, language, 'program', { environment });
      assert.equal(executableOf(second), executableOf(first));
      await writeOld(path.join(folder(), 'work', other), '22');
      const third = await build(name, language, 'program', { environment });
      assert.notEqual(executableOf(third), executableOf(first), other);
    }
  });

  it('compiles again if a file has changed since the compiler was started', async () => {
    const environment = await recordingTools('go');
    const file = path.join(folder(), 'work', 'a.go');
    await writeOld(file, 'package main');
    const later = new Date(Date.now() + 60_000);
    await fs.utimes(file, later, later);
    const first = await build('a.go', 'go', 'package main', { environment });
    const second = await build('a.go', 'go', 'package main', { environment });
    assert.notEqual(executableOf(second), executableOf(first));
  });

  it('starts the class with the main method, which may not be the public one', async () => {
    const main = (text: string) =>
      `public static void main(String[] args) { System.out.println("${text}"); }`;
    const start = async (name: string, code: string) => outputOf(await build(name, 'java', code));
    assert.equal(await start('Util.java', `public class Util {}\nclass Start { ${main('1')} }`), '1\n');
    assert.equal(await start('a.java', `// public class Old\npublic class A { ${main('2')} }`), '2\n');
    assert.equal(await start('b.java', `class First {}\nclass Second { ${main('3')} }`), '3\n');
    await writeOld(path.join(folder(), 'work', 'Base.java'), `class Base { ${main('4')} }`);
    assert.equal(await start('c.java', 'public class Heir extends Base {}'), '4\n');
  });

  it('removes a byte order mark if the compiler rejects it', async () => {
    const code = 'public class Main { public static void main(String[] args) { System.out.println(1); } }';
    const file = path.join(folder(), 'work', 'Main.java');
    await writeOld(file, `\ufeff${code}`);
    for (let times = 0; times < 2; times++) {
      const built = await buildSaved(file, 'java', code);
      assert.equal(await outputOf(built), '1\n');
    }
    assert.equal(await fs.readFile(file, 'utf8'), `\ufeff${code}`);
    const wrong = await buildSaved(file, 'java', code.replace('println(1)', 'println(x)'));
    assert.ok(wrong.kind === 'failed');
    assert.ok(wrong.message.startsWith(`${file}:1: error: `), wrong.message);
  });

  it('runs the built-in compiler in the folder of the program, and commands of the user elsewhere', async () => {
    const script = `require('node:fs').writeFileSync(process.argv[process.argv.indexOf('-o') + 1], process.cwd())`;
    await writeTool(path.join(folder(), 'bin', 'go'), script);
    const environment = { ...process.env, PATH: path.join(folder(), 'bin') };
    const work = await fs.realpath(path.join(folder(), 'work')).catch(() => path.join(folder(), 'work'));
    await writeOld(path.join(folder(), 'work', 'go.mod'), 'module a');
    const first = await build('a.go', 'go', 'package main', { environment });
    assert.equal(await fs.readFile(executableOf(first), 'utf8').catch(() => ''), work);
    const again = await build('a.go', 'go', 'package main', { environment });
    assert.notEqual(executableOf(again), executableOf(first));
    const compile = ['go', '-o', '${executable}', '-x', '${file}'];
    const own = await build('a.go', 'go', 'package main', { environment, settings: { go: { compile } } });
    assert.notEqual(await fs.readFile(executableOf(own), 'utf8'), work);
    assert.deepEqual((await fs.readdir(work)).sort(), ['a.go', 'go.mod']);
  });

  it('removes the oldest builds, except for those that another window may be using', async () => {
    const environment = await recordingTools('go');
    const builds = path.join(folder(), 'private', 'builds');
    const age = async (name: string, ms: number) => {
      await fs.mkdir(path.join(builds, name), { recursive: true });
      const at = new Date(Date.now() - ms);
      await fs.utimes(path.join(builds, name), at, at);
    };
    for (let at = 0; at < MAX_BUILDS - 3; at++) await age(`new-${at}`, 0);
    await age('used', MIN_BUILD_AGE_MS - 60_000);
    await age('kept', MIN_BUILD_AGE_MS + 60_000);
    await build('a.go', 'go', 'package main', { environment });
    const names = () => fs.readdir(builds);
    assert.ok((await names()).includes('kept'));
    await age('old', MIN_BUILD_AGE_MS + 120_000);
    await build('a.go', 'go', 'package other', { environment });
    const left = new Set(await names());
    assert.deepEqual([left.has('old'), left.has('kept'), left.has('used')], [false, false, true]);
    await age('new', 0);
    await build('a.go', 'go', 'package third', { environment });
    assert.ok((await names()).includes('used'));
  });

  it('compiles a Go program again if its code names other files', async () => {
    const environment = await recordingTools('go');
    const executable = async (code: string) => executableOf(await build('a.go', 'go', code, { environment }));
    assert.equal(await executable('package main'), await executable('package main'));
    for (const code of ['//go:embed data.txt\nvar data string', 'import "C"']) {
      assert.notEqual(await executable(code), await executable(code), code);
    }
  });

  it('keeps warnings of a reused executable', async () => {
    await writeOld(path.join(folder(), 'work', 'own.h'), '');
    for (let time = 0; time < 2; time++) {
      const built = await build('a.cpp', 'cpp', printing('[] { int unused; return 1; }()'));
      assert.ok(built.kind === 'built');
      assert.match(built.message ?? '', /a\.cpp:3:.*unused variable/);
    }
  });

  it('returns the compiler output if compiling fails', async () => {
    const built = await build('a.cpp', 'cpp', 'int main() { return x; }\n');
    assert.ok(built.kind === 'failed');
    assert.ok(!built.hasTimedOut);
    const file = path.join(folder(), 'work', 'a.cpp');
    assert.ok(built.message.includes(`${file}:1:21: error:`), built.message);
  });

  it('checks the syntax of Python and JavaScript first', async () => {
    const python = await build('a.py', 'python', 'print(1\n');
    assert.ok(python.kind === 'failed');
    assert.match(python.message, /File ".*a\.py", line 1[^]*SyntaxError/);
    const javaScript = await build('a.js', 'javascript', 'let x = ;\n');
    assert.ok(javaScript.kind === 'failed');
    assert.match(javaScript.message, /a\.js:1\n[^]*SyntaxError/);
    assert.deepEqual(await fs.readdir(path.join(folder(), 'work')), ['a.js', 'a.py']);
  });

  it('runs C, Python, and JavaScript in the folder of the file', async () => {
    const c =
      '#include <unistd.h>\n#include <stdio.h>\nint main() { char p[4096]; puts(getcwd(p, 4096)); }\n';
    const work = path.join(folder(), 'work');
    assert.equal(await outputOf(await build('a.c', 'c', c)), `${work}\n`);
    const python = 'import os\nprint(os.getcwd(), input())\n';
    assert.equal(await outputOf(await build('a.py', 'python', python), 'x'), `${work} x\n`);
    assert.equal(
      await outputOf(await build('a.js', 'javascript', 'console.log(process.cwd())')),
      `${work}\n`,
    );
  });

  it('compiles TypeScript with tsc if there is nothing that runs it', async () => {
    const environment = {
      PATH: `${path.resolve('node_modules', 'typescript', 'bin')}:${process.env['PATH']}`,
    };
    const tools = await onlyTools({ tsc: path.resolve('node_modules', '.bin', 'tsc') }, environment);
    const code = `import * as fs from 'fs';\nconst all: string = fs.readFileSync(0, 'utf8');\nconsole.log(all.length);\n`;
    assert.equal(
      await outputOf(await build('a.ts', 'typescript', code, { environment: tools }), 'abc'),
      '3\n',
    );
    const wrong = await build('a.ts', 'typescript', 'let x: = 1;\n', { environment: tools });
    assert.ok(wrong.kind === 'failed');
    assert.match(wrong.message, /a\.ts\(1,8\): error TS1110/);
  });

  it('keeps the name of a folder with `$` in thousands of messages', async () => {
    const tsc = path.join(folder(), 'tools', 'tsc');
    await writeTool(
      tsc,
      `if (process.argv.includes('--version')) process.exit();
      const name = require('node:path').relative('.', process.argv.at(-1));
      console.log(Array.from({ length: 6000 }, (_, at) => name + '(' + (at + 1) + ',1): error TS1: x').join('\\n'));
      process.exitCode = 2;`,
    );
    const tools = await onlyTools({ tsc });
    const name = "$& $' $$ $`/a.ts";
    const built = await build(name, 'typescript', '', { environment: tools });
    assert.ok(built.kind === 'failed');
    const file = path.join(folder(), 'work', name);
    const lines = built.message.trimEnd().split('\n');
    assert.equal(lines[0], `${file}(1,1): error TS1: x`);
    assert.ok(lines.slice(0, 1000).every((line) => line.startsWith(`${file}(`)));
  });

  it('names a Java file after its class, and its messages after the file of the user', async () => {
    const environment = await recordingTools('javac', 'java');
    const code =
      'package p.q;\nimport java.util.*;\npublic class Solve { public static void main(String[] a) {} }\n';
    const built = await build('A.java', 'java', code, { environment });
    assert.ok(built.kind === 'built');
    const file = path.join(folder(), 'work', 'A.java');
    assert.ok(built.message?.startsWith(`${file}:1:`), built.message ?? '');
    const { output } = built.paths;
    assert.deepEqual(callsIn(built.message), [
      ...['-encoding', 'UTF-8', '-proc:none', '-cp', output, '-sourcepath', path.dirname(file)],
      ...['-d', output, file],
    ]);
    const run = await outputOf(built);
    assert.deepEqual(callsIn(run), [
      ...['-Dfile.encoding=UTF-8', '-Dstdout.encoding=UTF-8', '-Dstderr.encoding=UTF-8'],
      ...['-Xss512m', '-cp', output, 'p.q.Solve'],
    ]);

    const plain = await build('Main.java', 'java', 'class Main { static void main(String[] a) {} }', {
      environment,
    });
    assert.ok(plain.kind === 'built');
    assert.equal(plain.paths.file, path.join(folder(), 'work', 'Main.java'));
  });

  it('gives the compilers of other languages the file and the private folder', async () => {
    const environment = await recordingTools('rustc', 'go', 'fpc', 'kotlinc', 'java', 'mcs', 'mono', 'ghc');
    for (const [language, extension] of Object.entries({
      rust: '.rs',
      go: '.go',
      pascal: '.pas',
      kotlin: '.kt',
      csharp: '.cs',
      haskell: '.hs',
    })) {
      const file = path.join(folder(), 'work', `a${extension}`);
      const setups = (['run', 'debug'] as const).map((variant) => ({ environment, variant }));
      for (const setup of setups) {
        const built = await build(path.basename(file), language, 'program', setup);
        assert.ok(built.kind === 'built', language);
        const call = callsIn(built.message);
        assert.ok(call.includes(file), call.join(' '));
        const written = call.filter((argument) => argument.includes(built.paths.output));
        assert.ok(written.length > 0, call.join(' '));
        const { tool, args } = built.command;
        assert.ok(
          [tool, ...args].some((argument) => argument.startsWith(built.paths.output)),
          tool,
        );
      }
    }
  });

  it('prefers the first tool that works, and reports the names if none is installed', async () => {
    const settings = readLanguageSettings(undefined);
    const bin = path.join(folder(), 'bin');
    const toolchains = () =>
      new Toolchains({ PATH: bin }, givenFolder(path.join(folder(), 'private')), ['path']);
    assert.deepEqual(await toolchains().choose('python', settings, 'run'), {
      kind: 'notInstalled',
      tools: ['python3', 'py', 'python'],
    });
    assert.deepEqual(await toolchains().choose('brainfuck', settings, 'run'), { kind: 'unknownLanguage' });
    await writeTool(path.join(bin, 'python3'), 'process.exit(9009)');
    await writeTool(path.join(bin, 'python'), '');
    const choice = await toolchains().choose('python', settings, 'run');
    assert.ok(choice.kind === 'installed');
    assert.deepEqual([...choice.installed.tools], [['python', path.join(bin, 'python')]]);
    // JavaScript needs no tool
    assert.deepEqual(await toolchains().installedLanguages(settings), [
      { id: 'python', name: 'Python' },
      { id: 'javascript', name: 'JavaScript' },
    ]);
    const own = readLanguageSettings({ ruby: { run: ['python', '${file}'] } });
    assert.ok((await toolchains().installedLanguages(own)).some(({ id }) => id === 'ruby'));
  });
});

describe('a malicious folder', () => {
  const onEverySystem = [
    '-c $(touch made).c',
    '@args `touch made`.c',
    ";touch made;'.c",
    '-fplugin=evil.so.c',
    '${executable}.c',
  ];
  const names = process.platform === 'win32' ? onEverySystem : [...onEverySystem, 'quote".c', 'new\nline.c'];

  it('has no file name that becomes an option or a command', async () => {
    const c = 'int puts(const char *); int main() { puts("1"); return 0; }\n';
    for (const name of names) assert.equal(await outputOf(await build(name, 'c', c)), '1\n', name);
    for (const name of names.slice(0, 1)) {
      const python = name.replace(/c$/, 'py');
      assert.equal(await outputOf(await build(python, 'python', 'print(2)\n')), '2\n', python);
      const script = name.replace(/c$/, 'js');
      assert.equal(await outputOf(await build(script, 'javascript', 'console.log(3)\n')), '3\n', script);
    }
    const left = await fs.readdir(path.join(folder(), 'work'));
    assert.deepEqual(
      left.filter((name) => name.includes('made') && !/\.(?:c|py|js)$/.test(name)),
      [],
    );
  });

  it('has no program that runs instead of a compiler', async () => {
    const work = path.join(folder(), 'work');
    const evil = `require('node:fs').writeFileSync(${JSON.stringify(path.join(folder(), 'made'))}, '')`;
    for (const tool of ['g++', 'cc1plus', 'as', 'ld', 'collect2', 'python3', 'node']) {
      await writeTool(path.join(work, tool), evil);
    }
    await writeOld(path.join(work, 'own.h'), '');
    await writeOld(
      path.join(work, 'sitecustomize.py'),
      `open(${JSON.stringify(path.join(folder(), 'made'))}, 'w')`,
    );
    const environment = { ...process.env, PATH: `.:${process.env['PATH']}:` };
    assert.equal(await outputOf(await build('a.cpp', 'cpp', printing('1'), { environment })), '1\n');
    assert.equal(await outputOf(await build('a.py', 'python', 'print(2)\n', { environment })), '2\n');
    assert.ok(!(await fs.readdir(folder())).includes('made'));
  });

  it('has only configuration files that choose the version and the modules of Go and Rust', async () => {
    const environment = await recordingTools('rustc', 'go', 'fpc', 'ghc');
    const names = { rust: 'a.rs', go: 'a.go', pascal: 'a.pas', haskell: 'a.hs' };
    for (const [language, name] of Object.entries(names)) {
      const built = await build(name, language, 'program', { environment });
      assert.ok(built.kind === 'built');
      const isChosen = language === 'rust' || language === 'go';
      assert.equal(foldersIn(built.message), isChosen ? built.paths.folder : built.paths.output);
    }
  });
});

/** Returns an environment in which `PATH` has only these tools, and Node. */
async function onlyTools(
  tools: Readonly<Record<string, string>>,
  environment: Environment = process.env,
): Promise<Environment> {
  const bin = path.join(folder(), 'bin');
  await fs.mkdir(bin, { recursive: true });
  for (const [name, target] of Object.entries({ ...tools, node: process.execPath })) {
    await fs.symlink(target, path.join(bin, name));
  }
  return { ...environment, PATH: bin };
}

/**
 * Returns an environment with stand-ins for compilers that aren't installed everywhere. Each prints its last argument
 * like a warning, then its folder and arguments.
 */
async function recordingTools(...names: readonly string[]): Promise<Environment> {
  const bin = path.join(folder(), 'bin');
  for (const name of names) {
    await writeTool(
      path.join(bin, name),
      `const args = process.argv.slice(2);
      console.log(args.at(-1) + ':1: warning: ' + JSON.stringify(args));
      console.log('in ' + process.cwd());`,
    );
  }
  return { PATH: bin };
}

/** Returns the arguments that a stand-in printed. */
function callsIn(text: string | null): readonly string[] {
  return JSON.parse(/: warning: (\[.*\])/.exec(text ?? '')?.[1] ?? '[]') as string[];
}

function foldersIn(text: string | null): string | undefined {
  return /^in (.*)$/m.exec(text ?? '')?.[1];
}
