import { l10n, QuickPickItemKind } from 'vscode';
import type { SubmissionLanguage } from '../../judges';
import { isSubmissionLanguage } from '../shared/problemIds';
import { emptySlot, type Answer } from '../shared/quickPick';
import { languageLabel } from '../labels/judgeLabels';
import { sanitizeForUi } from '../labels/text';
import type { LanguageProposals } from './proposeLanguages';
import { addPrice, choose, type QuestionStep, type ValueItem } from './questionPick';

interface LanguageQuestion {
  /** the user can also type an ID */
  readonly mayType?: boolean;
  /** shown when known */
  readonly price?: Promise<string>;
  /** returns the names and the entry point that are sent in a language; empty: none */
  readonly namesIn?: (language: SubmissionLanguage) => string;
}

/**
 * Asks for one of the judge's language IDs.
 */
export function askLanguage(
  step: QuestionStep,
  { fitting, others }: LanguageProposals,
  { mayType = true, price, namesIn = () => '' }: LanguageQuestion = {},
): Answer<string> {
  const known = new Set([...fitting, ...others].map(({ id }) => id));
  const separator = (label: string): ValueItem<string> => ({ label, kind: QuickPickItemKind.Separator });
  const placeholder = mayType ? l10n.t('Select or enter a language') : l10n.t('Select a language');
  return choose<string>(
    step,
    placeholder,
    (typed) => {
      const items: ValueItem<string>[] = [
        ...fitting.map((language) => languageItem(language, namesIn(language))),
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
    },
    {
      typedAt: -1,
      whileOpen: price ? (pick) => addPrice(pick, placeholder, price) : null,
    },
  );
}

/** `names`: the names that are sent; empty: not shown */
function languageItem(language: SubmissionLanguage, names = ''): ValueItem<string> {
  const { id, name, isByExtension } = language;
  return {
    label: sanitizeForUi(languageLabel(language), 100),
    description: name === id || isByExtension ? '' : sanitizeForUi(id, 64),
    value: id,
    ...(names === '' ? {} : { detail: names }),
  };
}
