import { isValidTime } from '../base/validTime';
import type { AboutResult, Contest, Envelope, JudgeSemantics, RecordState } from '../results';
import { decideMerge, summarise, type MergeDecision, type ResultOrigin } from './mergePolicy';
import { nextState, type StateEvent } from './nextState';
import type { Plan } from './pollingPlan';
import { sameJson } from '../base/sameJson';
import {
  isPending,
  namesProblem,
  recordKey,
  type KnownRecord,
  type RecordSummary,
  type SourceLink,
  type SubmissionDetails,
} from './record';
import { bounded } from './textBounds';
import type { RecordUpdate, RecordDraft, ResultReference } from './storage';

/* Changes of a record. Each function returns a pure function of the stored record, see `RecordUpdate`. */

/** The known data of a record before its first response. */
export type NewRecord = Pick<KnownRecord, 'service' | 'requestId' | 'rules' | 'folder'> &
  Partial<
    Pick<
      KnownRecord,
      'hint' | 'label' | 'note' | 'source' | 'submission' | 'limits' | 'judgedHash' | 'addedAt'
    >
  > & {
    /** State of a new record. Absent: it waits for its result. */
    readonly state?: RecordState;
  };

/** Details that callers may change. Results and states are changed through `RecordStore.receive` and `setState`. */
export type DetailsPatch = Partial<Omit<Pick<KnownRecord, (typeof detailFields)[number]>, 'state'>>;

export interface IncomingResult {
  readonly envelope: Envelope;
  /** The response body as received; null if not available. */
  readonly raw: string | null;
  readonly summary: RecordSummary;
  /** The rules that were used for the summary. */
  readonly rules: JudgeSemantics;
  readonly reference: ResultReference;
  readonly via: ResultOrigin;
}

/**
 * Adds the record, or resumes it if polling had ended without a final result. Known details stay unless `added`
 * contains them.
 */
export function addRecord(added: NewRecord, now: number): RecordUpdate {
  return (current) => {
    if (!current) return { record: newRecord(added, now), result: null, plan: null };
    const { record } = current;
    const state = nextState(record, { kind: 'requested' });
    return withRecord(current, { ...withDetails(record, added), state });
  };
}

export function addDetails(added: NewRecord): RecordUpdate {
  return (current) => current && withRecord(current, withDetails(current.record, added));
}

/** Replaces the result if `decideMerge` accepts the new one. `added`: adds the record if it is unknown. */
export function takeResult(incoming: IncomingResult, added: NewRecord | null, now: number): RecordUpdate {
  return (current) => {
    const known = current ?? (added ? { record: newRecord(added, now), result: null, plan: null } : null);
    if (!known) return null;
    if (current?.result?.id === incoming.reference.id) return current;
    if (decideOn(current, incoming) !== 'take') return current;
    const { summary, via } = incoming;
    const state = nextState(current && known.record, { kind: 'result', summary, via });
    return {
      record: bounded({
        ...known.record,
        state,
        summary,
        rules: incoming.rules,
        changedAt: incoming.reference.receivedAt,
      }),
      result: incoming.reference,
      // Tracking ends in the same write, so a crash can't separate the two changes.
      plan: isPending({ state }) ? known.plan : null,
      body: { envelope: incoming.envelope, raw: incoming.raw },
    };
  };
}

/** Returns the record that a result of an unknown request ID would create. Stores nothing. */
export function previewRecord(
  added: NewRecord,
  envelope: Envelope,
  about: AboutResult | null,
  now: number,
): KnownRecord {
  const details = about ? detailsOf(null, about, null) : null;
  const summary = summarise(envelope, added.rules);
  const state = nextState(null, { kind: 'result', summary, via: 'ask' });
  return bounded({ ...newRecord({ ...added, ...details }, now), state, summary, changedAt: now });
}

export function decideOn(current: RecordDraft | null, incoming: IncomingResult): MergeDecision {
  if (!current) return 'take';
  const { record, result } = current;
  const known = record.summary && result ? { summary: record.summary, receivedAt: result.receivedAt } : null;
  const arriving = { summary: incoming.summary, receivedAt: incoming.reference.receivedAt };
  return decideMerge(known, arriving, incoming.via, record.rules);
}

export interface PlanChange {
  /** Null: tracking ends. */
  readonly plan: Plan | null;
  /** State that polling determined or the user chose, see `nextState`; null if unchanged. */
  readonly state: RecordState | null;
  /** Starts tracking. If false, a plan for a record that isn't tracked has no effect. */
  readonly begins: boolean;
}

export function changePlan({ plan, state, begins }: PlanChange): RecordUpdate {
  return (current) => {
    if (!current || (plan && !current.plan && !begins)) return current;
    const withState = (state && applyEvent({ kind: 'stateSet', state })(current)) ?? current;
    return sameJson(withState.plan, plan) ? withState : { ...withState, plan };
  };
}

export function patchDetails(update: DetailsPatch): RecordUpdate {
  return (current) => current && withRecord(current, { ...current.record, ...update });
}

/** Changes the state after an event without a new result. */
export function applyEvent(event: Exclude<StateEvent, { kind: 'result' | 'interpreted' }>): RecordUpdate {
  return (current) =>
    current && withRecord(current, { ...current.record, state: nextState(current.record, event) });
}

/**
 * Ends a rejudging that returned the same result. Its tracking ends in the same write, as for any final result.
 */
export const endRejudging: RecordUpdate = (current) => {
  const ended = applyEvent({ kind: 'rejudged' })(current);
  return ended?.plan && !isPending(ended.record) ? { ...ended, plan: null } : ended;
};

/**
 * Replaces the rules of a record. `summary`: its result read with these rules; null without a result, or if it can't be
 * read.
 */
export function rereadResult(rules: JudgeSemantics, summary: RecordSummary | null): RecordUpdate {
  return (current) => {
    if (!current) return null;
    const { record } = current;
    const read = summary && { summary, state: nextState(record, { kind: 'interpreted', summary }) };
    return { ...current, record: bounded({ ...record, ...read, rules }) };
  };
}

export const removeRecord: RecordUpdate = () => null;

/** Applies the changes one after the other. */
export function inSequence(changes: readonly RecordUpdate[]): RecordUpdate {
  return (current) => changes.reduce<RecordDraft | null>((draft, change) => change(draft), current);
}

const detailFields = [
  'state',
  'label',
  'note',
  'source',
  'submission',
  'folder',
  'hint',
  'limits',
  'judgedHash',
] as const;

/** Returns whether two states of a record have equal rules and details. Their results may differ. */
export function sameDetails(a: KnownRecord, b: KnownRecord): boolean {
  if (!sameJson(a.rules, b.rules)) return false;
  return detailFields.every((field) => sameJson(a[field], b[field]));
}

function withDetails(record: KnownRecord, added: NewRecord): KnownRecord {
  return {
    ...record,
    label: added.label ?? record.label,
    note: added.note ?? record.note,
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

function newRecord(added: NewRecord, now: number): KnownRecord {
  return bounded({
    key: recordKey(added.service, added.requestId),
    service: added.service,
    requestId: added.requestId,
    hint: added.hint ?? null,
    rules: added.rules,
    state: added.state ?? nextState(null, { kind: 'requested' }),
    summary: null,
    label: added.label ?? null,
    note: added.note ?? null,
    source: added.source ?? null,
    submission: added.submission ?? null,
    limits: added.limits ?? null,
    judgedHash: added.judgedHash ?? null,
    folder: added.folder,
    addedAt: added.addedAt !== undefined && isValidTime(added.addedAt) ? added.addedAt : now,
    changedAt: null,
  });
}

/**
 * Returns the details of a record that a response contains in addition to the result. `judgedHash`: hash of the judged
 * text if it was just stored; null if the response doesn't contain the text, or it is already stored. `submissionBefore`:
 * the details that are already known.
 */
export function detailsOf(
  known: KnownRecord | null,
  about: AboutResult,
  judgedHash: string | null,
  submissionBefore: SubmissionDetails | null = known?.submission ?? null,
): Partial<Pick<NewRecord, 'hint' | 'submission' | 'limits' | 'judgedHash' | 'source'>> {
  const { hint, limits } = about;
  // most types of judges store the scope as the hint
  const place = about.place === undefined ? (hint ?? null) : about.place;
  const submission = submissionWith(submissionBefore, about, place);
  // the program of a linked file is the user's, even if they use another account now
  const user = known?.source ? undefined : about.user;
  const described = user === undefined ? submission : withSubmitter(submission ?? submissionBefore, user);
  const source = judgedHash === null ? null : correctedSource(known?.source ?? null, judgedHash);
  return {
    ...(hint ? { hint } : {}),
    ...(described ? { submission: described } : {}),
    ...(limits ? { limits } : {}),
    ...(judgedHash === null ? {} : { judgedHash }),
    ...(source ? { source } : {}),
  };
}

/** Adds the name of another user to their submission, unless it is known. Lists of submissions may not contain it. */
function withSubmitter(submission: SubmissionDetails | null, user: string): SubmissionDetails | null {
  return submission && { ...submission, user: submission.user ?? user };
}

/**
 * Adds the facts of a response, or of an entry in a list, to the details of a submission. `place`: its scope, see
 * `SubmissionDetails`. Null: nothing changes.
 */
export function submissionWith(
  known: SubmissionDetails | null,
  about: AboutResult,
  place: string | null,
): SubmissionDetails | null {
  return known ? changedSubmission(known, about, place) : newSubmission(about, place);
}

/**
 * Returns the submission that a response describes. Null if it contains neither the problem nor the contest. The contest
 * decides what assistants may read, so it is kept without the problem.
 */
function newSubmission(about: AboutResult, place: string | null): SubmissionDetails | null {
  const { problem, language, languageName, isSelfTest, user, contest } = about;
  const at = submittedAt(about);
  if (!problem && !contest) return null;
  return {
    problemId: problem?.id ?? '',
    title: problem?.title ?? null,
    ...(problem?.letter === undefined ? {} : { letter: problem.letter }),
    place,
    language,
    optimise: false,
    ...(languageName === undefined ? {} : { languageName }),
    ...(isSelfTest ? { isSelfTest } : {}),
    ...(user === undefined ? {} : { user }),
    ...(contest ? { contest } : {}),
    ...(at === null ? {} : { at }),
  };
}

/** Returns the time of the submission that a response contains, ms since 1970; null: none, or invalid. */
function submittedAt({ at = null }: AboutResult): number | null {
  return at !== null && isValidTime(at) ? at : null;
}

/**
 * Completes a known submission with a response. Null if nothing changes. Known details stay, because those of our own
 * submission are more complete than the judge's.
 */
function changedSubmission(
  known: SubmissionDetails,
  about: AboutResult,
  place: string | null,
): SubmissionDetails | null {
  const { problem, language, languageName } = about;
  const contest = about.contest ? mergeContest(known.contest, about.contest) : known.contest;
  const at = submittedAt(about) ?? known.at;
  // The time is known now, or the end or the title of the contest has changed.
  const isChanged = at !== known.at || (contest !== undefined && !sameJson(contest, known.contest));
  const changed = isChanged
    ? { ...known, ...(contest ? { contest } : {}), ...(at === undefined ? {} : { at }) }
    : known;
  if (!problem) return isChanged ? changed : null;
  const lacksTitle = !namesProblem(known) || (known.title === null && !!problem.title);
  const lacksLanguage = known.language === null && language !== null;
  const lacksLetter =
    known.letter === undefined && problem.letter !== undefined && known.problemId === problem.id;
  const isSameLanguage = known.language === null || known.language === language;
  const lacksName = known.languageName === undefined && languageName !== undefined && isSameLanguage;
  if (!lacksTitle && !lacksLanguage && !lacksLetter && !lacksName && !isChanged) return null;
  return {
    ...changed,
    problemId: lacksTitle ? problem.id : known.problemId,
    title: problem.title ?? known.title,
    place: lacksTitle ? (place ?? known.place) : (known.place ?? place),
    language: known.language ?? language,
    ...(lacksLetter ? { letter: problem.letter } : {}),
    ...(lacksName ? { languageName } : {}),
  };
}

/** Returns the link with the judged text if the user linked the file before that text was known; null if it is correct. */
function correctedSource(source: SourceLink | null, judgedHash: string): SourceLink | null {
  if (!source || source.textHash === judgedHash) return null;
  return { ...source, how: 'submitted', textHash: judgedHash };
}

/**
 * Combines the known data of a contest with a response. If the response contains only its ID, the known data stays,
 * because the request for the contest failed.
 */
function mergeContest(before: Contest | undefined, reported: Contest): Contest {
  if (!before || (reported.id !== undefined && before.id !== undefined && reported.id !== before.id)) {
    return reported;
  }
  const isUnknown = reported.title === null && reported.endsAt === null && !reported.isOver;
  if (isUnknown) return before;
  const id = reported.id ?? before.id;
  return { ...reported, title: reported.title ?? before.title, ...(id === undefined ? {} : { id }) };
}

/** Replaces the contest of a record, because the judge reported its current end. */
export function setContest(contest: Contest): RecordUpdate {
  return (current) => {
    if (!current?.record.submission) return current;
    const submission = { ...current.record.submission, contest };
    return withRecord(current, { ...current.record, submission });
  };
}
