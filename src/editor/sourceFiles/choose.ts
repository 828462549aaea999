import { isNamedAfter, type NamedProblem, mayBeIn, programStem } from './programs';
import { programBeside, type KeptProblem } from './problemFiles';
import { isSamePath } from '../../base/paths';
import type { KnownRecord } from '../../records';

/** A program of the workspace. */
export interface Program {
  /** its URI, as text */
  readonly uri: string;
  /** the path of its URI, which begins with a slash */
  readonly path: string;
  /** as the operating system has it */
  readonly osPath: string;
}

/** What is known of a submission. */
export interface Judged {
  /** null: not told */
  readonly problem: NamedProblem | null;
  readonly language: string | null;
  /** Whether an address is that of its problem's page. Null: the page has several problems, which may include it. */
  readonly isItsPage: (address: string) => boolean | null;
}

export type ChosenFile =
  /** `why`: it has the text that was judged; its problem's address is that of the submission; so is its name */
  | { readonly kind: 'one'; readonly file: Program; readonly why: 'text' | 'problem' | 'name' }
  /** more than one could be it, or one that nothing but its name speaks for, and something against it */
  | { readonly kind: 'several'; readonly files: readonly Program[] }
  | { readonly kind: 'none' };

/**
 * Which of the workspace's programs was handed in: the first thing that speaks for some decides, and only where it
 * speaks for a single one. `withText`: URIs of the files that have the text that was judged.
 */
export function chooseFile(
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
  // copies of one text: any of them is right, the problem's own the most
  const ownCopies = sameText.filter(isAtPage);
  if (sameText.length > 0)
    return single(ownCopies, 'text') ?? single(sameText, 'text') ?? { kind: 'several', files: sameText };

  const atPage = fitting.filter(isAtPage);
  if (atPage.length > 0) return single(atPage, 'problem') ?? { kind: 'several', files: atPage };

  const named = problem === null ? [] : fitting.filter(({ path }) => isNamedAfter(path, problem));
  // what is kept for another problem is not tied by its name, but may be meant
  const free = named.filter((one) => !isOfAnother(one));
  if (free.length > 0) return single(free, 'name') ?? { kind: 'several', files: free };
  return named.length > 0 ? { kind: 'several', files: named } : { kind: 'none' };
}

function single(files: readonly Program[], why: 'text' | 'problem' | 'name'): ChosenFile | null {
  const [file] = files;
  return file && files.length === 1 ? { kind: 'one', file, why } : null;
}

/** The addresses of the problems that are kept for each program. */
function pagesOf(
  programs: readonly Program[],
  kept: readonly KeptProblem[],
): ReadonlyMap<string, readonly string[]> {
  const byPath = new Map(programs.map((one) => [one.path, one]));
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
 * Why the open file is offered as the one that a record was made from: the compiler has something to show in it, or
 * has nothing to say any more where it had before. Null: it makes no difference.
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
