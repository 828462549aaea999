import path from 'node:path';
import type { Environment } from './environment';
import { findTool } from './findTool';
import { MAX_PROBE_MS } from './limits';
import { localLanguages, type BuildVariant, type LocalLanguage, type Toolchain } from './languages';
import type { CommandOverrides, LanguageSettings } from './languageSettings';
import type { PrivateFolder } from './privateFolder';
import { stampOf } from './dependencies';
import { runCommand } from './runCommand';
import { withOptions } from './commandOptions';
import { standardOfJudge, type Standard } from './standards';
import { toolInFolder } from './versionManagers';

/** How a language is compiled and run on this computer. */
export interface InstalledToolchain {
  readonly toolchain: Toolchain;
  /** absolute paths of the tools in its commands, by the name in the command */
  readonly tools: ReadonlyMap<string, string>;
  /** names of the tools that a version manager has chosen for the folder of the program */
  readonly chosen: ReadonlySet<string>;
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

type ToolSearch =
  | ({ readonly kind: 'found' } & Pick<InstalledToolchain, 'tools' | 'chosen'>)
  | { readonly kind: 'missing'; readonly names: readonly string[] };

interface FoundTool {
  /** absolute path */
  readonly file: string;
  /** Whether a version manager has chosen it. */
  readonly isChosen: boolean;
}

/** Finds the tools of this computer. Never runs a program of the user. Its methods reject with `NoPrivateFolder`. */
export class Toolchains {
  /** whether a tool supports the arguments of its probe; by both. A failed probe is removed, so it is tried again. */
  private readonly probes = new Map<string, Promise<boolean>>();

  /** whether a compiler supports a standard, by the compiler's file and the arguments of the check */
  private readonly supported = new Map<string, boolean>();

  /** `folder`: private folder, in which the tools find no configuration files */
  constructor(
    private readonly environment: Environment,
    private readonly folder: PrivateFolder,
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
   * Returns the first toolchain whose tools are installed, with the user's commands. The tool of the debug command is
   * required only for `debug`.
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
    const missing = new Set<string>();
    for (const toolchain of candidates) {
      const search = await this.toolsOf(toolchain, variant, folder);
      if (search.kind === 'found') {
        const { tools, chosen } = search;
        const isCompileOverridden = override?.compile !== undefined;
        return { kind: 'installed', installed: { toolchain, tools, chosen, isCompileOverridden } };
      }
      missing.add(search.names.join(' + '));
    }
    return { kind: 'notInstalled', tools: [...missing] };
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

  /** Asks the compiler once, and again if it has changed. */
  private async supports(tool: string, { check }: Standard): Promise<boolean> {
    const stamp = await stampOf(tool);
    const key = JSON.stringify([tool, stamp?.size, stamp?.changedAt, ...check.args]);
    const known = this.supported.get(key);
    if (known !== undefined) return known;
    const isSupported = await this.probe(tool, check.args, check.input);
    this.supported.set(key, isSupported);
    return isSupported;
  }

  /** Finds the tools of a toolchain. Returns the names of those that are missing or don't work. */
  private async toolsOf(
    { compile, debug, run, probe }: Toolchain,
    variant: BuildVariant,
    folder: string | null,
  ): Promise<ToolSearch> {
    const tools = new Map<string, string>();
    const chosen = new Set<string>();
    const missing = new Set<string>();
    for (const [tool = ''] of [compile ?? [], (variant === 'debug' && debug) || [], run]) {
      // a placeholder is a file that the compiler writes
      if (tool === '' || tool.startsWith('${')) continue;
      const found = await this.findTool(tool, folder);
      if (found === null) missing.add(tool);
      else tools.set(tool, found.file);
      if (found?.isChosen) chosen.add(tool);
    }
    if (missing.size > 0) return { kind: 'missing', names: [...missing] };
    const [first] = tools;
    if (!probe || !first) return { kind: 'found', tools, chosen };
    const [name, file] = first;
    const succeeds = await this.succeeds(file, probe);
    return succeeds ? { kind: 'found', tools, chosen } : { kind: 'missing', names: [name] };
  }

  /** Returns a tool; null: it isn't installed. VS Code itself can run JavaScript. */
  private async findTool(name: string, folder: string | null): Promise<FoundTool | null> {
    const onPath = await findTool(name, this.environment);
    const isNamed = folder !== null && !path.isAbsolute(name);
    const chosen = isNamed ? await toolInFolder(name, onPath, folder, this.environment) : null;
    if (chosen !== null) return { file: chosen, isChosen: true };
    const found = onPath === null && name === 'node' ? process.execPath : onPath;
    return found === null ? null : { file: found, isChosen: false };
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
    const folder = await this.folder.open();
    const command = { tool, args, folder, environment: environmentFor(tool, this.environment) };
    const { exitCode } = await runCommand(command, input, { timeMs: MAX_PROBE_MS });
    return exitCode === 0;
  }
}

/** Returns the environment of a tool. VS Code's own executable runs as Node only with an additional variable. */
export function environmentFor(tool: string, environment: Environment): Environment {
  const isVSCode = tool === process.execPath && process.versions['electron'] !== undefined;
  return isVSCode ? { ...environment, ELECTRON_RUN_AS_NODE: '1' } : environment;
}

/** Replaces commands of the built-in toolchains of a language by those of the user. */
function withOverrides(builtIn: readonly Toolchain[], override: CommandOverrides): readonly Toolchain[] {
  if (builtIn.length === 0) return ownToolchain(override);
  // the user's command to compile belongs to one compiler, so there are no alternatives
  const candidates = override.compile === undefined ? builtIn : builtIn.slice(0, 1);
  return candidates.map((toolchain) => withCommands(toolchain, override));
}

/** Returns the toolchain of a language without built-in ones. Empty: the user hasn't set the required command to run. */
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
