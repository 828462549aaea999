import { l10n } from 'vscode';
import { isBotCheck, type Judge, type ProblemName, type RequestFailed } from '../../../judges';
import type { OtherWay } from '../../shared/failures/showFailure';
import type { SourceToSubmit } from '../../program';
import { submitOnWebsite } from './submitInBrowser';
import type { Core } from '../../shared/core';
import type { WithSubmissions } from '../submitSteps';

/**
 * Returns the button that submits a program on the judge's website, if a firewall or a bot check in front of the judge
 * refused the request. Empty: the judge refused it, or its website accepts no programs.
 */
export function browserWays(
  extension: Core & WithSubmissions,
  judge: Judge,
  source: Pick<SourceToSubmit, 'uri'>,
  problem: ProblemName,
  { failure }: RequestFailed,
): readonly OtherWay<never>[] {
  const { browserSubmission: website } = judge;
  if (!website || !isBotCheck(failure)) return [];
  const file = source.uri.toString();
  return [
    {
      title: l10n.t('Submit in Browser'),
      run: async () => {
        await submitOnWebsite(extension, { judge, website }, file, problem);
        return undefined;
      },
    },
  ];
}
