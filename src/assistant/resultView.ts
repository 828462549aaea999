import {
  countStatuses,
  firstFailedIn,
  formatMemory,
  formatScoreOf,
  formatTime,
  type Envelope,
  isTrouble,
  meaningOf,
  shortWord,
  statusText,
  subtasksOf,
  type JudgeSemantics,
  type StatusCode,
  type StatusMeaning,
} from '../results';
import { type KnownRecord, verdictOf } from '../records';
import { locatedCases, type LocatedCase } from './caseLocation';
import {
  MAX_COUNTED_VERDICTS,
  MAX_LISTED_CASES,
  MAX_LISTED_MESSAGE_LENGTH,
  MAX_LISTED_SUBTASKS,
  MAX_MESSAGE_LENGTH,
  MAX_NAME_LENGTH,
  MAX_REQUEST_ID_LENGTH,
} from './limits';
import type { UntrustedText } from './untrusted';

/** Returns a name that is passed back in an input. Marked as data unless it has the form of an identifier. */
export function identifier(text: string, marks: UntrustedText): string | null {
  const redacted = marks.redact(text);
  return /^[\w.:/@~-]{1,200}$/.test(redacted) ? redacted : marks.line(text, MAX_NAME_LENGTH);
}

/** A number, a hexadecimal number, or a UUID, or else too short for an instruction. */
const plainId = /^(?:[\w.:/@~-]{1,12}|(?:[a-z]{1,10}-)?[\da-f-]{1,64})$/i;

/**
 * Returns the ID of a result, which is passed back in an input. Marked as data unless it is a number or short, because
 * another person may have chosen it and created a link to the result.
 */
export function requestIdentifier(text: string, marks: UntrustedText): string | null {
  const redacted = marks.redact(text);
  return plainId.test(redacted) ? redacted : marks.line(text, MAX_REQUEST_ID_LENGTH);
}

/**
 * Returns a formatted number with its unit, or `15 / 20`. Marked as data unless the unit is one short word. Null if unknown.
 */
function figure(text: string, marks: UntrustedText): string | null {
  if (text === '') return null;
  return /^[-\d.,]+(?: ?[A-Za-zµ%]{1,12})?(?: \/ [-\d.,]+(?: ?[A-Za-zµ%]{1,12})?)?$/.test(text)
    ? text
    : marks.line(text, MAX_NAME_LENGTH);
}

interface MeasuredFigures {
  readonly score: number | null;
  /** the highest possible score; absent: unknown */
  readonly maximum?: number | undefined;
  readonly time: number | null;
  readonly memory: number | null;
}

/** Score with its maximum, time, and memory, with their units. Null: unknown. */
export function figures(of: MeasuredFigures, { units }: JudgeSemantics, marks: UntrustedText) {
  return {
    score: figure(formatScoreOf(of.score, of.maximum ?? null, units), marks),
    time: figure(formatTime(of.time, units), marks),
    memory: figure(formatMemory(of.memory, units), marks),
  };
}

/** Returns a verdict such as `WA`, and its kind. Null: there is none. */
export function statusView(status: StatusCode | null, rules: JudgeSemantics, marks: UntrustedText) {
  const meaning = meaningOf(rules.statuses, status);
  return {
    verdict: shortVerdict(status, meaning, rules, marks),
    kind: status === null ? null : (meaning?.kind ?? 'unknown'),
  };
}

/** Returns the short form of a verdict. Marked as data unless it is a few capital letters. Null if there is none. */
function shortVerdict(
  status: StatusCode | null,
  meaning: StatusMeaning | null,
  rules: JudgeSemantics,
  marks: UntrustedText,
): string | null {
  // Credentials are replaced first, because a long text is cut.
  const text = meaning ? shortWord(marks.redact(meaning)) : statusText(marks.redact(status), rules);
  return /^[A-Z]{1,5}$/.test(text) ? text : marks.line(text, MAX_NAME_LENGTH);
}

/** Returns the facts about a record that a list of results contains. */
export function recordSummaryView(record: KnownRecord, marks: UntrustedText) {
  const { summary, submission, rules } = record;
  const verdict = verdictOf(record);
  return {
    judge: identifier(record.service, marks),
    requestId: requestIdentifier(record.requestId, marks),
    state: record.state.kind,
    verdict: verdict && {
      short: shortVerdict(verdict.code, verdict.meaning, rules, marks),
      name: marks.line(verdict.meaning?.name, MAX_NAME_LENGTH),
      kind: verdict.kind,
    },
    ...figures(
      {
        score: summary?.score ?? null,
        maximum: summary?.maximum,
        time: summary?.time ?? null,
        memory: summary?.memory ?? null,
      },
      rules,
      marks,
    ),
    passedCases: summary ? (summary.passed ?? summary.progress.done) : 0,
    failedCases: summary?.failed ?? 0,
    partialCases: summary?.partial ?? 0,
    listedCases: summary?.cases ?? 0,
    casesWithoutVerdict: summary?.hidden ?? 0,
    compiled: summary?.compiled ?? null,
    problem: marks.line(submission?.problemId, MAX_NAME_LENGTH),
    title: marks.line(submission?.title, MAX_NAME_LENGTH),
    language: marks.line(submission?.languageName ?? submission?.language, MAX_NAME_LENGTH),
    isSelfTest: submission?.isSelfTest === true,
    requestedAt: moment(record.addedAt),
    changedAt: record.changedAt === null ? null : moment(record.changedAt),
  };
}

/** Returns a time in UTC, such as `2026-03-01T12:00:00.000Z`. Null if the number isn't a valid time. */
export function moment(at: number): string | null {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

export interface ListedCases {
  readonly includesPassed: boolean;
  /** Number of cases to skip. */
  readonly offset: number;
}

/** Returns the facts about a result, with a part of its cases. */
export function resultView(
  record: KnownRecord,
  envelope: Envelope | null,
  listed: ListedCases,
  marks: UntrustedText,
) {
  const { rules, state, submission, limits } = record;
  const all = locatedCases(envelope);
  const chosen = listed.includesPassed
    ? all
    : all.filter(({ testCase }) => isTrouble(testCase.status, rules));
  const page = chosen.slice(listed.offset, listed.offset + MAX_LISTED_CASES);
  const first = firstFailedIn(envelope, rules);
  const subtasks = subtasksOf(envelope);
  const compile = envelope?.data?.compile ?? null;
  return {
    ...recordSummaryView(record, marks),
    failureMessage: state.kind === 'failed' ? marks.lines(state.reason, MAX_MESSAGE_LENGTH) : null,
    judgeMessage: marks.lines(envelope?.data?.judge?.description ?? null, MAX_MESSAGE_LENGTH),
    isHiddenByContest: record.summary?.completion === 'hidden',
    contest: marks.line(submission?.contest?.title, MAX_NAME_LENGTH),
    user: marks.line(submission?.user, MAX_NAME_LENGTH),
    label: marks.line(record.label, MAX_NAME_LENGTH),
    note: marks.lines(record.note, MAX_MESSAGE_LENGTH),
    file: marks.line(record.source && fileNameOf(record.source.uri), MAX_NAME_LENGTH),
    limitsOfEachCase: limits && {
      time: figures({ score: null, time: limits.time, memory: null }, rules, marks).time,
      memory: figures({ score: null, time: null, memory: limits.memory }, rules, marks).memory,
    },
    hasCompilerOutput: (compile?.message ?? '').trim() !== '',
    subtasks: subtasks.slice(0, MAX_LISTED_SUBTASKS).map((subtask) => ({
      id: subtask.id,
      name: marks.line(subtask.name, MAX_NAME_LENGTH),
      ...statusView(subtask.status, rules, marks),
      ...figures(subtask, rules, marks),
      cases: subtask.cases.length,
    })),
    moreSubtasks: Math.max(subtasks.length - MAX_LISTED_SUBTASKS, 0),
    cases: {
      total: all.length,
      byVerdict: countStatuses(
        all.map(({ testCase }) => testCase),
        rules,
      )
        .slice(0, MAX_COUNTED_VERDICTS)
        .map(({ status, count }) => ({ ...statusView(status, rules, marks), count })),
      firstFailed: first && `${first.place.subtask}/${first.place.case}`,
      listed: listed.includesPassed ? 'all' : 'notAccepted',
      offset: listed.offset,
      items: page.map((located) => caseRow(located, rules, marks)),
      more: Math.max(chosen.length - listed.offset - page.length, 0),
    },
  };
}

function caseRow({ location, testCase }: LocatedCase, rules: JudgeSemantics, marks: UntrustedText) {
  return {
    case: location,
    ...statusView(testCase.status, rules, marks),
    ...figures(testCase, rules, marks),
    message: marks.line(testCase.description, MAX_LISTED_MESSAGE_LENGTH),
  };
}

/** Returns the file name at the end of a URI, without its folders. */
function fileNameOf(uri: string): string {
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
