import { l10n, QuickPickItemKind } from 'vscode';
import { languageOfFile, type ProblemForm, type SubmissionLanguage } from '../../judges';
import { isSubmissionLanguage } from '../shared/problemIds';
import {
  accepted,
  addPrice,
  answerIn,
  emptySlot,
  questionPick,
  type Answer,
  type QuestionStep,
  type ValueItem,
} from '../shared/dialogs/quickPick';
import { languageLabel } from '../labels/judgeLabels';
import { sanitizeForUi } from '../labels/sanitizeText';

interface LanguageQuestion {
  /** the user can also type an ID */
  readonly mayType?: boolean;
  /** shown when known */
  readonly price?: Promise<string>;
  /** names and entry point of the sent files, by the ID of a fitting language; absent: not shown */
  readonly sentAs?: ReadonlyMap<string, string>;
}

/**
 * Prompts for one of the judge's language IDs.
 */
export function askLanguage(
  step: QuestionStep,
  { fitting, others }: LanguageProposals,
  { mayType = true, price, sentAs = new Map() }: LanguageQuestion = {},
): Answer<string> {
  const known = new Set([...fitting, ...others].map(({ id }) => id));
  const separator = (label: string): ValueItem<string> => ({ label, kind: QuickPickItemKind.Separator });
  const placeholder = mayType ? l10n.t('Select or enter a language') : l10n.t('Select a language');
  const itemsFor = (typed: string): ValueItem<string>[] => {
    const items: ValueItem<string>[] = [
      ...fitting.map((language) => languageItem(language, sentAs.get(language.id))),
    ];
    if (others.length > 0) {
      items.push(separator(l10n.t('other languages')), ...others.map((language) => languageItem(language)));
    }
    if (mayType && typed !== '' && !known.has(typed) && isSubmissionLanguage(typed)) {
      items.push(separator(l10n.t('not in the list')), {
        label: `$(edit) ${typed}`,
        description: l10n.t('as entered'),
        value: typed,
        alwaysShow: true,
      });
    } else {
      items.push({ ...emptySlot, ...(known.has(typed) ? { value: typed } : {}) });
    }
    return items;
  };
  const pick = questionPick(step, placeholder, itemsFor(''));
  const disposables = [pick.onDidChangeValue((typed) => (pick.items = itemsFor(typed.trim())))];
  if (price) disposables.push(addPrice(pick, placeholder, price));
  // the item for the typed text is the last one
  return answerIn(pick, step, disposables, () => accepted(pick, -1)?.value);
}

/** `names`: the sent files; empty: not shown */
function languageItem(language: SubmissionLanguage, names = ''): ValueItem<string> {
  const { id, name, isByExtension } = language;
  return {
    label: sanitizeForUi(languageLabel(language), 100),
    description: name === id || isByExtension ? '' : sanitizeForUi(id, 64),
    value: id,
    ...(names === '' ? {} : { detail: names }),
  };
}

/** Languages of a judge, sorted for a document. */
export interface LanguageProposals {
  /** languages that fit the document, the preselected one first */
  readonly fitting: readonly SubmissionLanguage[];
  readonly others: readonly SubmissionLanguage[];
}

export interface SubmittedDocument {
  /** VS Code's ID of its language */
  readonly editorLanguage: string;
  readonly fileName: string;
}

/**
 * Sorts a judge's languages for a document. Languages that fit the editor's language or the file's extension come
 * first. The last choice only comes before the others of its kind, so that one wrong choice isn't preselected again. If
 * the last choice isn't in the list, the user typed it, so it is also suggested. A complete list (`isComplete`) doesn't
 * allow that, so the languages with the most similar IDs come first instead.
 */
export function proposeLanguages(
  { languages }: Pick<ProblemForm, 'languages'>,
  document: SubmittedDocument,
  lastChoice: string | null,
  isComplete = false,
): LanguageProposals {
  const fitting = languages.filter((language) => fitsDocument(language, document));
  const others = languages.filter((language) => !fitsDocument(language, document));
  if (lastChoice === null) return { fitting, others };
  const listed = languages.find(({ id }) => id === lastChoice);
  if (!listed && isComplete) return { fitting: nearestFirst(fitting, lastChoice), others };
  const last = listed ?? { id: lastChoice, name: lastChoice, editorLanguages: [], extensions: [] };
  const isFitting = fitting.includes(listed ?? nearestOf(languages, lastChoice) ?? last);
  const isAnother = ({ id }: SubmissionLanguage): boolean => id !== lastChoice;
  return isFitting
    ? { fitting: [last, ...fitting.filter(isAnother)], others }
    : { fitting, others: [last, ...others.filter(isAnother)] };
}

/** Returns whether the language fits the editor's language or the file's extension. */
export function fitsDocument(
  language: SubmissionLanguage,
  { editorLanguage, fileName }: SubmittedDocument,
): boolean {
  const isOfEditor = language.editorLanguages.includes(languageOfFile(fileName, editorLanguage));
  return isOfEditor || language.extensions.includes(extensionOf(fileName));
}

/** Sorts by the length of the common prefix: `cc.cc17` comes before `cc.cc14` for `cc.cc17o2`. */
function nearestFirst(languages: readonly SubmissionLanguage[], wanted: string): SubmissionLanguage[] {
  return languages.toSorted((one, other) => commonLength(other.id, wanted) - commonLength(one.id, wanted));
}

/** Returns the language whose ID begins most similarly; null: none begins with the same character. */
function nearestOf(languages: readonly SubmissionLanguage[], wanted: string): SubmissionLanguage | null {
  const [nearest] = nearestFirst(languages, wanted);
  return nearest && commonLength(nearest.id, wanted) > 0 ? nearest : null;
}

/** Returns the length of the common prefix of two IDs. */
function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** Returns the extension in lower case, for example `.cpp`, but `.C`, which is C++, as it is; empty: none. */
function extensionOf(fileName: string): string {
  const extension = /\.[^./\\]+$/.exec(fileName)?.[0] ?? '';
  return extension === '.C' ? extension : extension.toLowerCase();
}
