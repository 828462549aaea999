import type { ProblemForm, SubmissionLanguage } from '../../service';

/** Which languages of a service go with a document, the one to propose first, and all others. */
export interface LanguageProposals {
  readonly fitting: readonly SubmissionLanguage[];
  readonly others: readonly SubmissionLanguage[];
}

/**
 * Orders a service's languages for a document: those of the editor's language or of the file's extension first, and the
 * last choice before them. A last choice that is missing from the list was typed: it is proposed, too. If the list is
 * complete (`isComplete`), it isn't allowed here, and the languages with the most similar IDs come first instead.
 */
export function proposeLanguages(
  { languages }: Pick<ProblemForm, 'languages'>,
  document: { readonly editorLanguage: string; readonly fileName: string },
  lastChoice: string | null,
  isComplete = false,
): LanguageProposals {
  const extension = extensionOf(document.fileName);
  const fits = (one: SubmissionLanguage): boolean =>
    one.editorLanguages.includes(document.editorLanguage) || one.extensions.includes(extension);
  const fitting = languages.filter(fits);
  const others = languages.filter((one) => !fits(one));
  if (lastChoice === null) return { fitting, others };
  const listed = languages.find(({ id }) => id === lastChoice);
  if (!listed && isComplete) return { fitting: nearestFirst(fitting, lastChoice), others };
  const last = listed ?? { id: lastChoice, name: lastChoice, editorLanguages: [], extensions: [] };
  const isAnother = ({ id }: SubmissionLanguage): boolean => id !== lastChoice;
  return { fitting: [last, ...fitting.filter(isAnother)], others: others.filter(isAnother) };
}

/** Sorts by how many characters the IDs have in common from their start: `cc.cc17` comes before `cc.cc14` for `cc.cc17o2`. */
function nearestFirst(languages: readonly SubmissionLanguage[], wanted: string): SubmissionLanguage[] {
  const common = ({ id }: SubmissionLanguage): number => {
    let length = 0;
    while (length < id.length && id[length] === wanted[length]) length += 1;
    return length;
  };
  return languages.toSorted((one, other) => common(other) - common(one));
}

/** `.cpp`, in lower case; empty where there is none. */
function extensionOf(fileName: string): string {
  return /\.[^./\\]+$/.exec(fileName)?.[0].toLowerCase() ?? '';
}
