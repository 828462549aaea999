import type { AboutResult } from '../../results';
import { submissionWith, type KnownRecord, type NewRecord } from '../../records';
import type { RecentSubmission } from '../../judges';

/**
 * Returns the details of a submission that a list contains: problem, contest, language, and time. They complete those of
 * its record. `known`: null for a new record.
 */
export function detailsOfListed(
  listed: RecentSubmission,
  known: KnownRecord | null,
): Partial<Pick<NewRecord, 'hint' | 'addedAt' | 'submission'>> {
  const submission = submissionOfListed(listed, known);
  return {
    hint: listed.hint,
    ...(listed.at === null ? {} : { addedAt: Math.min(listed.at, Date.now()) }),
    ...(submission ? { submission } : {}),
  };
}

/** Returns the details of a submission, completed by a list. Null: the list contains nothing new. */
export function submissionOfListed(
  {
    hint,
    place = hint,
    problemId,
    problemTitle,
    letter,
    language = null,
    languageName,
    contest,
    at,
  }: RecentSubmission,
  known: KnownRecord | null,
): KnownRecord['submission'] {
  const about: AboutResult = {
    problem:
      problemId === null
        ? null
        : { id: problemId, title: problemTitle, ...(letter === undefined ? {} : { letter }) },
    code: null,
    language,
    at,
    ...(languageName === undefined ? {} : { languageName }),
    ...(contest ? { contest } : {}),
  };
  return submissionWith(known?.submission ?? null, about, place);
}
