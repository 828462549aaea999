import { l10n } from 'vscode';
import {
  formatMemory,
  formatScore,
  formatTime,
  subtasksOf,
  type Case,
  type Judgement,
  type JudgeSemantics,
  type Measured,
} from '../../../results';
import {
  RequestFailed,
  type DescribedField,
  type DescribedFields,
  type FieldName,
  type FieldType,
  type FoundValues,
  type ResultAnswer,
} from '../../../judges';
import { code, inMarkdown } from '../../exchange';
import { joined } from '../../labels/recordLabels';
import { listComma } from '../../labels/sanitizeText';
import { statusWords, table, textOf } from './tables';

/** Lists the configured fields without a usable value, with the reason. */
export function fieldProblems({ fields }: DescribedFields): readonly string[] {
  return fields
    .filter((field) => !isFailureSign(field))
    .filter(({ count, usable, nulls }) => count > 0 && usable.count === 0 && nulls === 0)
    .map((field) => {
      const [name, path] = [code(`${field.part}.${field.name}`), pathWords(field.path)];
      const [wrong] = field.unusable.values;
      if (wrong !== undefined) return wrongTypeWords(name, code(wrong), path, field.type);
      if (field.around.length === 0) return l10n.t('{0}: {1} isn’t in the response.', name, path);
      const around = field.around.map(code).join(listComma());
      return l10n.t('{0}: {1} isn’t in the response. Found: {2}.', name, path, around);
    });
}

function wrongTypeWords(name: string, value: string, path: string, type: FieldType): string {
  switch (type) {
    case 'number':
      return l10n.t('{0}: {1} at {2} isn’t a number.', name, value, path);
    case 'wholeNumber':
      return l10n.t('{0}: {1} at {2} isn’t a whole number.', name, value, path);
    case 'text':
    case 'any':
      return l10n.t('{0}: {1} at {2} isn’t text.', name, value, path);
    case 'base64':
      return l10n.t('{0}: {1} at {2} isn’t base64, so it’s shown unchanged.', name, value, path);
    case 'code':
      return l10n.t('{0}: {1} at {2} isn’t a status code.', name, value, path);
    case 'list':
      return l10n.t('{0}: {1} at {2} isn’t a list.', name, value, path);
  }
}

/** Returns a table for each part of the settings, with the fields, their paths, the values found, and the result. */
export function fieldTables(
  { failure, fields, undescribed, undescribedParts }: DescribedFields,
  result: ResultAnswer | RequestFailed,
  rules: JudgeSemantics,
): string {
  const parts = [...new Set(fields.map(({ part }) => part))];
  const head = [l10n.t('Field'), l10n.t('Path'), l10n.t('Value Found'), l10n.t('Result')];
  const tables = parts.map((part) => {
    const inPart = (field: FieldName): boolean => field.part === part;
    const rows = fields
      .filter(inPart)
      .map((field) => [
        code(field.name),
        pathWords(field.path),
        foundWords(field),
        becameWords(field, failure, result, rules),
      ]);
    const left = undescribed.filter(inPart).map(({ name }) => name);
    return joined('\n\n', `### ${code(part)}`, table(head, rows), undescribedWords(left));
  });
  return joined(
    '\n\n',
    `## ${l10n.t('Fields of the Description')}`,
    ...tables,
    failureWords(failure),
    undescribedWords(failure === 'none' ? undescribedParts : []),
  );
}

function undescribedWords(names: readonly string[]): string {
  return names.length === 0 ? '' : l10n.t('Not described: {0}', names.map(code).join(listComma()));
}

function failureWords(failure: DescribedFields['failure']): string {
  switch (failure) {
    case 'none':
      return '';
    case 'field':
      return l10n.t('{0} reports a failure, so no other field is read.', code('failure.if'));
    case 'httpStatus':
      return l10n.t('The HTTP status reports a failure, so no other field is read.');
  }
}

function isFailureSign({ part, name }: FieldName): boolean {
  return part === 'failure' && name === 'if';
}

function pathWords(path: string): string {
  return path === '' ? l10n.t('(everything)') : code(path);
}

function foundWords(field: DescribedField): string {
  const { count, usable, unusable, nulls } = field;
  if (count === 0) return '–';
  const words = joined(
    '<br>',
    valueWords(usable, count),
    unusable.count === 0 ? '' : `⚠ ${valueWords(unusable, count)}`,
  );
  if (words !== '') return words;
  if (nulls > 0) return 'null';
  // most judges omit this field in successful responses
  return isFailureSign(field) ? '–' : `⚠ ${l10n.t('not found')}`;
}

/** Formats values as `"AC", "WA" (2 of 4)`; empty for none. */
function valueWords({ count, values }: FoundValues, all: number): string {
  if (count === 0) return '';
  const words = values.map((value) => inMarkdown(value, 60)).join(listComma());
  return count === all ? words : l10n.t('{0} ({1} of {2})', words, count, all);
}

/** Formats the first three distinct values that the result contains for a field. */
function becameWords(
  field: FieldName,
  failure: DescribedFields['failure'],
  result: ResultAnswer | RequestFailed,
  rules: JudgeSemantics,
): string {
  if (isFailureSign(field) && failure === 'field') return l10n.t('failure');
  const values = field.part === 'failure' ? [messageOf(result)] : valuesOf(field, result, rules);
  const different = [...new Set(values.filter((value) => value !== ''))].slice(0, 3);
  return different.length === 0 ? '–' : different.map((value) => inMarkdown(value, 80)).join(listComma());
}

/** Returns the judge's message about a failure; empty: none. */
function messageOf(result: ResultAnswer | RequestFailed): string {
  if (!(result instanceof RequestFailed) || result.failure.kind !== 'status') return '';
  return result.failure.error?.errorMessage ?? '';
}

/** Returns the values in a result for a configured field. Missing values are empty strings. */
function valuesOf(
  field: FieldName,
  result: ResultAnswer | RequestFailed,
  rules: JudgeSemantics,
): readonly string[] {
  if (result instanceof RequestFailed || result.kind === 'notReady') return [];
  const subtasks = subtasksOf(result.envelope);
  const name = field.name.split('.').at(-1) ?? '';
  switch (field.part) {
    case 'result.fields':
      return valuesOfResult(name, result, rules);
    case 'result.subtasks':
      if (name === 'list') return [l10n.t('Subtasks: {0}', subtasks.length)];
      return subtasks.map((subtask) => measured(subtask, name, rules));
    case 'result.cases': {
      const cases = subtasks.flatMap((subtask) => subtask.cases);
      if (name === 'list') return [l10n.t('Cases: {0}', cases.length)];
      return cases.map((testCase) => valueOfCase(name, testCase, rules));
    }
    default:
      return [];
  }
}

function valuesOfResult(
  name: string,
  { envelope, about }: Extract<ResultAnswer, { kind: 'result' }>,
  rules: JudgeSemantics,
): readonly string[] {
  const judge: Judgement | null = envelope.data?.judge ?? null;
  switch (name) {
    case 'compileMessage':
      return [envelope.data?.compile?.message ?? ''];
    case 'message':
      return [judge?.description ?? ''];
    case 'problem':
      return [about?.problem?.id ?? ''];
    case 'problemTitle':
      return [about?.problem?.title ?? ''];
    case 'code':
      return [about?.code ?? ''];
    case 'language':
      return [about?.language ?? ''];
    case 'user':
      return [about?.user ?? ''];
    case 'at':
      return [typeof about?.at === 'number' ? new Date(about.at).toISOString() : ''];
    default:
      return judge ? [measured(judge, name, rules)] : [];
  }
}

function valueOfCase(name: string, testCase: Case, rules: JudgeSemantics): string {
  switch (name) {
    case 'signal':
    case 'exitCode':
      return String(testCase[name] ?? '');
    case 'description':
      return testCase.description ?? '';
    case 'input':
      return textOf(testCase, 'stdin');
    case 'output':
      return textOf(testCase, 'stdout');
    case 'expected':
      return textOf(testCase, 'expected');
    case 'errorOutput':
      return textOf(testCase, 'stderr');
    default:
      return measured(testCase, name, rules);
  }
}

/** Formats a value that results, subtasks, and cases have in common. */
function measured(
  result: Measured & Pick<Judgement, 'maximum'>,
  name: string,
  rules: JudgeSemantics,
): string {
  switch (name) {
    case 'id':
      return String(result.id ?? '');
    case 'status':
      return result.status === null ? '' : statusWords(result.status, rules);
    case 'score':
      return formatScore(result.score, rules.units);
    case 'maximum':
      return formatScore(result.maximum ?? null, rules.units);
    case 'time':
      return formatTime(result.time, rules.units);
    case 'memory':
      return formatMemory(result.memory, rules.units);
    default:
      return '';
  }
}
