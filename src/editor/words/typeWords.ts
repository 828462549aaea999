import { l10n } from 'vscode';
import type { ServiceType } from '../../service';

/** A kind of service as it is offered: name, what it is, and what a person has to have before. */
interface TypeWords {
  readonly label: string;
  readonly detail: string;
  /** what is asked for each field that only this kind has */
  readonly prompts?: Readonly<Record<string, string>>;
}

export function typeWords(type: ServiceType): TypeWords {
  const words: Readonly<Record<ServiceType, TypeWords>> = {
    hydro: {
      label: 'Hydro',
      detail: l10n.t('A school or club site, or hydro.ac. Sign in with your account.'),
      prompts: { domain: l10n.t('Domain to submit to. Leave empty for the site’s default.') },
    },
    codeforces: {
      label: 'Codeforces',
      detail: l10n.t('Public results of a handle. No sign-in.'),
      prompts: { handle: l10n.t('Codeforces handle') },
    },
    dmoj: {
      label: 'DMOJ',
      detail: l10n.t('dmoj.ca or another DMOJ site. Requires an API token from your profile.'),
      prompts: { user: l10n.t('User name, for your recent submissions. Leave empty to skip.') },
    },
    judge0: { label: 'Judge0', detail: l10n.t('A Judge0 host, with or without a token.') },
    luogu: {
      label: l10n.t('Luogu Open Platform at another URL'),
      detail: l10n.t('Requires a paid Open Platform token. A website account isn’t enough.'),
    },
    judge: {
      label: l10n.t('Another service'),
      detail: l10n.t('Any service with the same API as the Luogu Open Platform.'),
    },
  };
  return words[type];
}
