import { l10n, Uri } from 'vscode';
import type { CompilerDiagnostic } from '../../compiler';
import {
  formatScore,
  meaningOf,
  shortWord,
  type Compilation,
  type Envelope,
  type Judgement,
  type StatusMeaning,
} from '../../judge/known';
import { isRejudging, progressOf, type KnownRecord } from '../../records/record';
import { failedToCompile, showsVerdict, verdictOf } from '../../records/verdict';
import type { Judge } from '../../service';
import { shortMoment } from './moments';
import { hasRun } from './ownRuns';
import { isChinese, listComma, sanitizeForUi, serviceSentence } from './text';

/** What people know a record by: its label, its problem, its file; else the request ID as received. */
export function recordName(record: KnownRecord): string {
  return givenName(record) ?? sanitizeForUi(record.requestId, 128);
}

/** The name in the list. A request ID of more than 20 characters is shortened, so that what follows it stays visible. */
export function shortRecordName(record: KnownRecord): string {
  return givenName(record) ?? shortId(sanitizeForUi(record.requestId, 128));
}

/** Longer request IDs are shortened, in characters. */
const maxIdLength = 20;

/** Keeps both ends, such as `d85cd0…f194`: IDs that begin with the time differ only at the end. */
function shortId(id: string): string {
  const characters = [...id];
  if (characters.length <= maxIdLength) return id;
  return `${characters.slice(0, 6).join('')}…${characters.slice(-4).join('')}`;
}

function givenName(record: KnownRecord): string | null {
  if (record.label) return sanitizeForUi(record.label, 80);
  if (record.submission) {
    const id = sanitizeForUi(record.submission.problemId, 60);
    if (record.submission.hasSamples) return l10n.t('{0} samples', id);
    return record.submission.isSelfTest ? l10n.t('{0} with custom input', id) : id;
  }
  return record.source ? shownFileName(record.source.uri) : null;
}

/**
 * What tells rows of one problem apart: `class1 · Weekly contest · Two Sum`, whose it is where that is somebody else; maybe
 * empty. `place`: as `placeWords` returns it.
 */
export function recordContext({ submission, label }: KnownRecord, place: string): string {
  const { contest, title, user } = submission ?? {};
  return joined(
    ' · ',
    place,
    sanitizeForUi(contest?.title ?? '', 60),
    label === title ? '' : sanitizeForUi(title ?? '', 80),
    sanitizeForUi(user ?? '', 40),
  );
}

/** The domain of a record, if that isn't its service's own; maybe empty. `profile`: of its service; null: not set up. */
export function placeWords({ hint }: KnownRecord, profile: Judge | null): string {
  return sanitizeForUi((hint !== null && profile?.submission?.places?.name(hint)) || '', 60);
}

/** The file that a record is of, where it isn't called by that; maybe empty. */
export function fileContext(record: KnownRecord): string {
  const file = record.source ? shownFileName(record.source.uri) : '';
  return `/${recordName(record)}`.endsWith(`/${file}`) ? '' : file;
}

/** As people call it: `C++17(O2)`; empty where it isn't told. */
export function languageWord({ submission }: KnownRecord): string {
  return sanitizeForUi(submission?.languageName ?? submission?.language ?? '', 100);
}

/** `S1 Sum`: the problem with its title, where they are known; else empty. */
export function problemName({ submission }: KnownRecord): string {
  return submission ? sanitizeForUi(joined(' ', submission.problemId, submission.title ?? ''), 100) : '';
}

export function fileName(uri: string): string {
  return Uri.parse(uri).path.split('/').pop() ?? uri;
}

/** The same, fit to be shown. */
export function shownFileName(uri: Uri | string): string {
  return sanitizeForUi(fileName(uri.toString()), 80);
}

/** Short: `WA`, `Status 99`; words of its own where there is no verdict: `Judging 5/10`. */
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
      return l10n.t('Rejected');
    case 'expired':
      return l10n.t('Expired');
    case 'stopped':
      return l10n.t('Stopped');
    case 'newer':
      return l10n.t('Saved by a newer version');
    case 'finished':
    case 'settled':
      if (record.summary?.completion === 'hidden') return hiddenWords(record);
      return short;
  }
}

/** “Hidden until 20:51” */
function hiddenWords({ submission }: KnownRecord): string {
  const endsAt = submission?.contest?.endsAt ?? null;
  return endsAt === null
    ? l10n.t('Hidden until the contest ends')
    : l10n.t('Hidden until {0}', shortMoment(endsAt));
}

/** `WA 50` */
export function verdictWithScore(record: KnownRecord): string {
  return joined(' ', verdictWord(record), shownScore(record));
}

/**
 * `50`; empty while it is judged and if its judging was left, since services send zeros until the end. Empty also if it was
 * not compiled, which has no points.
 */
export function shownScore(record: KnownRecord): string {
  const { summary, rules, submission } = record;
  const hasNoEnd = ['judging', 'stopped', 'expired', 'failed'].includes(record.state.kind);
  const isUnfinished = hasNoEnd && !showsVerdict(record) && !isRejudging(record);
  // a self-test gets a point for each input that ran
  if (isUnfinished || isCompileError(record) || submission?.isSelfTest) return '';
  return formatScore(summary?.score ?? null, rules.units);
}

/** Not compiled, by the service's verdict or for want of one. */
export function isCompileError(record: KnownRecord): boolean {
  return showsVerdict(record) && verdictOf(record)?.look === 'compileError';
}

/** In full: `WA Wrong Answer`, in Chinese `WA 答案错误`. */
export function verdictName(record: KnownRecord): string {
  if (hasRun(record)) return verdictWord(record);
  const meaning = showsVerdict(record) ? (verdictOf(record)?.meaning ?? null) : null;
  return meaning ? meaningName(meaning) : verdictWord(record);
}

/** What of that is drawn in color: `WA`, `Judging`. */
export function verdictSign(record: KnownRecord): string {
  if (hasRun(record)) return verdictWord(record);
  const meaning = showsVerdict(record) ? (verdictOf(record)?.meaning ?? null) : null;
  if (meaning)
    return isOnlySign(shortWord(meaning)) ? nameOf(meaning) : sanitizeForUi(shortWord(meaning), 80);
  // how far it is stands beside it
  return record.state.kind === 'judging' && !isRejudging(record) ? l10n.t('Judging') : verdictWord(record);
}

/** What the service itself calls it, in full, where the cause is shown instead: `UNAC Overall Unaccepted`. */
export function overallName({ summary, rules }: KnownRecord): string {
  const meaning = summary && summary.cause !== null ? meaningOf(rules.statuses, summary.status) : null;
  return meaning ? meaningName(meaning) : '';
}

/** “2/6 failed”, where there is little room; “2/6 failed, 3 not run” */
export function failedCount({ summary }: KnownRecord): string {
  const { failed = 0, cases = 0, notRun = 0 } = summary ?? {};
  return shortCount(failed, cases, notRun);
}

/** “first 2-1”; empty where there is only that case. */
export function firstFailed({ summary }: KnownRecord): string {
  const { first, cases = 0 } = summary ?? {};
  return first === undefined || cases < 2 ? '' : l10n.t('#{0}', first);
}

/** “1 error · line 7”, of one that doesn't compile. */
export function compileErrorWords(record: KnownRecord): string {
  const { errors } = record.summary ?? {};
  if (!errors || !isCompileError(record)) return '';
  return joined(' · ', errorWords(errors.count), errors.line === null ? '' : l10n.t('line {0}', errors.line));
}

/** The same of any cases. */
export function shortCount(failed: number, cases: number, notRun: number): string {
  return joined(
    listComma(),
    failed === 0 ? '' : l10n.t('{0}/{1} failed', failed, cases),
    notRunWords(notRun),
  );
}

/** “3 not run”, because of others that failed; empty for none. */
export function notRunWords(notRun: number): string {
  return notRun === 0 ? '' : l10n.t('{0} not run', notRun);
}

/** “2 of 6 failed” */
export function failedWords(failed: number, cases: number): string {
  return failed === 0 ? '' : l10n.t('{0} of {1} failed', failed, cases);
}

/** `WA Wrong Answer`, in Chinese `WA 答案错误`: the short code first, unless it is only a sign, as `…`. */
export function meaningName(meaning: StatusMeaning): string {
  const short = shortWord(meaning);
  const full = nameOf(meaning);
  return full === short || isOnlySign(short)
    ? sanitizeForUi(full, 120)
    : sanitizeForUi(`${short} ${full}`, 120);
}

/** A short code that says nothing when it is read. */
export function isOnlySign(short: string): boolean {
  return !/[\p{L}\p{N}]/u.test(short);
}

/** `Wrong Answer`, in Chinese `答案错误`. */
export function nameOf({ name, chineseName }: StatusMeaning): string {
  return sanitizeForUi(chineseName !== null && isChinese() ? chineseName : name, 80);
}

/** `5/10`; empty where it isn’t known how many there are, since a bare number reads as a score */
function progressCount(record: KnownRecord): string {
  const { done, total } = progressOf(record);
  return total === null ? '' : `${done}/${total}`;
}

/** “4 cases so far”, where the verdict’s word can’t say how many of how many. */
export function uncountedProgress(record: KnownRecord): string {
  const isJudging = record.state.kind === 'judging' && !showsVerdict(record);
  return isJudging && progressOf(record).total === null ? progressWords(record) : '';
}

/** “34 of 50” if the number of all cases is known, else “34 cases so far”. */
export function progressWords(record: KnownRecord): string {
  const { done, total } = progressOf(record);
  if (total !== null) return l10n.t('{0} of {1}', done, total);
  if (done === 0) return '';
  return done === 1 ? l10n.t('1 case judged') : l10n.t('{0} cases judged', done);
}

/** “1 error”, “2 warnings”; empty for none. */
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

/** Why nothing is shown of a record, and what to do about it. */
export function explainNothing(record: KnownRecord): string {
  return hadMore(record)
    ? l10n.t('Can’t read this result from disk. Use “Refresh” to fetch it again')
    : explainState(record);
}

/**
 * The service's words about the whole judging, for example an error in its test data, or else what it doesn't provide.
 * Empty for nothing.
 */
export function judgementWords(envelope: Envelope | null): string {
  const { judge, compile } = envelope?.data ?? {};
  return (
    serviceSentence(judge?.description ?? '', 1000) || missingOutputWords(compile) || hiddenCasesWords(judge)
  );
}

/** Of a failed compilation without compiler output; else empty. */
export function missingOutputWords(compile: Compilation | null | undefined): string {
  return compile?.success === false && !compile.message?.trim()
    ? l10n.t('The judge doesn’t provide the compiler output')
    : '';
}

function hiddenCasesWords(judge: Judgement | null | undefined): string {
  return judge?.hidesCases ? l10n.t('The judge doesn’t show the cases of this result') : '';
}

/** Whether the result had parts to show when it came: where there are none now, they can be fetched again. */
export function hadMore(record: KnownRecord): boolean {
  const { summary } = record;
  return summary !== null && (summary.subtasks > 0 || summary.hasCompilation);
}

/** Why a record has no result to open, and what to do about it. */
export function explainState(record: KnownRecord): string {
  const { state } = record;
  switch (state.kind) {
    case 'waiting':
      return l10n.t('Waiting: no result yet');
    case 'judging':
      return l10n.t('Judging: no cases finished yet');
    case 'failed':
      return state.reason
        ? l10n.t('Request rejected ({0}): {1}', state.status, serviceSentence(state.reason))
        : l10n.t('Request rejected ({0})', state.status);
    case 'expired':
      return state.why === 'gone'
        ? l10n.t('The result has expired on the judge')
        : l10n.t('Timed out waiting for the result. Use “Resume Tracking” to try again');
    case 'stopped':
      return l10n.t('Tracking stopped. Use “Resume Tracking” to continue');
    case 'newer':
      return l10n.t('Saved by a newer version of Judge Results. Reload the window or update the extension');
    case 'finished':
    case 'settled':
      return record.summary?.completion === 'hidden'
        ? l10n.t('Hidden until the contest ends')
        : passedWords(record.summary?.progress.done ?? 0);
  }
}

/** Of a result that lists no cases: some services only count those that passed. */
function passedWords(passed: number): string {
  if (passed === 0) return l10n.t('The result has no cases');
  return passed === 1 ? l10n.t('1 case passed') : l10n.t('{0} cases passed', passed);
}

/** What there is of the parts, with the separator between. */
export function joined(separator: string, ...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(separator);
}
