import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '../../../../src/local/environment';
import { toolInFolder } from '../../../../src/local/tools/versionManagers';
import { computerIn, localFolder, writeOld, writeTool } from '../localFolder';

const folder = localFolder();
const inFolder = (...parts: readonly string[]): string => path.join(folder(), ...parts);

/** Returns an environment whose home folder and `PATH` are below the test's folder. */
function environment(): Environment {
  return { HOME: inFolder('home'), PATH: inFolder('bin') };
}

/** Writes a version manager that knows one tool below a folder of the test, and fails everywhere else. */
async function writeManager(name: string, project: string, tool: string, file: string): Promise<void> {
  const script = `const [command, tool] = process.argv.slice(2);
    const isInProject = (process.cwd() + '/').startsWith(${JSON.stringify(`${project}/`)});
    if (command !== 'which' || tool !== ${JSON.stringify(tool)} || !isInProject) process.exit(1);
    console.log(${JSON.stringify(file)});`;
  await writeTool(inFolder('bin', name), script);
}

describe('The tool of a folder', function () {
  before(function () {
    if (process.platform === 'win32') this.skip(); // scripts aren't executable
  });

  for (const [manager, file] of [
    ['mise', 'mise.toml'],
    ['mise', '.tool-versions'],
    ['asdf', '.tool-versions'],
  ] as const) {
    it(`is the one that ${manager} chooses by ${file}, also above the folder`, async () => {
      const project = inFolder('project');
      const chosen = inFolder('home', 'installs', 'python', '3.13', 'bin', 'python3');
      await writeTool(chosen, '');
      await writeManager(manager, project, 'python3', chosen);
      await fs.mkdir(inFolder('project', 'day 1'), { recursive: true });
      const found = inFolder('bin', 'python3');
      const toolIn = (place: string) => toolInFolder('python3', found, place, environment());
      assert.equal(await toolIn(inFolder('project', 'day 1')), null);
      await fs.writeFile(inFolder('project', file), '');
      assert.equal(await toolIn(inFolder('project', 'day 1')), chosen);
      assert.equal(await toolInFolder('python3', null, project, environment()), chosen);
      // a tool that the manager doesn't know
      assert.equal(await toolInFolder('g++', '/usr/bin/g++', project, environment()), null);
      assert.equal(await toolIn(folder()), null);
    });
  }

  it('is never a program of the project itself', async () => {
    const own = inFolder('project', 'tools', 'python3');
    await writeTool(own, '');
    await writeManager('asdf', inFolder('project'), 'python3', own);
    await fs.writeFile(inFolder('project', '.tool-versions'), 'python path:./tools');
    assert.equal(await toolInFolder('python3', null, inFolder('project'), environment()), null);
  });

  it('is the version that .sdkmanrc names, if it is installed', async () => {
    const java = inFolder('home', '.sdkman', 'candidates', 'java', '21.0.4-tem', 'bin', 'java');
    await writeTool(java, '');
    await fs.mkdir(inFolder('project'), { recursive: true });
    const named = async (text: string, tool = 'java') => {
      await fs.writeFile(inFolder('project', '.sdkmanrc'), text);
      return toolInFolder(tool, '/usr/bin/java', inFolder('project'), environment());
    };
    assert.equal(await named('# versions\njava=21.0.4-tem # LTS\nkotlin=2.0.0\n'), java);
    assert.equal(await named('java = 21.0.4-tem\r\n'), java);
    assert.equal(await named('java=21.0.4-tem', 'kotlinc'), null);
    assert.equal(await named('java=17.0.1-tem'), null);
    assert.equal(await named('java=../../../../../project'), null);
    assert.equal(await named(`java=21.0.4-tem\n${'#'.repeat(100_000)}`), null);
  });

  it('is looked up for the shims of pyenv and rustup', async () => {
    const [python, rust] = [inFolder('versions', 'python3'), inFolder('toolchains', 'rustc')];
    for (const tool of [python, rust]) await writeTool(tool, '');
    await writeManager('pyenv', folder(), 'python3', python);
    await writeManager('rustup', folder(), 'rustc', rust);
    const shim = inFolder('home', '.pyenv', 'shims', 'python3');
    assert.equal(await toolInFolder('python3', shim, folder(), environment()), python);
    assert.equal(await toolInFolder('python3', '/usr/bin/python3', folder(), environment()), null);
    await fs.symlink('rustup', inFolder('bin', 'rustc'));
    assert.equal(await toolInFolder('rustc', inFolder('bin', 'rustc'), folder(), environment()), rust);
    assert.equal(await toolInFolder('rustc', '/usr/bin/rustc', folder(), environment()), null);
  });

  it('compiles and runs a program, and precedes the others on PATH', async () => {
    const [project, versions] = [inFolder('project'), inFolder('versions')];
    const file = path.join(project, 'a.kt');
    // the compiler is a script that starts Java, as that of Kotlin is
    const compiler = `const fs = require('node:fs');
      const { execFileSync } = require('node:child_process');
      const java = process.env.JAVA_HOME ? process.env.JAVA_HOME + '/bin/java' : 'java';
      fs.writeFileSync(process.argv[process.argv.indexOf('-d') + 1], execFileSync(java, ['compiling']));`;
    await writeTool(path.join(versions, 'kotlinc'), compiler);
    const java = (version: string) =>
      `const fs = require('node:fs'); const last = process.argv.at(-1);
       if (last === 'compiling') process.stdout.write('compiled by ${version}');
       else console.log(fs.readFileSync(last, 'utf8') + ', run by ${version}');`;
    await writeTool(path.join(versions, 'java'), java('the new version'));
    await writeTool(inFolder('bin', 'java'), java('an old version'));
    await writeTool(
      inFolder('bin', 'mise'),
      `const [, tool] = process.argv.slice(2);
       if (!['java', 'kotlinc'].includes(tool)) process.exit(1);
       console.log(${JSON.stringify(`${versions}/`)} + tool);`,
    );
    await writeOld(file, 'fun main() {}');
    await writeOld(path.join(project, 'mise.toml'), '');
    const here = computerIn(inFolder('private'), {
      ...environment(),
      PATH: `${inFolder('bin')}:/usr/bin:/bin`,
      JAVA_HOME: inFolder('old'),
    });
    const settings = here.readSettings(undefined);
    const program = { file, code: 'fun main() {}', language: 'kotlin' };
    assert.equal((await here.toolsFor(program, settings)).kind, 'found');
    const toRun = {
      program,
      languageName: 'Kotlin',
      cases: [{ input: '', expected: null }],
      timeLimit: 20_000,
    };
    let output: string | undefined;
    for await (const { cases } of here.start('run-1', toRun, settings)) output = cases[0]?.output;
    assert.equal(output, 'compiled by the new version, run by the new version\n');
    assert.deepEqual((await fs.readdir(project)).sort(), ['a.kt', 'mise.toml']);
  });
});
