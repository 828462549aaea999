import type { SubmissionSupport } from '../adapter';
import type { Submission, SubmissionLanguage } from '../submission';
import type { EntryPoint } from './index';
import { extensionOf, isAcceptedName } from './names';
import { entryPointOfSubmission } from './submittedProgram';

/** A question to the user before a program is sent, because it can't run as it is, or can start in several ways. */
export type SendingQuestion =
  /** The choice counts. `name`: what the judge calls it; null: it has no name for it. `leavesOut`: the others aren't sent. */
  | {
      readonly kind: 'choose';
      readonly name: string | null;
      readonly candidates: readonly string[];
      readonly leavesOut: boolean;
    }
  /** The judge starts the first class that it finds. */
  | { readonly kind: 'judgeChooses'; readonly candidates: readonly string[] }
  | { readonly kind: 'noMain' }
  | { readonly kind: 'refusedName'; readonly name: string }
  /** A class in a package, or a file in a folder or of an unknown kind */
  | { readonly kind: 'unreachable'; readonly name: string }
  | { readonly kind: 'java25' }
  /** The judge compiles the file under another name. `found`: the class of the program; null: unknown */
  | { readonly kind: 'otherClass'; readonly found: string | null; readonly required: string };

/** How a judge treats the names of files. */
export type NamingRules = Pick<SubmissionSupport, 'compiledAs' | 'keepsFileNames'>;

/** A program with the data that decide about its names. */
export type NamedProgram = Pick<
  Submission,
  'code' | 'fileName' | 'others' | 'language' | 'entry' | 'problemId'
>;

/** Returns what to ask before a program is sent; null: nothing. */
export function sendingQuestion(
  program: NamedProgram,
  language: SubmissionLanguage | null,
  { compiledAs, keepsFileNames }: NamingRules,
): SendingQuestion | null {
  const [editorLanguage = ''] = language?.isByExtension ? [] : (language?.editorLanguages ?? []);
  const stem = compiledAs?.(editorLanguage, program.problemId) ?? null;
  if (stem !== null) return otherClass(program, language, editorLanguage, stem);
  if (keepsFileNames === undefined) return null;
  const entry = entryPointOfSubmission(program, language);
  switch (entry.trouble) {
    case null:
      return null;
    case 'none':
      return entry.candidates.length > 1
        ? {
            kind: 'choose',
            name: language?.entryPoint ?? null,
            candidates: entry.candidates,
            leavesOut: false,
          }
        : { kind: 'noMain' };
    case 'several':
      return severalQuestion(entry, language);
    case 'java25':
      return { kind: 'java25' };
    case 'name':
      return nameQuestion(entry, language);
  }
}

function severalQuestion(
  { candidates, leftOut, mainClass }: EntryPoint,
  language: SubmissionLanguage | null,
): SendingQuestion {
  const name = language?.entryPoint ?? null;
  if (name === null && mainClass !== null) return { kind: 'judgeChooses', candidates };
  return { kind: 'choose', name, candidates, leavesOut: leftOut.length > 0 };
}

/** A class in a package can be started if the judge is told the class, a class with a refused name if it isn't told. */
function nameQuestion(
  { sent, refusedName, mainClass }: EntryPoint,
  language: SubmissionLanguage | null,
): SendingQuestion | null {
  if (refusedName === null) return null;
  const isFile = refusedName !== mainClass || sent.some(({ fileName }) => !isAcceptedName(fileName));
  const isTold = language?.entryPoint !== undefined;
  const isScala = language?.editorLanguages.includes('scala') === true;
  const isStarted = isAcceptedName(refusedName) ? isTold : !isTold && !isScala;
  if (!isFile && isStarted) return null;
  const isRefused = !isAcceptedName(refusedName) && !refusedName.includes('/');
  return { kind: isRefused ? 'refusedName' : 'unreachable', name: refusedName };
}

/** Returns the question if the judge starts a class that the program doesn't contain. */
function otherClass(
  program: NamedProgram,
  language: SubmissionLanguage | null,
  editorLanguage: string,
  stem: string,
): SendingQuestion | null {
  const renamed = { ...program, fileName: stem + extensionOf(program.fileName ?? ''), others: undefined };
  const required = editorLanguage === 'kotlin' ? `${stem}Kt` : stem;
  const entry = entryPointOfSubmission({ ...renamed, entry: { start: required } }, language);
  const { mainClass, fallbackClass } = entry;
  if (editorLanguage === 'java' && fallbackClass !== null)
    return fallbackClass === required ? null : { kind: 'otherClass', found: fallbackClass, required };
  return mainClass === required ? null : { kind: 'otherClass', found: mainClass, required };
}
