// Stryker's Mocha runner, but one that can load everything anew. A change of what is made when a file is loaded (patterns,
// tables) needs that, and a process of its own each time costs several times as much. And it makes sure that what a change
// left behind in memory is not taken for what the next one does. Copied to where Stryker is installed.
import { createRequire } from 'node:module';
import path from 'node:path';
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import { MutantRunStatus } from '@stryker-mutator/api/test-runner';
import { createMochaTestRunner } from '@stryker-mutator/mocha-runner';

const { cache } = createRequire(import.meta.url);

/** Is it of the copy of the project that is tested, which is the folder at hand? */
function isOwn(file) {
  return file.includes(process.cwd()) && !file.includes('node_modules');
}

class ReloadingRunner {
  /** by a test: whether it can be relied on after all was loaded anew */
  passing = new Map();

  constructor(injector) {
    this.injector = injector;
  }

  async capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    this.runner = createMochaTestRunner(this.injector);
    await this.runner.init();
    const { mocha } = this.runner;
    // what was imported stays for good, what was required can be forgotten
    mocha.loadFilesAsync = async () => mocha.loadFiles();
  }

  dryRun(options) {
    return this.runner.dryRun(options);
  }

  async mutantRun(options) {
    if (options.reloadEnvironment) await this.reload();
    if (options.mutantActivation === 'static') {
      this.narrow(options.activeMutant.fileName);
      const result = await this.runner.mutantRun(options);
      if (result.status !== MutantRunStatus.Killed || (await this.passesAnew(result.killedBy, options)))
        return result;
      return { status: MutantRunStatus.Survived, nrOfTests: result.nrOfTests };
    }
    const result = await this.runner.mutantRun(options);
    if (result.status !== MutantRunStatus.Killed || (await this.passes(result.killedBy, options)))
      return result;
    // a table that was filled under this change or one before goes on failing: once more with all of it new
    await this.reload();
    const again = await this.runner.mutantRun(options);
    await this.reload();
    return again;
  }

  /** Do these tests pass without any change? */
  async passes(tests, options) {
    const unchanged = { ...options.activeMutant, id: 'none' };
    const { status } = await this.runner.mutantRun({
      ...options,
      activeMutant: unchanged,
      testFilter: [tests].flat(),
    });
    return status === MutantRunStatus.Survived;
  }

  /** Does this test pass without any change where all is loaded anew? Tried once for each. */
  async passesAnew(test, options) {
    const name = String(test);
    if (!this.passing.has(name)) {
      await this.reload();
      this.passing.set(name, await this.passes(test, options));
    }
    return this.passing.get(name);
  }

  /** Forgets the project. */
  async reload() {
    await this.runner.dispose();
    for (const id of Object.keys(cache).filter(isOwn)) delete cache[id];
    for (const { children } of Object.values(cache)) {
      for (let at = children.length - 1; at >= 0; at--) if (isOwn(children[at].id)) children.splice(at, 1);
    }
    await this.init();
  }

  /**
   * Nothing tells which tests reach what is made at loading: where some bear the name of the file or of its folder, or are in the
   * folder inside the room where it is, the others are not loaded, except tests with golden files. What only they would notice counts as unnoticed.
   */
  narrow(changed) {
    const { mocha } = this.runner;
    const { name, dir } = path.parse(changed);
    const isNear = (file) => {
      const inRoom = /test[\\/]unit[\\/](.+[\\/].+)$/.exec(path.dirname(file))?.[1];
      return (
        path.basename(file) === 'golden.test.ts' ||
        [name, path.basename(dir)].some((one) => path.basename(file).startsWith(one)) ||
        (inRoom !== undefined && `${dir}${path.sep}`.includes(path.join('src', inRoom) + path.sep))
      );
    };
    const namesakes = mocha.files.filter(isNear);
    if (namesakes.length > 0) mocha.files = namesakes;
  }

  async dispose() {
    await this.runner?.dispose();
  }
}

function createReloadingRunner(injector) {
  return new ReloadingRunner(injector);
}
createReloadingRunner.inject = tokens(commonTokens.injector);

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, 'reloading', createReloadingRunner),
];
