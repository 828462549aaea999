import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { jsonIn } from '../../results';
import { entryPointOf } from '../../judges/entryPoints';
import { fillCommand, usesPlaceholder, type Placeholders } from '../languages/commandTemplate';
import {
  filesLookedUp,
  filesRead,
  filesWithExtensions,
  isUnchanged,
  stampOf,
  type FileStamp,
} from './buildDependencies';
import type { Environment } from '../environment';
import { nearestFile } from '../folders/parentFolders';
import type { BuildVariant } from '../languages/languageCommands';
import { MAX_BUILDS, MAX_COMPILE_MS, MAX_COMPILER_OUTPUT_BYTES, MIN_BUILD_AGE_MS } from '../limits';
import type { PrivateFolder } from '../folders/privateFolder';
import { runCommand, type Command } from '../processes/runCommand';
import { environmentFor, type InstalledToolchain } from '../tools/toolchains';

export interface LocalProgram {
  /** absolute path */
  readonly file: string;
  readonly code: string;
  /** VS Code language ID */
  readonly language: string;
  /** the judge's name of the language, which may contain a standard: `C++20 (GCC 13)`; null: unknown */
  readonly judgeLanguage?: string | null;
}

export type Build =
  | {
      readonly kind: 'built';
      /** compiler output, which may contain warnings; null: nothing was compiled */
      readonly message: string | null;
      /** runs the program in the folder of the user's file */
      readonly command: Command;
      /** paths of the build, which launch configurations of debuggers need */
      readonly paths: Placeholders;
    }
  | { readonly kind: 'failed'; readonly message: string; readonly hasTimedOut: boolean }
  | { readonly kind: 'canceled' };

/** Compiled programs in a private folder. An executable is reused until a file or command it depends on changes. */
export class Builds {
  constructor(
    private readonly folder: PrivateFolder,
    private readonly environment: Environment,
  ) {}

  /** Compiles a program, or returns its previous build. Rejects with `NoPrivateFolder`. */
  async build(
    program: LocalProgram,
    installed: InstalledToolchain,
    variant: BuildVariant,
    signal?: AbortSignal,
  ): Promise<Build> {
    const { toolchain } = installed;
    const compile = (variant === 'debug' ? toolchain.debug : null) ?? toolchain.compile;
    const builds = path.join(await this.folder.open(), 'builds');
    const key = await this.keyOf(program, installed, compile);
    const known = compile && (await previousBuild(builds, key));
    const isCopied =
      installed.toolchain.rejectsByteOrderMark === true && (await hasByteOrderMark(program.file));
    if (known)
      return this.built(placeholdersOf(program, installed, known.output, isCopied), installed, known.message);
    const name = compile ? `${key}-${randomBytes(6).toString('hex')}` : key;
    const output = path.join(builds, name);
    await fs.mkdir(output, { recursive: true, mode: 0o700 });
    await removeOldBuilds(builds);
    const values = placeholdersOf(program, installed, output, isCopied);
    const hasCopy = values.file !== program.file;
    if (hasCopy) await writeCopy(program, values);
    if (!compile) return this.built(values, installed, null);

    const started = Date.now();
    const run = await runCommand(
      this.commandOf(compile, values, installed, compilerFolder(installed, values)),
      '',
      { timeMs: MAX_COMPILE_MS, outputBytes: MAX_COMPILER_OUTPUT_BYTES },
      signal,
    );
    if (run.ended === 'canceled') {
      await removeFolder(output);
      return { kind: 'canceled' };
    }
    const text = withAbsolutePaths(run.startError ?? joined(run.errorOutput, run.output), output, values);
    const message = hasCopy ? text.replaceAll(values.file, () => program.file) : text;
    if (run.exitCode !== 0) {
      await removeFolder(output);
      return { kind: 'failed', message, hasTimedOut: run.ended === 'timeLimit' };
    }
    const files = await filesOfBuild(program, installed, values, started);
    const written = await stampsOf(await filesWithExtensions(output, ['']));
    if (files && written) await writeRecord(path.join(output, recordName), { message, files, written });
    return this.built(values, installed, message);
  }

  /** Returns a name for all builds of this text with these commands and these versions of the tools. */
  private async keyOf(
    { file, code, language }: LocalProgram,
    { toolchain, tools }: InstalledToolchain,
    compile: readonly string[] | null,
  ): Promise<string> {
    const versions = await Promise.all([...tools.values()].map(stampOf));
    const parts = [file, code, language, compile, toolchain.run, versions, toolchain.environment ?? {}];
    return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
  }

  private commandOf(
    template: readonly string[],
    values: Placeholders,
    { toolchain, tools }: InstalledToolchain,
    folder: string,
  ): Command {
    const [name = '', ...args] = template;
    const tool = tools.get(name) ?? fillCommand([name], values)[0] ?? name;
    const extra = Object.entries(toolchain.environment ?? {}).map(
      ([variable, value]) => [variable, fillCommand([value ?? ''], values)[0]] as const,
    );
    const environment = environmentFor(tool, tools, this.environment);
    return {
      tool,
      args: fillCommand(args, values),
      folder,
      environment: { ...environment, ...Object.fromEntries(extra) },
    };
  }

  private built(values: Placeholders, installed: InstalledToolchain, message: string | null): Build {
    const { run } = installed.toolchain;
    const command = this.commandOf(run, values, installed, values.folder);
    return { kind: 'built', message, command, paths: values };
  }
}

/** Returns the build with this key if its files haven't changed, or else null. `builds`: folder of all builds */
async function previousBuild(
  builds: string,
  key: string,
): Promise<{ readonly output: string; readonly message: string } | null> {
  for (const name of await namesIn(builds)) {
    if (!name.startsWith(`${key}-`)) continue;
    const output = path.join(builds, name);
    const record = v.safeParse(buildRecord, jsonIn(await textOf(path.join(output, recordName))));
    if (!record.success || !(await isUsable(record.output))) continue;
    // the most recently used builds are kept
    await fs.utimes(output, new Date(), new Date());
    return { output, message: record.output.message };
  }
  return null;
}

/** Removes builds except for the newest ones and those that another window may be using. */
async function removeOldBuilds(builds: string): Promise<void> {
  const folders = (await namesIn(builds)).map((name) => path.join(builds, name));
  const dated = await Promise.all(
    folders.map(async (folder) => {
      const found = await fs.stat(folder).catch(() => null);
      return { folder, usedAt: found?.mtimeMs ?? 0 };
    }),
  );
  const newestFirst = dated.sort((a, b) => b.usedAt - a.usedAt);
  const old = newestFirst.slice(MAX_BUILDS).filter(({ usedAt }) => Date.now() - usedAt > MIN_BUILD_AGE_MS);
  await Promise.all(old.map(({ folder }) => removeFolder(folder)));
}

/** File of a build that can be reused. It contains the compiler output and the files that the build depends on. */
const recordName = 'judge-results-build.json';
const stamp = v.strictObject({ file: v.string(), size: v.number(), changedAt: v.number() });
const buildRecord = v.object({
  message: v.string(),
  files: v.object({
    read: v.array(stamp),
    /** files that, if they appear or disappear, would be read instead of others, or would change the compiled code */
    lookedUp: v.array(v.object({ file: v.string(), exists: v.boolean() })),
    /** if set, the files below this folder with these extensions must be the same; null: no other files are read */
    folder: v.nullable(v.object({ path: v.string(), extensions: v.array(v.string()) })),
  }),
  /** files that the compiler wrote; another program may remove them */
  written: v.array(stamp),
});
type FilesOfBuild = v.InferOutput<typeof buildRecord>['files'];

/** Returns the files that a build depends on; null: they are unknown, or one of them has changed since `started`. */
async function filesOfBuild(
  program: LocalProgram,
  { toolchain, isCompileOverridden }: InstalledToolchain,
  values: Placeholders,
  started: number,
): Promise<FilesOfBuild | null> {
  const stamps = async (files: readonly string[]): Promise<FileStamp[] | null> => {
    const present = await stampsOf(files);
    return present?.every(({ changedAt }) => changedAt < started) ? present : null;
  };
  if (usesPlaceholder(toolchain.compile, 'dependencies')) {
    const files = await filesRead(
      values.dependencies,
      compilerFolder({ toolchain, isCompileOverridden }, values),
    );
    const read = files && (await stamps(files));
    const lookedUp =
      files && (await filesLookedUp(files, values.folder, fillCommand(toolchain.compile ?? [], values)));
    return read && lookedUp && { read, lookedUp: [...lookedUp], folder: null };
  }
  if (isCompileOverridden) return null;
  if (await nearestFile(values.folder, toolchain.readsUnknownBelow ?? [])) return null;
  if (toolchain.readsUnknown?.some((part) => program.code.includes(part))) return null;
  if (toolchain.reads === 'alone') {
    const read = await stamps([program.file]);
    return read && { read, lookedUp: [], folder: null };
  }
  const extensions = [path.extname(program.file).toLowerCase(), ...(toolchain.otherExtensions ?? [])];
  const folder = { path: values.folder, extensions };
  const files = await filesWithExtensions(folder.path, folder.extensions);
  const read = files && (await stamps(files));
  return read && { read, lookedUp: [], folder };
}

/** Returns the files with their times; null: one of them doesn't exist, or they are unknown. */
async function stampsOf(files: readonly string[] | null): Promise<FileStamp[] | null> {
  if (files === null) return null;
  const present = (await Promise.all(files.map(stampOf))).filter((found) => found !== null);
  return present.length === files.length ? present : null;
}

/** Writes the record of a build. If this fails, for example because the disk is full, the build is used only once. */
async function writeRecord(file: string, record: v.InferOutput<typeof buildRecord>): Promise<void> {
  await fs.writeFile(file, JSON.stringify(record)).catch(() => fs.rm(file, { force: true }));
}

/** Returns whether a build is complete, and the compiler would read the same files again. */
async function isUsable({ files, written }: v.InferOutput<typeof buildRecord>): Promise<boolean> {
  return (await areUnchanged(files)) && (await Promise.all(written.map(isUnchanged))).every((same) => same);
}

async function areUnchanged({ read, lookedUp, folder }: FilesOfBuild): Promise<boolean> {
  for (const { file, exists } of lookedUp) if (exists !== ((await stampOf(file)) !== null)) return false;
  if (folder) {
    const files = await filesWithExtensions(folder.path, folder.extensions);
    if (files?.join('\0') !== read.map(({ file }) => file).join('\0')) return false;
  }
  return (await Promise.all(read.map(isUnchanged))).every((same) => same);
}

/**
 * Returns the folder in which the compiler runs: that of the program if version managers or modules of the language apply
 * there, as in a terminal. A command that the user has set runs in the private folder, because it may write files to its
 * working folder.
 */
function compilerFolder(
  { toolchain, isCompileOverridden }: Pick<InstalledToolchain, 'toolchain' | 'isCompileOverridden'>,
  { folder, output }: Placeholders,
): string {
  return toolchain.compilesInFolder === true && !isCompileOverridden ? folder : output;
}

/** Writes a copy of the program under the name that the compiler requires, without a byte order mark. */
async function writeCopy({ code }: LocalProgram, { file }: Placeholders): Promise<void> {
  await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await fs.writeFile(file, code.replace(/^\ufeff/, ''), { mode: 0o600 });
}

async function hasByteOrderMark(file: string): Promise<boolean> {
  const bytes = await fs.readFile(file).catch(() => Buffer.alloc(0));
  return bytes.subarray(0, 3).equals(Buffer.from('\ufeff'));
}

/** `isCopied`: the compiler gets a copy of the program, even if its name is right */
function placeholdersOf(
  program: LocalProgram,
  { toolchain }: InstalledToolchain,
  output: string,
  isCopied: boolean,
): Placeholders {
  const executable = path.join(output, process.platform === 'win32' ? 'program.exe' : 'program');
  const own = path.basename(program.file);
  const { fileName, mainClass, fallbackClass } = entryPointOf({
    language: program.language,
    files: [{ fileName: own, text: program.code }],
    active: own,
    extensions: [],
  });
  const named = toolchain.needsNamedSource ? fileName : own;
  return {
    file: named === own && !isCopied ? program.file : path.join(output, 'source', named),
    stem: path.basename(program.file, path.extname(program.file)),
    folder: path.dirname(program.file),
    output,
    executable,
    dependencies: path.join(output, 'dependencies.d'),
    mainClass: mainClass ?? fallbackClass ?? 'Main',
  };
}

/** Replaces paths relative to the folder in which the compiler ran, as tsc prints them. */
function withAbsolutePaths(message: string, output: string, { folder }: Placeholders): string {
  const relative = path.relative(output, folder).split(path.sep).join('/');
  // a function, because `$&` in the path of a folder would be interpreted as a pattern
  return message.replaceAll(`${relative}/`, () => folder + path.sep);
}

function joined(first: string, second: string): string {
  const isSeparate = first === '' || second === '' || first.endsWith('\n');
  return isSeparate ? first + second : `${first}\n${second}`;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return fs.readdir(folder).catch(() => []);
}

async function textOf(file: string): Promise<string> {
  return fs.readFile(file, 'utf8').catch(() => '');
}

async function removeFolder(folder: string): Promise<void> {
  // Windows doesn't remove a running program
  await fs.rm(folder, { recursive: true, force: true }).catch(() => undefined);
}
