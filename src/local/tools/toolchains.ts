import path from 'node:path';
import { builtInWith, firstTool, versionArguments, type FoundCompiler } from './foundCompiler';
import { withToolsFirst, type Environment } from '../environment';
import { findTools, type ToolSearch } from './findTool';
import { MAX_LISTED_COMPILERS, MAX_PROBE_MS } from '../limits';
import {
  localLanguages,
  type BuildVariant,
  type LocalLanguage,
  type Toolchain,
} from '../languages/languageCommands';
import type { CommandOverrides, LanguageSettings } from '../languages/languageSettings';
import type { PrivateFolder } from '../folders/privateFolder';
import { stampOf } from '../builds/buildDependencies';
import { runCommand, type FinishedRun } from '../processes/runCommand';
import { withOptions } from '../languages/commandOptions';
import { standardOfJudge, type Standard } from '../languages/languageStandards';
import { toolPlaceKinds, type ToolPlaceKind } from './toolPlaces';
import { toolInFolder } from './versionManagers';

/** How a language is compiled and run on this computer. */
export interface InstalledToolchain {
  readonly toolchain: Toolchain;
  /** absolute paths of the tools in its commands, by the name in the command */
  readonly tools: ReadonlyMap<string, string>;
  /** Whether the user has set the compile command, so that the files it reads are unknown. */
  readonly isCompileOverridden: boolean;
}

/** The toolchain of a language, or why there is none. */
export type ToolchainChoice =
  | { readonly kind: 'installed'; readonly installed: InstalledToolchain }
  /** No toolchain is complete. `tools`: the missing tools of each one, joined by ` + ` */
  | { readonly kind: 'notInstalled'; readonly tools: readonly string[] }
  /** neither the table nor the settings contain the language */
  | { readonly kind: 'unknownLanguage' };

interface ProgramSearch extends ToolSearch {
  /** absolute path of the program's folder, for which version managers may choose tools; null: unknown */
  readonly folder: string | null;
}

/** Finds the tools of this computer. Never runs a program of the user. Its methods reject with `NoPrivateFolder`. */
export class Toolchains {
  /** whether a tool supports the arguments of its probe; by both. A failed probe is removed, so it is tried again. */
  private readonly probes = new Map<string, Promise<boolean>>();

  /** whether a compiler supports a standard, by the compiler's file and the arguments of the check */
  private readonly supported = new Map<string, boolean>();

  /**
   * `folder`: private folder, in which the tools find no configuration files. `searched`: kinds of folders in which tools
   * are searched, in the order of use
   */
  constructor(
    private readonly environment: Environment,
    private readonly folder: PrivateFolder,
    private readonly searched: readonly ToolPlaceKind[] = toolPlaceKinds,
  ) {}

  /** Returns the languages whose tools are installed, in the order of the table. */
  async installedLanguages(
    settings: LanguageSettings,
  ): Promise<readonly Omit<LocalLanguage, 'toolchains'>[]> {
    const known = new Map(localLanguages.map(({ id, name }) => [id, name]));
    for (const id of settings.overrides.keys()) if (!known.has(id)) known.set(id, id);
    const found = await Promise.all(
      [...known].map(async ([id, name]) => {
        const { kind } = await this.choose(id, settings, 'run');
        return kind === 'installed' ? [{ id, name }] : [];
      }),
    );
    return found.flat();
  }

  /**
   * Returns the first toolchain whose tools are installed, with the user's commands. One on `PATH` is preferred. The tool
   * of the debug command is required only for `debug`.
   *
   * @param language VS Code language ID
   * @param folder absolute path of the program's folder, for which version managers may choose tools; null: unknown
   */
  async choose(
    language: string,
    settings: LanguageSettings,
    variant: BuildVariant,
    folder: string | null = null,
  ): Promise<ToolchainChoice> {
    const override = settings.overrides.get(language);
    const builtIn = localLanguages.find(({ id }) => id === language)?.toolchains ?? [];
    const candidates = override ? withOverrides(builtIn, override) : builtIn;
    if (candidates.length === 0) return { kind: 'unknownLanguage' };
    const search = { environment: this.environment, settings: settings.ofOthers, folder };
    for (const kind of this.searched) {
      for (const toolchain of candidates) {
        const tools = await this.toolsOf(toolchain, variant, kind, search);
        if (!tools) continue;
        const isCompileOverridden =
          override?.compile !== undefined && builtInWith(builtIn, override.compile) === null;
        return { kind: 'installed', installed: { toolchain, tools, isCompileOverridden } };
      }
    }
    const missing = await Promise.all(
      candidates.map((toolchain) => this.missingTools(toolchain, variant, search)),
    );
    return { kind: 'notInstalled', tools: [...new Set(missing.map((names) => names.join(' + ')))] };
  }

  /** Adds the options of the language's standard, and the flags of the user, to the commands. */
  async withOptions(
    installed: InstalledToolchain,
    { language, judgeLanguage }: { readonly language: string; readonly judgeLanguage?: string | null },
    settings: LanguageSettings,
  ): Promise<InstalledToolchain> {
    const wanted = judgeLanguage ? standardOfJudge(language, judgeLanguage) : null;
    const standard = installed.isCompileOverridden ? null : await this.standardOf(installed, wanted);
    const flags = settings.flags.get(language) ?? [];
    return { ...installed, toolchain: withOptions(installed.toolchain, standard?.options ?? [], flags) };
  }

  /** Returns the standard with this name if the compiler supports it, or else its newest stable one; null: unknown. */
  private async standardOf(
    { toolchain, tools }: InstalledToolchain,
    wanted: string | null,
  ): Promise<Standard | null> {
    const { standards = [], compile } = toolchain;
    const tool = tools.get(compile?.[0] ?? '');
    if (tool === undefined) return null;
    const sameName = standards.filter(({ name }) => name === wanted);
    for (const standard of [...sameName, ...standards]) {
      if (await this.supports(tool, standard)) return standard;
    }
    return null;
  }

  /** Runs the check once, and again after the compiler has changed. */
  private async supports(tool: string, { check }: Standard): Promise<boolean> {
    const stamp = await stampOf(tool);
    const key = JSON.stringify([tool, stamp?.size, stamp?.changedAt, ...check.args]);
    const known = this.supported.get(key);
    if (known !== undefined) return known;
    const isSupported = await this.probe(tool, check.args, check.input);
    this.supported.set(key, isSupported);
    return isSupported;
  }

  /**
   * Finds the tools of a toolchain. Searches the first one in folders of this kind. Null: one is missing, or doesn't work.
   * The other tools are preferred in the folder of the first one, because two versions may not work together.
   */
  private async toolsOf(
    toolchain: Toolchain,
    variant: BuildVariant,
    kind: ToolPlaceKind,
    search: ProgramSearch,
  ): Promise<InstalledToolchain['tools'] | null> {
    const [name, ...others] = toolNames(toolchain, variant);
    if (name === undefined) return new Map();
    const { probe } = toolchain;
    for (const file of await this.find(name, kind, search)) {
      const tools = new Map([[name, file]]);
      for (const other of others) {
        const found = await this.findNextTo(file, other, search);
        if (found !== null) tools.set(other, found);
      }
      const isComplete = tools.size === others.length + 1;
      if (isComplete && (!probe || (await this.succeeds(file, probe)))) return tools;
    }
    return null;
  }

  /** Returns the missing tools, or the first tool if it doesn't work. */
  private async missingTools(
    toolchain: Toolchain,
    variant: BuildVariant,
    search: ProgramSearch,
  ): Promise<readonly string[]> {
    const names = toolNames(toolchain, variant);
    const places = await Promise.all(names.map((name) => this.findAnywhere(name, search)));
    const missing = names.filter((_name, at) => places[at] === null);
    return missing.length > 0 ? missing : names.slice(0, 1);
  }

  private async findNextTo(file: string, name: string, search: ProgramSearch): Promise<string | null> {
    if (path.isAbsolute(name)) return this.findAnywhere(name, search);
    const [next] = await findTools(path.join(path.dirname(file), name), 'path', search);
    return next ?? this.findAnywhere(name, search);
  }

  private async findAnywhere(name: string, search: ProgramSearch): Promise<string | null> {
    for (const kind of this.searched) {
      const [found] = await this.find(name, kind, search);
      if (found !== undefined) return found;
    }
    return null;
  }

  /**
   * Returns the absolute paths of a tool in folders of this kind. The version that a version manager chooses for the
   * folder of the program precedes `PATH`. VS Code itself can run JavaScript.
   */
  private async find(name: string, kind: ToolPlaceKind, search: ProgramSearch): Promise<readonly string[]> {
    const found = await findTools(name, kind, search);
    const own = name === 'node' && kind === this.searched.at(-1) ? [process.execPath] : [];
    const { folder, environment } = search;
    const isNamed = kind === 'path' && folder !== null && !path.isAbsolute(name);
    const chosen = isNamed ? await toolInFolder(name, found[0] ?? null, folder, environment) : null;
    return [...(chosen === null ? [] : [chosen]), ...found, ...own];
  }

  /** Returns the compilers or interpreters of a language in the order of use, also those that don't work. */
  async compilers(language: string, settings: LanguageSettings): Promise<readonly FoundCompiler[]> {
    const toolchains = localLanguages.find(({ id }) => id === language)?.toolchains ?? [];
    const search = { environment: this.environment, settings: settings.ofOthers };
    const names = new Set(toolchains.map(firstTool));
    const found = new Map<string, string>();
    for (const kind of this.searched) {
      for (const name of names) {
        for (const file of await findTools(name, kind, search)) found.set(file, name);
      }
    }
    const first = [...found].slice(0, MAX_LISTED_COMPILERS);
    return Promise.all(first.map(([file, name]) => this.compilerAt(file, versionArguments(name))));
  }

  /** Starts a compiler, which prints its version. `file`: absolute path */
  private async compilerAt(file: string, args: readonly string[]): Promise<FoundCompiler> {
    const { exitCode, output, errorOutput, startError } = await this.start(file, args);
    const [line = ''] = `${output}\n${errorOutput}`.split('\n').filter((one) => one.trim() !== '');
    const works = exitCode === 0;
    return { path: file, version: works ? line.trim() : null, problem: works ? null : (startError ?? line) };
  }

  private succeeds(tool: string, args: readonly string[]): Promise<boolean> {
    const key = JSON.stringify([tool, ...args]);
    const known = this.probes.get(key);
    if (known) return known;
    const probe = this.probe(tool, args);
    this.probes.set(key, probe);
    const forget = (): void => void this.probes.delete(key);
    probe.then((succeeded) => (succeeded ? undefined : forget()), forget);
    return probe;
  }

  private async probe(tool: string, args: readonly string[], input = ''): Promise<boolean> {
    const { exitCode } = await this.start(tool, args, input);
    return exitCode === 0;
  }

  private async start(tool: string, args: readonly string[], input = ''): Promise<FinishedRun> {
    const folder = await this.folder.open();
    const environment = environmentFor(tool, new Map([['', tool]]), this.environment);
    return runCommand({ tool, args, folder, environment }, input, { timeMs: MAX_PROBE_MS });
  }
}

/** Returns the tools in the commands of a toolchain. Omits placeholders, which are files that the compiler writes. */
function toolNames({ compile, debug, run }: Toolchain, variant: BuildVariant): readonly string[] {
  const commands = [compile ?? [], (variant === 'debug' && debug) || [], run];
  const names = commands.flatMap(([tool = '']) => (tool === '' || tool.startsWith('${') ? [] : [tool]));
  return [...new Set(names)];
}

/**
 * Returns the environment of a command. VS Code's own executable runs as Node only with an additional variable.
 *
 * @param tool the tool that is started, or the executable that was compiled
 * @param tools the tools of the toolchain by name, which precede all others
 */
export function environmentFor(
  tool: string,
  tools: ReadonlyMap<string, string>,
  environment: Environment,
): Environment {
  const isVSCode = tool === process.execPath && process.versions['electron'] !== undefined;
  const installed = new Map([...tools].filter(([, file]) => file !== process.execPath));
  const found = withToolsFirst(environment, installed);
  return isVSCode ? { ...found, ELECTRON_RUN_AS_NODE: '1' } : found;
}

/** Replaces commands of the built-in toolchains of a language by those of the user. */
function withOverrides(builtIn: readonly Toolchain[], override: CommandOverrides): readonly Toolchain[] {
  if (builtIn.length === 0) return ownToolchain(override);
  // the user's compile command belongs to one compiler, so no other toolchain fits
  const own = builtInWith(builtIn, override.compile) ?? builtIn[0];
  const candidates = override.compile === undefined || !own ? builtIn : [own];
  return candidates.map((toolchain) => withCommands(toolchain, override));
}

/** Returns the toolchain of a language without built-in ones. Empty: the run command, which is required, isn't set. */
function ownToolchain({ compile, debug, run }: CommandOverrides): readonly Toolchain[] {
  return run ? [{ compile: compile ?? null, debug: debug ?? null, run, reads: 'folder' }] : [];
}

function withCommands(builtIn: Toolchain, { compile, debug, run }: CommandOverrides): Toolchain {
  const { probe, ...others } = builtIn;
  const isCompilerReplaced = compile !== undefined;
  const isProbedToolReplaced = builtIn.compile ? isCompilerReplaced : run !== undefined;
  // the built-in command for a debugger may belong to another compiler
  const usualDebug = isCompilerReplaced ? null : builtIn.debug;
  return {
    ...others,
    ...(isProbedToolReplaced || !probe ? {} : { probe }),
    compile: isCompilerReplaced ? compile : builtIn.compile,
    debug: debug === undefined ? usualDebug : debug,
    run: run ?? builtIn.run,
  };
}
