import { l10n, Uri } from 'vscode';
import type { CompilerDiagnostic } from '../../compiler';
import {
  formatScoreOf,
  meaningOf,
  shortWord,
  type Compilation,
  type Envelope,
  type Judgement,
  type StatusMeaning,
} from '../../results/withoutDecoder';
import {
  isPreliminary,
  isRejudging,
  namesProblem,
  progressOf,
  type KnownRecord,
  type SubmissionDetails,
  failedToCompile,
  showsVerdict,
  verdictOf,
} from '../../records';
import type { Judge } from '../../judges';
import { shortMoment } from './dateFormats';
import { hasRun, isSampleRun } from './customInputRuns';
import { problemLabel, problemWithTitle } from './problemLabel';
import { isChinese, listComma, sanitizeForUi, judgeSentence, shownNumber } from './sanitizeText';
import { translatedVerdict } from './verdictNames';

/** Returns the name of a record: its label, its problem, or its file; or else the request ID as received. */
export function recordName(record: KnownRecord): string {
  return givenName(record) ?? sanitizeForUi(record.requestId, 128);
}

/**
 * Returns the name for the list. Shortens request IDs of more than 20 characters, so that the text after them stays
 * visible.
 */
export function shortRecordName(record: KnownRecord): string {
  return givenName(record) ?? shortId(sanitizeForUi(record.requestId, 128));
}

/** Like `shortRecordName`, for a row below the row of its problem, which shows the title. */
export function recordNameInProblem(record: KnownRecord): string {
  if (record.label || !namesProblem(record.submission)) return shortRecordName(record);
  const { letter, problemId } = record.submission;
  return submissionName(record.submission, sanitizeForUi(letter ?? problemId, 64));
}

/** Maximum length of an unshortened request ID, characters. */
const maxIdLength = 20;

/** Keeps both ends of an ID, such as `d85cd0…f194`, because IDs that start with the time only differ at the end. */
function shortId(id: string): string {
  const characters = [...id];
  if (characters.length <= maxIdLength) return id;
  return `${characters.slice(0, 6).join('')}…${characters.slice(-4).join('')}`;
}

function givenName(record: KnownRecord): string | null {
  if (record.label) return sanitizeForUi(record.label, 80);
  if (namesProblem(record.submission)) {
    return submissionName(record.submission, problemLabel(record.submission));
  }
  if (!record.source) return null;
  const file = shownFileName(record.source.uri);
  return isSampleRun(record) ? l10n.t('{0} samples', file) : file;
}

function submissionName(
  { hasSamples, isSelfTest }: Pick<SubmissionDetails, 'hasSamples' | 'isSelfTest'>,
  problem: string,
): string {
  if (hasSamples) return l10n.t('{0} samples', problem);
  return isSelfTest ? l10n.t('{0} with custom input', problem) : problem;
}

/**
 * Returns text that distinguishes rows of the same problem, such as `class1 · Weekly contest · Two Sum`. Includes the
 * submitter if that is another user. Can be empty. `place`: from `placeWords`.
 */
export function recordContext({ submission, label, summary }: KnownRecord, place: string): string {
  const { contest, title, letter } = submission ?? {};
  // then the name contains the title
  const isNamed = label === title || (letter !== undefined && !label);
  return joined(
    ' · ',
    place,
    sanitizeForUi(contest?.title ?? '', 60),
    isNamed ? '' : sanitizeForUi(title ?? '', 80),
    recordContextInProblem({ submission, summary }),
  );
}

/** Like `recordContext`, for a row below the row of its problem. */
export function recordContextInProblem({
  submission,
  summary,
}: Pick<KnownRecord, 'submission' | 'summary'>): string {
  return joined(
    ' · ',
    sanitizeForUi(submission?.user ?? '', 40),
    summary?.isIgnored ? l10n.t('ignored by the jury') : '',
  );
}

/**
 * Returns the domain of a record, if it isn't the judge's default; can be empty. `judge`: null if the judge was
 * removed.
 */
export function placeWords({ hint }: KnownRecord, judge: Judge | null): string {
  return sanitizeForUi((hint !== null && judge?.submission?.places?.name(hint)) || '', 60);
}

/** Returns the file of a record, unless the record already has its name; can be empty. */
export function fileContext(record: KnownRecord): string {
  const file = record.source ? shownFileName(record.source.uri) : '';
  return `/${recordName(record)}`.endsWith(`/${file}`) ? '' : file;
}

/** Returns the name of the language, such as `C++17(O2)`; empty if unknown. */
export function languageWord({ submission }: KnownRecord): string {
  return sanitizeForUi(submission?.languageName ?? submission?.language ?? '', 100);
}

/** Returns the problem and its title, such as `S1 Sum` or `A – Sum`; empty if unknown. */
export function problemName({ submission }: KnownRecord): string {
  return submission ? problemWithTitle(submission) : '';
}

export function fileName(uri: string): string {
  return Uri.parse(uri).path.split('/').pop() ?? uri;
}

/** Like `fileName`, but sanitized for display. */
export function shownFileName(uri: Uri | string): string {
  return sanitizeForUi(fileName(uri.toString()), 80);
}

/** Returns a short verdict such as `WA` or `Status 99`, or the state if the verdict is missing, such as `Judging 5/10`. */
export function verdictWord(record: KnownRecord): string {
  const { state } = record;
  const short = verdictOf(record)?.short ?? '';
  if (failedToCompile(record)) return short || l10n.t('Compile error');
  if (hasRun(record)) return l10n.t('Finished');
  if (showsVerdict(record)) return short;
  switch (state.kind) {
    case 'waiting':
      return l10n.t('Waiting');
    case 'judging':
      if (isRejudging(record)) return joined(' · ', l10n.t('Rejudging'), short);
      return joined(' ', l10n.t('Judging'), progressCount(record));
    case 'failed':
      // “Rejected” is also the verdict of a submission that the judge rejected
      return state.status === 404 ? l10n.t('Not found') : l10n.t('Rejected');
    case 'expired':
      return l10n.t('Expired');
    case 'stopped':
      return l10n.t('Stopped');
    case 'inBrowser':
      return l10n.t('Waiting for your submission');
    case 'notSubmitted':
      return l10n.t('No submission found');
    case 'newer':
      return l10n.t('Saved by a newer version');
    case 'finished':
    case 'settled':
      if (record.summary?.completion === 'hidden') return hiddenUntilWords(record);
      return short;
  }
}

/** Returns “Hidden until 20:51”. */
function hiddenUntilWords({ submission }: KnownRecord): string {
  const endsAt = submission?.contest?.endsAt ?? null;
  return endsAt === null
    ? l10n.t('Hidden until the contest ends')
    : l10n.t('Hidden until {0}', shortMoment(endsAt));
}

/** Returns `WA 50`. */
export function verdictWithScore(record: KnownRecord): string {
  return joined(' ', verdictWord(record), shownScore(record));
}

/**
 * Returns the score, such as `50`, or `15 / 20` if the judge sends the highest possible score. Empty while the record is
 * being judged or if polling ended early, because judges send zeros until the end. Also empty if the program didn't
 * compile.
 */
export function shownScore(record: KnownRecord): string {
  const { summary, rules, submission } = record;
  const hasNoEnd = ['judging', 'stopped', 'expired', 'failed'].includes(record.state.kind);
  const isUnfinished = hasNoEnd && !showsVerdict(record) && !isRejudging(record);
  // a self-test gets a meaningless point for each input that ran
  if (isUnfinished || isCompileError(record) || submission?.isSelfTest) return '';
  return formatScoreOf(summary?.score ?? null, summary?.maximum ?? null, rules.units);
}

/** Returns whether the program didn't compile, according to the verdict or the compilation. */
export function isCompileError(record: KnownRecord): boolean {
  return showsVerdict(record) && verdictOf(record)?.style === 'compileError';
}

/** Returns the verdict in full: `WA Wrong Answer`, in Chinese `WA 答案错误`. */
export function verdictName(record: KnownRecord): string {
  if (hasRun(record)) return verdictWord(record);
  const meaning = showsVerdict(record) ? (verdictOf(record)?.meaning ?? null) : null;
  return meaning ? meaningName(meaning) : verdictWord(record);
}

/** Returns the part of the verdict that is shown in color: `WA`, `Judging`. */
export function verdictSign(record: KnownRecord): string {
  if (hasRun(record)) return verdictWord(record);
  const meaning = showsVerdict(record) ? (verdictOf(record)?.meaning ?? null) : null;
  if (meaning)
    return isOnlySign(shortWord(meaning)) ? nameOf(meaning) : sanitizeForUi(shortWord(meaning), 80);
  // the progress is displayed next to it
  return record.state.kind === 'judging' && !isRejudging(record) ? l10n.t('Judging') : verdictWord(record);
}

/** Returns the judge's overall verdict in full if the cause is shown instead: `UNAC Overall Unaccepted`. */
export function overallName({ summary, rules }: KnownRecord): string {
  const meaning = summary && summary.cause !== null ? meaningOf(rules.statuses, summary.status) : null;
  return meaning ? meaningName(meaning) : '';
}

/** Returns “2/6 failed” or “2/6 failed, 1 partial, 3 not run”, for narrow views. */
export function failedCount({ summary }: KnownRecord): string {
  const { failed = 0, partial = 0, cases = 0, notRun = 0, hasOnlySamples } = summary ?? {};
  if (!hasOnlySamples) return shortCount({ failed, partial, notRun }, cases);
  return joined(
    listComma(),
    failed === 0 ? '' : l10n.t('{0}/{1} samples failed', failed, cases),
    partialWords(partial),
  );
}

/**
 * Returns the first failed case, such as “#2-1”; empty if the record has only one case. Judges that list only the first
 * failed case don't send the number of failed cases.
 */
export function firstFailed({ summary }: KnownRecord): string {
  const { first, cases = 0, failed = 0, partial = 0 } = summary ?? {};
  const isOnlyCase = cases < 2 && failed + partial > 0;
  return first === undefined || isOnlyCase ? '' : l10n.t('#{0}', first);
}

/** Returns “1 error · line 7” if the program didn't compile. */
export function compileErrorWords(record: KnownRecord): string {
  const { errors } = record.summary ?? {};
  if (!errors || !isCompileError(record)) return '';
  return joined(' · ', errorWords(errors.count), errors.line === null ? '' : l10n.t('line {0}', errors.line));
}

/** Like `failedCount`, for the given numbers of cases. */
export function shortCount(
  { failed, partial, notRun }: Readonly<Record<'failed' | 'partial' | 'notRun', number>>,
  cases: number,
): string {
  return joined(
    listComma(),
    failed === 0 ? '' : l10n.t('{0}/{1} failed', failed, cases),
    partialWords(partial),
    notRunWords(notRun),
  );
}

/** Returns “1 partial”, for cases that got a part of their points; empty for 0. */
export function partialWords(partial: number): string {
  return partial === 0 ? '' : l10n.t('{0} partial', shownNumber(partial));
}

/** Returns “3 not run”, for cases that were skipped because others failed; empty for 0. */
export function notRunWords(notRun: number): string {
  return notRun === 0 ? '' : l10n.t('{0} not run', notRun);
}

/** Returns “2 hidden”, for cases whose verdict the judge doesn't show; empty for 0. */
export function hiddenWords(hidden: number): string {
  return hidden === 0 ? '' : l10n.t('{0} hidden', shownNumber(hidden));
}

/** Returns “1 not compared”, for cases whose expected output is unknown; empty for 0. */
export function notComparedWords(notCompared: number): string {
  return notCompared === 0 ? '' : l10n.t('{0} not compared', shownNumber(notCompared));
}

/** Returns “2 of 6 failed”; empty for 0. */
export function failedWords(failed: number, cases: number): string {
  return failed === 0 ? '' : l10n.t('{0} of {1} failed', shownNumber(failed), shownNumber(cases));
}

/** Returns `WA Wrong Answer`, in Chinese `WA 答案错误`. Omits a short name that is only a symbol, such as `…`. */
export function meaningName(meaning: StatusMeaning): string {
  const short = shortWord(meaning);
  const full = nameOf(meaning);
  return full === short || isOnlySign(short)
    ? sanitizeForUi(full, 120)
    : sanitizeForUi(`${short} ${full}`, 120);
}

/** Returns whether the short name is only a symbol, without letters or digits. */
export function isOnlySign(short: string): boolean {
  return !/[\p{L}\p{N}]/u.test(short);
}

/** Returns `Wrong Answer`, in Chinese `答案错误`, in Russian `Неверный ответ`. */
export function nameOf({ name, chineseName }: StatusMeaning): string {
  return sanitizeForUi(isChinese() ? (chineseName ?? name) : translatedVerdict(name), 80);
}

/** Returns `5/10`; empty if the total is unknown, because a single number looks like a score. */
function progressCount(record: KnownRecord): string {
  const { done, total } = progressOf(record);
  return total === null ? '' : `${done}/${total}`;
}

/** Returns “4 cases judged” if the verdict can't contain the progress, because the total is unknown. */
export function uncountedProgress(record: KnownRecord): string {
  const isJudging = record.state.kind === 'judging' && !showsVerdict(record);
  return isJudging && progressOf(record).total === null ? progressWords(record) : '';
}

/** Returns “34 of 50” if the total is known, or else “34 cases judged”. */
export function progressWords(record: KnownRecord): string {
  const { done, total } = progressOf(record);
  if (total !== null) return l10n.t('{0} of {1}', shownNumber(done), shownNumber(total));
  if (done === 0) return '';
  return done === 1 ? l10n.t('1 case judged') : l10n.t('{0} cases judged', shownNumber(done));
}

/** Returns “1 error” and “2 warnings”; each is empty if there are none. */
export function countWords(diagnostics: readonly Pick<CompilerDiagnostic, 'severity'>[]): string[] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning').length;
  return [
    errorWords(errors),
    warnings === 0 ? '' : warnings === 1 ? l10n.t('1 warning') : l10n.t('{0} warnings', warnings),
  ];
}

export function errorWords(errors: number): string {
  return errors === 0 ? '' : errors === 1 ? l10n.t('1 error') : l10n.t('{0} errors', errors);
}

/** Explains why a record shows nothing, and how to fix that. Empty if it only has a verdict. */
export function explainNothing(record: KnownRecord): string {
  return hadMore(record)
    ? l10n.t('Can’t read this result from disk. Use “Refresh” to fetch it again')
    : explainState(record);
}

/**
 * Returns the judge's message about the whole record, such as an error in the test data, or else which data the judge
 * doesn't provide. Empty: nothing to report.
 */
export function judgementWords(envelope: Envelope | null): string {
  return judgeMessage(envelope) || missingDataWords(envelope);
}

/** Returns the judge's message about the whole record; empty: none, or it is the compiler output. */
export function judgeMessage(envelope: Envelope | null): string {
  const { judge, compile } = envelope?.data ?? {};
  if (judge?.isIgnored) return l10n.t('The jury ignores this submission. It doesn’t count.');
  const message = judge?.description ?? '';
  return message.trim() === compile?.message?.trim() ? '' : judgeSentence(message, 1000);
}

/** Returns which data the judge doesn't provide; empty: none is missing. */
export function missingDataWords(envelope: Envelope | null): string {
  const { judge, compile } = envelope?.data ?? {};
  // the rest of a preliminary result may still arrive
  return judge?.isPreliminary ? '' : missingOutputWords(compile) || hiddenCasesWords(judge);
}

/** Explains that a failed compilation has no output; empty in all other cases. */
export function missingOutputWords(compile: Compilation | null | undefined): string {
  if (compile?.success !== false || compile.message?.trim()) return '';
  return isOutputOnPage(compile)
    ? l10n.t('The team’s page shows the compiler output')
    : l10n.t('The judge doesn’t provide the compiler output');
}

/** Returns whether the compiler output is missing because only a page of the judge shows it. */
export function isOutputOnPage(compile: Compilation | null | undefined): boolean {
  return compile?.extra?.['isOnPage'] === true && !compile.message?.trim();
}

function hiddenCasesWords(judge: Judgement | null | undefined): string {
  return judge?.hidesCases ? l10n.t('The judge doesn’t show the cases of this result') : '';
}

/**
 * Returns whether the received result had parts to display. If they can't be displayed now, they can be fetched again.
 */
export function hadMore(record: KnownRecord): boolean {
  const { summary } = record;
  return summary !== null && (summary.subtasks > 0 || summary.hasCompilation);
}

/** Explains why a record has no result to open, and how to fix that. Empty if it only has a verdict. */
export function explainState(record: KnownRecord): string {
  const { state } = record;
  switch (state.kind) {
    // the cases may arrive after the verdict
    case 'waiting':
      return isPreliminary(record) ? '' : l10n.t('Waiting: no result yet');
    case 'judging':
      return isPreliminary(record) ? '' : l10n.t('Judging: no cases finished yet');
    case 'failed':
      return state.reason
        ? l10n.t('Request rejected ({0}): {1}', state.status, judgeSentence(state.reason))
        : l10n.t('Request rejected ({0})', state.status);
    case 'expired':
      return state.why === 'gone'
        ? l10n.t('The result has expired on the judge')
        : l10n.t('Timed out waiting for the result. Use “Resume Tracking” to try again');
    case 'stopped':
      return l10n.t('Tracking stopped. Use “Resume Tracking” to continue');
    case 'inBrowser':
      return l10n.t('Paste the copied program on the website and submit it there');
    case 'notSubmitted':
      return l10n.t(
        'No submission of this problem appeared on the judge. Use “Submit in Browser” to try again',
      );
    case 'newer':
      return l10n.t('Saved by a newer version of Judge Results. Reload the window or update the extension');
    case 'finished':
    case 'settled':
      return record.summary?.completion === 'hidden'
        ? l10n.t('Hidden until the contest ends')
        : passedWords(record.summary?.progress.done ?? 0);
  }
}

/** Returns “3 cases passed”, for judges that only send this number; empty for 0. */
export function passedWords(passed: number): string {
  if (passed === 0) return '';
  return passed === 1 ? l10n.t('1 case passed') : l10n.t('{0} cases passed', shownNumber(passed));
}

/** Joins the nonempty parts with the separator. */
export function joined(separator: string, ...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(separator);
}
