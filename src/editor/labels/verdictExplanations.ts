import { l10n } from 'vscode';
import { isAcceptedForTesting, isCompilerTimeout, type StatusMeaning } from '../../results/withoutDecoder';
import type { Explanation, VerdictTopic } from '../../resultPage/messages';

/** Topics of the verdicts whose style doesn't determine the topic, by short name. Null: no explanation. */
const topicsByName: Readonly<Record<string, VerdictTopic | null>> = {
  PE: 'presentation-error',
  TLE: 'time-limit-exceeded',
  MLE: 'memory-limit-exceeded',
  OLE: 'output-limit-exceeded',
  ILE: 'idleness-limit-exceeded',
  SV: 'security-violation',
  RF: 'security-violation',
  REJ: 'rejected',
  DQ: 'rejected',
  AB: 'rejected',
  IGN: 'rejected',
  // “Unaccepted” doesn't contain the cause.
  UNAC: null,
  // The user stopped the run, or its window was closed.
  STOP: null,
  // The description of the case explains it.
  NEAR: null,
};

/** Short forms of final statuses whose verdict the contest hides. */
const hiddenVerdicts: ReadonlySet<string> = new Set(['DONE', 'HIDDEN']);

/** Explains a verdict in one sentence. Null if it is accepted, pending, or unknown. */
export function explanationOf(meaning: StatusMeaning | null): Explanation | null {
  const topic = meaning && topicOf(meaning);
  return topic && { topic, text: ownSentence(meaning) ?? sentenceAbout(topic) };
}

/** Returns the sentence about a verdict that differs from the others of its topic; null: it doesn't differ. */
function ownSentence(meaning: StatusMeaning): string | null {
  const { short, name, tooLate } = meaning;
  if (short === 'AB') return l10n.t('The submission was aborted, so it has no score.');
  if (tooLate) return l10n.t('The contest had ended when the program was submitted.');
  if (name === 'Compiler Timed Out') return compilerTimedOut();
  if (isAcceptedForTesting(meaning))
    return l10n.t('The program passed the first tests. The judge runs the others after the contest.');
  return null;
}

/** Explains a failed compilation. `message`: the compiler output; null: unknown */
export function compileErrorExplanation(message: string | null): Explanation {
  const text = isCompilerTimeout(message) ? compilerTimedOut() : sentenceAbout('compile-error');
  return { topic: 'compile-error', text };
}

function compilerTimedOut(): string {
  return l10n.t('The compiler took too long and was stopped, so the program wasn’t run.');
}

function topicOf({ kind, noVerdict, tooLate, short, style }: StatusMeaning): VerdictTopic | null {
  if (kind === 'accepted' || kind === 'pending') return null;
  const name = short.toUpperCase();
  if (Object.hasOwn(topicsByName, name)) return topicsByName[name] ?? null;
  if (tooLate) return 'rejected';
  if (noVerdict === 'notRun') return 'not-run';
  if (noVerdict === 'inReview') return hiddenVerdicts.has(name) ? 'hidden' : 'in-review';
  if (kind === 'partial') return 'partially-accepted';
  switch (style) {
    case 'wrongAnswer':
      return 'wrong-answer';
    case 'runtimeError':
      return 'runtime-error';
    case 'limitExceeded':
      return 'limit-exceeded';
    case 'compileError':
      return 'compile-error';
    case 'serviceError':
      return 'judge-error';
    case 'accepted':
    case 'pending':
      return null;
  }
}

function sentenceAbout(topic: VerdictTopic): string {
  switch (topic) {
    case 'wrong-answer':
      return l10n.t('The output of the program isn’t the expected one.');
    case 'presentation-error':
      return l10n.t('The output is correct except for spaces or line breaks.');
    case 'partially-accepted':
      return l10n.t('The program earned only a part of the points.');
    case 'time-limit-exceeded':
      return l10n.t('The program ran longer than the problem allows, and was stopped.');
    case 'memory-limit-exceeded':
      return l10n.t('The program used more memory than the problem allows.');
    case 'output-limit-exceeded':
      return l10n.t('The program printed more than the judge allows, often in an endless loop.');
    case 'idleness-limit-exceeded':
      return l10n.t('The program waited too long without computing, often for input that never came.');
    case 'limit-exceeded':
      return l10n.t('The program exceeded a limit of the problem.');
    case 'runtime-error':
      return l10n.t('The program crashed, or ended with an exit code other than 0.');
    case 'security-violation':
      return l10n.t('The program did something that the judge forbids, such as starting a process.');
    case 'compile-error':
      return l10n.t('The judge’s compiler rejected the program, so it wasn’t run.');
    case 'judge-error':
      return l10n.t('The judge failed, not the program.');
    case 'rejected':
      return l10n.t('The judge or its staff rejected the submission, whatever its output.');
    case 'not-run':
      return l10n.t('The judge didn’t run the program, usually because an earlier case failed.');
    case 'in-review':
      return l10n.t('A person still has to decide about the submission.');
    case 'hidden':
      return l10n.t(
        'The judge has evaluated the program, but the contest doesn’t show the verdict or the score.',
      );
  }
}
