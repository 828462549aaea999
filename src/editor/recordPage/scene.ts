import { l10n } from 'vscode';
import { caseIn, plainLines, type Envelope } from '../../judge';
import type { Action, ActionId, ActionPlace, PanelKeys, ShowMessage, Side } from '../../panel/messages';
import {
  isSample,
  canResumeTracking,
  isNewer,
  hasJudgedText,
  type KnownRecord,
  type RecordKey,
  type RecordStore,
} from '../../records';
import { isAwaited, showsVerdict, verdictOf } from '../../records/verdict';
import { caseDescription } from '../labels/caseLabels';
import { shownRules } from '../labels/ownRuns';
import { recordName, verdictWithScore, verdictWord } from '../labels/recordLabels';
import { caseButtonLabels } from './caseButtons';
import { compareSubtasks, earlierOf, versionsOf } from './comparison';
import type { CompileTarget } from '../problems';
import { drawCompilation, type DrawnCompilation, recordView, type RecordView } from './model';
import { pageWords } from './pageLabels';
import { recordFields } from './recordFields';

/** A record with its result, as it was when it was drawn. */
interface Loaded {
  readonly record: KnownRecord;
  readonly envelope: Envelope | null;
  /** it is not in the store any more; this is what was known last */
  readonly gone: boolean;
  readonly compilation: DrawnCompilation | null;
}

/** What the service of a record has for it. */
export interface AtService {
  /** its problem has a page that can be opened in a browser */
  readonly hasProblemPage: boolean;
  /** so has the record itself */
  readonly hasRecordPage: boolean;
  /** the domain that the record is in, as `placeWords` returns it */
  readonly place: string;
}

const nothingKnown: AtService = { hasProblemPage: false, hasRecordPage: false, place: '' };

/** Turns one or two records of the store into what the page shows. */
export class Scene {
  private readonly loaded: { record: Loaded; before: Loaded | null };
  /** no other record takes its page */
  isKept = true;
  private atService = nothingKnown;

  constructor(
    private readonly store: RecordStore,
    readonly keys: PanelKeys,
    private readonly atServiceOf: (record: KnownRecord) => Promise<AtService> = () =>
      Promise.resolve(nothingKnown),
  ) {
    this.loaded = {
      record: notLoaded(store, keys.record),
      before: keys.before === null ? null : notLoaded(store, keys.before),
    };
  }

  /** What the page has to show now. */
  async load(): Promise<ShowMessage> {
    await this.loadSide('record');
    await this.loadSide('before');
    const { before, record } = this.loaded;
    this.atService = await this.atServiceOf(record.record);
    const view = this.view('record', record);
    return {
      type: 'show',
      keys: this.keys,
      words: pageWords(),
      record: view.head,
      subtasks: before ? compareSubtasks(judged(before), judged(record)) : view.subtasks,
      comparison: before && { before: this.view('before', before).head },
      caseButtons: caseButtonLabels(),
    };
  }

  /** Of the editor's tab. */
  title(): string {
    const { record } = this.loaded.record;
    const before = this.loaded.before?.record;
    const name = recordName(record);
    if (!before) return `${name} ${verdictWord(record)}`.trim();
    if (recordName(before) !== name) return `${recordName(before)} ↔ ${name}`;
    return `${name}: ${verdictWithScore(before)} ↔ ${verdictWithScore(record)}`;
  }

  record(side: Side): KnownRecord | null {
    return this.loaded[side]?.record ?? null;
  }

  /** Whether what is shown may look different now that this record does. */
  concerns(key: RecordKey): boolean {
    if (key === this.keys.record || key === this.keys.before) return true;
    const uri = this.loaded.record.record.source?.uri;
    return uri !== undefined && this.store.get(key)?.source?.uri === uri;
  }

  /** Where a link of the compile message leads. */
  target(side: Side, link: number): CompileTarget | null {
    return this.loaded[side]?.compilation?.targets[link] ?? null;
  }

  /** The whole description of a case; null where there is no such case. */
  description(side: Side, subtaskKey: string, caseKey: string): string | null {
    const one = caseIn(this.loaded[side]?.envelope ?? null, { subtask: subtaskKey, case: caseKey });
    return one ? plainLines(caseDescription(one) ?? '', longestWholeDescription) : null;
  }

  private async loadSide(side: Side): Promise<void> {
    const known = this.loaded[side];
    if (!known) return;
    const { key } = known.record;
    const envelope = this.store.get(key) && (await this.store.findEnvelope(key));
    const record = this.store.get(key);
    if (!record) {
      this.loaded[side] = { ...known, gone: true };
      return;
    }
    const compile = envelope?.data?.compile ?? null;
    const same = compile === (known.envelope?.data?.compile ?? null);
    const compilation = same ? known.compilation : drawCompilation(compile);
    this.loaded[side] = { record, envelope, gone: false, compilation };
  }

  private view(side: Side, { record, envelope, compilation, gone }: Loaded): RecordView {
    const isAlone = !gone && this.keys.before === null;
    const fields = recordFields(
      record,
      envelope,
      compilation,
      gone || side === 'before' ? [] : this.actions(record),
      isAlone ? versionsOf(record, this.store.records()) : [],
      side === 'record' ? this.atService.place : '',
    );
    const view = recordView(envelope, shownRules(record), fields);
    const note = l10n.t('This result is no longer in the list.');
    return gone ? { ...view, head: { ...view.head, progress: null, note } } : view;
  }

  private actions(record: KnownRecord): Action[] {
    const keep = this.isKept ? [] : [action('keep', 'icon')];
    const before = this.loaded.before?.record;
    if (this.keys.before !== null) {
      const canCompare = before && hasJudgedText(before) && hasJudgedText(record);
      return [...keep, ...(canCompare ? [action('compareSources', 'button')] : [])];
    }
    if (isNewer(record)) return [...keep, action('reloadWindow', 'primary'), action('copyRequestId', 'menu')];
    const canRefresh = !isSample(record) && !canResumeTracking(record);
    const buttons = this.buttons(record);
    return [
      // nobody can be asked for a sample
      ...(canRefresh ? [action('refresh', 'icon')] : []),
      ...keep,
      ...(this.atService.hasProblemPage ? [action('openProblem', 'link')] : []),
      ...(this.atService.hasRecordPage ? [action('openInBrowser', 'link')] : []),
      ...buttons.slice(0, mostButtons),
      ...buttons.slice(mostButtons).map(({ id }) => action(id, 'menu')),
      ...(record.source ? [action('setSourceFile', 'menu')] : []),
      ...(record.summary ? [action('copyAsMarkdown', 'menu')] : []),
      action('editNote', 'menu'),
      action('copyRequestId', 'menu'),
      ...(record.summary ? [action('exportJson', 'menu')] : []),
    ];
  }

  /** What one may do with the record, the likeliest first. */
  private buttons(record: KnownRecord): Action[] {
    const all = this.store.records();
    const newest = versionsOf(record, all).at(-1) ?? record;
    // of a file that was only tied nobody knows that its service takes submissions
    const canSubmit = record.submission && record.source?.how === 'submitted' && !isSample(record);
    const isFailed = hasFailed(record);
    const again = record.submission?.hasSamples ? 'runSamples' : 'submitAgain';
    const submit = canSubmit ? [action(again, isFailed ? 'primary' : 'button')] : [];
    return [
      ...(canResumeTracking(record) ? [action('resumeTracking', 'primary')] : []),
      ...(isAwaited(record) ? [action('stopTracking', 'button')] : []),
      ...(isFailed ? submit : []),
      ...(record.source || isSample(record) ? [] : [action('setSourceFile', 'primary')]),
      ...(newest.key !== record.key && hasJudgedText(record) ? [action('restoreVersion', 'button')] : []),
      ...(earlierOf(record, all) ? [action('compareWithPrevious', 'button')] : []),
      ...(record.source ? [action('openSource', 'button')] : []),
      ...(isFailed ? [] : submit),
    ];
  }
}

const mostButtons = 2;

/** There is a verdict, and it is none to be content with. */
function hasFailed(record: KnownRecord): boolean {
  return showsVerdict(record) && verdictOf(record)?.meaning?.kind !== 'accepted';
}

function action(id: ActionId, place: ActionPlace): Action {
  const labels: Readonly<Record<ActionId, string>> = {
    refresh: l10n.t('Refresh'),
    keep: l10n.t('Keep Open'),
    resumeTracking: l10n.t('Resume Tracking'),
    submitAgain: l10n.t('Submit Again'),
    runSamples: l10n.t('Run Samples'),
    openSource: l10n.t('Open Source'),
    compareWithPrevious: l10n.t('Compare with Previous'),
    compareSources: l10n.t('Compare Sources'),
    restoreVersion: l10n.t('Restore This Version'),
    reloadWindow: l10n.t('Reload Window'),
    setSourceFile: l10n.t('Set Source File…'),
    openProblem: l10n.t('Problem'),
    openInBrowser: l10n.t('Record'),
    stopTracking: l10n.t('Stop Tracking'),
    copyAsMarkdown: l10n.t('Copy as Markdown'),
    editNote: l10n.t('Edit Note…'),
    copyRequestId: l10n.t('Copy ID'),
    exportJson: l10n.t('Export as JSON…'),
  };
  return { id, label: labels[id], place };
}

/** Most of one description that the page asks for. */
const longestWholeDescription = 1024 * 1024;

function judged({ envelope, record: { rules } }: Loaded) {
  return { envelope, rules };
}

function notLoaded(store: RecordStore, key: RecordKey): Loaded {
  const record = store.get(key);
  if (!record) throw new Error('only records of the list are shown');
  return { record, envelope: null, gone: false, compilation: null };
}
