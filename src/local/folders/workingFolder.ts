import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { MAX_COPIED_BYTES, MAX_LISTED_FILES, MIN_WORKING_FOLDER_AGE_MS } from '../limits';

/** File names that a program uses instead of its standard input and output; null: unknown, or none. */
export interface ProblemFiles {
  readonly input: string | null;
  readonly output: string | null;
}

/** The files of a problem that uses the standard input and output, or whose files are unknown. */
export const noProblemFiles: ProblemFiles = { input: null, output: null };

export interface WrittenFile {
  /** relative to the working folder, with `/` */
  readonly name: string;
  readonly bytes: number;
}

/** Files for the checker and the interactor of a program. All paths are absolute. */
export interface HelperFiles {
  readonly input: string;
  /** file with the expected output; empty if it is unknown */
  readonly answer: string;
  /** file in which an interactor may write; it doesn't exist yet */
  readonly interaction: string;
  /** folder in which helpers with Kattis' protocol write */
  readonly feedback: string;
}

/** A text in quotation marks that may be the name of a file. The maximum length keeps the search linear. */
const quoted = /"([^"\\\n]{1,100})"|'([^'\\\n]{1,100})'/g;

/** Endings of input files, as in `sum.in` and `input.txt`. */
const inputEnds = ['.in', '.inp', 'input.txt'];
const outputEnds = ['.out', '.ou', '.ans', 'output.txt'];

/**
 * The folder in which a program runs with one case, so that it can't change files of the user. It contains the input
 * under all names that the program may open, and copies of the files next to the program that it refers to.
 */
export class WorkingFolder {
  /** modification times of the files that were put into the folder, ms, by name */
  private readonly given = new Map<string, number>();

  private constructor(
    /** absolute path of the folder of the case, which contains the others */
    private readonly parent: string,
    /** absolute path of the working folder */
    readonly path: string,
    private readonly problemFiles: ProblemFiles,
  ) {}

  /** absolute path of the file with the input of the case */
  get input(): string {
    return path.join(this.parent, 'input');
  }

  /** absolute path of the file for the standard output */
  get output(): string {
    return path.join(this.parent, 'output');
  }

  /** absolute path of the file for the error output */
  get errorOutput(): string {
    return path.join(this.parent, 'error-output');
  }

  get helperFiles(): HelperFiles {
    return {
      input: this.input,
      answer: path.join(this.parent, 'answer'),
      interaction: path.join(this.parent, 'interaction'),
      feedback: path.join(this.parent, 'feedback'),
    };
  }

  /** Writes the files for checkers and interactors. `answer`: expected output; empty if unknown */
  async writeAnswer(answer: string | Uint8Array): Promise<void> {
    const files = this.helperFiles;
    await fs.writeFile(files.answer, answer, { mode: 0o600 });
    await fs.mkdir(files.feedback, { mode: 0o700 });
  }

  /**
   * Creates the folder of a case.
   *
   * @param folder private folder, see `PrivateFolder`
   * @param program absolute path of the program, and its text
   */
  static async create(
    folder: string,
    program: { readonly file: string; readonly code: string },
    input: string | Uint8Array,
    problemFiles: ProblemFiles,
  ): Promise<WorkingFolder> {
    const cases = path.join(folder, 'cases');
    // synchronous, as everything that each case needs, because it takes a tenth of the time
    mkdirSync(cases, { recursive: true, mode: 0o700 });
    const parent = mkdtempSync(path.join(cases, 'case-'));
    const working = new WorkingFolder(parent, path.join(parent, 'files'), problemFiles);
    mkdirSync(working.path, { mode: 0o700 });
    writeFileSync(working.input, input, { mode: 0o600 });
    await working.putFiles(program, input);
    return working;
  }

  /** Removes the folder. A program that is still ending may keep a file open on Windows; it is removed later. */
  async remove(): Promise<void> {
    try {
      rmdirSync(this.path);
      for (const file of [this.input, this.output, this.errorOutput]) rmSync(file, { force: true });
      rmdirSync(this.parent);
    } catch {
      // asynchronous, because the program may have created very many files
      await fs.rm(this.parent, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    }
  }

  /** Returns the files that the program has written or changed, at most `MAX_LISTED_FILES`. */
  async written(): Promise<readonly WrittenFile[]> {
    if (isEmptyFolder(this.path)) return [];
    const entries = await fs.readdir(this.path, { withFileTypes: true, recursive: true }).catch(() => []);
    const written: WrittenFile[] = [];
    for (const entry of entries) {
      if (!entry.isFile() || written.length === MAX_LISTED_FILES) continue;
      const file = path.join(entry.parentPath, entry.name);
      const found = await fs.stat(file).catch(() => null);
      const name = path.relative(this.path, file).split(path.sep).join('/');
      if (found && this.given.get(name) !== found.mtimeMs) written.push({ name, bytes: found.size });
    }
    return written.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /**
   * Returns the absolute path of the file that is the output of the program: the standard output, or a file that it has
   * written instead. `written`: see there
   */
  async outputFile(written: readonly WrittenFile[]): Promise<string> {
    const own = written.find(({ name }) => name === this.problemFiles.output);
    if (own) return path.join(this.path, own.name);
    if (written.length === 0 || !(await isBlank(this.output))) return this.output;
    const named = written.filter(({ name }) => endsWithOneOf(name, outputEnds));
    const [only] = named.length > 0 ? named : written;
    const isClear = named.length === 1 || (named.length === 0 && written.length === 1);
    return only && isClear ? path.join(this.path, only.name) : this.output;
  }

  private async putFiles(
    program: { readonly file: string; readonly code: string },
    input: string | Uint8Array,
  ): Promise<void> {
    const folder = path.dirname(program.file);
    let left = MAX_COPIED_BYTES;
    for (const name of this.namesToPut(program.code)) {
      const target = path.join(this.path, name);
      await fs.mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      if (this.isInput(name)) {
        await fs.writeFile(target, input, { mode: 0o600 });
      } else {
        const source = path.join(folder, name);
        const found = await fs.stat(source).catch(() => null);
        if (!found?.isFile() || found.size > left) continue;
        left -= found.size;
        await fs.copyFile(source, target);
      }
      this.given.set(name, (await fs.stat(target)).mtimeMs);
    }
  }

  /** Returns the files that the program may read. */
  private namesToPut(code: string): readonly string[] {
    const { input, output } = this.problemFiles;
    const names = new Set(input === null ? [] : [input]);
    for (const name of namesIn(code)) {
      if (names.size === MAX_LISTED_FILES) break;
      if (name !== output && !endsWithOneOf(name, outputEnds)) names.add(name);
    }
    return [...names].filter(isInside);
  }

  private isInput(name: string): boolean {
    const { input } = this.problemFiles;
    return input === null ? endsWithOneOf(name, inputEnds) : name === input;
  }
}

/** Returns the quoted texts that may be file names, in their order. */
function namesIn(code: string): readonly string[] {
  const texts = [...code.matchAll(quoted)].map(([, double, single]) => double ?? single ?? '');
  const names = texts.map((text) => (text.startsWith('./') ? text.slice(2) : text));
  return [...new Set(names)].filter((name) => name.includes('.') && isInside(name));
}

/** Returns whether a path leads to a file below the working folder, on every system. */
function isInside(name: string): boolean {
  if (/[\\:*?<>|\0]/.test(name) || name.startsWith('/') || name.endsWith('/')) return false;
  return name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

function endsWithOneOf(name: string, ends: readonly string[]): boolean {
  return ends.some((end) => name.toLowerCase().endsWith(end));
}

/** Returns whether a file contains only whitespace. A large file isn't blank. */
async function isBlank(file: string): Promise<boolean> {
  // it doesn't exist if the program wasn't started
  const size = (await fs.stat(file).catch(() => null))?.size ?? 0;
  return size === 0 || (size < 1000 && (await fs.readFile(file, 'utf8')).trim() === '');
}

function isEmptyFolder(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    return true; // the program has removed it
  }
}

/** Removes folders of cases that were left behind when a window was killed. `folder`: private folder */
export async function removeForgottenCases(folder: string): Promise<void> {
  const cases = path.join(folder, 'cases');
  for (const name of await fs.readdir(cases).catch(() => [])) {
    const folder = path.join(cases, name);
    const found = await fs.stat(folder).catch(() => null);
    if (found && Date.now() - found.mtimeMs > MIN_WORKING_FOLDER_AGE_MS)
      await fs.rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
