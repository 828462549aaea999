import path from 'node:path';
import type { SettingProblem } from '../service';
import { Builds, type Build, type BuildVariant, type LocalProgram } from './builds';
import type { Launchers } from './debugConfiguration';
import { toolEnvironment, type Environment } from './environment';
import { writeInput, writeLaunchers } from './inputFiles';
import { localLanguageOf, localLanguages } from './languages';
import { problemsOfLanguage, readLanguageSettings, type LanguageSettings } from './languageSettings';
import { openPrivateFolder } from './privateFolder';
import { endRunning } from './processTree';
import { Toolchains } from './toolchains';

/** Why a program can't be built. */
export type NotBuilt =
  /** The language is in neither the table nor the settings. */
  | { readonly kind: 'unknownLanguage' }
  /** None of the language's tools is installed. `tools`: names of those that would do */
  | { readonly kind: 'notInstalled'; readonly language: string; readonly tools: readonly string[] };

/** This computer as a judge: its tools and its builds. */
export class LocalComputer {
  readonly platform = process.platform;

  private constructor(
    /** private folder for builds */
    readonly folder: string,
    private readonly toolchains: Toolchains,
    private readonly builds: Builds,
  ) {}

  /** `environment`: that of this process */
  static async open(environment: Environment, folder?: string): Promise<LocalComputer> {
    const opened = folder ?? (await openPrivateFolder());
    const tools = toolEnvironment(environment);
    return new LocalComputer(opened, new Toolchains(tools, opened), new Builds(opened, tools));
  }

  /** Returns the languages whose tools are installed. Never runs a program of the user. */
  installedLanguages(
    settings: LanguageSettings,
  ): Promise<readonly { readonly id: string; readonly name: string }[]> {
    return this.toolchains.installedLanguages(settings);
  }

  /** Reads the setting `judgeResults.local.languages`. `value`: unchecked; undefined if it isn't set */
  readSettings(value: unknown): LanguageSettings {
    return readLanguageSettings(value);
  }

  /** Returns the problems because of which a language can't be run. `language`: VS Code language ID */
  problemsOfLanguage(settings: LanguageSettings, language: string): readonly SettingProblem[] {
    return problemsOfLanguage(settings, language);
  }

  /**
   * Returns the VS Code language ID to run a file with; null: neither the table nor the settings contain one. `file`:
   * absolute path
   */
  languageOf(file: string, editorLanguage: string, settings: LanguageSettings): string | null {
    const ids = [...localLanguages.map(({ id }) => id), ...settings.overrides.keys()];
    return localLanguageOf({ file, editorLanguage }, ids);
  }

  /** Compiles a program, or returns its previous build. The caller shows problems of the settings before. */
  async build(
    program: LocalProgram,
    settings: LanguageSettings,
    variant: BuildVariant,
    signal?: AbortSignal,
  ): Promise<Build | NotBuilt> {
    if (!path.isAbsolute(program.file)) throw new Error('a program must have an absolute path');
    const choice = await this.toolchains.choose(program.language, settings);
    switch (choice.kind) {
      case 'installed':
        return this.builds.build(program, choice.installed, variant, signal);
      case 'notInstalled':
        return { kind: 'notInstalled', language: displayName(program.language), tools: choice.tools };
      case 'unknownLanguage':
        return choice;
    }
  }

  /** Writes an input to a file that only the user can read. Returns its absolute path. */
  writeInput(input: string): Promise<string> {
    return writeInput(this.folder, input);
  }

  /** Writes the helper files of debuggers. */
  writeLaunchers(): Promise<Launchers> {
    return writeLaunchers(this.folder);
  }

  /** Ends all programs that this window has started. */
  dispose(): void {
    endRunning();
  }
}

function displayName(language: string): string {
  return localLanguages.find(({ id }) => id === language)?.name ?? language;
}
