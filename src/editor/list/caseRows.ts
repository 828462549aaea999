import { l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import {
  caseFacts,
  failureOf,
  formatMemory,
  formatScoreOf,
  formatTime,
  inputOf,
  meaningOf,
  comparableOutputs,
  rowDescription,
  saysCrash,
  type Case,
  type JudgeSemantics,
  type Measured,
  type Subtask,
} from '../../results/withoutDecoder';
import type { KnownRecord } from '../../records';
import {
  caseDescription,
  isComparedHere,
  isOwnSample,
  endingWords,
  isSamples,
  omittedOutputWords,
  subtaskName,
} from '../labels/caseLabels';
import { judgeIdentity, localJudge } from '../../judges/address';
import { isSampleRun, shownRules } from '../labels/customInputRuns';
import { isHiddenCase } from '../shared/hiddenCases';
import { sanitizeForUi } from '../labels/sanitizeText';
import { joined, shortCount } from '../labels/recordLabels';
import { statusIcon } from './icons';
import type { CaseNode, MoreNode, SubtaskNode } from './treeNodes';
import { statusName, statusWord } from './statusWords';

function subtaskLabel({ id, name }: Subtask): string {
  const title = name === undefined ? String(id ?? '') : subtaskName(name);
  if (title === '') return l10n.t('Cases');
  return isSamples(name) ? title : l10n.t('Subtask {0}', title);
}

export function subtaskRow(
  node: SubtaskNode,
  subtask: Subtask,
  record: KnownRecord,
  only: boolean,
): TreeItem {
  const rules = shownRules(record);
  const failure = failureOf(subtask.status, subtask.cases, rules);
  const { cause } = failure;
  const status = cause ?? subtask.status;
  const name = subtaskLabel(subtask);
  const label = joined(' ', name, statusWord(status, rules));
  const item = new TreeItem(
    label,
    only ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed,
  );
  item.id = node.id;
  const { score, time, memory } = known(subtask, rules);
  item.description = joined(
    ' · ',
    formatScoreOf(score, subtask.maximum ?? null, rules.units),
    shortCount(failure, subtask.cases.length),
    formatTime(time, rules.units),
    formatMemory(memory, rules.units),
  );
  item.iconPath = statusIcon(status, record);
  const own = joined(' ', statusWord(subtask.status, rules), statusName(subtask.status, rules));
  item.tooltip = joined('\n', label, statusName(status, rules), cause === null ? '' : own, item.description);
  item.contextValue = 'subtask';
  item.accessibilityInformation = {
    label: joined(', ', name, statusName(status, rules), item.description),
  };
  return item;
}

/** Creates the row of a case. `name`: name of the case within its record. */
export function caseRow(node: CaseNode, name: string, testCase: Case, record: KnownRecord): TreeItem {
  const rules = shownRules(record);
  const item = new TreeItem(joined(' ', name, statusWord(testCase.status, rules)));
  item.id = node.id;
  const said = isHiddenCase(testCase, record)
    ? ''
    : sanitizeForUi(rowDescription({ ...testCase, description: caseDescription(testCase) }, rules), 300);
  const facts = caseFacts(testCase, rules);
  const isSignalSaid = said.includes(`signal ${testCase.signal}`);
  const ending = endingWords({
    signal: isSignalSaid ? '' : facts.signal,
    // interpreters return it with each exception
    exitCode: saysCrash(testCase) ? '' : facts.exitCode,
  });
  const isAccepted = meaningOf(rules.statuses, testCase.status)?.kind === 'accepted';
  const omitted = omittedOutputWords(testCase);
  // a narrow view cuts the end, and the reason matters more than the figures
  item.description = isAccepted
    ? joined(' · ', facts.score, facts.time, facts.memory, ending, said, omitted)
    : joined(' · ', facts.score, said.replace(/[.。]$/, ''), ending, facts.time, facts.memory, omitted);
  item.iconPath = statusIcon(testCase.status, record);
  item.contextValue = joined(
    ' ',
    'case',
    comparableOutputs(testCase) ? 'outputs' : '',
    inputOf(testCase) === null ? '' : 'input',
    isComparedHere(testCase) ? 'compared' : '',
    mayBeOwnSample(testCase, record) ? 'sampleCase' : '',
  );
  item.command = {
    command: 'judgeResults.row.openCase',
    title: l10n.t('Open Result'),
    arguments: [node],
  };
  item.accessibilityInformation = {
    label: joined(', ', l10n.t('Case {0}', name), statusName(testCase.status, rules), item.description),
  };
  return item;
}

/** Returns whether a case is one of the user's samples. Of a run at a judge, that isn't known. */
function mayBeOwnSample(testCase: Case, record: KnownRecord): boolean {
  if (judgeIdentity(record.service).type === localJudge.type) return isOwnSample(testCase);
  return inputOf(testCase) !== null && isSampleRun(record);
}

export function moreRow(node: MoreNode, left: number): TreeItem {
  const title = l10n.t('Show more ({0} left)', left);
  const item = new TreeItem(title);
  item.id = node.id;
  item.iconPath = new ThemeIcon('ellipsis');
  item.command = { command: 'judgeResults.row.showMoreCases', title, arguments: [node] };
  item.contextValue = 'more';
  return item;
}

/** Removes zeros of pending items, because judges send them before there is a value. */
function known(result: Measured, rules: JudgeSemantics): Pick<Measured, 'score' | 'time' | 'memory'> {
  if (meaningOf(rules.statuses, result.status)?.kind !== 'pending') return result;
  return { score: result.score || null, time: result.time || null, memory: result.memory || null };
}
