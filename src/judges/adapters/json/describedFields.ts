import { jsonIn, plainText, type StatusTable } from '../../../results';
import type { Answer } from '../../adapter';
import type {
  DescribedField,
  DescribedFields,
  FieldName,
  FieldType,
  FoundValues,
} from '../../describedFields';
import { fromBase64 } from '../../../base/base64';
import { at, codeAt, itemsAt, namesAround, numberAt, textAt } from '../described/dottedPaths';
import { reportsFailure } from './refusals';
import { MAX_DESCRIBED_TEXT_LENGTH } from '../limits';
import type { DescribedCases, DescribedFailure, DescribedResult, JsonDescription } from './description';
import { chosenCode, type Codes, type TextField } from './responseFields';

type Types<Fields> = Readonly<Record<keyof Fields, FieldType>>;

const figureTypes = { score: 'number', time: 'number', memory: 'number' } as const;

const resultTypes: Types<DescribedResult['fields']> = {
  status: 'code',
  ...figureTypes,
  maximum: 'number',
  compileMessage: 'text',
  message: 'text',
  problem: 'text',
  problemTitle: 'text',
  code: 'text',
  language: 'text',
  user: 'text',
  isOwn: 'any',
  at: 'any',
};

const subtaskTypes: Types<NonNullable<DescribedResult['subtasks']>['fields']> = {
  id: 'wholeNumber',
  ...figureTypes,
  maximum: 'number',
  status: 'code',
};

const caseTypes: Types<DescribedCases['fields']> = {
  id: 'text',
  status: 'code',
  ...figureTypes,
  description: 'text',
  signal: 'wholeNumber',
  exitCode: 'wholeNumber',
  input: 'text',
  output: 'text',
  expected: 'text',
  errorOutput: 'text',
};

/**
 * Follows the configured paths in a response. Null: the response isn't JSON, or exceeds the limit of entries, so no
 * path leads to a value.
 */
export function describedFieldsIn(
  { failure, result, codes }: JsonDescription,
  answer: Answer,
): DescribedFields | null {
  const json = jsonIn(answer.text);
  if (json === undefined) return null;
  const reported = reportsFailure(json, failure) ? 'field' : answer.status >= 400 ? 'httpStatus' : 'none';
  const isFailure = reported !== 'none';
  const failureFields = failure ? fieldsOfFailure(failure, json, isFailure) : [];
  const resultFields = isFailure ? [] : fieldsOfResult(result, codes, json);
  return {
    failure: reported,
    fields: [...failureFields, ...resultFields],
    undescribed: undescribedIn(result),
    undescribedParts: [
      ...(result.subtasks ? [] : (['result.subtasks'] as const)),
      ...(result.cases ? [] : (['result.cases'] as const)),
    ],
  };
}

function fieldsOfFailure(
  failure: NonNullable<DescribedFailure>,
  json: unknown,
  isFailure: boolean,
): readonly DescribedField[] {
  const sign = fieldIn({ part: 'failure', name: 'if' }, failure.if, 'any', [json]);
  if (!isFailure || failure.message === undefined) return [sign];
  return [sign, fieldIn({ part: 'failure', name: 'message' }, failure.message, 'text', [json])];
}

function fieldsOfResult(
  { fields, subtasks, cases }: DescribedResult,
  codes: Codes,
  json: unknown,
): readonly DescribedField[] {
  const described = [
    ...fieldsIn(inResult, fields, resultTypes, codes, [json]),
    ...fullScoreIn(fields.status, codes, json),
  ];
  let groups: readonly unknown[] = [json];
  if (subtasks) {
    described.push(fieldIn({ part: 'result.subtasks', name: 'list' }, subtasks.list, 'list', [json]));
    groups = itemsAt(json, subtasks.list) ?? [];
    described.push(...fieldsIn(inSubtask, subtasks.fields, subtaskTypes, codes, groups));
  }
  if (cases) {
    described.push(fieldIn({ part: 'result.cases', name: 'list' }, cases.list, 'list', groups));
    const items = groups.flatMap((group) => itemsAt(group, cases.list) ?? []);
    described.push(...fieldsIn(inCase, cases.fields, caseTypes, codes, items));
  }
  return described;
}

const inResult = (name: string): FieldName => ({ part: 'result.fields', name });
const inSubtask = (name: string): FieldName => ({ part: 'result.subtasks', name: `fields.${name}` });
const inCase = (name: string): FieldName => ({ part: 'result.cases', name: `fields.${name}` });

/** Returns the response field that contains the full score, if the verdict of this status depends on it. */
function fullScoreIn(
  statusPaths: readonly string[],
  { statuses, fullScores }: Codes,
  json: unknown,
): readonly DescribedField[] {
  const code = String(chosenCode(json, statusPaths, statuses));
  const full = fullScores.get(code);
  if (typeof full !== 'string') return [];
  return [fieldIn({ part: 'statusCodes', name: `${plainText(code, 60)}.full` }, full, 'number', [json])];
}

type FieldSetting = string | TextField | readonly string[];

function fieldsIn(
  nameOf: (name: string) => FieldName,
  settings: Readonly<Record<string, FieldSetting | undefined>>,
  types: Readonly<Record<string, FieldType>>,
  { statuses }: Codes,
  objects: readonly unknown[],
): DescribedField[] {
  return Object.entries(types).flatMap(([name, type]) => {
    const setting = settings[name];
    if (setting === undefined) return [];
    if (typeof setting === 'string') return [fieldIn(nameOf(name), setting, type, objects)];
    if ('path' in setting) return [fieldIn(nameOf(name), setting.path, setting.encoding ?? type, objects)];
    return [statusFieldIn(nameOf(name), setting, statuses, objects)];
  });
}

/** Like `fieldIn`, for a status. Of several response fields, the value is the code that a result would have. */
function statusFieldIn(
  name: FieldName,
  paths: readonly string[],
  statuses: StatusTable,
  objects: readonly unknown[],
): DescribedField {
  const [path = ''] = paths;
  if (paths.length === 1) return fieldIn(name, path, 'code', objects);
  const codes = objects.map((object) => chosenCode(object, paths, statuses) ?? at(object, path));
  return {
    ...fieldIn(name, '', 'code', codes),
    path: plainText(paths.join(', '), 100),
    around: codes.some((code) => code !== undefined) ? [] : namesAround(objects[0], path),
  };
}

function fieldIn(
  { part, name }: FieldName,
  path: string,
  type: FieldType,
  objects: readonly unknown[],
): DescribedField {
  const valuesAtPath = objects.map((object) => at(object, path)).filter((value) => value !== undefined);
  const values = valuesAtPath.filter((value) => value !== null);
  const [first] = objects;
  return {
    part,
    name,
    path: plainText(path, 100),
    type,
    count: objects.length,
    usable: foundValues(values.filter((value) => isUsable(value, type))),
    unusable: foundValues(values.filter((value) => !isUsable(value, type))),
    nulls: valuesAtPath.length - values.length,
    around: first === undefined || valuesAtPath.length > 0 ? [] : namesAround(first, path),
  };
}

function foundValues(values: readonly unknown[]): FoundValues {
  const different = new Set<string>();
  for (const value of values) {
    if (different.size === 3) break;
    different.add(inShort(value));
  }
  return { count: values.length, values: [...different] };
}

/** Formats a value as JSON. Abbreviates lists and objects, because they can have any depth. */
function inShort(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}';
  return plainText(JSON.stringify(value), 60);
}

/** Returns whether a value can be read as this type. Uses the same functions as `readResult`. */
function isUsable(value: unknown, type: FieldType): boolean {
  switch (type) {
    case 'any':
      return true;
    case 'number':
      return numberAt(value, '') !== null;
    case 'wholeNumber':
      return Number.isInteger(numberAt(value, ''));
    case 'text':
      return textAt(value, '') !== null;
    case 'base64':
      return typeof value === 'string' && fromBase64(value, MAX_DESCRIBED_TEXT_LENGTH) !== null;
    case 'code':
      return codeAt(value, '') !== undefined;
    case 'list':
      return itemsAt(value, '') !== null;
  }
}

function undescribedIn({ fields, subtasks, cases }: DescribedResult): readonly FieldName[] {
  const missing = (types: object, described: object): readonly string[] =>
    Object.keys(types).filter((name) => !Object.hasOwn(described, name));
  return [
    ...missing(resultTypes, fields).map(inResult),
    ...(subtasks ? missing(subtaskTypes, subtasks.fields).map(inSubtask) : []),
    ...(cases ? missing(caseTypes, cases.fields).map(inCase) : []),
  ];
}
