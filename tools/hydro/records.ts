import { randomBytes } from 'node:crypto';
import type { CaseState, JudgingState, SubtaskState } from '../service/judging/state';
import type { Verdict } from '../service/judging/verdict';
import type { Problem } from '../service/problems/problem';

/** Hydro's status codes. */
const statuses: Readonly<Record<Verdict, number>> = {
  waiting: 0,
  judging: 20,
  accepted: 1,
  wrongAnswer: 2,
  timeLimit: 3,
  memoryLimit: 4,
  outputLimit: 5,
  runtimeError: 6,
  compileError: 7,
  invalid: 8,
  unaccepted: 2,
};

const signals: Readonly<Record<number, string>> = {
  6: 'Aborted',
  8: 'Floating point exception',
  9: 'Killed',
  11: 'Segmentation fault',
};

/** Rule of a contest. It decides what is hidden from the participants while the contest is running. */
export type ContestRule = 'acm' | 'oi' | 'ioi' | 'homework';

export interface HydroRecord {
  readonly rid: string;
  readonly uid: number;
  readonly domain: string;
  readonly problem: Problem;
  /** Numeric ID of the problem. */
  readonly docId: number;
  readonly lang: string;
  readonly code: string;
  readonly contest: string | null;
  readonly rule: ContestRule | null;
  /** Inputs of a self-test; null for a judged submission. */
  readonly input: readonly string[] | null;
  state: JudgingState | null;
  /** Status code: 0 queued, 22 fetched, 21 compiling, 20 judging. Used until `state` contains a verdict. */
  phase: 0 | 22 | 21 | 20;
  rejudged: boolean;
  judgedAt: string | null;
}

/**
 * Returns an ID in MongoDB's format. Its first eight digits are the time in seconds, from which clients derive the
 * record's date.
 */
export function newObjectId(): string {
  const seconds = Math.floor(Date.now() / 1000);
  return seconds.toString(16).padStart(8, '0') + randomBytes(8).toString('hex');
}

export function isFinal({ state }: HydroRecord): boolean {
  if (!state) return false;
  if (!state.compile.success) return true;
  return state.judge !== null && state.judge.verdict !== 'waiting' && state.judge.verdict !== 'judging';
}

/** Returns the record as Hydro sends it. Private fields are only sent to the owner. */
export function rdocOf(record: HydroRecord, forOwner: boolean): Record<string, unknown> {
  const { state, phase, code } = record;
  const final = isFinal(record);
  const status = !state
    ? phase
    : !state.compile.success
      ? 7
      : final
        ? overall(state)
        : phase === 20
          ? 20
          : phase;
  const whole = {
    status,
    _id: record.rid,
    uid: record.uid,
    code: forOwner ? code : '',
    lang: record.lang,
    pid: record.docId,
    domainId: record.domain,
    score: final ? (state?.judge?.score ?? 0) : 0,
    time: final ? (state?.judge?.time ?? 0) + 0.5 : 0,
    memory: final ? (state?.judge?.memory ?? 0) : 0,
    judgeTexts: [],
    compilerTexts: forOwner && state && state.compile.message !== '' ? [state.compile.message] : [],
    testCases: state ? state.subtasks.flatMap((subtask) => casesOf(subtask, record.input !== null)) : [],
    judger: final ? 4 : null,
    judgeAt: record.judgedAt,
    rejudged: record.rejudged,
    files: {},
    ...(record.contest === null ? {} : { contest: record.contest }),
    ...(record.input === null ? {} : { contest: '000000000000000000000000', input: record.input }),
    ...(status === 20 && state ? { progress: progressOf(state) } : {}),
    ...(final && state?.judge ? { subtasks: Object.fromEntries(state.subtasks.map(endOf)) } : {}),
  };
  return hidden(whole, record.rule);
}

const hiddenInAcm = new Set(['score', 'time', 'memory', 'subtasks', 'progress']);

/** Removes the fields that a running contest hides: scores, resource usage, and cases (acm), or everything (oi). */
function hidden(rdoc: Record<string, unknown>, rule: ContestRule | null): Record<string, unknown> {
  if (rule === 'oi') return { _id: rdoc['_id'], lang: rdoc['lang'], code: rdoc['code'] };
  if (rule !== 'acm') return rdoc;
  const kept = Object.entries(rdoc).filter(([name]) => !hiddenInAcm.has(name));
  return { ...Object.fromEntries(kept), testCases: [], judgeTexts: [] };
}

function overall({ subtasks, judge }: JudgingState): number {
  if (judge?.verdict === 'invalid') return 8;
  return Math.max(
    1,
    ...subtasks.flatMap(({ cases }) => cases.map((caseState) => statuses[caseState.verdict])),
  );
}

function progressOf({ subtasks }: JudgingState): number {
  const cases = subtasks.flatMap((subtask) => subtask.cases);
  return (cases.filter(isDone).length / Math.max(1, cases.length)) * 100;
}

function isDone({ verdict }: CaseState): boolean {
  return verdict !== 'waiting' && verdict !== 'judging';
}

/** Returns the finished cases. Case IDs start at 1 in each subtask, and subtask IDs also start at 1. */
function casesOf({ id, cases }: SubtaskState, isSelfTest: boolean): object[] {
  return cases
    .map((caseState, index) => ({ one: caseState, index }))
    .filter(({ one: caseState }) => isDone(caseState))
    .map(({ one: caseState, index }) => ({
      id: index + 1,
      subtaskId: id + 1,
      status: statuses[caseState.verdict],
      score: caseState.score,
      time: caseState.time + 0.123456,
      memory: caseState.memory,
      message: isSelfTest ? outputOf(caseState) : messageOf(caseState),
    }));
}

/** Returns the message of a self-test for one of its inputs. */
function outputOf({ verdict, signal, exitCode, description }: CaseState): string {
  // Hydro appends the program's error output, which is empty here.
  if (verdict !== 'runtimeError') return `${description ?? ''}\n`;
  const name = signal === 0 ? '' : ` (${signals[signal] ?? `Signal ${signal}`})`;
  return `ExitCode: ${exitCode}${name}\n${description ?? ''}`;
}

function messageOf({ verdict, signal, exitCode, description }: CaseState): unknown {
  if (verdict === 'runtimeError') {
    if (signal !== 0) return signals[signal] ?? `Signal ${signal}`;
    return { message: 'Your program returned {0}.', params: [String(exitCode)] };
  }
  if (verdict !== 'wrongAnswer' || description === null) return '';
  const read = /^(?:On line (\d+): )?Read (.*), expect (.*)\.$/.exec(description);
  if (!read) return { message: description, params: [] };
  const [, line, got, expected] = read;
  if (line === undefined) return { message: 'Read {0}, expect {1}.', params: [got, expected] };
  return { message: 'On line {0}: Read {1}, expect {2}.', params: [Number(line), got, expected] };
}

function endOf({ id, score, cases }: SubtaskState): [string, object] {
  const status = Math.max(1, ...cases.map((caseState) => statuses[caseState.verdict]));
  const type =
    cases.length > 0 && cases.every((caseState) => caseState.score === 0 || caseState.score === score)
      ? 'min'
      : 'sum';
  return [String(id + 1), { type, score, status }];
}
