import * as v from 'valibot';
import { toBase64 } from '../../../base/base64';
import { usualComparison, type ComparisonRule, type Limits } from '../../../results';
import type { Answer, JudgeHttp, SubmissionSupport } from '../../adapter';
import { oneOf } from '../../settingFields';
import type { FormFile } from '../../http/judgeHttp';
import { entryPointOfSubmission, javaAsMain } from '../../entryPoints/submittedProgram';
import { isRequestId } from '../../requestIdInput';
import type {
  ProblemForm,
  ProblemName,
  Sample,
  Submission,
  SubmissionLanguage,
  Submitted,
} from '../../submission';
import { extensionsFor } from '../../fileExtensions';
import { editorLanguageOf, editorLanguagesKnown } from '../../languageNames';
import { readAccepted } from '../shared/acceptedResponse';
import { memoryUnits, timeUnits, units } from './units';
import {
  at,
  idAt,
  isNullAt,
  listAt,
  misplaced,
  misplacedId,
  numberAt,
  path,
  place,
  textAt,
} from './dottedPaths';
import { MAX_DESCRIBED_SAMPLES } from '../limits';
import { accepted } from '../shared/listedSubmissions';
import { jsonOf } from '../shared/responseBody';
import { fillPath } from './pathTemplate';

/** Maps the judge’s language IDs to VS Code’s language ID, or to the language's usual name. */
export const languages = v.optional(v.record(v.string(), v.string()), {});
export const bodyKind = v.optional(oneOf(['json', 'form', 'multipart'] as const), 'json' as const);

/** Creates the schema of a path with these placeholders. */
export function pathWith(...names: readonly string[]) {
  return v.pipe(
    path,
    v.check((typed) => names.every((name) => typed.includes(`{${name}}`))),
  );
}

/** Path for a problem of a contest, below the base URL. */
export const problemInContestPath = pathWith('problem', 'contest');

/** How to read a list of problems. */
export const listedProblemFields = {
  list: place,
  fields: v.strictObject({ id: place, title: v.optional(place) }),
};

const samples = v.strictObject({
  list: place,
  fields: v.strictObject({ input: place, expected: place }),
});

/** How to find the judge's internal ID of a problem by its public ID. */
const lookup = v.strictObject({
  path: pathWith('problem'),
  contestPath: v.optional(problemInContestPath),
  id: place,
  title: v.optional(place),
  languages: v.optional(place),
  timeLimit: v.optional(place),
  memoryLimit: v.optional(place),
  units: v.optional(units),
  samples: v.optional(samples),
  ownChecker: v.optional(place),
});

/** How the judge accepts programs, from the settings. */
export const submission = v.strictObject({
  path,
  contestPath: v.optional(path),
  body: bodyKind,
  problem: v.optional(lookup),
  search: v.optional(v.strictObject({ path: pathWith('text'), ...listedProblemFields })),
  /** path of the new request ID in the response */
  id: place,
  fields: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
  languages,
});

/** The placeholders that a field of the request can contain, without braces. */
export const submissionValues: readonly string[] = [
  'problem',
  'problem:number',
  'contest',
  'contest:number',
  'language',
  'code',
  'code:base64',
  'fileName',
  'o2',
  'trackId',
];

export type DescribedSubmission = v.InferOutput<typeof submission>;
type Lookup = v.InferOutput<typeof lookup>;

/** Creates the submission support from the settings. `isResultOfProblem`: results are requested with the problem */
export function submissionAsDescribed(
  described: DescribedSubmission,
  isResultOfProblem = false,
  comparison: ComparisonRule = usualComparison,
): SubmissionSupport {
  const known = Object.entries(described.languages).map(([id, text]) => languageOf(id, text));
  const isEachKnown = known.length > 0 && known.every(({ editorLanguages }) => editorLanguages.length > 0);
  const { problem: lookup } = described;
  return {
    languages: known,
    documents: {
      editorLanguages: isEachKnown
        ? known.flatMap((language) => language.editorLanguages)
        : editorLanguagesKnown,
      extensions: [],
    },
    // if the request doesn't contain the name of the file, the judge needs a usual one
    compiledAs: sendsFileName(described) ? undefined : javaAsMain,
    hasOptimisation: Object.values(described.fields).includes('{o2}') ? true : undefined,

    fetchForm: lookup && ((http, problem) => fetchForm(http, lookup, problem, known, comparison)),
    formContainsSamples: lookup?.samples ? true : undefined,

    async submit(http, submission) {
      const problemId = lookup ? await fetchProblemId(http, lookup, submission) : submission.problemId;
      const language = known.find(({ id }) => id === submission.language) ?? null;
      const answer = await post(http, described, { ...submission, problemId }, language);
      const hint = isResultOfProblem ? submission.problemId : null;
      return readAccepted(answer, () => readSubmitted(jsonOf(answer), described.id, hint));
    },
  };
}

function sendsFileName({ body, fields }: DescribedSubmission): boolean {
  const values = Object.values(fields);
  return values.includes('{fileName}') || (body === 'multipart' && values.includes('{code}'));
}

async function fetchProblemId(http: JudgeHttp, lookup: Lookup, problem: ProblemName): Promise<string> {
  const json = jsonOf(await http.get(pathFor(lookup, problem)));
  const id = idAt(json, lookup.id);
  if (id === null) throw misplacedId(json, lookup.id, 'submission.problem.id');
  return id;
}

/** Fetches the facts about a problem. Known languages get their configured names. */
async function fetchForm(
  http: JudgeHttp,
  lookup: Lookup,
  problem: ProblemName,
  known: readonly SubmissionLanguage[],
  comparison: ComparisonRule,
): Promise<ProblemForm> {
  const json = jsonOf(await http.get(pathFor(lookup, problem)));
  if (at(json, lookup.id) === undefined) throw misplaced(json, lookup.id, 'submission.problem.id');
  const listed =
    lookup.languages === undefined
      ? null
      : listAt(json, lookup.languages, 'submission.problem.languages').map((item) => textAt(item, '', 64));
  const named = known.filter(({ id }) => listed?.includes(id) ?? true);
  const others = (listed ?? []).filter((id) => id !== null && !known.some((language) => language.id === id));
  return {
    languages: [...named, ...others.map((id) => languageOf(id ?? '', id ?? ''))],
    limits: limitsAt(json, lookup),
    title: textAt(json, lookup.title, 200),
    ...(lookup.samples ? { samples: samplesAt(json, lookup.samples) } : {}),
    ...(hasOwnChecker(json, lookup)
      ? { comparison: { rule: comparison, source: 'judge' as const, hasSeveralAnswers: true as const } }
      : {}),
  };
}

/** Returns whether a program of the problem decides about outputs. */
function hasOwnChecker(json: unknown, { ownChecker }: Lookup): boolean {
  return ownChecker !== undefined && at(json, ownChecker) === true;
}

/** Reads the limits of a problem. Null: neither is configured, or neither is known. */
function limitsAt(json: unknown, { timeLimit, memoryLimit, units }: Lookup): Limits | null {
  const inUnits = (value: number | null, factor: number): number | null =>
    value === null || value <= 0 ? null : value * factor;
  const time = inUnits(numberAt(json, timeLimit), timeUnits[units?.time ?? 'ms']);
  const memory = inUnits(numberAt(json, memoryLimit), memoryUnits[units?.memory ?? 'KiB']);
  return time === null && memory === null ? null : { time, memory };
}

/** Reads the samples of a problem. Omits those without a text for the input and the expected output. */
function samplesAt(json: unknown, { list, fields }: NonNullable<Lookup['samples']>): readonly Sample[] {
  const items = listAt(json, list, 'submission.problem.samples.list').slice(0, MAX_DESCRIBED_SAMPLES);
  return items.flatMap((item) => {
    const input = textAt(item, fields.input);
    const expected = textAt(item, fields.expected);
    return input === null || expected === null ? [] : [{ input, expected }];
  });
}

/** Returns the path of a request about a problem. `contestPath`: for problems of a contest; absent: the same. */
function pathFor(
  { path, contestPath }: { readonly path: string; readonly contestPath?: string | undefined },
  { problemId, place: contest }: ProblemName,
): string {
  const inContest = contest === null ? undefined : contestPath;
  return fillPath(inContest ?? path, { problem: problemId, contest: contest ?? '' });
}

function languageOf(id: string, nameOrIdentifier: string): SubmissionLanguage {
  const isIdentifier =
    extensionsFor(nameOrIdentifier).length > 0 || editorLanguagesKnown.includes(nameOrIdentifier);
  const editorLanguages = isIdentifier ? [nameOrIdentifier] : editorLanguageOf(nameOrIdentifier);
  return {
    id,
    name: isIdentifier ? id : nameOrIdentifier,
    editorLanguages,
    extensions: editorLanguages.flatMap(extensionsFor),
  };
}

type FieldValue = string | number | boolean | null;

/** Posts the program as JSON or as a form. `language`: null if the judge doesn't list it. */
async function post(
  http: JudgeHttp,
  described: DescribedSubmission,
  submission: Submission,
  language: SubmissionLanguage | null,
): Promise<Answer> {
  const { body, fields } = described;
  const path = pathFor(described, submission);
  const isWithoutContest = submission.place === null;
  const { fileName } = entryPointOfSubmission(submission, language);
  const values = Object.entries(fields)
    .filter(([, template]) => !isWithoutContest || !/^\{contest(?::number)?\}$/.test(String(template)))
    .map(([name, template]) => [name, valueOf(template, submission, fileName)] as const);
  if (body === 'json') return http.postJson(path, nested(values));
  const form = values.flatMap(([name, value]): [string, string | FormFile][] => {
    if (value === null) return [];
    // a file makes the form multipart
    const isFile = body === 'multipart' && fields[name] === '{code}';
    return [[name, isFile ? { fileName, text: String(value) } : String(value)]];
  });
  return http.postForm(path, Object.fromEntries(form));
}

/** Creates an object from fields with dotted paths: `a.b` is the field `b` of the object `a`. */
function nested(values: readonly (readonly [name: string, value: FieldValue])[]): object {
  const groups = new Map<string, (readonly [string, FieldValue])[]>();
  const entries: (readonly [string, unknown])[] = [];
  for (const [name, value] of values) {
    const dot = name.indexOf('.');
    const first = name.slice(0, dot);
    if (dot < 0) entries.push([name, value]);
    else groups.set(first, [...(groups.get(first) ?? []), [name.slice(dot + 1), value]]);
  }
  for (const [name, inner] of groups) entries.push([name, nested(inner)]);
  return Object.fromEntries(entries);
}

/** Finds a name that has an empty part, or that is also the beginning of another name. Undefined: none. */
export function wrongNestedName(names: readonly string[]): string | undefined {
  return names.find(
    (name) => name.split('.').includes('') || names.some((other) => other.startsWith(`${name}.`)),
  );
}

/** Returns the value of one field: a constant, or a part of the submission. */
function valueOf(template: FieldValue, submitted: Submission, fileName: string): FieldValue {
  switch (template) {
    case '{problem}':
      return submitted.problemId;
    case '{problem:number}':
      return numberIfOne(submitted.problemId);
    case '{contest}':
      return submitted.place ?? '';
    case '{contest:number}':
      return numberIfOne(submitted.place ?? '');
    case '{language}':
      return submitted.language;
    case '{code}':
      return submitted.code;
    case '{code:base64}':
      return toBase64(submitted.code);
    case '{fileName}':
      return fileName;
    case '{o2}':
      return submitted.optimise;
    case '{trackId}':
      return submitted.trackId;
    default:
      return template;
  }
}

function numberIfOne(text: string): string | number {
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}

/**
 * Reads the request ID in the response to a submission. A judge that hides results sends null there, or instead of the
 * whole object. `hint`: additional data that a request for the result needs; null: none.
 */
function readSubmitted(json: unknown, idPlace: string, hint: string | null): Submitted {
  const requestId = idAt(json, idPlace) ?? '';
  if (isNullAt(json, idPlace)) return { kind: 'hidden' };
  if (!isRequestId(requestId)) throw misplacedId(json, idPlace, 'submission.id');
  return accepted(requestId, hint);
}
