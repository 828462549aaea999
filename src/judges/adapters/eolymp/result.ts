import { type Case, type JsonObject, type StatusCode, type Subtask, meaningOf } from '../../../results';
import {
  type ReadResult,
  caseOf,
  flatSubtask,
  problemNamed,
  resultOf,
  subtaskOf,
} from '../shared/makeResult';
import { type Raw, kibibytes, momentOf, numberOf, objectsOf, textOf, wholeOf } from '../shared/jsonValues';
import { COMPILATION_ERROR, PARTIAL, rules } from './verdicts';
import { pageAt } from './addresses';

/** Texts of a result that Eolymp stores as files. Null: not requested, or not available. */
export interface ResultFiles {
  /** the whole compiler output */
  readonly error: string | null;
  readonly source: string | null;
}

/**
 * Converts a submission to a result. Times are wall times in ms. Eolymp omits a field if its value is zero, empty, or the
 * first value of an enum.
 */
export function resultIn(
  submission: JsonObject,
  requestId: string,
  baseUrl: string,
  { error, source }: ResultFiles,
): ReadResult {
  const { raw } = submission;
  const groups = objectsOf(raw.groups);
  const status = submissionStatus(raw);
  const isFinal = isFinalStatus(status);
  const isCompileError = status === COMPILATION_ERROR;
  const subtasks = subtasksIn(groups, isFinal);
  const hasCases = subtasks.some(({ cases }) => cases.length > 0);
  const message = textIn(raw, 'error') ?? error;
  return resultOf(
    {
      requestId,
      status,
      isCompileError,
      judge: {
        ...timeAndMemoryIn(raw),
        score: isFinal ? scoreOf(raw) : null,
        subtasks,
      },
      hidesCases: isFinal && !isCompileError && !hasCases,
      compileMessage: isCompileError ? message : null,
      description: isCompileError ? null : message,
      about: {
        hint: pageAt(textOf(raw.spaceLink), baseUrl),
        problem: problemNamed(textIn(raw, 'problemId')),
        code: textIn(raw, 'source') ?? source,
        language: textIn(raw, 'lang'),
        at: momentOf(raw.submittedAt),
      },
    },
    submission,
  );
}

export function textIn(raw: Raw, field: string): string | null {
  return textOf(raw[field]) || null;
}

/**
 * Returns the code of a submission from a response that contains its runs, if there are any. An error without runs and
 * without a verdict is a compile error.
 */
export function submissionStatus(raw: Raw): StatusCode {
  const code = statusOf(raw);
  const ran = objectsOf(raw.groups).some(({ runs }) => objectsOf(runs).length > 0);
  return code === 'ERROR' && !ran ? COMPILATION_ERROR : code;
}

export function isFinalStatus(code: StatusCode): boolean {
  return meaningOf(rules.statuses, code)?.kind !== 'pending';
}

/** Combines the status, the verdict, and the score of a submission, a group, or a run. */
export function statusOf(raw: Raw): StatusCode {
  const status = nameIn(raw, 'status') ?? 'NONE';
  if (status !== 'COMPLETE' && status !== 'ERROR') return status;
  const verdict = nameIn(raw, 'verdict');
  if (status === 'COMPLETE' && isPartial(raw)) return PARTIAL;
  return verdict === null || verdict === 'NO_VERDICT' ? status : verdict;
}

function isPartial({ score, cost }: Raw): boolean {
  const earned = numberOf(score) ?? 0;
  const maximum = numberOf(cost) ?? 0;
  return earned > 0 && earned < maximum;
}

/** Returns the name of an enum's value, or its number if Eolymp has no name for it. Null: absent. */
function nameIn(raw: Raw, field: string): string | null {
  const value = raw[field];
  return typeof value === 'number' ? String(value) : (textOf(value)?.slice(0, MAX_NAME_LENGTH) ?? null);
}

const MAX_NAME_LENGTH = 64;

/** Returns the score. Null: no points can be earned. */
export function scoreOf({ score, cost }: Raw): number | null {
  const earned = numberOf(score) ?? 0;
  const maximum = numberOf(cost) ?? 0;
  return maximum > 0 || earned > 0 ? earned : null;
}

/** Reads the wall time (ms) and the memory (KiB). Eolymp sends bytes, as text. Contests have another name for the time. */
export function timeAndMemoryIn(raw: Raw): Pick<Case, 'time' | 'memory'> {
  const bytes = Number(textOf(raw.memoryUsage) ?? numberOf(raw.memoryUsage) ?? NaN);
  return {
    time: numberOf(raw.timeUsage) ?? numberOf(raw.wallTimeUsage),
    memory: bytes > 0 ? kibibytes(numberOf(bytes)) : null,
  };
}

/** Reads the groups as subtasks. The runs of a single group have no subtask. `isFinal`: the submission has been judged. */
function subtasksIn(groups: readonly Raw[], isFinal: boolean): readonly Subtask[] {
  const subtasks = groups.map((group, at): Subtask => {
    const status = partStatus(group, isFinal);
    const maximum = numberOf(group.cost);
    return subtaskOf({
      id: wholeOf(group.index) ?? (group.index === undefined ? 0 : at),
      status,
      score: isJudged(status) ? scoreOf(group) : null,
      ...timeAndMemoryIn(group),
      cases: casesIn(objectsOf(group.runs), isFinal),
      ...(maximum === null ? {} : { maximum }),
    });
  });
  const [only, ...others] = subtasks;
  if (only && others.length === 0) return flatSubtask(only.cases);
  return withDistinctIds(subtasks);
}

function casesIn(runs: readonly Raw[], isFinal: boolean): readonly Case[] {
  const cases = runs.map((run, at) => {
    const status = partStatus(run, isFinal);
    return caseOf({
      id: wholeOf(run.index) ?? (run.index === undefined ? 0 : at),
      status,
      score: isJudged(status) ? scoreOf(run) : null,
      ...timeAndMemoryIn(run),
      extra: { total: numberOf(run.cost) },
    });
  });
  return withDistinctIds(cases);
}

/** Returns the parts with their own numbers, or numbered from 1 if some numbers are equal. */
function withDistinctIds<Part extends { readonly id: number | null }>(
  parts: readonly Part[],
): readonly Part[] {
  const isDistinct = new Set(parts.map(({ id }) => id)).size === parts.length;
  return isDistinct ? parts : parts.map((part, at) => ({ ...part, id: at + 1 }));
}

/** Returns the code of a group or run. Null: it is still pending although the submission has been judged. */
function partStatus(raw: Raw, isFinal: boolean): StatusCode | null {
  const status = statusOf(raw);
  return isFinal && !isFinalStatus(status) ? null : status;
}

/** Returns whether a group or run with that code was judged, and therefore has a score. */
function isJudged(status: StatusCode | null): boolean {
  const meaning = meaningOf(rules.statuses, status);
  return status !== null && meaning?.kind !== 'pending' && meaning?.noVerdict !== 'notRun';
}
