import { l10n } from 'vscode';
import { nameOfJudge } from '../labels/judgeLabels';
import { askLanguage, proposeLanguages } from '../program';
import { fetchProblemForm, hasAllLanguages, languageNameIn } from './problemForm';
import type { Core } from '../shared/core';
import type { ChosenSubmission, Prepared, WithSubmissions } from './submission';

/** Asks for another language, because the judge refused this one for the problem. Null: the user canceled. */
export async function askOtherLanguage(
  extension: Core & WithSubmissions,
  prepared: Prepared,
  choices: ChosenSubmission,
  again: () => Promise<void>,
): Promise<Pick<ChosenSubmission, 'language' | 'languageName'> | null> {
  const { judge, offer, source } = prepared;
  const form = await fetchProblemForm(extension, prepared, choices, new AbortController().signal, again);
  if (!form) return null;
  const languages = form.languages.filter(({ id }) => id !== choices.language);
  const about = { editorLanguage: source.editorLanguage, fileName: source.name };
  const proposals = proposeLanguages({ languages }, about, null);
  const title = l10n.t('Submit {0} to {1}', source.name, nameOfJudge(judge));
  const step = { title, step: 1, steps: 1, canGoBack: false };
  const language = await askLanguage(step, proposals, { mayType: !hasAllLanguages(offer, form) });
  if (typeof language !== 'string') return null;
  return { language, languageName: languageNameIn(form, language) };
}
