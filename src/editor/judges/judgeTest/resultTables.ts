import { l10n } from 'vscode';
import {
  caseFactNames,
  caseFacts,
  caseName,
  endingNames,
  figureNames,
  formatCaseFacts,
  meaningOf,
  haveRepeatedCaseIds,
  statusText,
  subtasksOf,
  type Case,
  type Envelope,
  type JudgeSemantics,
  type Subtask,
} from '../../../results';
import type { KnownRecord } from '../../../records';
import type { ReadResult, Judge } from '../../../judges';
import { inMarkdown } from '../../exchange';
import { caseDescription, caseFactWords } from '../../labels/caseLabels';
import { recordFacts, type RecordFact } from '../../labels/recordFacts';
import { joined, judgementWords } from '../../labels/recordLabels';
import { listComma } from '../../labels/sanitizeText';
import { table, textOf } from './tables';
import { MAX_CELL_LENGTH, MAX_TABLE_CASES } from './limits';

/** Returns tables of the resulting record: its facts, and its subtasks and cases. */
export function resultTables(judge: Judge, record: KnownRecord, { envelope, about }: ReadResult): string {
  const { verdict, ownStatus, cases, score, time, memory, problem, contest, user, language, trackId } =
    recordFacts(record);
  const message: RecordFact = { name: l10n.t('Message'), value: judgementWords(envelope) };
  const compileMessage: RecordFact = {
    name: l10n.t('Compiler output'),
    value: envelope.data?.compile?.message ?? '',
  };
  const program: RecordFact = { name: l10n.t('Code'), value: about?.code ?? '' };
  const facts = [
    verdict,
    ownStatus,
    cases,
    score,
    time,
    memory,
    message,
    compileMessage,
    problem,
    contest,
    user,
    language,
    program,
    trackId,
  ];
  const rows = facts
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => [name, inMarkdown(value, MAX_CELL_LENGTH)]);
  const hasCases = subtasksOf(envelope).length > 0;
  // if the settings omit a field, it isn't missing from the response
  const absent = judge.describedFields
    ? []
    : [
        ...[score, time, memory, problem, language, program]
          .filter(({ value }) => value === '')
          .map(({ name }) => name),
        ...(hasCases ? [] : [l10n.t('Cases')]),
      ];
  return joined(
    '\n\n',
    `## ${l10n.t('Result')}`,
    table([l10n.t('Field'), l10n.t('Value')], rows),
    absent.length === 0 ? '' : l10n.t('Not in the response: {0}', absent.join(listComma())),
    caseTable(envelope, record.rules),
  );
}

/** Returns a table of the first cases, below a row for each subtask. Omits empty columns. */
function caseTable(envelope: Envelope, rules: JudgeSemantics): string {
  const subtasks = subtasksOf(envelope);
  const showsSubtask = haveRepeatedCaseIds(subtasks);
  const rows: (readonly string[])[] = [];
  let listed = 0;
  let all = 0;
  for (const subtask of subtasks) {
    all += subtask.cases.length;
    const cases = subtask.cases.slice(0, MAX_TABLE_CASES - listed);
    listed += cases.length;
    const hasOwnFacts = subtasks.length > 1 || subtask.status !== null || subtask.score !== null;
    if (hasOwnFacts && (cases.length > 0 || subtask.cases.length === 0)) {
      rows.push(subtaskRow(subtask, rules));
    }
    for (const testCase of cases)
      rows.push(caseRow(testCase, caseName(subtask.id, testCase.id, showsSubtask), rules));
  }
  if (rows.length === 0) return '';
  const head = columns();
  const used = head.map((_, column) => rows.some((row) => (row[column] ?? '') !== ''));
  const inUse = (cells: readonly string[]) => cells.filter((_, column) => used[column]);
  return joined(
    '\n\n',
    `### ${l10n.t('Cases')}`,
    table(inUse(head), rows.map(inUse)),
    all > listed ? l10n.t('and {0} more', all - listed) : '',
  );
}

function columns(): readonly string[] {
  const words = caseFactWords();
  return [
    l10n.t('Case'),
    l10n.t('Verdict'),
    ...caseFactNames.map((name) => words[name]),
    l10n.t('Description'),
    l10n.t('Input'),
    l10n.t('Output'),
    l10n.t('Expected output'),
    l10n.t('Error output'),
  ];
}

function caseRow(testCase: Case, name: string, rules: JudgeSemantics): readonly string[] {
  const facts = caseFacts(testCase, rules);
  return [
    name,
    statusText(testCase.status, rules),
    ...caseFactNames.map((fact) => facts[fact]),
    caseDescription(testCase) ?? '',
    textOf(testCase, 'stdin'),
    textOf(testCase, 'stdout'),
    textOf(testCase, 'expected'),
    textOf(testCase, 'stderr'),
  ].map((cell) => inMarkdown(cell, MAX_CELL_LENGTH));
}

function subtaskRow(subtask: Subtask, rules: JudgeSemantics): readonly string[] {
  const isPending = meaningOf(rules.statuses, subtask.status)?.kind === 'pending';
  const facts = formatCaseFacts({ ...subtask, signal: null, exitCode: null }, rules.units, isPending);
  const name = l10n.t('Subtask {0}', subtask.name ?? String(subtask.id ?? ''));
  return [
    `**${inMarkdown(name, MAX_CELL_LENGTH)}**`,
    inMarkdown(statusText(subtask.status, rules)),
    ...figureNames.map((figure) => inMarkdown(facts[figure])),
    // subtasks have no values in the other columns
    ...Array<string>(endingNames.length + 5).fill(''),
  ];
}
