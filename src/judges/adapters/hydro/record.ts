import {
  differenceNotes,
  judgeOutput,
  sentencesOf,
  type ComparisonRule,
  filledTemplate,
  type Case,
  type Compilation,
  type Envelope,
  type JsonObject,
  type Judgement,
  type StatusCode,
  type Subtask,
} from '../../../results';
import { figuresOf } from '../shared/makeResult';
import { objectOf } from '../shared/jsonValues';
import { NEARLY_RIGHT, nearlyRight, statusTable } from '../shared/commonVerdicts';
import { selfTest } from './samples';
import { MAX_HYDRO_MESSAGE_LENGTH } from '../limits';

/**
 * Converts a record of Hydro (`rdoc`) to an envelope. Times are in ms, memory in KiB. While an OI contest is running,
 * the record has no status, so the envelope has no verdict and is marked as hidden. `expected`: expected outputs of a
 * self-test; null: unknown. `caseCount`: of the problem; null: unknown
 */
export function envelopeOf(
  rdoc: JsonObject,
  requestId: string,
  expected: readonly string[] | null,
  caseCount: number | null,
): Envelope {
  const judged = rdoc.integer('status');
  const { input, contest, _id: id } = rdoc.raw;
  const isSelfTest = contest === selfTest;
  // version 4 joins several inputs into one
  const isCompared = expected !== null && [input].flat().length === expected.length;
  const cases = rdoc.list('testCases', (item): SubtaskCase => {
    const testCase = readCase(item);
    if (isCompared) return withInput(compared(testCase, expected), input, item);
    // Hydro awards a point for each input that was run, which is meaningless
    return isSelfTest ? withInput({ ...testCase, score: null }, input, item) : testCase;
  });
  const verdict = isCompared && judged === ACCEPTED ? (worstOfRuns(cases) ?? judged) : judged;
  return {
    type: 'judge',
    data: {
      compile: compilationOf(rdoc, judged, cases.length > 0),
      judge: {
        ...judgementOf(rdoc, judged, cases, isSelfTest),
        status: verdict,
        ...totalIn(rdoc, judged, cases.length, isSelfTest ? null : caseCount),
      },
      ...(judged === null ? { hidden: true } : {}),
    },
    requestId: typeof id === 'string' ? id : requestId,
    trackId: null,
  };
}

/**
 * Reads the compiler output, and whether compilation succeeded, which is known once cases run, or from the final
 * status.
 */
function compilationOf(rdoc: JsonObject, status: number | null, hasCases: boolean): Compilation | null {
  const message = messagesOf(rdoc, 'compilerTexts');
  const success = status === null ? null : compiled(status, hasCases);
  return success === null && message === null ? null : { success, message, opt2: null };
}

function compiled(status: number, hasCases: boolean): boolean | null {
  if (status === 7) return false;
  if (status === 20 || hasCases) return true;
  // the judge may have failed before compilation
  return isPendingStatus(status) || status === 8 || status === 31 ? null : true;
}

function judgementOf(
  rdoc: JsonObject,
  status: number | null,
  cases: readonly SubtaskCase[],
  isSelfTest: boolean,
): Judgement {
  const description = messagesOf(rdoc, 'judgeTexts');
  const figures = figuresIn(rdoc, status);
  return {
    id: null,
    status,
    ...figures,
    score: isSelfTest ? null : figures.score,
    subtasks: isSelfTest
      ? runsOf(cases)
      : subtasksOf(rdoc, cases, status === null || isPendingStatus(status)),
    ...(description === null ? {} : { description }),
  };
}

/**
 * Reads score, time, and memory. Hydro sends zeros for a record that isn't finished, and for a record or a case that was
 * never run. These are null.
 */
export function figuresIn(item: JsonObject, status: number | null): Pick<Case, 'score' | 'time' | 'memory'> {
  const isWithout = status !== null && (isPendingStatus(status) || NOT_RUN.has(status));
  const figure = (field: string): number | null => {
    const value = item.number(field);
    return isWithout && value === 0 ? null : value;
  };
  return { score: figure('score'), time: figure('time'), memory: figure('memory') };
}

/**
 * Returns the total number of cases while some of them are being judged: that of the problem. If it is unknown, computes
 * it from the progress in percent.
 */
function totalIn(
  rdoc: JsonObject,
  status: number | null,
  done: number,
  caseCount: number | null,
): Pick<Judgement, 'total'> {
  const progress = rdoc.number('progress');
  if (status === null || !isPendingStatus(status) || progress === null) return {};
  if (caseCount !== null) return { total: caseCount };
  const total = (done * 100) / progress;
  return done > 0 && Math.abs(total - Math.round(total)) < 0.01 ? { total: Math.round(total) } : {};
}

type SubtaskCase = Case & { readonly subtask: number };

/** Combines the subtasks of the cases with those in the record's summary, because either list can be incomplete. */
function subtasksOf(rdoc: JsonObject, cases: readonly SubtaskCase[], isPending: boolean): Subtask[] {
  const ended = new Map(rdoc.keyedList('subtasks', readSubtaskEnd).map((summary) => [summary.id, summary]));
  const casesOf = new Map<number, Case[]>([...ended.keys()].map((id) => [id, []]));
  for (const { subtask, ...testCase } of cases) {
    const others = casesOf.get(subtask);
    if (others) others.push(testCase);
    else casesOf.set(subtask, [testCase]);
  }
  return [...casesOf]
    .sort(([a], [b]) => a - b)
    .map(([id, subtaskCases]) => {
      subtaskCases.sort((a, b) => (a.id ?? 0) - (b.id ?? 0));
      const end = ended.get(id);
      // in a finished record, a skipped subtask is either missing from the summary, because a subtask that it depends
      // on failed, or is still pending there, because none of its cases was run
      const skipped = !isPending && (end ? end.status === 0 : ended.size > 0);
      return {
        id,
        status: skipped ? SKIPPED : (end?.status ?? worst(subtaskCases)),
        score: end?.score ?? (skipped ? 0 : null),
        ...figuresOf(subtaskCases),
        cases: subtaskCases,
        ...(end?.type ? { extra: { type: end.type } } : {}),
      };
    });
}

/**
 * Puts the runs of a self-test into one subtask. Hydro itself counts every run as accepted if the program exits
 * normally.
 */
function runsOf(cases: readonly SubtaskCase[]): Subtask[] {
  if (cases.length === 0) return [];
  const ownCases = cases
    .map(({ subtask: _, ...testCase }) => testCase)
    .sort((a, b) => (a.id ?? 0) - (b.id ?? 0));
  return [{ id: 1, status: worstOfRuns(ownCases), score: null, ...figuresOf(ownCases), cases: ownCases }];
}

interface SubtaskEnd {
  readonly id: number;
  readonly status: number | null;
  readonly score: number | null;
  /** `min`, `max`, `sum` */
  readonly type: string | null;
}

function readSubtaskEnd(subtask: JsonObject, key: string | null): SubtaskEnd {
  return {
    id: subtask.integer('id') ?? subtask.idFromKey(key) ?? 0,
    status: subtask.integer('status'),
    score: subtask.number('score'),
    type: subtask.text('type'),
  };
}

function readCase(item: JsonObject): SubtaskCase {
  const message = messageOf(item.raw.message);
  const description = (message && item.shortened(message.text, 'message', MAX_HYDRO_MESSAGE_LENGTH)) || null;
  const status = item.integer('status');
  // for other statuses, the message may be the program's output
  const crash = status === RUNTIME_ERROR ? message : null;
  return {
    id: item.integer('id') ?? 0,
    subtask: item.integer('subtaskId') ?? 0,
    status,
    ...figuresIn(item, status),
    signal: crash && signalIn(crash.text),
    exitCode: crash && exitCodeIn(crash),
    description,
    // a truncated text has no template
    ...(message && message.params.length > 0 && message.text === description
      ? { extra: { template: message.template, params: message.params } }
      : {}),
  };
}

/** Adds the input to a case. The record contains a list of inputs, or the only input as text. */
function withInput(testCase: SubtaskCase, inputs: unknown, item: JsonObject): SubtaskCase {
  const input: unknown = [inputs].flat()[(testCase.id ?? 0) - 1];
  if (typeof input !== 'string') return testCase;
  const stdin = item.shortened(input, 'input', MAX_HYDRO_MESSAGE_LENGTH);
  const shortened = stdin === input ? {} : { shortened: ['stdin'] };
  return { ...testCase, extra: { ...testCase.extra, stdin, ...shortened } };
}

/** Compares the output of a sample with the expected output. Hydro only reports the output. */
function compared(testCase: SubtaskCase, expected: readonly string[]): SubtaskCase {
  const expectedOutput = expected[(testCase.id ?? 0) - 1];
  if (expectedOutput === undefined) return testCase;
  const output = (testCase.description ?? '').replace(/^ExitCode: [^\n]{0,100}\n?/, (line) =>
    testCase.status === RUNTIME_ERROR ? '' : line,
  );
  const judged =
    testCase.status === ACCEPTED
      ? judgeOutput({ rule: comparison, source: 'default' }, output, expectedOutput)
      : null;
  const notes = judged ? differenceNotes(judged) : {};
  const sentences = sentencesOf(notes);
  return {
    ...testCase,
    status: judged ? comparedStatuses[judged.verdict] : testCase.status,
    score: null,
    description: sentences || null,
    extra: { stdout: output, expected: expectedOutput, ...(sentences === '' ? {} : { notes }) },
  };
}

interface Message {
  /** contains `{0}`, `{1}`, … for the parameters */
  readonly template: string;
  readonly params: readonly string[];
  readonly text: string;
}

/** Reads a text, or a template with its parameters. Null for anything else. */
function messageOf(value: unknown): Message | null {
  if (typeof value === 'string') return { template: value, params: [], text: value };
  const { message: template, params: given } = objectOf(value);
  if (typeof template !== 'string') return null;
  const params = Array.isArray(given) ? given.slice(0, 20).map(paramText) : [];
  return { template, params, text: filledTemplate(template, params) };
}

/** Converts a number or a text to text; empty for anything else. */
export function paramText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Joins a list of messages into one text. Null: none. */
function messagesOf(rdoc: JsonObject, field: string): string | null {
  const values = rdoc.raw[field];
  if (values === null || values === undefined) return null;
  if (!Array.isArray(values)) return rdoc.typeMismatch(field, 'a list');
  const texts = values.map((value) => messageOf(value)?.text ?? '').filter((text) => text !== '');
  return texts.length > 0 ? rdoc.shortened(texts.join('\n'), field) : null;
}

/** Reads the exit code in `Your program returned {0}.`, or in `ExitCode: 1` of a self-test. */
function exitCodeIn({ template, params, text }: Message): number | null {
  const code = template.endsWith('Your program returned {0}.')
    ? /^-?\d{1,9}(?= |$)/.exec(params[0] ?? '')?.[0]
    : /^ExitCode: (-?\d{1,9})\b/.exec(text)?.[1];
  return code === undefined ? null : Number(code);
}

// signals of the C library, numbered from 1. The message contains only the signal, or the signal after the exit code of a
// self-test.
const signalNames = (
  'Hangup,Interrupt,Quit,Illegal instruction,Trace/breakpoint trap,Aborted,Bus error,Floating point exception,' +
  'Killed,User defined signal 1,Segmentation fault,User defined signal 2,Broken pipe,Alarm clock,Terminated,' +
  'Stack fault,Child exited,Continued,Stopped (signal),Stopped,Stopped (tty input),Stopped (tty output),' +
  'Urgent I/O condition,CPU time limit exceeded,File size limit exceeded,Virtual timer expired,' +
  'Profiling timer expired,Window changed,I/O possible,Power failure,Bad system call'
)
  .toLowerCase()
  .split(',');

function signalIn(text: string): number | null {
  const name =
    /^ExitCode: -?\d+ \(([^)\n]{1,40}(?:\))?)\)/.exec(text)?.[1] ?? text.replace(/ \[Pass \d{1,4}\]$/, '');
  const index = signalNames.indexOf(name.trim().toLowerCase());
  return index < 0 ? null : index + 1;
}

/** Returns the worst status of the runs of a self-test. One that the judge may accept only counts if no run failed. */
function worstOfRuns(cases: readonly Case[]): StatusCode | null {
  const others = cases.filter(({ status }) => status !== NEARLY_RIGHT);
  const status = others.length === 0 ? null : worst(others);
  const hasFailed = status !== null && status !== ACCEPTED;
  return others.length < cases.length && !hasFailed ? NEARLY_RIGHT : status;
}

function worst(cases: readonly Case[]): number | null {
  const code = cases.reduce<number | null>(
    (most, { status }) =>
      typeof status === 'number' && status !== SKIPPED ? Math.max(most ?? status, status) : most,
    null,
  );
  return code ?? (cases.length > 0 ? SKIPPED : null);
}

/** Hydro's default checker. */
export const comparison: ComparisonRule = { unit: 'lines', blanks: 'testlib', keepsBlankLines: true };

export const hydroStatuses = statusTable([
  nearlyRight,
  [0, 'pending', 'pending', 'Waiting', '等待评测', '…'],
  [1, 'accepted', 'accepted', 'Accepted', '通过', 'AC'],
  [2, 'failed', 'wrongAnswer', 'Wrong Answer', '答案错误', 'WA'],
  [3, 'failed', 'limitExceeded', 'Time Limit Exceeded', '时间超限', 'TLE'],
  [4, 'failed', 'limitExceeded', 'Memory Limit Exceeded', '内存超限', 'MLE'],
  [5, 'failed', 'limitExceeded', 'Output Limit Exceeded', '输出超限', 'OLE'],
  [6, 'failed', 'runtimeError', 'Runtime Error', '运行时错误', 'RE'],
  [7, 'failed', 'compileError', 'Compile Error', '编译错误', 'CE'],
  [8, 'error', 'serviceError', 'System Error', '系统错误', 'SE'],
  // a canceled evaluation, or a case that was not run because another one failed
  [9, 'error', 'pending', 'Skipped', '已跳过', 'IGN', 'notRun'],
  [10, 'failed', 'wrongAnswer', 'Unknown Error', '未知错误', 'ETC'],
  [11, 'failed', 'wrongAnswer', 'Hacked', '被 Hack', 'HK'],
  [20, 'pending', 'pending', 'Running', '评测中', '…', 'running'],
  [21, 'pending', 'pending', 'Compiling', '编译中', '…', 'running'],
  [22, 'pending', 'pending', 'Fetched', '已取出', '…', 'running'],
  [30, 'error', 'pending', 'Ignored', '已忽略', 'IGN', 'notRun'],
  [31, 'error', 'serviceError', 'Format Error', '格式错误', 'FE'],
  [32, 'accepted', 'accepted', 'Hack Successful', 'Hack 成功', 'HS'],
  [33, 'failed', 'wrongAnswer', 'Hack Unsuccessful', 'Hack 失败', 'HF'],
]);

export function isPendingStatus(status: number): boolean {
  return status === 0 || (status >= 20 && status <= 22);
}

const ACCEPTED = 1;
const WRONG_ANSWER = 2;
const RUNTIME_ERROR = 6;

/** Statuses of the runs of a self-test by the comparison of their outputs. */
const comparedStatuses = { right: ACCEPTED, nearly: NEARLY_RIGHT, wrong: WRONG_ANSWER } as const;

/** Statuses of records and cases that weren't run: compile error, errors of the judge, skipped, canceled */
const NOT_RUN: ReadonlySet<number> = new Set([7, 8, 9, 30, 31]);

/** Status of a case that was not run, or of a subtask that was skipped because another one failed. */
const SKIPPED = 9;
