// Stryker's Mocha runner, but one that can load everything anew. A change of what is made when a file is loaded (patterns,
// tables) needs that, and a process of its own each time costs several times as much. And it makes sure that what a change
// left behind in memory is not taken for what the next one does. Copied to where Stryker is installed.
import { createRequire } from 'node:module';
import path from 'node:path';
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import { MutantRunStatus } from '@stryker-mutator/api/test-runner';
import { createMochaTestRunner } from '@stryker-mutator/mocha-runner';

const { cache } = createRequire(import.meta.url);

class ReloadingRunner {
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
      return this.runner.mutantRun(options);
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

  /** Forgets the copy of the project that is tested, which is the folder at hand. */
  async reload() {
    await this.runner.dispose();
    const own = (id) => id.includes(process.cwd()) && !id.includes('node_modules');
    for (const id of Object.keys(cache).filter(own)) delete cache[id];
    for (const { children } of Object.values(cache)) {
      for (let at = children.length - 1; at >= 0; at--) if (own(children[at].id)) children.splice(at, 1);
    }
    await this.init();
  }

  /**
   * Nothing tells which tests reach what is made at loading: of those that bear the name of the file or of its folder no more
   * are loaded. What only others would notice counts as unnoticed.
   */
  narrow(changed) {
    const { mocha } = this.runner;
    const { name, dir } = path.parse(changed);
    const bearsName = (file) => [name, path.basename(dir)].some((one) => path.basename(file).startsWith(one));
    const namesakes = mocha.files.filter(bearsName);
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
