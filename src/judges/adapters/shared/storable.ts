import {
  MAX_ENTRIES,
  type AboutResult,
  type Case,
  type Envelope,
  type Judgement,
  type Limits,
  type Measured,
  type Subtask,
} from '../../../results';
import { RequestFailed } from '../../requestFailed';
import { tooManyEntries } from './jsonValues';
import { MAX_RESULT_TEXT_LENGTH } from '../limits';

/**
 * Prepares the envelope of a judge that doesn't follow the specification for storing: values that can't be stored
 * become null. Throws `RequestFailed` (`shape`, `tooLarge`) if it has too many cases or too much text.
 */
export function storableEnvelope(envelope: Envelope): Envelope {
  const { data } = envelope;
  const { compile, judge } = data ?? {};
  const subtasks = judge?.subtasks ?? [];
  const cases = subtasks.reduce((sum, subtask) => sum + subtask.cases.length, 0);
  if (cases > MAX_ENTRIES) throw tooManyEntries('cases');
  let length = (compile?.message?.length ?? 0) + (judge?.description?.length ?? 0);
  for (const { author, code, text } of judge?.remarks ?? [])
    length += (author?.length ?? 0) + code.length + text.length;
  for (const subtask of subtasks) for (const testCase of subtask.cases) length += textLength(testCase);
  if (length > MAX_RESULT_TEXT_LENGTH)
    throw new RequestFailed({ kind: 'tooLarge', limit: MAX_RESULT_TEXT_LENGTH });
  return data && judge ? { ...envelope, data: { ...data, judge: storableJudgement(judge) } } : envelope;
}

function textLength({ description, extra }: Case): number {
  let length = description?.length ?? 0;
  for (const name in extra) {
    const value = extra[name];
    if (typeof value === 'string') length += value.length;
    // the parameters of a template
    else if (Array.isArray(value)) for (const param of value) length += String(param).length;
  }
  return length;
}

/** Removes infinite values, which calculations can produce, and fractional status codes. */
function storableJudgement({ passed, total, maximum, ...judge }: Judgement): Judgement {
  return {
    ...withStorableFigures(judge),
    ...(Number.isInteger(passed) ? { passed } : {}),
    ...(Number.isInteger(total) ? { total } : {}),
    ...(Number.isFinite(maximum) ? { maximum } : {}),
    subtasks: judge.subtasks.map(storableSubtask),
  };
}

function storableSubtask({ maximum, ...subtask }: Subtask): Subtask {
  return {
    ...withStorableFigures(subtask),
    ...(Number.isFinite(maximum) ? { maximum } : {}),
    cases: subtask.cases.map(withStorableFigures),
  };
}

/** Returns the part itself if all of its values can be stored. */
function withStorableFigures<Part extends Measured>(part: Part): Part {
  const { id, status, score, time, memory } = part;
  const hasCode = typeof status === 'string' || integerOf(status) === status;
  if (hasCode && integerOf(id) === id && [score, time, memory].every((figure) => finite(figure) === figure))
    return part;
  return {
    ...part,
    id: integerOf(id),
    status: hasCode ? status : null,
    score: finite(score),
    time: finite(time),
    memory: finite(memory),
  };
}

function integerOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) ? value : null;
}

function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}

/** Prepares the additional data of a response for storing. */
export function storableFacts(about: AboutResult): AboutResult {
  if (!about.limits) return about;
  const limits: Limits = { time: finite(about.limits.time), memory: finite(about.limits.memory) };
  return { ...about, limits };
}
