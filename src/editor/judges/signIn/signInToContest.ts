import { RequestFailed, type Judge } from '../../../judges';
import { failureWords } from '../../shared/failures/showFailure';
import { askChecked, back, type Checked } from '../../shared/dialogs/quickPick';
import { fieldTextProblem, isFieldText } from '../askFields';
import { judgeAt } from '../findSite';
import type { Description } from '../settingsEntry';
import {
  checkCredential,
  checkWithoutSecret,
  makeCredential,
  type CheckedCredential,
} from './checkCredential';
import { checkAsBefore } from './signInAsBefore';
import { askCredential } from './signIn';
import type { Core } from '../../shared/core';

/** An entry for a contest of a site, and the outcome of signing in to it. */
export interface SignedInContest {
  readonly described: Description;
  readonly checked: CheckedCredential;
}

/** How to prompt for another contest if the site doesn’t have the one of the entry. */
interface ContestQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly field: string;
}

/** Returns the judge of an entry that is for one contest, to which users sign in with a password; null: another judge. */
export function contestJudgeAt(described: Description): Judge | null {
  const judge = judgeAt(described);
  const isWithPassword = judge?.signIn.kind === 'secret' && judge.signIn.secret === 'userAndPassword';
  return isWithPassword && judge.contests?.only !== undefined ? judge : null;
}

/**
 * Signs in to the contest of an entry that isn’t in the settings yet. Saves nothing. If the site doesn’t have the contest,
 * prompts for another one. Null: the user canceled.
 *
 * @param secret already entered; undefined: the user enters it, unless that isn’t needed
 */
export async function signInToContest(
  extension: Core,
  judge: Judge,
  described: Description,
  question: ContestQuestion,
  secret: string | undefined,
): Promise<SignedInContest | null> {
  const checked = await checkedCredential(extension, judge, described, secret);
  if (!checked) return null;
  const { credential, answer } = checked;
  const missing = missingContestIn(answer);
  if (!missing) return { described, checked };
  const { field, title, prompt } = question;
  const checkContest = async (contest: string, signal?: AbortSignal): Promise<SignedInContest> => {
    const other = { ...described, [field]: contest };
    const judgeOfOther = judgeAt(other) ?? judge;
    return { described: other, checked: await checkCredential(extension, judgeOfOther, credential, signal) };
  };
  const attempt = async (contest: string, signal?: AbortSignal): Promise<Checked<SignedInContest>> => {
    const typed = await checkContest(contest, signal);
    const { knownId } = missingContestIn(typed.checked.answer) ?? {};
    // not repeated with a further ID: the site may list a contest that it then doesn't have
    const signedIn = knownId === undefined ? typed : await checkContest(knownId, signal);
    const failure = missingContestIn(signedIn.checked.answer);
    if (!failure) return { kind: 'taken', value: signedIn };
    const judgeOfOther = judgeAt(signedIn.described) ?? judge;
    return { kind: 'refused', words: failureWords(extension, judgeOfOther, failure.failed, 'credentials') };
  };
  if (missing.knownId !== undefined) {
    const corrected = await checkContest(missing.knownId);
    if (!missingContestIn(corrected.checked.answer)) return corrected;
  }
  const { [field]: typed } = described;
  const chosen = await askChecked<SignedInContest>({
    title,
    prompt,
    value: typeof typed === 'string' ? typed : '',
    rejection: failureWords(extension, judge, missing.failed, 'credentials'),
    problemOf: (text) => (isFieldText(text.trim()) ? undefined : fieldTextProblem()),
    attempt: (text, signal) => attempt(text.trim(), signal),
  });
  return chosen === undefined || chosen === back ? null : chosen;
}

/**
 * Returns a checked credential: that of another contest of the site, the given one, or one that the user enters. Null:
 * canceled.
 */
async function checkedCredential(
  extension: Core,
  judge: Judge,
  described: Description,
  secret: string | undefined,
): Promise<CheckedCredential | null> {
  const { authentication } = judge;
  if (authentication.scheme === 'none') return null;
  if (secret !== undefined)
    return checkCredential(extension, judge, makeCredential(judge, authentication, secret));
  return (
    (await checkAsBefore(extension, judge, described)) ??
    (await checkWithoutSecret(extension, judge, authentication)) ??
    (await askCredential(extension, judge)) ??
    null
  );
}

/** Returns the failure if the site doesn’t have the contest, with the ID if the entry contains another name of it. */
function missingContestIn(
  answer: CheckedCredential['answer'],
): { readonly failed: RequestFailed; readonly knownId: string | undefined } | null {
  if (!(answer instanceof RequestFailed) || answer.failure.kind !== 'status') return null;
  const { cause } = answer.failure;
  return cause?.kind === 'missingContest' ? { failed: answer, knownId: cause.knownId } : null;
}
