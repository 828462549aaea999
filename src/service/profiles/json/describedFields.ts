import { jsonIn, plainText } from '../../../judge';
import type { Answer } from '../../adapter';
import type {
  DescribedField,
  DescribedFields,
  FieldName,
  FieldType,
  FoundValues,
} from '../../describedFields';
import { at, codeAt, itemsAt, namesAround, numberAt, textAt } from '../dottedPaths';
import { reportsFailure } from './answers';
import type { DescribedCases, DescribedFailure, DescribedResult, JsonDescription } from './description';

type Types<Fields> = Readonly<Record<keyof Fields, FieldType>>;

const figureTypes = { score: 'number', time: 'number', memory: 'number' } as const;

const resultTypes: Types<DescribedResult['fields']> = {
  status: 'code',
  ...figureTypes,
  compileMessage: 'text',
  message: 'text',
  problem: 'text',
  problemTitle: 'text',
  code: 'text',
  language: 'text',
};

const subtaskTypes: Types<NonNullable<DescribedResult['subtasks']>['fields']> = {
  id: 'wholeNumber',
  ...figureTypes,
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
  { failure, result }: JsonDescription,
  answer: Answer,
): DescribedFields | null {
  const json = jsonIn(answer.text);
  if (json === undefined) return null;
  const reported = reportsFailure(json, failure) ? 'field' : answer.status >= 400 ? 'httpStatus' : 'none';
  const isFailure = reported !== 'none';
  const failureFields = failure ? fieldsOfFailure(failure, json, isFailure) : [];
  const resultFields = isFailure ? [] : fieldsOfResult(result, json);
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
  json: unknown,
): readonly DescribedField[] {
  const described = fieldsIn(inResult, fields, resultTypes, [json]);
  let groups: readonly unknown[] = [json];
  if (subtasks) {
    described.push(fieldIn({ part: 'result.subtasks', name: 'list' }, subtasks.list, 'list', [json]));
    groups = itemsAt(json, subtasks.list) ?? [];
    described.push(...fieldsIn(inSubtask, subtasks.fields, subtaskTypes, groups));
  }
  if (cases) {
    described.push(fieldIn({ part: 'result.cases', name: 'list' }, cases.list, 'list', groups));
    const items = groups.flatMap((group) => itemsAt(group, cases.list) ?? []);
    described.push(...fieldsIn(inCase, cases.fields, caseTypes, items));
  }
  return described;
}

const inResult = (name: string): FieldName => ({ part: 'result.fields', name });
const inSubtask = (name: string): FieldName => ({ part: 'result.subtasks', name: `fields.${name}` });
const inCase = (name: string): FieldName => ({ part: 'result.cases', name: `fields.${name}` });

function fieldsIn(
  nameOf: (name: string) => FieldName,
  paths: Readonly<Record<string, string | undefined>>,
  types: Readonly<Record<string, FieldType>>,
  objects: readonly unknown[],
): DescribedField[] {
  const described: DescribedField[] = [];
  for (const [name, type] of Object.entries(types)) {
    const path = paths[name];
    if (path !== undefined) described.push(fieldIn(nameOf(name), path, type, objects));
  }
  return described;
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
