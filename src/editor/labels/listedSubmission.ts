import { env, l10n } from 'vscode';
import { formatScoreOf, meaningOf, statusText } from '../../results/withoutDecoder';
import type { Judge, RecentSubmission } from '../../judges';
import { ageInWords } from '../../resultPage/age';
import { joined } from './recordLabels';
import { sanitizeForUi } from './sanitizeText';

/** Strings about a submission that a judge lists, for a row. An empty string means that the value is unknown. */
export interface ListedSubmissionLabels {
  readonly isPending: boolean;
  /** verdict with score, such as `WA 40`; “judging” while the submission is pending */
  readonly verdict: string;
  readonly problem: string;
  readonly contest: string;
  /** such as “5 minutes ago” */
  readonly age: string;
  readonly requestId: string;
}

export function listedSubmissionLabels(
  { status, score, maximum, problem, contest, at, requestId }: RecentSubmission,
  { rules }: Pick<Judge, 'rules'>,
): ListedSubmissionLabels {
  const meaning = meaningOf(rules.statuses, status);
  const isPending = meaning?.kind === 'pending';
  return {
    isPending,
    verdict: isPending
      ? l10n.t('judging')
      : joined(' ', statusText(status, rules), formatScoreOf(score, maximum ?? null, rules.units)),
    problem: sanitizeForUi(problem ?? '', 100),
    contest: sanitizeForUi(contest?.title ?? '', 60),
    age: agoWords(at),
    requestId: sanitizeForUi(requestId, 128),
  };
}

/** Returns the age of a submission, such as “5 minutes ago”. `at`: ms since 1970; null: unknown, which returns ''. */
export function agoWords(at: number | null): string {
  return at === null ? '' : ageInWords(Date.now() - at, env.language);
}
