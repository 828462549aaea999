import type { Envelope, JudgingRules } from '../judge';
import { bounded } from './bounds';
import { decideMerge, stateAfter } from './mergePolicy';
import type { MergeDecision, ResultOrigin } from './mergePolicy';
import type { Plan } from './plan';
import { sameJson } from './nodeChanges';
import type { KnownRecord, KnownState, RecordSummary } from './record';
import { recordKey } from './record';
import type { RecordChange, RecordDraft, ResultReference } from './storage';

/*
 * What becomes of a record when something is done to it: each change is a pure function of what is stored at that
 * moment, see `RecordChange`.
 */

/** What is known of a record before anything came back for it. */
export type NewRecord = Pick<KnownRecord, 'service' | 'requestId' | 'rules' | 'folder'> &
  Partial<Pick<KnownRecord, 'hint' | 'label' | 'source' | 'submission' | 'limits' | 'judgedHash'>>;

/** What may be changed from outside. Results come in by `RecordStore.receive` only. */
export type RecordUpdate = Partial<Pick<KnownRecord, (typeof detailFields)[number]>>;

export interface IncomingResult {
  readonly envelope: Envelope;
  /** the body as received; null: not at hand */
  readonly raw: string | null;
  readonly summary: RecordSummary;
  /** how the summary was read */
  readonly rules: JudgingRules;
  readonly reference: ResultReference;
  readonly via: ResultOrigin;
}

/** Makes the record known, or takes up again one that was given up; what it knew and is not given anew stays. */
export function adding(added: NewRecord, now: number): RecordChange {
  return (current) => {
    if (!current) return { record: fresh(added, now), result: null, plan: null };
    const { record } = current;
    return withRecord(current, { ...described(record, added), state: takenUp(record) });
  };
}

/** Gives a known record the details that came with a question for it. */
export function describing(added: NewRecord): RecordChange {
  return (current) => current && withRecord(current, described(current.record, added));
}

/** Takes a result where `decideMerge` lets it in. `added`: makes the record known where it isn't. */
export function receiving(incoming: IncomingResult, added: NewRecord | null, now: number): RecordChange {
  return (current) => {
    const known = current ?? (added ? { record: fresh(added, now), result: null, plan: null } : null);
    if (!known) return null;
    if (current?.result?.id === incoming.reference.id) return current;
    if (decideOn(current, incoming) !== 'take') return current;
    return {
      record: bounded({
        ...known.record,
        state: stateAfter(current ? known.record.state : null, incoming.summary, incoming.via),
        summary: incoming.summary,
        rules: incoming.rules,
        changedAt: incoming.reference.receivedAt,
      }),
      result: incoming.reference,
      plan: known.plan,
      body: { envelope: incoming.envelope, raw: incoming.raw },
    };
  };
}

export function decideOn(current: RecordDraft | null, incoming: IncomingResult): MergeDecision {
  if (!current) return 'take';
  const { record, result } = current;
  const known = record.summary && result ? { summary: record.summary, receivedAt: result.receivedAt } : null;
  const arriving = { summary: incoming.summary, receivedAt: incoming.reference.receivedAt };
  return decideMerge(known, arriving, incoming.via, record.rules);
}

/** What becomes of a record's plan. Null: it is tracked no more. */
export interface Planning {
  readonly plan: Plan | null;
  /** also where the record is not tracked (any more) */
  readonly begins: boolean;
}

export function planning({ plan, begins }: Planning): RecordChange {
  return (current) => {
    if (!current || (plan && !current.plan && !begins)) return current;
    return sameJson(current.plan, plan) ? current : { ...current, plan };
  };
}

/** Changes details. A record that is finished stays so, whatever is said about its state. */
export function patching(update: RecordUpdate): RecordChange {
  return (current) => {
    if (!current) return null;
    const { record } = current;
    const isEnd = isFinal(record) && record.state.kind === 'finished';
    const state = isEnd ? record.state : (update.state ?? record.state);
    return withRecord(current, { ...record, ...update, state });
  };
}

/** Reads what is known by other rules. `summary`: of its result; null: it has none, or it can't be read. */
export function interpreting(rules: JudgingRules, summary: RecordSummary | null): RecordChange {
  return (current) => {
    if (!current) return null;
    const { record } = current;
    const state = summary ? interpretedState(record.state, summary) : record.state;
    return { ...current, record: bounded({ ...record, rules, summary: summary ?? record.summary, state }) };
  };
}

function interpretedState(before: KnownState, summary: RecordSummary): KnownState {
  if (!['judging', 'finished', 'settled'].includes(before.kind)) return before;
  // what had ended goes on only where its code says so
  if (summary.completion === 'unknown' && before.kind !== 'judging') return { kind: 'settled' };
  return stateAfter(before, summary, 'refresh');
}

/** The service judges it again. What it said before stays until that has ended. */
export const rejudging: RecordChange = (current) => current && inState(current, { kind: 'judging' });

/** It has judged again, and says the same. */
export const rejudged: RecordChange = (current) =>
  current && isFinal(current.record) ? inState(current, { kind: 'finished' }) : current;

function inState(current: RecordDraft, state: KnownState): RecordDraft {
  return withRecord(current, { ...current.record, state });
}

export const removing: RecordChange = () => null;

/** One change after the other. */
export function inSequence(changes: readonly RecordChange[]): RecordChange {
  return (current) => changes.reduce<RecordDraft | null>((draft, change) => change(draft), current);
}

const detailFields = [
  'state',
  'label',
  'source',
  'submission',
  'folder',
  'hint',
  'limits',
  'judgedHash',
] as const;

/** Everything but the result is the same. */
export function sameDetails(a: KnownRecord, b: KnownRecord): boolean {
  if (a.rules !== b.rules && JSON.stringify(a.rules) !== JSON.stringify(b.rules)) return false;
  return detailFields.every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]));
}

function described(record: KnownRecord, added: NewRecord): KnownRecord {
  return {
    ...record,
    label: added.label ?? record.label,
    source: added.source ?? record.source,
    submission: added.submission ?? record.submission,
    hint: added.hint ?? record.hint,
    limits: added.limits ?? record.limits,
    judgedHash: added.judgedHash ?? record.judgedHash,
    folder: record.folder ?? added.folder,
  };
}

function withRecord(current: RecordDraft, record: KnownRecord): RecordDraft {
  const changed = bounded(record);
  return sameDetails(current.record, changed) ? current : { ...current, record: changed };
}

function fresh(added: NewRecord, now: number): KnownRecord {
  return bounded({
    key: recordKey(added.service, added.requestId),
    service: added.service,
    requestId: added.requestId,
    hint: added.hint ?? null,
    rules: added.rules,
    state: { kind: 'waiting' },
    summary: null,
    label: added.label ?? null,
    source: added.source ?? null,
    submission: added.submission ?? null,
    limits: added.limits ?? null,
    judgedHash: added.judgedHash ?? null,
    folder: added.folder,
    addedAt: now,
    changedAt: null,
  });
}

function isFinal(record: KnownRecord): boolean {
  return record.summary?.completion === 'finished';
}

function takenUp(record: KnownRecord): KnownState {
  switch (record.state.kind) {
    case 'waiting':
    case 'judging':
    case 'finished':
    case 'settled':
    case 'newer':
      return record.state;
    case 'failed':
    case 'expired':
    case 'stopped':
      return record.summary ? { kind: 'judging' } : { kind: 'waiting' };
  }
}
