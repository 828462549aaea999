import {
  filledTemplate,
  type Case,
  type Compilation,
  type Envelope,
  type JsonObject,
  type Judgement,
  type Subtask,
} from '../../../judge';
import { figuresOf } from '../answer';
import { objectOf } from '../values';
import { statusTable } from '../verdicts';
import { isSameOutput, selfTest } from './samples';

/**
 * Reads a record of Hydro (`rdoc`) as an envelope. Times are in ms, memory in KiB. While an OI contest is under way, the record
 * has no status: then the envelope has no verdict and is marked as hidden. `expected`: outputs for the inputs of a self-test.
 */
export function envelopeOf(
  rdoc: JsonObject,
  requestId: string,
  expected: readonly string[] | null,
): Envelope {
  const judged = rdoc.integer('status');
  const { input, contest, _id: id } = rdoc.raw;
  const isSelfTest = contest === selfTest;
  // version 4 has joined several inputs into one
  const isCompared = expected !== null && [input].flat().length === expected.length;
  const cases = rdoc.list('testCases', (item): SubtaskCase => {
    const one = readCase(item);
    if (isCompared) return withInput(compared(one, expected), input, item);
    // a point for each input that was run means nothing
    return isSelfTest ? withInput({ ...one, score: null }, input, item) : one;
  });
  const status = isCompared && judged === ACCEPTED ? (worst(cases) ?? judged) : judged;
  return {
    type: 'judge',
    data: {
      compile: compilationOf(rdoc, status, cases.length > 0),
      judge: judgementOf(rdoc, status, cases, isSelfTest),
      ...(status === null ? { hidden: true } : {}),
    },
    requestId: typeof id === 'string' ? id : requestId,
    trackId: null,
  };
}

/** Reads the output of the compiler. Whether it succeeded is known once cases run, or by the final status. */
function compilationOf(rdoc: JsonObject, status: number | null, hasCases: boolean): Compilation | null {
  const message = messagesOf(rdoc, 'compilerTexts');
  const success = status === null ? null : compiled(status, hasCases);
  return success === null && message === null ? null : { success, message, opt2: null };
}

function compiled(status: number, hasCases: boolean): boolean | null {
  if (status === 7) return false;
  if (status === 20 || hasCases) return true;
  // the judge may have failed before it compiled
  return isPendingStatus(status) || status === 8 || status === 31 ? null : true;
}

function judgementOf(
  rdoc: JsonObject,
  status: number | null,
  cases: readonly SubtaskCase[],
  isSelfTest: boolean,
): Judgement {
  const description = messagesOf(rdoc, 'judgeTexts');
  return {
    id: null,
    status,
    score: isSelfTest ? null : rdoc.number('score'),
    time: rdoc.number('time'),
    memory: rdoc.number('memory'),
    subtasks: isSelfTest
      ? runsOf(cases)
      : subtasksOf(rdoc, cases, status === null || isPendingStatus(status)),
    ...(description === null ? {} : { description }),
  };
}

type SubtaskCase = Case & { readonly subtask: number };

/** The subtasks that the cases name, and those that the record's end names: each is missing from the other at times. */
function subtasksOf(rdoc: JsonObject, cases: readonly SubtaskCase[], isPending: boolean): Subtask[] {
  const ended = new Map(rdoc.keyedList('subtasks', readSubtaskEnd).map((one) => [one.id, one]));
  const casesOf = new Map<number, Case[]>([...ended.keys()].map((id) => [id, []]));
  for (const { subtask, ...one } of cases) {
    const others = casesOf.get(subtask);
    if (others) others.push(one);
    else casesOf.set(subtask, [one]);
  }
  return [...casesOf]
    .sort(([a], [b]) => a - b)
    .map(([id, own]) => {
      own.sort((a, b) => (a.id ?? 0) - (b.id ?? 0));
      const end = ended.get(id);
      // at the end a subtask is missing where one that it depends on had failed, and still waiting where no case was run
      const skipped = !isPending && (end ? end.status === 0 : ended.size > 0);
      return {
        id,
        status: skipped ? SKIPPED : (end?.status ?? worst(own)),
        score: end?.score ?? (skipped ? 0 : null),
        ...figuresOf(own),
        cases: own,
        ...(end?.type ? { extra: { type: end.type } } : {}),
      };
    });
}

/** The runs of a self-test are one subtask, which Hydro takes for right as long as the program ends. */
function runsOf(cases: readonly SubtaskCase[]): Subtask[] {
  if (cases.length === 0) return [];
  const own = cases.map(({ subtask: _, ...one }) => one).sort((a, b) => (a.id ?? 0) - (b.id ?? 0));
  return [{ id: 1, status: worst(own), score: null, ...figuresOf(own), cases: own }];
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

/** Maximum number of characters of the message of a case. That of a self-test is all output of the program. */
const longestDescription = 64 * 1024;

function readCase(item: JsonObject): SubtaskCase {
  const message = messageOf(item.raw.message);
  const description = (message && item.shortened(message.text, 'message', longestDescription)) || null;
  const status = item.integer('status');
  // of other cases it may be the output of the program
  const crash = status === RUNTIME_ERROR ? message : null;
  return {
    id: item.integer('id') ?? 0,
    subtask: item.integer('subtaskId') ?? 0,
    status,
    score: item.number('score'),
    time: item.number('time'),
    memory: item.number('memory'),
    signal: crash && signalIn(crash.text),
    exitCode: crash && exitCodeIn(crash),
    description,
    // a shortened text has no template
    ...(message && message.params.length > 0 && message.text === description
      ? { extra: { template: message.template, params: message.params } }
      : {}),
  };
}

/** Returns the case with its input, which the record has: a list, or the text of the only one. */
function withInput(one: SubtaskCase, inputs: unknown, item: JsonObject): SubtaskCase {
  const input: unknown = [inputs].flat()[(one.id ?? 0) - 1];
  if (typeof input !== 'string') return one;
  return { ...one, extra: { ...one.extra, stdin: item.shortened(input, 'input', longestDescription) } };
}

/** A sample's case, of which Hydro tells what the program has written, beside what it should have. */
function compared(one: SubtaskCase, expected: readonly string[]): SubtaskCase {
  const own = expected[(one.id ?? 0) - 1];
  if (own === undefined) return one;
  const output = (one.description ?? '').replace(/^ExitCode: [^\n]{0,100}\n?/, (line) =>
    one.status === RUNTIME_ERROR ? '' : line,
  );
  const isWrong = one.status === ACCEPTED && !isSameOutput(output, own);
  return {
    ...one,
    status: isWrong ? WRONG_ANSWER : one.status,
    score: null,
    description: null,
    extra: { stdout: output, expected: own },
  };
}

interface Message {
  /** with `{0}`, `{1}`, … where the parameters belong */
  readonly template: string;
  readonly params: readonly string[];
  readonly text: string;
}

/** A text, or a template with its parameters. Null for anything else. */
function messageOf(value: unknown): Message | null {
  if (typeof value === 'string') return { template: value, params: [], text: value };
  const { message: template, params: given } = objectOf(value);
  if (typeof template !== 'string') return null;
  const params = Array.isArray(given) ? given.slice(0, 20).map(paramText) : [];
  return { template, params, text: filledTemplate(template, params) };
}

/** A number or a text, as text; empty for anything else. */
export function paramText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Reads a list of messages as one text. Null: there are none. */
function messagesOf(rdoc: JsonObject, field: string): string | null {
  const values = rdoc.raw[field];
  if (values === null || values === undefined) return null;
  if (!Array.isArray(values)) return rdoc.typeMismatch(field, 'a list');
  const texts = values.map((one) => messageOf(one)?.text ?? '').filter((text) => text !== '');
  return texts.length > 0 ? rdoc.shortened(texts.join('\n'), field) : null;
}

/** `Your program returned {0}.`, and `ExitCode: 1` of a self-test. */
function exitCodeIn({ template, params, text }: Message): number | null {
  const code = template.endsWith('Your program returned {0}.')
    ? /^-?\d{1,9}(?= |$)/.exec(params[0] ?? '')?.[0]
    : /^ExitCode: (-?\d{1,9})\b/.exec(text)?.[1];
  return code === undefined ? null : Number(code);
}

// what the C library calls them, from 1 on: the judge sends the name alone, or behind a self-test's exit code
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

function worst(cases: readonly Case[]): number | null {
  const code = cases.reduce<number | null>(
    (most, { status }) =>
      typeof status === 'number' && status !== SKIPPED ? Math.max(most ?? status, status) : most,
    null,
  );
  return code ?? (cases.length > 0 ? SKIPPED : null);
}

export const hydroStatuses = statusTable([
  [0, 'pending', 'pending', 'Waiting', '等待评测', '…'],
  [1, 'accepted', 'accepted', 'Accepted', '通过', 'AC'],
  [2, 'failed', 'wrongAnswer', 'Wrong Answer', '答案错误', 'WA'],
  [3, 'failed', 'limitExceeded', 'Time Limit Exceeded', '时间超限', 'TLE'],
  [4, 'failed', 'limitExceeded', 'Memory Limit Exceeded', '内存超限', 'MLE'],
  [5, 'failed', 'limitExceeded', 'Output Limit Exceeded', '输出超限', 'OLE'],
  [6, 'failed', 'runtimeError', 'Runtime Error', '运行时错误', 'RE'],
  [7, 'failed', 'compileError', 'Compile Error', '编译错误', 'CE'],
  [8, 'error', 'serviceError', 'System Error', '系统错误', 'SE'],
  // a judging that was canceled, and a case that was not run because another failed
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

/** Hydro's own set of statuses that are no end. */
export function isPendingStatus(status: number): boolean {
  return status === 0 || (status >= 20 && status <= 22);
}

const ACCEPTED = 1;
const WRONG_ANSWER = 2;
const RUNTIME_ERROR = 6;

/** A case that was not run, or a subtask that another one's failure made pointless. */
const SKIPPED = 9;
