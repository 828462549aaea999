import { Uri, workspace } from 'vscode';
import { isOfAnotherUser, withLineFeeds, type KnownRecord } from '../../records';
import type { Judge } from '../../judges';
import { isProblemPage } from '../../judges/judge';
import { readSized, sized } from '../shared/files/boundedReading';
import { namesIn, presentText } from '../shared/files/files';
import { cphFolder } from '../shared/settings/settingsOfOthers';
import { chooseSubmittedFile, pagesOf, type ChosenFile } from './chooseSubmittedFile';
import { cphProblem } from './cph';
import { cphNgProblem, unpacked } from './cphNg';
import { programBeside, type KeptProblem } from './problemNextToProgram';
import { programExtensions } from './programNames';
import { MAX_PROGRAMS, MAX_PROBLEM_FILES, MAX_READ_BYTES, MAX_PROBLEM_FILE_BYTES } from './limits';
import type { Core } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';

/**
 * Links the file that a record was submitted from, if exactly one is found, unless another user sent it. Returns whether
 * the record has a file now.
 */
export async function tieFoundFile(
  extension: Core & WithDiagnostics,
  { key }: KnownRecord,
  judge: Judge,
): Promise<boolean> {
  const record = extension.store.get(key);
  if (!record || record.source) return record !== null;
  if (isOfAnotherUser(record)) return false;
  const found = await search(extension, record, judge);
  // the user may have removed or linked the record meanwhile
  const now = extension.store.get(key);
  if (found.kind !== 'one' || !now || now.source) return Boolean(now?.source);
  const { sources } = await extension.diagnostics();
  await sources.link(now, Uri.parse(found.file.uri, true));
  return true;
}

/** Returns the files that the record may have been submitted from; none if its judge was removed. */
export async function likelyFiles(
  extension: Core & WithDiagnostics,
  record: KnownRecord,
): Promise<readonly Uri[]> {
  const judge = await extension.judges.judgeOf(record.service);
  if (!judge) return [];
  const found = await search(extension, record, judge);
  const files = found.kind === 'one' ? [found.file] : found.kind === 'several' ? found.files : [];
  return files.map(({ uri }) => Uri.parse(uri, true));
}

async function search(
  extension: Core & WithDiagnostics,
  record: KnownRecord,
  judge: Judge,
): Promise<ChosenFile> {
  const { sources } = await extension.diagnostics();
  const text = record.judgedHash === null ? null : await sources.judgedText(record);
  return findSubmittedFile(record, judge, text);
}
const elsewhere = '**/{node_modules,.git}/**';

/**
 * Finds the file that a record was submitted from, by its text, by problems that other extensions store, and by name.
 * Finds none in an untrusted workspace. `judgedText`: null if the judge doesn't return it.
 */
async function findSubmittedFile(
  { submission }: KnownRecord,
  judge: Judge,
  judgedText: string | null,
): Promise<ChosenFile> {
  if (!workspace.isTrusted || !workspace.workspaceFolders || (!submission && judgedText === null))
    return { kind: 'none' };
  const found = await workspace.findFiles(`**/*.{${programExtensions.join()}}`, elsewhere, MAX_PROGRAMS);
  const programs = found.map((uri) => ({ uri: uri.toString(), path: uri.path, osPath: uri.fsPath }));
  const judged = {
    problem: submission && { id: submission.problemId, title: submission.title },
    language: submission?.language ?? null,
    isItsPage: (address: string) => (submission ? isProblemPage(judge, address, submission) : false),
  };
  const kept = submission ? await keptProblems(new Set(programs.map(({ path }) => path))) : [];
  return chooseSubmittedFile(judged, programs, kept, await withText(found, judgedText));
}

/** Returns the URLs of the problems that Competitive Programming Helper and CPH-NG keep for a program. */
export async function problemPagesOf(program: Uri): Promise<readonly string[]> {
  if (!workspace.isTrusted || !workspace.workspaceFolders) return [];
  const programFile = { uri: program.toString(), path: program.path, osPath: program.fsPath };
  const kept = await keptProblems(new Set([program.path]));
  return pagesOf([programFile], kept).get(programFile.uri) ?? [];
}

/** Returns a program of the workspace for which such an extension stores a problem with that URL. Null: none. */
export async function programOfPage(url: string): Promise<Uri | null> {
  const [root] = workspace.workspaceFolders ?? [];
  if (!workspace.isTrusted || !root) return null;
  const kept = await keptProblems(new Set());
  const programs = kept.flatMap((problem): readonly Uri[] => {
    if (problem.url === null || !isSamePage(problem.url, url)) return [];
    const beside = programBeside(problem);
    if (beside !== null) return [root.uri.with({ path: beside })];
    return problem.program !== null && isAbsolute(problem.program) ? [Uri.file(problem.program)] : [];
  });
  const [existing] = await sized(programs);
  return existing?.uri ?? null;
}

/** Returns whether two URLs lead to the same page, in any language. */
function isSamePage(a: string, b: string): boolean {
  const page = (address: string): string => {
    const url = new URL(address);
    url.hash = '';
    url.searchParams.delete('locale');
    url.pathname = url.pathname.replace(/\/$/, '');
    return url.href;
  };
  return a === b || (URL.canParse(a) && URL.canParse(b) && page(a) === page(b));
}

function isAbsolute(path: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/])/.test(path);
}

/**
 * Returns the problems that Competitive Programming Helper and CPH-NG store in this workspace, or in the folder that is
 * configured for Competitive Programming Helper. `programs`: paths; files next to them are read first.
 */
async function keptProblems(programs: ReadonlySet<string>): Promise<readonly KeptProblem[]> {
  const [cph, cphNg, saved] = await Promise.all([
    workspace.findFiles('**/.cph/*.prob', elsewhere, MAX_PROBLEM_FILES),
    workspace.findFiles('**/.cph-ng/**/*.bin', elsewhere, MAX_PROBLEM_FILES),
    savedElsewhere(),
  ]);
  const isBesideProgram = ({ path }: Uri): boolean => programs.has(programBeside({ keptIn: path }) ?? '');
  const all = [...cph, ...cphNg, ...saved];
  const files = await sized(
    [...all.filter(isBesideProgram), ...all.filter((file) => !isBesideProgram(file))],
    MAX_PROBLEM_FILE_BYTES,
  );
  let unpackedLength = 0;
  const read = await readSized(files, MAX_READ_BYTES, async ({ uri }) => {
    if (unpackedLength > MAX_READ_BYTES) return null;
    const bytes = await bytesOf(uri);
    const isCphNg = uri.path.endsWith('.bin');
    const text = isCphNg ? await unpacked(bytes) : new TextDecoder().decode(bytes);
    unpackedLength += text.length;
    return isCphNg ? cphNgProblem(uri.path, text) : cphProblem(uri.path, text);
  });
  return read.filter((problem) => problem !== null);
}

async function savedElsewhere(): Promise<readonly Uri[]> {
  const folder = cphFolder();
  if (folder === null) return [];
  const place = Uri.file(folder);
  const names = (await namesIn(place)).filter((name) => name.endsWith('.prob')).slice(0, MAX_PROBLEM_FILES);
  return names.map((name) => Uri.joinPath(place, name));
}

/** Returns the content of a file; empty if the file was removed meanwhile. */
async function bytesOf(file: Uri): Promise<Uint8Array> {
  try {
    return await workspace.fs.readFile(file);
  } catch {
    return new Uint8Array();
  }
}

/** Returns the URIs of the files that contain a text, ignoring line endings, and whitespace at the ends of the text. */
async function withText(programs: readonly Uri[], text: string | null): Promise<ReadonlySet<string>> {
  const judged = text === null ? '' : comparable(text);
  if (judged === '') return new Set();
  const length = new TextEncoder().encode(judged).byteLength;
  // room for a byte order mark, other line endings, and whitespace at the ends
  const most = length + judged.split('\n').length + 64;
  const files = (await sized(programs, most)).filter(({ size }) => size >= length);
  const same = await readSized(files, MAX_READ_BYTES, async ({ uri }) => {
    const own = await presentText(uri);
    return own !== null && comparable(own) === judged ? uri.toString() : null;
  });
  return new Set(same.filter((uri) => uri !== null));
}

function comparable(text: string): string {
  return withLineFeeds(text).trim();
}
