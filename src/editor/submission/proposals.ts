import type { SubmissionLanguage, SubmissionOffer } from '../../service';

/** Which languages of a service go with a document, the one to propose first, and all others. */
export interface LanguageProposals {
  readonly fitting: readonly SubmissionLanguage[];
  readonly others: readonly SubmissionLanguage[];
}

/**
 * Orders a service's languages for a document: those of the editor's language or of the file's extension first, and
 * the last choice before them. A last choice that is not on the list (it was typed) is proposed, too.
 */
export function proposeLanguages(
  { languages }: Pick<SubmissionOffer, 'languages'>,
  document: { readonly editorLanguage: string; readonly fileName: string },
  lastChoice: string | null,
): LanguageProposals {
  const extension = extensionOf(document.fileName);
  const fits = (one: SubmissionLanguage): boolean =>
    one.editorLanguages.includes(document.editorLanguage) || one.extensions.includes(extension);
  const fitting = languages.filter(fits);
  if (lastChoice === null) return { fitting, others: languages.filter((one) => !fits(one)) };
  const last = languages.find(({ id }) => id === lastChoice) ?? {
    id: lastChoice,
    name: lastChoice,
    editorLanguages: [],
    extensions: [],
  };
  const isAnother = ({ id }: SubmissionLanguage): boolean => id !== lastChoice;
  return {
    fitting: [last, ...fitting.filter(isAnother)],
    others: languages.filter((one) => !fits(one) && isAnother(one)),
  };
}

/** `.cpp`, in lower case; empty where there is none. */
function extensionOf(fileName: string): string {
  return /\.[^./\\]+$/.exec(fileName)?.[0].toLowerCase() ?? '';
}

/**
 * The problem that a file is probably about, by its path: the service's own form of IDs in the file's name
 * (`P1001.cpp`, `P1001-second-try.cpp`), else in that of its folder (`P1001/main.cpp`). Null: none is seen.
 */
export function guessProblem(
  path: string,
  problemIdIn: ((name: string) => string | null) | null,
): string | null {
  if (!problemIdIn) return null;
  const parts = path.split(/[\\/]/).filter((part) => part !== '');
  const file = parts.pop() ?? '';
  const folder = parts.pop() ?? '';
  return problemIdIn(file.replace(/\.[^.]*$/, '')) ?? problemIdIn(folder);
}
