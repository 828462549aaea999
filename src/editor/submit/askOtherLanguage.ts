import { l10n } from 'vscode';
import type { ProblemForm } from '../../judges';
import { nameOfJudge } from '../labels/judgeLabels';
import { askLanguage, proposeLanguages } from '../program';
import { fetchProblemForm, hasAllLanguages, languageNameIn, type FetchedForm } from './problemForm';
import type { Core } from '../shared/core';
import type { ChosenSubmission, Prepared, WithSubmissions } from './submitSteps';

/** Prompts for another language, because the judge refused this one for the problem. Null: the user canceled. */
export async function askOtherLanguage(
  extension: Core & WithSubmissions,
  prepared: Prepared,
  choices: ChosenSubmission,
): Promise<Pick<ChosenSubmission, 'language' | 'languageName'> | null> {
  const { judge, offer, source } = prepared;
  const form = await untilFetched(extension, prepared, choices);
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

/** Fetches the form as often as the user wants to try again. Null: that failed, which was shown. */
async function untilFetched(
  extension: Core & WithSubmissions,
  prepared: Prepared,
  choices: ChosenSubmission,
): Promise<ProblemForm | null> {
  const { signal } = new AbortController();
  let fetched: FetchedForm;
  do fetched = await fetchProblemForm(extension, prepared, choices, signal);
  while (fetched.kind === 'tryAgain');
  return fetched.kind === 'form' ? fetched.form : null;
}
