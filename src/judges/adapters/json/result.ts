import {
  MAX_ENTRIES,
  jsonIn,
  plainText,
  type Case,
  type StatusCode,
  type Subtask,
  meaningOf,
  wasNotRun,
} from '../../../results';
import { isRequestId } from '../../requestIdInput';
import { RequestFailed } from '../../requestFailed';
import type { Answer, PushFrame } from '../../adapter';
import { type ResultAnswer, caseOf, flatSubtask, resultOf, subtaskOf } from '../shared/makeResult';
import { jsonOf } from '../shared/responseBody';
import { tooManyEntries } from '../shared/jsonValues';
import { memoryUnits, timeUnits, type Units } from '../described/units';
import { at, idAt, listAt, misplaced, momentAt, numberAt, textAt } from '../described/dottedPaths';
import type { DescribedCases, DescribedPush, JsonDescription } from './description';
import { isShortenedIn, maximumAt, statusAt, textIn, withPending, type Codes } from './responseFields';

/** Reads the response to a request for a result. Converts times to ms and memory to KiB. */
export function readResult(described: JsonDescription, answer: Answer, requestId: string): ResultAnswer {
  if (answer.status === 204) return { kind: 'notReady' };
  return resultIn(described, jsonOf(answer), requestId);
}

function resultIn(described: JsonDescription, json: unknown, requestId: string): ResultAnswer {
  const { result, codes, units } = described;
  const { fields } = result;
  const found = statusAt(json, fields.status, fields.score, codes);
  const { code, progress } = found;
  if (code === undefined) throw misplaced(json, fields.status[0] ?? '', 'result.fields.status');
  if (code === null) return { kind: 'notReady' };
  const { code: status, isWithoutResult } = withPending(json, code, result.pendingIf, codes);
  const problem = textAt(json, fields.problem, 200);
  const isCompileError = meaningOf(codes.statuses, status)?.style === 'compileError';
  // without the field, the submission may be the user's own
  const isOthers = fields.isOwn !== undefined && at(json, fields.isOwn) === false;
  const user = isOthers ? textAt(json, fields.user, 200) : null;
  // one field contains the compiler output, or else the judge’s error message
  const isSameField = fields.message !== undefined && fields.message.path === fields.compileMessage?.path;
  const figures = figuresAt(json, fields, units, hasNotRun(status, codes));
  return resultOf({
    requestId,
    status,
    judge: isWithoutResult
      ? {}
      : {
          ...figures,
          ...ifKnown(maximumAt(json, fields.maximum, figures.score, found)),
          subtasks: subtasksOf(described, json),
        },
    passed: progress?.done ?? null,
    total: progress?.total ?? null,
    description:
      isWithoutResult || (isSameField && isCompileError) ? null : textIn(json, fields.message, 10_000),
    compileMessage:
      isWithoutResult || (isSameField && !isCompileError)
        ? null
        : textIn(json, fields.compileMessage) || null,
    isCompileError,
    about: {
      problem: problem === null ? null : { id: problem, title: textIn(json, fields.problemTitle, 200) },
      code: textIn(json, fields.code),
      language: textAt(json, fields.language, 100),
      ...(user === null ? {} : { user }),
      at: momentAt(json, fields.at),
    },
  });
}

export function ifKnown(maximum: number | null): { readonly maximum?: number } {
  return maximum === null ? {} : { maximum };
}

type FigurePlaces = Pick<DescribedCases['fields'], 'score' | 'time' | 'memory'>;

/** Reads the score, the time, and the memory. Omits the zeros that some judges send for a program that wasn't run. */
function figuresAt(
  json: unknown,
  fields: FigurePlaces,
  units: Units,
  isNotRun: boolean,
): Pick<Case, 'score' | 'time' | 'memory'> {
  const inUnits = (value: number | null, factor: number) =>
    value === null ? null : Math.round(value * factor * 1e3) / 1e3;
  const ifRun = (value: number | null) => (isNotRun && value === 0 ? null : value);
  return {
    score: ifRun(numberAt(json, fields.score)),
    time: ifRun(inUnits(amountAt(json, fields.time), timeUnits[units.time])),
    memory: ifRun(inUnits(amountAt(json, fields.memory), memoryUnits[units.memory])),
  };
}

/** Returns whether a program, or a case of it, wasn't run: it didn't compile, or was skipped. */
export function hasNotRun(status: StatusCode | null, { statuses }: Codes): boolean {
  const meaning = meaningOf(statuses, status);
  return meaning !== null && (meaning.style === 'compileError' || wasNotRun(meaning));
}

/** Returns a number that can't be negative. Null: none. Some judges send -1 for an unknown time or memory. */
export function amountAt(json: unknown, place: string | undefined): number | null {
  const value = numberAt(json, place);
  return value !== null && value >= 0 ? value : null;
}

function subtasksOf(
  { result: { subtasks, cases }, units, codes }: JsonDescription,
  json: unknown,
): readonly Subtask[] {
  let count = 0;
  const casesIn = (whole: unknown): readonly Case[] => {
    if (!cases) return [];
    const list = listAt(whole, cases.list, 'result.cases.list');
    count += list.length;
    if (count > MAX_ENTRIES) throw tooManyEntries(plainText(cases.list, 100));
    return list.map((item, index) => readCase(item, index, cases, units, codes));
  };
  if (!subtasks) return flatSubtask(casesIn(json));
  const { fields } = subtasks;
  return listAt(json, subtasks.list, 'result.subtasks.list').map((item, index) => {
    const id = numberAt(item, fields.id);
    const found = statusAt(item, fields.status ?? [], fields.score, codes);
    const status = found.code ?? null;
    const figures = figuresAt(item, fields, units, hasNotRun(status, codes));
    return subtaskOf({
      id: Number.isInteger(id) ? id : index + 1,
      status,
      ...figures,
      ...ifKnown(maximumAt(item, fields.maximum, figures.score, found)),
      cases: casesIn(item),
    });
  });
}

function readCase(
  item: unknown,
  index: number,
  { fields, units: caseUnits }: DescribedCases,
  units: Units,
  codes: Codes,
): Case {
  const number = numberAt(item, fields.id);
  const isNumber = Number.isInteger(number);
  const wholeAt = (place: string | undefined) => {
    const value = numberAt(item, place);
    return Number.isInteger(value) ? value : null;
  };
  const places = { stdin: fields.input, expected: fields.expected };
  const shortened = Object.entries(places).flatMap(([name, place]) =>
    isShortenedIn(item, place) ? name : [],
  );
  const status = statusAt(item, fields.status, fields.score, codes).code ?? null;
  return caseOf({
    id: isNumber ? number : index + 1,
    name: isNumber ? null : textAt(item, fields.id, 200),
    status,
    ...figuresAt(item, fields, caseUnits ?? units, hasNotRun(status, codes)),
    signal: wholeAt(fields.signal),
    exitCode: wholeAt(fields.exitCode),
    description: textIn(item, fields.description, 10_000),
    extra: {
      stdout: textIn(item, fields.output),
      expected: textIn(item, fields.expected),
      stderr: textIn(item, fields.errorOutput),
      stdin: textIn(item, fields.input),
      shortened: shortened.length === 0 ? null : shortened,
    },
  });
}

/** Reads a pushed frame: a result if it contains a complete one, or else a notification. */
export function readFrame(
  described: JsonDescription,
  { id, result }: DescribedPush,
  text: string,
): PushFrame {
  const json = jsonIn(text);
  if (json === undefined) return { kind: 'unreadable' };
  const requestId = idAt(json, id) ?? '';
  if (!isRequestId(requestId)) return { kind: 'other' };
  try {
    const answer = result === undefined ? null : resultIn(described, at(json, result), requestId);
    if (answer?.kind === 'result') return { kind: 'result', requestId, answer };
  } catch (error) {
    // a frame may contain less than a response
    if (!(error instanceof RequestFailed)) throw error;
  }
  return { kind: 'nudge', requestId };
}
