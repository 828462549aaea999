// Stryker's Mocha runner with the ability to reload all modules. Mutants in code that runs on loading (patterns, tables)
// require that, and a new process each time would take several times as long. It also prevents state that one mutant left
// in memory from affecting the next one. Copied to the folder in which Stryker is installed.
import { createRequire } from 'node:module';
import path from 'node:path';
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import { MutantRunStatus } from '@stryker-mutator/api/test-runner';
import { createMochaTestRunner } from '@stryker-mutator/mocha-runner';

const { cache } = createRequire(import.meta.url);

/** Whether a file belongs to the tested copy of the project, which is the current folder. */
function isOwn(file) {
  return file.includes(process.cwd()) && !file.includes('node_modules');
}

class ReloadingRunner {
  /** Whether each test passes without a mutant after a reload. */
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
    // Imported modules can't be unloaded, but required ones can.
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
    // A table filled by this mutant or an earlier one keeps the test failing: repeat after a reload.
    await this.reload();
    const again = await this.runner.mutantRun(options);
    await this.reload();
    return again;
  }

  /** Whether these tests pass without a mutant. */
  async passes(tests, options) {
    const unchanged = { ...options.activeMutant, id: 'none' };
    const { status } = await this.runner.mutantRun({
      ...options,
      activeMutant: unchanged,
      testFilter: [tests].flat(),
    });
    return status === MutantRunStatus.Survived;
  }

  /** Whether this test passes without a mutant after a reload. Checked once per test. */
  async passesAnew(test, options) {
    const name = String(test);
    if (!this.passing.has(name)) {
      await this.reload();
      this.passing.set(name, await this.passes(test, options));
    }
    return this.passing.get(name);
  }

  /** Unloads all modules of the project. */
  async reload() {
    await this.runner.dispose();
    for (const id of Object.keys(cache).filter(isOwn)) delete cache[id];
    for (const { children } of Object.values(cache)) {
      for (let at = children.length - 1; at >= 0; at--) if (isOwn(children[at].id)) children.splice(at, 1);
    }
    await this.init();
  }

  /**
   * Stryker doesn't record which tests use code that runs on loading. If any tests have the name of the file or its folder,
   * or are in the corresponding subfolder, only these and tests with golden files are loaded. Mutants that only other tests
   * would detect count as survived.
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
