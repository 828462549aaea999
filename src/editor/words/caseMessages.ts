import { l10n } from 'vscode';
import type { Case } from '../../judge/known';

/** What judges are known to say of a case, with `{0}`, `{1}`, … where their parameters belong. */
const sentences: Readonly<Record<string, (...params: string[]) => string>> = {
  'On line {0}: Read {1}, expect {2}.': (...params) =>
    l10n.t('On line {0}: Read {1}, expect {2}.', ...params),
  'Read {0}, expect {1}.': (...params) => l10n.t('Read {0}, expect {1}.', ...params),
  'Your program returned {0}.': (...params) => l10n.t('Your program returned {0}.', ...params),
  'User output longer than standard answer.': () => l10n.t('User output longer than standard answer.'),
  'Standard answer longer than user output.': () => l10n.t('Standard answer longer than user output.'),
};

/** A case's description in the reader's language, where it is a sentence that is known; else as it was sent. */
export function caseDescription({ description, extra }: Pick<Case, 'description' | 'extra'>): string | null {
  const { template, params } = extra ?? {};
  const known = typeof template === 'string' ? template : description;
  if (known === null || !Object.hasOwn(sentences, known)) return description;
  return sentences[known]?.(...(Array.isArray(params) ? params.map(textOf) : [])) ?? description;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
