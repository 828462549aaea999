import { isNamedAfterProblem, type NamedProblem, mayBeIn, programStem } from './programNames';
import { programBeside, type KeptProblem } from './problemNextToProgram';
import { isSamePath } from '../../base/paths';
import type { KnownRecord } from '../../records';

/** A program in the workspace. */
export interface Program {
  readonly uri: string;
  /** path of the URI, with a leading slash */
  readonly path: string;
  /** file-system path */
  readonly osPath: string;
}

/** Known data of a submission. */
export interface Judged {
  /** null: unknown */
  readonly problem: NamedProblem | null;
  readonly language: string | null;
  /** Returns whether a URL is the problem's page. Null: the page shows several problems, which may include it. */
  readonly isItsPage: (address: string) => boolean | null;
}

export type ChosenFile =
  /** `why`: the text equals the judged text; the problem's URL equals that of the submission; or the name fits */
  | { readonly kind: 'one'; readonly file: Program; readonly why: 'text' | 'problem' | 'name' }
  /** several candidates, or one with a fitting name but contradicting data */
  | { readonly kind: 'several'; readonly files: readonly Program[] }
  | { readonly kind: 'none' };

/**
 * Finds the submitted program in the workspace. Uses the first criterion that any program meets. Returns one program
 * only if no other meets it. `withText`: URIs of the files that contain the judged text.
 */
export function chooseSubmittedFile(
  judged: Judged,
  programs: readonly Program[],
  kept: readonly KeptProblem[],
  withText: ReadonlySet<string>,
): ChosenFile {
  const pages = pagesOf(programs, kept);
  const fitting = programs.filter(({ path }) => programStem(path) !== null && mayBeIn(path, judged.language));
  const isAtPage = ({ uri }: Program): boolean =>
    (pages.get(uri) ?? []).some((address) => judged.isItsPage(address) === true);
  const isOfAnother = ({ uri }: Program): boolean =>
    pages.get(uri)?.every((address) => judged.isItsPage(address) === false) ?? false;
  const { problem } = judged;

  const sameText = programs.filter(({ uri }) => withText.has(uri));
  // several copies of the same text: any is correct, preferably the one of the same problem
  const ownCopies = sameText.filter(isAtPage);
  if (sameText.length > 0)
    return single(ownCopies, 'text') ?? single(sameText, 'text') ?? { kind: 'several', files: sameText };

  const atPage = fitting.filter(isAtPage);
  if (atPage.length > 0) return single(atPage, 'problem') ?? { kind: 'several', files: atPage };

  const named = problem === null ? [] : fitting.filter(({ path }) => isNamedAfterProblem(path, problem));
  // a file that belongs to another problem isn't linked automatically, but is suggested
  const free = named.filter((program) => !isOfAnother(program));
  if (free.length > 0) return single(free, 'name') ?? { kind: 'several', files: free };
  return named.length > 0 ? { kind: 'several', files: named } : { kind: 'none' };
}

function single(files: readonly Program[], why: 'text' | 'problem' | 'name'): ChosenFile | null {
  const [file] = files;
  return file && files.length === 1 ? { kind: 'one', file, why } : null;
}

export function pagesOf(
  programs: readonly Program[],
  kept: readonly KeptProblem[],
): ReadonlyMap<string, readonly string[]> {
  const byPath = new Map(programs.map((program) => [program.path, program]));
  const pages = new Map<string, string[]>();
  for (const problem of kept) {
    const { url, program } = problem;
    if (url === null) continue;
    const beside = programBeside(problem);
    const own =
      (beside === null ? undefined : byPath.get(beside)) ??
      (program === null ? undefined : programs.find(({ osPath }) => isSamePath(osPath, program)));
    if (own) pages.set(own.uri, [...(pages.get(own.uri) ?? []), url]);
  }
  return pages;
}

/**
 * Returns why the active file should be offered as a record's source: its diagnostics can be shown in it, or would
 * replace older ones. Null: it makes no difference.
 */
export function reasonToTie(
  { source, summary }: KnownRecord,
  file: string,
  records: readonly KnownRecord[],
): 'problems' | 'clean' | null {
  if (source || !summary) return null;
  if (summary.hasCompileMessage) return 'problems';
  const hadProblems = records.some((other) => other.source?.uri === file && other.summary?.hasCompileMessage);
  return summary.compiled === true && hadProblems ? 'clean' : null;
}
