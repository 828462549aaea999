import { l10n } from 'vscode';
import { caseIn, plainLines, type Envelope } from '../../results';
import type { Action, PanelKeys, ShowMessage, Side } from '../../resultPage/messages';
import type { KnownRecord, RecordKey, RecordStore } from '../../records';
import { caseDescription } from '../labels/caseLabels';
import { shownRules } from '../labels/customInputRuns';
import { isOutputOnPage } from '../labels/recordLabels';
import { hidesFailedCases } from '../shared/hiddenCases';
import { caseButtonLabels } from './caseButtons';
import { compareSubtasks, type Judged } from './resultComparison';
import { versionsOf } from './versions';
import type { CompileTarget } from '../diagnostics';
import { compileView, type CompilationOnPage } from './compileView';
import { recordView, type RecordView } from './recordView';
import { pageWords } from './pageLabels';
import { recordActions, type AtJudge } from './recordActions';
import { recordHeadTexts } from './recordHead';
import { tabTitle } from './tabTitle';
import { MAX_DESCRIPTION_LENGTH } from './limits';

/** A record with its result, as displayed. */
interface Loaded {
  readonly record: KnownRecord;
  readonly envelope: Envelope | null;
  /** whether the record was removed; the other fields then contain the last known data */
  readonly gone: boolean;
  readonly compilation: CompilationOnPage | null;
}

const nothingKnown: AtJudge = {
  hasProblemPage: false,
  listsByProblem: false,
  hasRecordPage: false,
  mayChange: true,
  place: '',
};

/** Converts one record, or two compared ones, to the content of the page. */
export class ShownRecords {
  private readonly loaded: { record: Loaded; before: Loaded | null };
  /** whether the page must not be reused for another record */
  isKept = true;
  private atJudge = nothingKnown;

  constructor(
    private readonly store: RecordStore,
    readonly keys: PanelKeys,
    private readonly atJudgeOf: (record: KnownRecord) => Promise<AtJudge> = () =>
      Promise.resolve(nothingKnown),
  ) {
    this.loaded = {
      record: notLoaded(store, keys.record),
      before: keys.before === null ? null : notLoaded(store, keys.before),
    };
  }

  /** Returns the current content of the page. */
  async load(): Promise<ShowMessage> {
    await this.loadSide('record');
    await this.loadSide('before');
    const { before, record } = this.loaded;
    this.atJudge = await this.atJudgeOf(record.record);
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

  /** Returns the title of the editor tab. Contains the current verdict, also if the content isn't loaded again. */
  title(): string {
    const { store, loaded, keys } = this;
    const record = store.get(keys.record) ?? loaded.record.record;
    const before = keys.before === null ? null : (store.get(keys.before) ?? loaded.before?.record);
    return tabTitle(record, before ?? null);
  }

  record(side: Side): KnownRecord | null {
    return this.loaded[side]?.record ?? null;
  }

  /** Returns whether a change of this record can affect the page. */
  concerns(key: RecordKey): boolean {
    if (key === this.keys.record || key === this.keys.before) return true;
    const uri = this.loaded.record.record.source?.uri;
    return uri !== undefined && this.store.get(key)?.source?.uri === uri;
  }

  /** Returns the target of a link in the compiler output. */
  target(side: Side, link: number): CompileTarget | null {
    return this.loaded[side]?.compilation?.targets[link] ?? null;
  }

  /** Returns the whole description of a case; null: no such case. */
  description(side: Side, subtaskKey: string, caseKey: string): string | null {
    const testCase = caseIn(this.loaded[side]?.envelope ?? null, { subtask: subtaskKey, case: caseKey });
    return testCase ? plainLines(caseDescription(testCase) ?? '', MAX_DESCRIPTION_LENGTH) : null;
  }

  /** Whether more of the record is fetched when the user opens it. */
  get opensMore(): boolean {
    return this.loaded.record.envelope?.data?.judge?.opensMore === true;
  }

  private actions({ record, envelope }: Loaded): readonly Action[] {
    return recordActions(record, {
      all: this.store.records(),
      isKept: this.isKept,
      isComparison: this.keys.before !== null,
      before: this.loaded.before?.record ?? null,
      atJudge: this.atJudge,
      isOutputOnPage: isOutputOnPage(envelope?.data?.compile),
    });
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
    const compilation = same ? known.compilation : compileView(compile);
    this.loaded[side] = { record, envelope, gone: false, compilation };
  }

  private view(side: Side, loaded: Loaded): RecordView {
    const { record, envelope, compilation, gone } = loaded;
    const isAlone = !gone && this.keys.before === null;
    const fields = recordHeadTexts(
      record,
      envelope,
      compilation,
      gone || side === 'before' ? [] : this.actions(loaded),
      isAlone ? versionsOf(record, this.store.records()) : [],
      side === 'record' ? this.atJudge.place : '',
    );
    const view = recordView(envelope, shownRules(record), fields, hidesFailedCases(record));
    const note = l10n.t('This result is no longer in the list.');
    return gone ? { ...view, head: { ...view.head, progress: null, note } } : view;
  }
}

function judged({ envelope, record }: Loaded): Judged {
  return { envelope, rules: record.rules, hidesFailed: hidesFailedCases(record) };
}

function notLoaded(store: RecordStore, key: RecordKey): Loaded {
  const record = store.get(key);
  if (!record) throw new Error('only records of the list are shown');
  return { record, envelope: null, gone: false, compilation: null };
}
