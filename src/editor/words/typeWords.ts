import { l10n } from 'vscode';
import type { ServiceType } from '../../service';

/** What kinds of services there are, as they are offered: name, what it is, and what a person has to have before. */
export function typeWords(type: ServiceType): { readonly label: string; readonly detail: string } {
  const words: Readonly<Record<ServiceType, ReturnType<typeof typeWords>>> = {
    hydro: {
      label: 'Hydro',
      detail: l10n.t('A school or club site, or hydro.ac. Sign in with your account.'),
    },
    codeforces: { label: 'Codeforces', detail: l10n.t('Public results of a handle. No sign-in.') },
    dmoj: {
      label: 'DMOJ',
      detail: l10n.t('dmoj.ca or another DMOJ site. Requires an API token from your profile.'),
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
