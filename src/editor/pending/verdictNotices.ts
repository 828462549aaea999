import { currentFolder } from '../shared/files/files';
import { commands, l10n, window, type Disposable } from 'vscode';
import { systemClock, type Clock, type Leases } from '../../base/ports';
import { errorMessage, errorStack } from '../../base/log';
import { meaningOf, type Compilation, type Envelope, type StatusCode } from '../../results';
import {
  isHidden,
  isPending,
  type CompileErrors,
  type KnownRecord,
  type RecordKey,
  type StoreChangeEvent,
  failedToCompile,
  isPreliminary,
} from '../../records';
import { listComma, punctuation, sanitizeForUi } from '../labels/sanitizeText';
import type { Outcome } from '../labels/caseLabels';
import { isJudged } from '../labels/customInputRuns';
import { errorWords, joined, recordName, verdictWithScore, verdictWord } from '../labels/recordLabels';
import { nearlyOutcome } from '../labels/caseLabels';
import { shownOutcome } from '../shared/hiddenCases';
import { choiceSetting } from '../shared/settings/settings';
import { reveal, unfold, type WithList } from '../list';
import { GatheredNotice } from './gatheredNotice';
import { GATHERING_MS, MAX_NAMED_RESULTS } from './limits';
import type { Core } from '../shared/core';

/** The verdict that a new one is compared with. */
interface PreviousVerdict {
  /** Empty: none, or equal to the new one. */
  readonly verdict: string;
  /** The same submission had it as its final verdict. If not, it is the verdict of the program's previous submission. */
  readonly isRejudged: boolean;
}

interface FinalVerdict {
  readonly status: StatusCode | null;
  /** As in a notification. */
  readonly shown: string;
}

/**
 * Announces finished results. A result that was submitted or fetched in this window gets its own notification
 * immediately, and its row is expanded. All others, for example those from other extensions, are announced together.
 */
export class CompletionNotices implements Disposable {
  private readonly pending = new Set<RecordKey>();
  /** Statuses of preliminary verdicts, which were announced if the user was waiting for them */
  private readonly preliminary = new Map<RecordKey, StatusCode | null>();
  /** Final verdicts. Another one replaces it if the judge judges the submission again. */
  private readonly finals = new Map<RecordKey, FinalVerdict>();
  /**
   * Records whose final verdict differs from the one before, with the one before; empty if it was preliminary. They are
   * announced again.
   */
  private readonly corrected = new Map<RecordKey, string>();
  private ended: RecordKey[] = [];
  private timer: Disposable | null = null;
  private readonly others: GatheredNotice<RecordKey>;
  /** last announced record and its verdict, by source file, judge, and problem */
  private readonly lastAnnounced = new Map<string, { readonly key: RecordKey; readonly verdict: string }>();
  private readonly subscription: Disposable;

  constructor(
    private readonly extension: Core & WithList,
    private readonly leases: Leases,
    private readonly clock: Pick<Clock, 'after'> = systemClock,
  ) {
    this.others = new GatheredNotice((keys) => void this.logged(this.announceOthers(keys)), clock);
    for (const record of extension.store.records()) {
      if (isToAnnounce(record)) this.pending.add(record.key);
      this.notePreliminary(record);
      this.noteFinal(record);
    }
    this.subscription = extension.store.onDidChange((change) => this.watch(change));
  }

  dispose(): void {
    this.timer?.dispose();
    this.others.dispose();
    this.subscription.dispose();
  }

  private watch({ added, removed, nodes }: StoreChangeEvent): void {
    for (const key of removed) {
      this.pending.delete(key);
      this.preliminary.delete(key);
      this.finals.delete(key);
      this.corrected.delete(key);
    }
    for (const key of [...added, ...nodes.keys()]) {
      const record = this.extension.store.get(key);
      if (!record) continue;
      const before = this.finals.get(key)?.shown ?? '';
      const isCorrected = this.isCorrection(record);
      if (isCorrected) this.corrected.set(key, before);
      // the cases have arrived after the announcement
      else if (isCorrected === false && this.extension.tracking.requestedHere.has(key))
        void this.logged(unfold(this.extension, key));
      if (isToAnnounce(record)) {
        this.pending.add(key);
      } else if (
        (this.pending.delete(key) || isCorrected) &&
        record.state.kind !== 'stopped' &&
        // the window with the newer version announces it
        record.state.kind !== 'newer' &&
        record.folder === currentFolder()
      ) {
        this.ended.push(key);
        this.timer ??= this.clock.after(GATHERING_MS, () => this.takeEnded());
      }
    }
  }

  private notePreliminary(record: KnownRecord): void {
    if (isPreliminary(record) && !this.preliminary.has(record.key))
      this.preliminary.set(record.key, record.summary?.status ?? null);
  }

  private noteFinal(record: KnownRecord): void {
    if (record.summary?.completion !== 'finished') return;
    this.finals.set(record.key, { status: record.summary.status, shown: verdictWithScore(record) });
  }

  /**
   * Returns whether the final verdict differs from the preliminary one, or from an earlier final one. Null: neither has
   * changed, or there was none.
   */
  private isCorrection(record: KnownRecord): boolean | null {
    this.notePreliminary(record);
    if (isPending(record)) return null;
    const { key, summary } = record;
    const wasPreliminary = this.preliminary.has(key);
    const before = wasPreliminary ? this.preliminary.get(key) : this.finals.get(key)?.status;
    this.preliminary.delete(key);
    if (summary?.completion !== 'finished') return wasPreliminary ? false : null;
    this.noteFinal(record);
    if (before !== undefined && before !== summary.status) return true;
    return wasPreliminary ? false : null;
  }

  private takeEnded(): void {
    this.timer = null;
    const keys = this.ended;
    this.ended = [];
    const { requestedHere } = this.extension.tracking;
    const own = keys.filter((key) => requestedHere.has(key));
    void this.logged(this.unfoldAll(own));
    for (const key of own) void this.logged(this.announceOwn(key));
    this.others.add(keys.filter((key) => !requestedHere.has(key)));
  }

  /** Expands the rows in order, so that the list is finally scrolled to the last one. */
  private async unfoldAll(keys: readonly RecordKey[]): Promise<void> {
    for (const key of keys) await unfold(this.extension, key);
  }

  private async announceOwn(key: RecordKey): Promise<void> {
    // prevents other windows from announcing it
    await this.isFirstToAnnounce(key);
    const record = this.recordToAnnounce(key);
    if (record) await this.announceOne(record);
  }

  /** Announces results that weren't requested in this window, unless another window has announced them. */
  private async announceOthers(keys: readonly RecordKey[]): Promise<void> {
    const records: KnownRecord[] = [];
    for (const key of keys) {
      if (!(await this.isFirstToAnnounce(key))) continue;
      const record = this.recordToAnnounce(key);
      if (record) records.push(record);
    }
    const [only] = records;
    if (only && records.length === 1) await this.announceOne(only);
    else if (only) await showSeveral(this.extension, records, this.pending.size, this.corrected);
  }

  /** Returns whether no other window has announced this verdict. */
  private isFirstToAnnounce(key: RecordKey): Promise<boolean> {
    const verdict = this.corrected.has(key)
      ? `${key} ${this.extension.store.get(key)?.summary?.status}`
      : key;
    return isFirstToAnnounce(this.leases, verdict, this.extension.log);
  }

  /** Returns null if the record was removed, or the user doesn't want a notification. */
  private recordToAnnounce(key: RecordKey): KnownRecord | null {
    const record = this.extension.store.get(key);
    const setting = choiceSetting('notifications');
    if (!record || setting === 'never' || (setting === 'failures' && isAccepted(record))) return null;
    return record;
  }

  private async announceOne(record: KnownRecord): Promise<void> {
    // a run isn't a version of its file
    const file = (isJudged(record) ? record.source?.uri : null) ?? record.key;
    const { problemId = '', place = null } = record.submission ?? {};
    const attempts = [file, record.service, problemId, place ?? ''].join('\n');
    const before = this.lastAnnounced.get(attempts);
    const verdict = verdictWithScore(record);
    this.lastAnnounced.set(attempts, { key: record.key, verdict });
    const replaced = this.corrected.get(record.key) ?? '';
    const isChange = before?.key !== record.key || this.corrected.has(record.key);
    const previous = replaced === '' ? (before?.verdict ?? '') : replaced;
    const was = {
      verdict: isChange && previous !== verdict ? previous : '',
      isRejudged: replaced !== '',
    };
    await showOne(this.extension, record, was, () => this.lastAnnounced.get(attempts)?.key ?? record.key);
  }

  private async logged(announcement: Promise<void>): Promise<void> {
    try {
      await announcement;
    } catch (error) {
      this.extension.log.error(`notices: ${errorStack(error)}`);
    }
  }
}

/**
 * Returns whether this window is the first to announce `what`. If so, no other window announces it within ten minutes.
 */
export async function isFirstToAnnounce(
  leases: Pick<Leases, 'tryAcquire'>,
  what: string,
  log: { warn(text: string): void },
): Promise<boolean> {
  try {
    return await leases.tryAcquire(`notice ${what}`, 600_000);
  } catch (error) {
    log.warn(`notices: ${errorMessage(error)}`);
    return true;
  }
}

/**
 * Shows the notification of one result. The buttons open `newest`, which may be a later result, because VS Code can't
 * remove an outdated notification.
 */
async function showOne(
  extension: Core & WithList,
  record: KnownRecord,
  was: PreviousVerdict,
  newest: () => RecordKey,
): Promise<void> {
  const envelope = await extension.store.findEnvelope(record.key);
  const errors = errorsOf(record, envelope);
  const { first } = nearlyOutcome(record, envelope) ?? shownOutcome(record, envelope);
  const show = showButton(errors, first);
  const openSource = l10n.t('Open Source');
  const message = sanitizeForUi(noticeWords(record, envelope, errors, was), 400);
  const isOpen = window.activeTextEditor?.document.uri.toString() === record.source?.uri;
  const isAtLine = errors !== null && errors.line !== null;
  const buttons = record.source && !isOpen && !isAtLine ? [show, openSource] : [show];
  const chosen = isAccepted(record)
    ? await window.showInformationMessage(message, ...buttons)
    : await window.showWarningMessage(message, ...buttons);
  if (chosen === openSource) await commands.executeCommand('judgeResults.openSource', { key: newest() });
  else if (chosen === show) await open(extension, newest());
}

/** Returns the title of the button that opens the result at its first error or failed case. */
function showButton(errors: CompileErrors | null, firstFailed: Outcome['first']): string {
  if (errors && errors.line !== null) return l10n.t('Go to Line {0}', errors.line);
  if (!errors && firstFailed) return l10n.t('Show Case {0}', firstFailed.name);
  return l10n.t('Show Result');
}

/**
 * Opens the first compile error in the source, or else the record page at the first failed case. Without a result,
 * reveals the row.
 */
async function open(extension: Core & WithList, key: RecordKey): Promise<void> {
  const record = extension.store.get(key);
  if (!record?.summary) return reveal(extension, key);
  const envelope = await extension.store.findEnvelope(key);
  const index = await indexOfFirstError(record, envelope);
  if (index >= 0) {
    const node = { kind: 'diagnostic', key, index };
    await commands.executeCommand('judgeResults.row.openDiagnostic', node);
    return;
  }
  const place = (nearlyOutcome(record, envelope) ?? shownOutcome(record, envelope)).first?.place;
  await commands.executeCommand('judgeResults.openRecord', { key, ...place });
}

const loadProblems = () => import('../diagnostics');

/** Returns the compiler’s errors if the compilation failed; null: none. */
function errorsOf(record: KnownRecord, envelope: Envelope | null): CompileErrors | null {
  return failedCompilation(record, envelope) ? (record.summary?.errors ?? null) : null;
}

/** Returns the index of the first error with a line in the user’s files, among all diagnostics; -1: none. */
async function indexOfFirstError(record: KnownRecord, envelope: Envelope | null): Promise<number> {
  const compile = failedCompilation(record, envelope);
  if (!compile) return -1;
  const { diagnosticsOf, firstErrorAtLine } = await loadProblems();
  const all = diagnosticsOf(compile);
  const first = firstErrorAtLine(all);
  return first ? all.indexOf(first) : -1;
}

function failedCompilation(record: KnownRecord, envelope: Envelope | null): Compilation | null {
  const compile = envelope?.data?.compile ?? null;
  return compile?.success === false || failedToCompile(record) ? compile : null;
}

/**
 * Shows one notification for several results, for example “11 results: 7 AC, 2 WA, 1 TLE, 1 CE.”, or with their names if
 * they are few. `pending`: number of results that will be announced later; `corrected`: the verdicts before a rejudging,
 * empty if it was preliminary
 */
async function showSeveral(
  extension: Core & WithList,
  records: readonly KnownRecord[],
  pending: number,
  corrected: ReadonlyMap<RecordKey, string>,
): Promise<void> {
  const failed = records.find((record) => !isAccepted(record));
  const [showFailed, showInList] = [l10n.t('Show First Failed'), l10n.t('Show in List')];
  const rejudged = rejudgedWords(records, corrected);
  const areNamed = rejudged === '' && records.length <= MAX_NAMED_RESULTS;
  const verdicts = areNamed ? records.map(judgedWords).join(listComma()) : verdictCounts(records);
  const words =
    pending === 0
      ? l10n.t('{0} results: {1}.', records.length, verdicts)
      : l10n.t('{0} results: {1}. Still pending: {2}.', records.length, verdicts, pending);
  const message = sanitizeForUi(joined(' ', rejudged, words), 400);
  const chosen = await (failed
    ? window.showWarningMessage(message, showFailed, showInList)
    : window.showInformationMessage(message, showInList));
  const shown = chosen === showFailed ? failed : records[0];
  if (chosen !== undefined && shown) await reveal(extension, shown.key);
}

/** Returns “WA 50 · P1115”. */
function judgedWords(record: KnownRecord): string {
  return joined(' · ', verdictWithScore(record), recordName(record));
}

/**
 * Returns the results whose final verdicts were replaced: “Rejudged: WA · A (was AC), AC · B (was WA).” Empty: none were.
 */
function rejudgedWords(records: readonly KnownRecord[], corrected: ReadonlyMap<RecordKey, string>): string {
  const changes = records.flatMap((record) => {
    const before = corrected.get(record.key) ?? '';
    return before === '' ? [] : [l10n.t('{0} (was {1})', judgedWords(record), before)];
  });
  if (changes.length === 0) return '';
  const shown = changes.slice(0, MAX_NAMED_RESULTS);
  const more = changes.length > shown.length ? ['…'] : [];
  return l10n.t('{0}.', l10n.t('Rejudged: {0}', [...shown, ...more].join(listComma())));
}

/** Counts the verdicts, for example “7 AC, 2 WA”. */
function verdictCounts(records: readonly KnownRecord[]): string {
  const counts = new Map<string, number>();
  for (const record of records) counts.set(verdictWord(record), (counts.get(verdictWord(record)) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${count} ${word}`).join(listComma());
}

/**
 * Returns the text of a notification: “WA 50 · P1115: 2 of 6 failed. First failed: #2-1, expected 3, actual 1.” `errors`:
 * null if the program compiled.
 */
export function noticeWords(
  record: KnownRecord,
  envelope: Envelope | null,
  errors: CompileErrors | null = null,
  was: PreviousVerdict = { verdict: '', isRejudged: false },
): string {
  const name = recordName(record);
  const { state } = record;
  switch (state.kind) {
    case 'failed':
      return state.reason
        ? l10n.t('{0}: request rejected ({1}). {2}', name, state.status, sanitizeForUi(state.reason))
        : l10n.t('{0}: request rejected ({1}).', name, state.status);
    case 'expired':
      return state.why === 'gone'
        ? l10n.t('{0}: the result has expired on the judge.', name)
        : l10n.t('{0}: timed out waiting for the result. Use “Resume Tracking” to try again.', name);
    default: {
      const judged = judgedWords(record);
      const verdict = was.isRejudged ? l10n.t('Rejudged: {0}', judged) : judged;
      const { counted, first, said } = shownOutcome(record, envelope);
      const count = errors ? errorWords(errors.count) : counted;
      const head = count === '' ? verdict : l10n.t('{0}: {1}', verdict, count);
      const replaced = was.verdict === '' ? head : l10n.t('{0} (was {1})', head, was.verdict);
      if (errors)
        return errors.line === null
          ? l10n.t('{0}.', replaced)
          : l10n.t('{0}. First error: line {1}.', replaced, errors.line);
      const nearly = nearlyOutcome(record, envelope);
      if (nearly?.first)
        return l10n.t(
          '{0}. Nearly right: #{1}.',
          replaced,
          joined(punctuation().comma, nearly.first.name, nearly.said),
        );
      if (!first) return l10n.t('{0}.', replaced);
      const place = joined(punctuation().comma, first.name, said);
      return l10n.t('{0}. First failed: #{1}.', replaced, place);
    }
  }
}

/**
 * Returns whether a later notification will announce this record. Hidden results aren't final yet. If the status codes
 * don't show whether a result is final, it is announced when polling ends, because its verdict may still change. A
 * preliminary verdict is announced immediately.
 */
function isToAnnounce(record: KnownRecord): boolean {
  const isAwaited = isPending(record) && !failedToCompile(record) && !isPreliminary(record);
  return isAwaited || isHidden(record);
}

function isAccepted({ summary, rules }: KnownRecord): boolean {
  return meaningOf(rules.statuses, summary?.status ?? null)?.kind === 'accepted';
}
