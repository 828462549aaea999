import type { SubmissionSupport } from '../adapter';
import type { Submission, SubmissionLanguage } from '../submission';
import type { EntryPoint } from './index';
import { extensionOf, isAcceptedName } from './names';
import { entryPointOfSubmission, firstJavaClass } from './submittedProgram';

/** A question to the user before a program is sent, because it can't run as it is, or can start in several ways. */
export type SendingQuestion =
  /** The choice counts. `name`: the judge's name for it; null: none. `leavesOut`: the others aren't sent. */
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
  /** The judge starts the class `required`. `found`: the class of the program; `isFirst`: the first one is required */
  | {
      readonly kind: 'otherClass';
      readonly found: string;
      readonly required: string;
      readonly isFirst: boolean;
    };

/** How a judge chooses the names of files. */
export type NamingRules = Pick<SubmissionSupport, 'compiledAs' | 'keepsFileNames'>;

/** A program with the data that determine the names of its files. */
export type NamedProgram = Pick<
  Submission,
  'code' | 'fileName' | 'others' | 'language' | 'entry' | 'problemId'
>;

/** Returns the question before a program is sent; null: none is needed. */
export function sendingQuestion(
  program: NamedProgram,
  language: SubmissionLanguage | null,
  { compiledAs, keepsFileNames }: NamingRules,
): SendingQuestion | null {
  const [editorLanguage = ''] = language?.isByExtension ? [] : (language?.editorLanguages ?? []);
  const stem = compiledAs?.(editorLanguage, program.problemId, program.code) ?? null;
  if (stem !== null) {
    const found = otherClass(program, language, editorLanguage, stem);
    if (found === null) return null;
    return { kind: 'otherClass', found, required: stem, isFirst: compiledAs === firstJavaClass };
  }
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

/**
 * A class in a package can be started only if its name is sent to the judge, a class with a refused name only if its
 * name isn't sent.
 */
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

/** Returns the class of the program if the judge starts another one; null: it's the same, or unknown. */
function otherClass(
  program: NamedProgram,
  language: SubmissionLanguage | null,
  editorLanguage: string,
  required: string,
): string | null {
  const renamed = { ...program, fileName: required + extensionOf(program.fileName ?? ''), others: undefined };
  const entry = entryPointOfSubmission({ ...renamed, entry: { start: required } }, language);
  const { mainClass, fallbackClass } = entry;
  // without a main method, the judge may add one
  const found = (editorLanguage === 'java' ? fallbackClass : null) ?? mainClass;
  return found === required ? null : found;
}
