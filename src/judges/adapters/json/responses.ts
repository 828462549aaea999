import {
  MAX_ENTRIES,
  isObject,
  jsonIn,
  plainText,
  type Case,
  type StatusCode,
  type Subtask,
  meaningOf,
  wasNotRun,
} from '../../../results';
import { isValidTime } from '../../../base/validTime';
import { isRequestId } from '../../requestIdInput';
import { RequestFailed } from '../../requestFailed';
import type { Answer, ListedSubmission, PushFrame, RecentSubmission } from '../../adapter';
import { type ResultAnswer, caseOf, flatSubtask, resultOf, subtaskOf } from '../shared/results';
import { bodyOf, isPage, jsonOf } from '../shared/responseBody';
import { recentOf } from '../shared/listedSubmissions';
import { refusal, saidIn, type RefusalDetails } from '../shared/refusals';
import { tooManyEntries } from '../shared/jsonValues';
import { memoryUnits, timeUnits, type Units } from '../described/units';
import { at, idAt, listAt, misplaced, misplacedId, numberAt, textAt } from '../described/dottedPaths';
import type {
  DescribedCases,
  DescribedFailure,
  DescribedPush,
  DescribedRecent,
  JsonDescription,
  RefusalKind,
} from './description';
import { isShortenedIn, maximumAt, statusAt, textIn, withPending, type Codes } from './responseFields';

/** Returns the failure that a response reports, by its HTTP status or by the configured field. Null: none. */
export function refusalIn(
  answer: Answer,
  failure: DescribedFailure,
  isAuthenticated = false,
): RequestFailed | null {
  const body = bodyOf(answer);
  const sign = signIn(body, failure);
  if (failure && isFailure(sign)) {
    const message = textAt(body, failure.message, 1000) ?? saidIn(body) ?? textAt(sign, '', 1000);
    const meaning = meaningOfRefusal(failure.status, message, signOf(sign));
    return refusal(answer, { ...detailsOfMeaning(meaning, answer), message });
  }
  if (answer.status < 400) return null;
  // the credential is invalid, so the judge treats the user as a guest, and requires a form's token
  if (isAuthenticated && isCsrfPage(answer)) return refusal(answer, { status: 401 });
  // JSON of any form proves that an API responded, and not just some web server
  return refusal(answer, {
    message: saidIn(body) ?? (isObject(body) ? '' : sentenceIn(answer)),
    // no firewall sent this page, so other credentials may help
    ...(isCsrfPage(answer) ? { refusesAnybody: false } : {}),
  });
}

type RefusalMeanings = NonNullable<DescribedFailure>['status'];

/**
 * Returns the configured meaning of a refusal: by its message, in which `*` matches any text, or else by the value of the
 * `if` field. Undefined: not configured.
 */
function meaningOfRefusal(
  meanings: RefusalMeanings,
  message: string | null,
  sign: string,
): number | RefusalKind | undefined {
  const keys = Object.keys(meanings);
  const key =
    keys.find((pattern) => pattern === message) ??
    keys.find((pattern) => pattern !== '*' && message !== null && matchesPattern(message, pattern)) ??
    [sign, '*'].find((name) => Object.hasOwn(meanings, name));
  return key === undefined ? undefined : meanings[key];
}

/** Returns whether a text matches a pattern with one `*`, which matches any text. */
function matchesPattern(text: string, pattern: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return false;
  const [start, end] = [pattern.slice(0, star), pattern.slice(star + 1)];
  return text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end);
}

/** Returns the HTTP status that corresponds to a refusal, and what is special about it. */
function detailsOfMeaning(
  meaning: number | RefusalKind | undefined,
  answer: Answer,
): { readonly status: number } & RefusalDetails {
  switch (meaning) {
    case 'notYours':
      return { status: 403, cause: { kind: 'notOwn', whose: 'unclear' } };
    case 'forbidden':
      return { status: 403, refusesAnybody: true };
    case 'notJoined':
      return { status: 404, cause: { kind: 'notJoined' } };
    case 'language':
      return { status: 400, cause: { kind: 'language' } };
    case 'notBegun':
    case 'ended':
    case 'deadline':
    case 'attempts':
    case 'suspended':
      return { status: 403, cause: { kind: 'closed', why: meaning } };
    case undefined:
      return { status: answer.status >= 400 ? answer.status : 400 };
    default:
      return { status: meaning };
  }
}

/**
 * Returns whether the judge rejected a POST request because it lacks a CSRF token. Judges that use Django require one
 * from guests, and therefore also from users with a wrong key.
 */
function isCsrfPage(answer: Answer): boolean {
  return answer.status === 403 && isPage(answer) && answer.text.slice(0, 10_000).includes('CSRF');
}

/** Returns the plain text of a response that rejects the content of a request. Null: another status, or no text. */
function sentenceIn({ status, contentType, text }: Answer): string | null {
  const isPlain = /^text\/plain\b/i.test(contentType ?? '');
  const isSentence = text.length <= 300 && text.trim() !== '';
  return (status === 400 || status === 422) && isPlain && isSentence ? text.trim().toWellFormed() : null;
}

/** Returns whether the `failure.if` field reports a failure. */
export function reportsFailure(body: unknown, failure: DescribedFailure): boolean {
  return isFailure(signIn(body, failure));
}

function signIn(body: unknown, failure: DescribedFailure): unknown {
  return failure && isObject(body) ? at(body, failure.if) : null;
}

/** Converts the value at `failure.if` to a key of `failure.status`; empty if it can't be one, such as an object. */
function signOf(sign: unknown): string {
  return textAt(sign, '') ?? (sign === true ? 'true' : '');
}

function isFailure(sign: unknown): boolean {
  return sign !== undefined && sign !== null && sign !== false && sign !== 0 && sign !== '';
}

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

function ifKnown(maximum: number | null): { readonly maximum?: number } {
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
function hasNotRun(status: StatusCode | null, { statuses }: Codes): boolean {
  const meaning = meaningOf(statuses, status);
  return meaning !== null && (meaning.style === 'compileError' || wasNotRun(meaning));
}

/** Returns a number that can't be negative. Null: none. Some judges send -1 for an unknown time or memory. */
function amountAt(json: unknown, place: string | undefined): number | null {
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

/** Reads the user’s most recent submissions. Skips items without a valid ID. */
export function readRecent(
  recent: DescribedRecent,
  codes: Codes,
  json: unknown,
): readonly RecentSubmission[] {
  return listedItems(recent, json).flatMap((item) => recentIn(recent, codes, item) ?? []);
}

/** Reads the user’s submissions to a problem. Skips items without a valid ID. */
export function readListed(
  recent: DescribedRecent,
  { units, codes }: Pick<JsonDescription, 'units' | 'codes'>,
  json: unknown,
): readonly ListedSubmission[] {
  const { fields } = recent;
  return listedItems(recent, json).flatMap((item) => {
    const known = recentIn(recent, codes, item);
    if (!known) return [];
    const time = amountAt(item, fields.time);
    return [
      {
        ...known,
        time: time === null ? null : time * timeUnits[units.time],
        language: known.language ?? null,
      },
    ];
  });
}

/** Returns the listed submissions. Throws `RequestFailed` if none of them has an ID, because the path must be wrong. */
export function listedItems({ list, fields }: DescribedRecent, json: unknown): readonly unknown[] {
  const items = listAt(json, list, 'recent.list');
  if (items.length > 0 && items.every((item) => idAt(item, fields.id) === null))
    throw misplacedId(items[0], fields.id, 'recent.fields.id');
  return items;
}

/** Reads a listed submission. Null if the item has no valid ID. */
function recentIn(
  { fields, pendingIf }: DescribedRecent,
  codes: Codes,
  item: unknown,
): RecentSubmission | null {
  const requestId = idAt(item, fields.id) ?? '';
  if (!isRequestId(requestId)) return null;
  const problem = textAt(item, fields.problem, 200);
  const found = statusAt(item, fields.status ?? [], fields.score, codes);
  const code = found.code ?? null;
  const status = code === null ? null : withPending(item, code, pendingIf, codes).code;
  const language = textAt(item, fields.language, 100);
  const listedScore = numberAt(item, fields.score);
  const score = listedScore === 0 && hasNotRun(status, codes) ? null : listedScore;
  return recentOf({
    requestId,
    problem,
    problemId: problem,
    status,
    score,
    ...ifKnown(maximumAt(item, fields.maximum, score, found)),
    ...(language === null ? {} : { language }),
    at: momentAt(item, fields.at),
  });
}

/** Parses ISO 8601, or seconds or ms since 1970. Null: not a valid time. */
export function momentAt(json: unknown, place: string | undefined): number | null {
  const number = numberAt(json, place);
  // as seconds, it would be later than the year 5138
  if (number !== null) return Math.abs(number) < 1e11 ? number * 1000 : isValidTime(number) ? number : null;
  const time = Date.parse(textAt(json, place, 40) ?? '');
  return Number.isNaN(time) ? null : time;
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
