import type { ProblemForm, SubmissionLanguage } from '../../service';

/** Languages of a judge, sorted for a document. */
export interface LanguageProposals {
  /** languages that fit the document, the preselected one first */
  readonly fitting: readonly SubmissionLanguage[];
  readonly others: readonly SubmissionLanguage[];
}

/**
 * Sorts a judge's languages for a document. The last choice comes first, followed by languages that fit the editor's
 * language or the file's extension. If the last choice isn't in the list, the user typed it, so it is suggested, too. A
 * complete list (`isComplete`) doesn't allow that, so the languages with the most similar IDs come first instead.
 */
export function proposeLanguages(
  { languages }: Pick<ProblemForm, 'languages'>,
  document: { readonly editorLanguage: string; readonly fileName: string },
  lastChoice: string | null,
  isComplete = false,
): LanguageProposals {
  const extension = extensionOf(document.fileName);
  const fits = (language: SubmissionLanguage): boolean =>
    language.editorLanguages.includes(document.editorLanguage) || language.extensions.includes(extension);
  const fitting = languages.filter(fits);
  const others = languages.filter((language) => !fits(language));
  if (lastChoice === null) return { fitting, others };
  const listed = languages.find(({ id }) => id === lastChoice);
  if (!listed && isComplete) return { fitting: nearestFirst(fitting, lastChoice), others };
  const last = listed ?? { id: lastChoice, name: lastChoice, editorLanguages: [], extensions: [] };
  const isAnother = ({ id }: SubmissionLanguage): boolean => id !== lastChoice;
  return { fitting: [last, ...fitting.filter(isAnother)], others: others.filter(isAnother) };
}

/** Sorts by the length of the common prefix: `cc.cc17` comes before `cc.cc14` for `cc.cc17o2`. */
function nearestFirst(languages: readonly SubmissionLanguage[], wanted: string): SubmissionLanguage[] {
  const common = ({ id }: SubmissionLanguage): number => {
    let length = 0;
    while (length < id.length && id[length] === wanted[length]) length += 1;
    return length;
  };
  return languages.toSorted((one, other) => common(other) - common(one));
}

/** Returns the extension in lower case, for example `.cpp`; empty: none. */
function extensionOf(fileName: string): string {
  return /\.[^./\\]+$/.exec(fileName)?.[0].toLowerCase() ?? '';
}
