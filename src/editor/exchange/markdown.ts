import { l10n } from 'vscode';
import {
  caseFacts,
  countStatuses,
  endingNames,
  figureNames,
  isTrouble,
  meaningOf,
  plainLines,
  plainText,
  rowDescription,
  statusText,
  subtasksOf,
  type Case,
  type Envelope,
  type JudgeSemantics,
} from '../../results';
import type { KnownRecord } from '../../records';
import { knownFacts, recordFacts } from '../labels/recordFacts';
import { shownRules } from '../labels/customInputRuns';
import { caseFactWords } from '../labels/caseLabels';
import { hidesFailedCases } from '../shared/hiddenCases';
import { joined, recordName } from '../labels/recordLabels';
import { MAX_MARKDOWN_CASES, MAX_COUNTED_VERDICTS, MAX_MARKDOWN_OUTPUT_LENGTH } from './limits';

/** A record with its result. */
export interface Written {
  readonly record: KnownRecord;
  readonly envelope: Envelope | null;
}

/** Formats records as readable Markdown. Escapes all text from judges. */
export function recordsAsMarkdown(records: readonly Written[]): string {
  return `${records.map(recordAsMarkdown).join('\n\n---\n\n')}\n`;
}

function recordAsMarkdown({ record, envelope }: Written): string {
  const { id, verdict } = recordFacts(record);
  const others = knownFacts(record).filter(({ name }) => name !== id.name && name !== verdict.name);
  const message = envelope?.data?.compile?.message ?? '';
  return joined(
    '\n\n',
    `### ${joined(' — ', inMarkdown(recordName(record)), inMarkdown(verdict.value))}`,
    [
      `${id.name}: ${code(id.value)}`,
      ...others.map(({ name, value }) => `${name}: ${inMarkdown(value, 1000)}`),
    ].join(' · '),
    caseTable(envelope, shownRules(record), hidesFailedCases(record)),
    message.trim() === '' ? '' : `**${l10n.t('Compiler output')}**\n\n${fenced(message)}`,
  );
}

/** `hidesFailed`: leaves out the descriptions of failed cases */
function caseTable(envelope: Envelope | null, rules: JudgeSemantics, hidesFailed: boolean): string {
  const subtasks = subtasksOf(envelope);
  const cases = subtasks.flatMap((subtask) => subtask.cases.map((testCase) => ({ subtask, testCase })));
  if (cases.length === 0) return '';
  const hasSubtasks = subtasks.length > 1;
  const labels = caseFactWords();
  const head = [
    ...(hasSubtasks ? [l10n.t('Subtask')] : []),
    l10n.t('Case'),
    l10n.t('Verdict'),
    ...figureNames.map((name) => labels[name]),
    l10n.t('Description'),
  ];
  const figures = head.slice(-1 - figureNames.length, -1);
  const align = head.map((label) => (figures.includes(label) ? '---:' : '---'));
  const rows = chosenCases(cases, rules).map(({ subtask, testCase }) => {
    const facts = caseFacts(testCase, rules);
    const isHidden = hidesFailed && isTrouble(testCase.status, rules);
    const endings = endingNames.map((name) => facts[name] && `${labels[name]} ${facts[name]}`);
    return [
      ...(hasSubtasks ? [String(subtask.id ?? '–')] : []),
      String(testCase.id ?? '–'),
      inMarkdown(statusText(testCase.status, rules)),
      ...figureNames.map((name) => inMarkdown(facts[name])),
      inMarkdown(joined(', ', ...endings, isHidden ? '' : rowDescription(testCase, rules)), 160),
    ];
  });
  const left = cases.length - rows.length;
  const counts = countStatuses(
    cases.map(({ testCase }) => testCase),
    rules,
  ).map(({ status, count }) => `${count} × ${inMarkdown(statusText(status, rules) || '–')}`);
  return [
    [...counts.slice(0, MAX_COUNTED_VERDICTS), ...(counts.length > MAX_COUNTED_VERDICTS ? ['…'] : [])].join(
      ', ',
    ),
    '',
    ...[head, align, ...rows].map((cells) => `| ${cells.join(' | ')} |`),
    ...(left > 0 ? ['', l10n.t('and {0} more', left)] : []),
  ].join('\n');
}

/** Returns the cases in order. If there are too many, omits accepted ones first. */
function chosenCases<Item extends { readonly testCase: Case }>(
  cases: readonly Item[],
  rules: JudgeSemantics,
): Item[] {
  if (cases.length <= MAX_MARKDOWN_CASES) return [...cases];
  const isAccepted = ({ testCase }: Item): boolean =>
    meaningOf(rules.statuses, testCase.status)?.kind === 'accepted';
  const chosen = new Set(
    [...cases.filter((item) => !isAccepted(item)), ...cases.filter(isAccepted)].slice(0, MAX_MARKDOWN_CASES),
  );
  return cases.filter((item) => chosen.has(item));
}

/**
 * Escapes text so that it has no effect in Markdown: no emphasis, code, table cell, HTML, link, picture, mention
 * (`@name`), reference (`#1`), or automatic link. Inserts zero-width spaces where backslashes don't work.
 */
export function inMarkdown(text: string, limit = 300): string {
  return plainText(text, limit)
    .replace(/[\\`*_{}[\]<>#|~$&!]/g, '\\$&')
    .replace(/^([-=+])/, '\\$1')
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')
    .replace(/@/g, '@\u200b')
    .replace(/\\#/g, '\\#\u200b')
    .replace(/:\/\//g, ':\u200b//')
    .replace(/\b(www|mailto|xmpp|gh)([.:-])/gi, '$1\u200b$2');
}

/** Returns a code span, with more backticks around the text than inside it. */
export function code(text: string): string {
  const plain = plainText(text, 130).replaceAll('|', '¦');
  const fence = '`'.repeat(longestRun(plain) + 1);
  const gap = plain.startsWith('`') || plain.endsWith('`') ? ' ' : '';
  return `${fence}${gap}${plain}${gap}${fence}`;
}

function fenced(text: string): string {
  const plain = plainLines(text.trimEnd(), MAX_MARKDOWN_OUTPUT_LENGTH);
  const fence = '`'.repeat(Math.max(3, longestRun(plain) + 1));
  const isCut = plain.length < text.trimEnd().length && plain.endsWith('…');
  return `${fence}text\n${plain}\n${fence}${isCut ? `\n\n${l10n.t('Truncated.')}` : ''}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
