import {
  filledTemplate,
  type Case,
  type Compilation,
  type Envelope,
  type Judgement,
  type Reader,
  type Subtask,
} from '../../../judge';
import { figuresOf } from '../answer';
import { objectOf, type Raw } from '../values';
import { statusTable } from '../verdicts';
import { isSameOutput, selfTest } from './samples';

/**
 * One record of Hydro (`rdoc`) as an envelope. Times are in ms, memory in KiB. While an OI contest is under way the
 * record has no status: then the envelope has no verdict and is marked as hidden. `expected`: of a self-test's inputs.
 */
export function envelopeOf(
  rdoc: Raw,
  requestId: string,
  expected: readonly string[] | null,
  reader: Reader,
): Envelope {
  reader.enter('rdoc');
  const told = reader.integer(rdoc.status, 'status');
  const isSelfTest = rdoc.contest === selfTest;
  // version 4 has joined several inputs into one
  const isCompared = expected !== null && [rdoc.input].flat().length === expected.length;
  const cases = reader.list(rdoc.testCases, 'testCases', (raw, key, at): SubtaskCase => {
    const one = caseOf(raw, key, at);
    if (isCompared) return withInput(compared(one, expected), rdoc.input, at);
    // each input that ran gets a point, which says nothing
    return isSelfTest ? withInput({ ...one, score: null }, rdoc.input, at) : one;
  });
  const status = isCompared && told === ACCEPTED ? (worst(cases) ?? told) : told;
  const data = {
    compile: compilationOf(rdoc, status, cases.length > 0, reader),
    judge: judgementOf(rdoc, status, cases, isSelfTest, reader),
    ...(status === null ? { hidden: true } : {}),
  };
  reader.leave();
  const id = typeof rdoc._id === 'string' ? rdoc._id : requestId;
  return { type: 'judge', data, requestId: id, trackId: null };
}

/** What the compiler said; whether it succeeded is known once cases run, or by the end's status. */
function compilationOf(
  rdoc: Raw,
  status: number | null,
  hasCases: boolean,
  reader: Reader,
): Compilation | null {
  const message = messagesOf(rdoc.compilerTexts, 'compilerTexts', reader);
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
  rdoc: Raw,
  status: number | null,
  cases: readonly SubtaskCase[],
  isSelfTest: boolean,
  reader: Reader,
): Judgement {
  const description = messagesOf(rdoc.judgeTexts, 'judgeTexts', reader);
  return {
    id: null,
    status,
    score: isSelfTest ? null : reader.number(rdoc.score, 'score'),
    time: reader.number(rdoc.time, 'time'),
    memory: reader.number(rdoc.memory, 'memory'),
    subtasks: isSelfTest
      ? runsOf(cases)
      : subtasksOf(rdoc, cases, status === null || isPendingStatus(status), reader),
    ...(description === null ? {} : { description }),
  };
}

type SubtaskCase = Case & { readonly subtask: number };

/** The subtasks that the cases name, and those that the record's end names: each is missing from the other at times. */
function subtasksOf(rdoc: Raw, cases: readonly SubtaskCase[], isPending: boolean, reader: Reader): Subtask[] {
  const ended = new Map(reader.keyedList(rdoc.subtasks, 'subtasks', endOf).map((one) => [one.id, one]));
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

function endOf(raw: Raw, key: string | null, reader: Reader): SubtaskEnd {
  return {
    id: reader.integer(raw.id, 'id') ?? reader.idFromKey(key) ?? 0,
    status: reader.integer(raw.status, 'status'),
    score: reader.number(raw.score, 'score'),
    type: reader.text(raw.type, 'type'),
  };
}

/** Characters of what is said of a case: a self-test says all that the program has written. */
const longestDescription = 64 * 1024;

function caseOf(raw: Raw, _key: string | null, reader: Reader): SubtaskCase {
  const message = messageOf(raw.message);
  const description = reader.text(message?.text, 'message', longestDescription) || null;
  const status = reader.integer(raw.status, 'status');
  // of other cases it may be what the program has written
  const crash = status === RUNTIME_ERROR ? message : null;
  return {
    id: reader.integer(raw.id, 'id') ?? 0,
    subtask: reader.integer(raw.subtaskId, 'subtaskId') ?? 0,
    status,
    score: reader.number(raw.score, 'score'),
    time: reader.number(raw.time, 'time'),
    memory: reader.number(raw.memory, 'memory'),
    signal: crash && signalIn(crash.text),
    exitCode: crash && exitCodeIn(crash),
    description,
    // what is cut has no other form
    ...(message && message.params.length > 0 && message.text === description
      ? { extra: { template: message.template, params: message.params } }
      : {}),
  };
}

/** The case with its input, which stands with the record: a list, or the text of the only one. */
function withInput(one: SubtaskCase, inputs: unknown, reader: Reader): SubtaskCase {
  const input: unknown = [inputs].flat()[(one.id ?? 0) - 1];
  if (typeof input !== 'string') return one;
  return { ...one, extra: { ...one.extra, stdin: reader.text(input, 'input', longestDescription) } };
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

function messagesOf(value: unknown, field: string, reader: Reader): string | null {
  if (value === null || value === undefined) return null;
  if (!Array.isArray(value)) reader.misfit(field, 'a list', value);
  const texts = (value as unknown[]).map((one) => messageOf(one)?.text ?? '').filter((text) => text !== '');
  return texts.length > 0 ? reader.text(texts.join('\n'), field) : null;
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
