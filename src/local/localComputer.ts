import os from 'node:os';
import path from 'node:path';
import type { Log } from '../base/log';
import type { Envelope } from '../results';
import type { ReadResult, SettingProblem } from '../judges';
import { Builds, type Build, type LocalProgram } from './builds/builds';
import {
  debugConfiguration,
  debuggerFor,
  type DebugConfiguration,
  type DebuggedProgram,
  type DebuggerChoice,
  type DebuggerExtension,
  type Launchers,
} from './debugConfiguration';
import { commandsWith, type FoundCompiler } from './tools/foundCompiler';
import { installCommands } from './tools/installCommands';
import { changedPath, isSandboxed, toolEnvironment, type Environment } from './environment';
import { withJudgeLineBreaks, writeInput, writeLaunchers } from './folders/inputFiles';
import { localLanguageOf, localLanguages, type BuildVariant } from './languages/languageCommands';
import {
  problemsOfLanguage,
  readLanguageSettings,
  type CommandOverrides,
  type LanguageSettings,
} from './languages/languageSettings';
import type { FolderRefusal } from './folders/folderAccess';
import {
  ChosenPrivateFolder,
  NoPrivateFolder,
  privateFolderPlaces,
  type PrivateFolder,
} from './folders/privateFolder';
import { endRunning } from './processes/processTree';
import type { Helper } from './checkers/checker';
import {
  compiledRun,
  failedRun,
  type FailedHelper,
  queuedRun,
  runCases,
  type CasesToRun,
  type Helpers,
  type ProgramStart,
} from './runCases';
import { stoppedResult } from './localResult';
import { stoppedRun, type LocalRun } from './localRun';
import { openRunner } from './processes/openRunner';
import { RunLeases, type SharedLeases } from './processes/runLeases';
import {
  noProblemFiles,
  removeForgottenCases,
  WorkingFolder,
  type ProblemFiles,
} from './folders/workingFolder';
import { Toolchains, type ToolchainChoice } from './tools/toolchains';

/** Why a program can't be built. */
export type NotBuilt =
  /** The language is in neither the table nor the settings. */
  | { readonly kind: 'unknownLanguage' }
  /** No toolchain of the language is complete. `tools`: the missing tools of each one */
  | { readonly kind: 'notInstalled'; readonly language: string; readonly tools: readonly string[] };

/** The tools of a language. `tools`: absolute paths; empty: none are needed to start the program */
export interface FoundTools {
  readonly kind: 'found';
  readonly tools: readonly string[];
}

/** This computer as a judge: its tools and its builds. Methods that use the private folder reject with `NoPrivateFolder`. */
export class LocalComputer {
  /** aborted when the window closes */
  private readonly closing = new AbortController();

  /** environment of compilers and programs */
  private readonly environment: Environment;
  private readonly toolchains: Toolchains;
  private readonly builds: Builds;
  private readonly leases: RunLeases;

  /** `environment`: environment variables of this process */
  constructor(
    environment: Environment,
    private readonly folder: PrivateFolder,
    leases: SharedLeases,
    log: Pick<Log, 'error'>,
  ) {
    this.environment = toolEnvironment(environment);
    this.toolchains = new Toolchains(this.environment, folder);
    this.builds = new Builds(folder, this.environment);
    this.leases = new RunLeases(leases, log);
  }

  /**
   * Returns why no folder of this computer is private, so that no program can be run; null: one is. Contains a reason for
   * each folder that was tried.
   */
  async whyNoFolder(): Promise<readonly FolderRefusal[] | null> {
    try {
      await this.folder.open();
      return null;
    } catch (error) {
      if (error instanceof NoPrivateFolder) return error.refused;
      throw error;
    }
  }

  /** Returns the languages whose tools are installed. Never runs a program of the user. */
  installedLanguages(
    settings: LanguageSettings,
  ): Promise<readonly { readonly id: string; readonly name: string }[]> {
    return this.toolchains.installedLanguages(settings);
  }

  /**
   * Reads `judgeResults.local.languages` and `judgeResults.local.flags`. Unchecked; undefined if they aren't set.
   * `ofOthers`: the user's settings of other extensions that contain paths of tools, by their IDs
   */
  readSettings(
    languages: unknown,
    flags?: unknown,
    ofOthers?: Readonly<Record<string, unknown>>,
  ): LanguageSettings {
    return readLanguageSettings(languages, flags, ofOthers);
  }

  /** Returns the problems because of which a language can't be run. `language`: VS Code language ID */
  problemsOfLanguage(settings: LanguageSettings, language: string): readonly SettingProblem[] {
    return problemsOfLanguage(settings, language);
  }

  /** Returns the display name of a language, or its ID if only the settings contain it. */
  displayName(language: string): string {
    return displayName(language);
  }

  /**
   * Returns the VS Code language ID to run a file with; null: neither the table nor the settings contain one. `file`:
   * absolute path
   */
  languageOf(file: string, editorLanguage: string, settings: LanguageSettings): string | null {
    const ids = [...localLanguages.map(({ id }) => id), ...settings.overrides.keys()];
    return localLanguageOf({ file, editorLanguage }, ids);
  }

  /** Returns the tools with which a program is built and run, or why it can't be built. */
  async toolsFor(
    { language, file }: Pick<LocalProgram, 'language' | 'file'>,
    settings: LanguageSettings,
  ): Promise<NotBuilt | FoundTools> {
    const usual = await this.toolchains.choose(language, settings, 'run');
    // a version manager may have the tool for this folder only
    const choice =
      usual.kind === 'notInstalled'
        ? await this.toolchains.choose(language, settings, 'run', path.dirname(file))
        : usual;
    if (choice.kind !== 'installed') return notBuilt(language, choice) ?? { kind: 'unknownLanguage' };
    return { kind: 'found', tools: [...choice.installed.tools.values()] };
  }

  /** Returns the compilers or interpreters of a language, also those that don't work. `language`: VS Code language ID */
  compilers(language: string, settings: LanguageSettings): Promise<readonly FoundCompiler[]> {
    return this.toolchains.compilers(language, settings);
  }

  /** Returns the entry of `judgeResults.local.languages` for a compiler. `file`: absolute path */
  commandsWith(language: string, file: string): CommandOverrides | null {
    return commandsWith(localLanguages.find(({ id }) => id === language)?.toolchains ?? [], file);
  }

  /** Whether VS Code runs in Flatpak’s sandbox, in which the tools of this computer can’t be started. */
  get isSandboxed(): boolean {
    return isSandboxed(this.environment);
  }

  /** Returns the commands with which the user can install a language; empty: unknown. */
  installCommands(language: string): readonly string[] {
    return installCommands(language, process.platform);
  }

  /** Compiles a program, or returns its previous build. The caller must have reported problems of the settings. */
  async build(
    program: LocalProgram,
    settings: LanguageSettings,
    variant: BuildVariant,
    signal?: AbortSignal,
  ): Promise<Build | NotBuilt> {
    if (!path.isAbsolute(program.file)) throw new Error('a program must have an absolute path');
    const folder = path.dirname(program.file);
    const choice = await this.toolchains.choose(program.language, settings, variant, folder);
    if (choice.kind !== 'installed') return notBuilt(program.language, choice) ?? { kind: 'unknownLanguage' };
    const installed = await this.toolchains.withOptions(choice.installed, program, settings);
    return this.builds.build(program, installed, variant, signal);
  }

  /**
   * Compiles a program and runs it with each input. Yields each new state; the last one is the result. Yields the first
   * state before doing anything, and continues when the caller has handled a state. On `signal`, ends the program; the
   * remaining cases are then stopped. The caller has checked `toolsFor`.
   * @param id ID of this run
   */
  async *start(
    id: string,
    toRun: CasesToRun,
    settings: LanguageSettings,
    signal?: AbortSignal,
  ): AsyncGenerator<LocalRun, void> {
    try {
      for await (const state of this.statesOfRun(toRun, settings, signal)) {
        await this.leases.keep(id);
        yield state;
      }
    } finally {
      await this.leases.end(id);
    }
  }

  /** Returns whether a run is in progress in any window. */
  isInProgress(id: string): Promise<boolean> {
    return this.leases.isInProgress(id);
  }

  /** See `stoppedResult` in `localResult.ts`. */
  stoppedResult(last: Envelope | null, id: string): ReadResult {
    return stoppedResult(last, id);
  }

  /** Compiles and runs a program. Yields each new state. In the last one, no case is pending, also after an error. */
  private async *statesOfRun(
    toRun: CasesToRun,
    settings: LanguageSettings,
    signal?: AbortSignal,
  ): AsyncGenerator<LocalRun, void> {
    const end = AbortSignal.any([this.closing.signal, ...(signal ? [signal] : [])]);
    let run = queuedRun(toRun);
    yield run;
    try {
      const build = await this.build(toRun.program, settings, 'run', end);
      if (build.kind === 'notInstalled' || build.kind === 'unknownLanguage') throw new Error(build.kind);
      run = compiledRun(run, build, toRun.program);
      if (build.kind === 'built') {
        for await (const state of this.statesAfterBuild(run, toRun, build, settings, end)) {
          run = state;
          yield run;
        }
      }
    } catch (error) {
      yield stoppedRun(run);
      throw error;
    }
    const ended = stoppedRun(run);
    if (ended !== run) yield ended;
  }

  /** Compiles the helpers of a run, then runs the compiled program. Yields nothing if the run is canceled before. */
  private async *statesAfterBuild(
    run: LocalRun,
    toRun: CasesToRun,
    build: ProgramStart['build'],
    settings: LanguageSettings,
    signal: AbortSignal,
  ): AsyncGenerator<LocalRun, void> {
    const helpers = await this.buildHelpers(toRun, settings, signal);
    switch (helpers.kind) {
      case 'canceled':
        return;
      case 'failed':
        yield failedRun(run, helpers.helper);
        return;
      case 'built':
        yield* this.runBuilt(run, toRun, { build, helpers: helpers.built }, signal);
    }
  }

  private async buildHelpers(
    { checker, interactor }: Pick<CasesToRun, 'checker' | 'interactor'>,
    settings: LanguageSettings,
    signal: AbortSignal,
  ): Promise<BuiltHelpers> {
    const built: { checker: Helper | null; interactor: Helper | null } = { checker: null, interactor: null };
    for (const [role, helper] of [
      ['checker', checker],
      ['interactor', interactor],
    ] as const) {
      if (!helper) continue;
      const { program, protocol } = helper;
      const name = path.basename(program.file);
      const build = await this.build(program, settings, 'run', signal);
      if (build.kind === 'canceled') return build;
      if (build.kind === 'built') {
        built[role] = { command: build.command, protocol, name };
        continue;
      }
      return {
        kind: 'failed',
        helper: {
          by: { role, name },
          file: program.file,
          failure: build.kind === 'failed' ? { kind: 'notCompiled' } : build,
          compilerOutput: build.kind === 'failed' ? build.message : '',
        },
      };
    }
    return { kind: 'built', built };
  }

  private async *runBuilt(
    run: LocalRun,
    toRun: CasesToRun,
    start: Pick<ProgramStart, 'build' | 'helpers'>,
    signal: AbortSignal,
  ): AsyncGenerator<LocalRun, void> {
    const folder = await this.folder.open();
    await removeForgottenCases(folder);
    const runner = await openRunner(this.environment);
    try {
      yield* runCases(run, toRun, { ...start, runner, folder }, signal);
    } finally {
      runner.close();
    }
  }

  /** Writes an input to a file that only the user can read. Returns its absolute path. */
  async writeInput(input: string | Uint8Array): Promise<string> {
    return writeInput(await this.folder.open(), withJudgeLineBreaks(input));
  }

  /**
   * Creates the working folder of a case to debug. It is removed after a day. Returns its absolute path. `files`: files
   * of the problem; null: unknown, or none
   */
  async openWorkingFolder(
    program: Pick<LocalProgram, 'file' | 'code'>,
    input: string | Uint8Array,
    files: ProblemFiles | null,
  ): Promise<string> {
    const folder = await this.folder.open();
    await removeForgottenCases(folder);
    const given = withJudgeLineBreaks(input);
    const { path } = await WorkingFolder.create(folder, program, given, files ?? noProblemFiles);
    return path;
  }

  /** Chooses the debugger for a language. `language`: VS Code language ID */
  debuggerFor(language: string, isInstalled: (extension: string) => boolean): DebuggerChoice {
    return debuggerFor(language, isInstalled);
  }

  /**
   * Returns the launch configuration that debugs a program with a file as its standard input. `environment`: that of a run
   * of the program
   */
  debugConfiguration(
    extension: DebuggerExtension,
    program: Omit<DebuggedProgram, 'searchPath'>,
    environment: Environment,
  ): DebugConfiguration {
    const searchPath = changedPath(environment, this.environment);
    return debugConfiguration(extension, { ...program, searchPath }, process.platform);
  }

  /** Writes the helper files of debuggers. */
  async writeLaunchers(): Promise<Launchers> {
    return writeLaunchers(await this.folder.open());
  }

  /** Ends all programs that this window has started. Their remaining cases are stopped. */
  dispose(): void {
    this.closing.abort();
    endRunning();
  }
}

/** Returns this computer with a private folder of the user. `storage`: absolute path of the extension's storage */
export function openLocalComputer(
  environment: Environment,
  storage: string,
  leases: SharedLeases,
  log: Pick<Log, 'error'>,
): LocalComputer {
  const home = os.homedir();
  const { platform } = process;
  const places = privateFolderPlaces({ platform, environment, home, temporary: os.tmpdir(), storage });
  return new LocalComputer(environment, new ChosenPrivateFolder(places, home), leases, log);
}

type BuiltHelpers =
  | { readonly kind: 'built'; readonly built: Helpers }
  | { readonly kind: 'failed'; readonly helper: FailedHelper }
  | { readonly kind: 'canceled' };

function notBuilt(language: string, choice: ToolchainChoice): NotBuilt | null {
  switch (choice.kind) {
    case 'installed':
      return null;
    case 'notInstalled':
      return { kind: 'notInstalled', language: displayName(language), tools: choice.tools };
    case 'unknownLanguage':
      return choice;
  }
}

function displayName(language: string): string {
  return localLanguages.find(({ id }) => id === language)?.name ?? language;
}
