import { l10n, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { formatTime, meaningOf } from '../../results/withoutDecoder';
import {
  hasJudgedText,
  isOfAnotherUser,
  isSample,
  namesProblem,
  type KnownRecord,
  type RecordState,
  showsVerdict,
  submissionTime,
  verdictOf,
} from '../../records';
import type { Judge } from '../../judges';
import { judgeIdentity } from '../../judges/address';
import { shortCountedWords } from '../labels/caseLabels';
import { shortMoment } from '../labels/dateFormats';
import {
  compileErrorWords,
  fileContext,
  firstFailed,
  joined,
  placeWords,
  recordContext,
  recordContextInProblem,
  recordName,
  recordNameInProblem,
  shortRecordName,
  shownScore,
  uncountedProgress,
  verdictName,
  verdictWord,
} from '../labels/recordLabels';
import { nameOfJudgeId } from '../labels/judgeLabels';
import { withVerdictBefore } from '../labels/problemState';
import { recordIcon } from './icons';
import type { RecordNode } from './treeNodes';

/** Facts that the group's row already shows, so that the record's row can omit them. */
export interface SaidByGroup {
  readonly file: boolean;
  readonly name: boolean;
  /** the problem with its title, its contest, and its judge */
  readonly problem: boolean;
}

/** Additional texts in the row of a record that awaits its verdict. */
export interface Awaited {
  /** the verdict of the previous submission; empty: none */
  readonly before: string;
  /** why the verdict is late; empty: no reason is known */
  readonly trouble: string;
}

interface ShownRecord {
  readonly record: KnownRecord;
  readonly said: SaidByGroup;
  /** The row shows its judge, because the list contains records of several judges. */
  readonly namesJudge: boolean;
  /** null: the judge was removed */
  readonly judge: Judge | null;
  /** The row can be expanded. */
  readonly hasRows: boolean;
  /** null: the record doesn't await a verdict */
  readonly awaited: Awaited | null;
}

export function recordRow(
  node: RecordNode,
  { record, said, namesJudge, judge, hasRows, awaited }: ShownRecord,
): TreeItem {
  const { state } = record;
  if (state.kind === 'newer') return newerVersionRow(node, record);
  const score = shownScore(record);
  const verdict = withVerdictBefore(joined(' ', verdictWord(record), score), awaited?.before ?? '');
  const name = nameInGroup(record, said);
  // most important first, because narrow views cut off the end
  const item = new TreeItem(
    awaited ? joined(' · ', name, verdict) : joined(' · ', verdict, name),
    hasRows ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None,
  );
  item.id = node.id;
  const trouble = awaited?.trouble ?? '';
  const needsJudge = trouble !== '' || (namesJudge && !said.problem);
  item.description = joined(' · ', trouble, descriptionOf(record, said, needsJudge, judge));
  item.iconPath = recordIcon(record);
  item.command = {
    command: 'judgeResults.row.clickRecord',
    title: l10n.t('Open Result'),
    arguments: [node],
  };
  item.contextValue = contextValueOf(record, capabilities[state.kind], judge);
  item.accessibilityInformation = {
    label: joined(
      ', ',
      awaited ? recordName(record) : '',
      withVerdictBefore(verdictName(record), awaited?.before ?? ''),
      score === '' ? '' : l10n.t('score {0}', score),
      awaited ? '' : recordName(record),
      item.description,
    ),
  };
  return item;
}

function nameInGroup(record: KnownRecord, said: SaidByGroup): string {
  if (said.name) return '';
  return said.problem ? recordNameInProblem(record) : shortRecordName(record);
}

/** Returns the text behind the label, most important first. */
function descriptionOf(
  record: KnownRecord,
  said: SaidByGroup,
  namesJudge: boolean,
  judge: Judge | null,
): string {
  const { summary, rules, service } = record;
  const isAccepted = verdictOf(record)?.kind === 'accepted' && showsVerdict(record);
  // Results of the same problem on two judges may differ only in this. A run on this computer isn't a verdict of a judge.
  const showsJudge = judge?.runsHere !== undefined || (namesJudge && judgeIdentity(service).name !== '');
  return joined(
    ' · ',
    shortCountedWords(record),
    firstFailed(record),
    compileErrorWords(record),
    uncountedProgress(record),
    record.note === null ? '' : l10n.t('note'),
    isAccepted ? formatTime(summary?.time ?? null, rules.units) : '',
    showsJudge ? nameOfJudgeId(service) : '',
    said.problem ? recordContextInProblem(record) : recordContext(record, placeWords(record, judge)),
    said.file ? '' : fileContext(record),
    shortMoment(submissionTime(record)),
  );
}

/** Returns the words by which `when` clauses of menus recognize what a row supports. */
function contextValueOf(record: KnownRecord, capability: string, judge: Judge | null): string {
  const { summary, source, submission } = record;
  return joined(
    ' ',
    'record',
    isSample(record) ? 'sample' : capability,
    source ? 'tied' : isOfAnotherUser(record) && hasJudgedText(record) ? 'othersCode' : 'untied',
    summary ? 'result' : '',
    summary?.hasCompileMessage ? 'compiled' : '',
    namesProblem(submission) && judge?.pages?.problem ? 'problemPage' : '',
    namesProblem(submission) && judge?.submission?.fetchStatement ? 'statement' : '',
    namesProblem(submission) && judge?.problemSubmissions ? 'problemList' : '',
    judge?.pages?.record?.(record) ? 'recordPage' : '',
    judge?.definesCodes && hasUnknownCode(record) ? 'undefinedCode' : '',
    // nothing changes after the end of a run on this computer
    judge?.runsHere && capability === 'ended' ? 'ranHere' : '',
  );
}

/** Creates the row of a record that this version can't read. It only offers “Reload Window”. */
function newerVersionRow(node: RecordNode, record: KnownRecord): TreeItem {
  const label = joined(' · ', verdictWord(record), shortRecordName(record));
  const item = new TreeItem(label, TreeItemCollapsibleState.None);
  item.id = node.id;
  item.iconPath = recordIcon(record);
  item.contextValue = 'newer';
  item.accessibilityInformation = { label: joined(', ', verdictWord(record), recordName(record)) };
  return item;
}

/** Returns whether the status code is undefined, so that the user can define it. */
function hasUnknownCode({ summary, rules }: KnownRecord): boolean {
  const status = summary?.status ?? null;
  return status !== null && meaningOf(rules.statuses, status) === null;
}

/**
 * Part of `contextValue`, for conditions in menus: still polled, can be polled again, finished, or not yet submitted.
 */
const capabilities: Readonly<
  Record<RecordState['kind'], 'pending' | 'again' | 'ended' | 'inBrowser' | 'notSubmitted'>
> = {
  waiting: 'pending',
  judging: 'pending',
  failed: 'again',
  expired: 'again',
  stopped: 'again',
  finished: 'ended',
  settled: 'ended',
  inBrowser: 'inBrowser',
  notSubmitted: 'notSubmitted',
};
