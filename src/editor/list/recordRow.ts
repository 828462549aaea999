import { l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri, workspace } from 'vscode';
import { formatTime, meaningOf, type Envelope } from '../../results/withoutDecoder';
import {
  canResumeTracking,
  hasSubmission,
  isNewer,
  isSample,
  namesProblem,
  type KnownRecord,
  type RecordState,
  showsVerdict,
  verdictOf,
} from '../../records';
import type { Judge } from '../../judges';
import { judgeIdentity } from '../../judges/address';
import { shortCountedWords } from '../labels/caseLabels';
import { dayName, shortMoment } from '../labels/dateFormats';
import { factLines, knownFacts } from '../labels/recordFacts';
import {
  compileErrorWords,
  explainState,
  fileContext,
  firstFailed,
  joined,
  missingDataWords,
  placeWords,
  recordContext,
  recordName,
  shortRecordName,
  shownFileName,
  shownScore,
  uncountedProgress,
  verdictName,
  verdictWithScore,
  verdictWord,
} from '../labels/recordLabels';
import { nameOfJudgeId } from '../labels/judgeLabels';
import { sanitizeForUi } from '../labels/text';
import { recordIcon } from './icons';
import type { GroupNode, RecordNode } from './treeNodes';

/** Facts that the group's row already shows, so that the record's row can omit them. */
export interface SaidByGroup {
  readonly file: boolean;
  readonly name: boolean;
}

/**
 * Creates the row of a record. `namesService`: the row shows its judge, because the list contains records of several
 * judges. `judge`: null if the judge was removed. `hasRows`: whether it can be expanded.
 */
export function recordRow(
  node: RecordNode,
  record: KnownRecord,
  said: SaidByGroup,
  namesJudge: boolean,
  judge: Judge | null,
  hasRows: boolean,
): TreeItem {
  const { state } = record;
  if (state.kind === 'newer') return newerVersionRow(node, record);
  const score = shownScore(record);
  // most important first, because narrow views cut off the end
  const item = new TreeItem(
    joined(' · ', joined(' ', verdictWord(record), score), said.name ? '' : shortRecordName(record)),
    hasRows ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None,
  );
  item.id = node.id;
  item.description = descriptionOf(record, said, namesJudge, judge);
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
      verdictName(record),
      score === '' ? '' : l10n.t('score {0}', score),
      recordName(record),
      item.description,
    ),
  };
  return item;
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
    recordContext(record, placeWords(record, judge)),
    said.file ? '' : fileContext(record),
    shortMoment(record.addedAt),
  );
}

/** Returns the words by which `when` clauses of menus recognize what a row supports. */
function contextValueOf(record: KnownRecord, capability: string, judge: Judge | null): string {
  const { summary, source, submission } = record;
  return joined(
    ' ',
    'record',
    isSample(record) ? 'sample' : capability,
    source ? 'tied' : 'untied',
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

/** Returns the tooltip of a record's row. Called when the mouse hovers over the row. `envelope`: null if it has no result. */
export function recordTooltip(record: KnownRecord, envelope: Envelope | null): string {
  return joined(
    '\n',
    factLines(knownFacts(record)),
    missingDataWords(envelope),
    canResumeTracking(record) || isNewer(record) || !hasSubmission(record) ? explainState(record) : '',
  );
}

/**
 * Creates the row of a group. `shown`: the submission whose verdict the row of a file shows; null: none.
 */
export function groupRow(node: GroupNode, records: number, shown: KnownRecord | null): TreeItem {
  const { by, name } = node;
  const file = (by === 'source' || by === 'several') && name !== null ? Uri.parse(name) : null;
  const label = groupLabel(node);
  // collapses groups that are created automatically
  const { Collapsed, Expanded } = TreeItemCollapsibleState;
  const item = new TreeItem(label, by === 'several' ? Collapsed : Expanded);
  item.id = node.id;
  const count = records === 1 ? l10n.t('1 result') : l10n.t('{0} results', records);
  const folder = file ? workspace.asRelativePath(file).split('/').slice(0, -1).join('/') : '';
  item.description = joined(
    ' · ',
    file && shown ? verdictWithScore(shown) : '',
    count,
    file && shown ? shortMoment(shown.addedAt) : '',
    sanitizeForUi(folder, 80),
  );
  item.iconPath = file && shown ? recordIcon(shown) : new ThemeIcon(groupIcons[by]);
  item.tooltip = file ? sanitizeForUi(file.scheme === 'file' ? file.fsPath : file.path, 500) : count;
  item.contextValue = joined(' ', 'group', file ? 'file' : '');
  item.accessibilityInformation = { label: joined(', ', label, item.description) };
  return item;
}

const groupIcons = { several: 'file', source: 'question', service: 'server', day: 'calendar' } as const;

function groupLabel({ by, name }: GroupNode): string {
  // every record has a judge and a day
  if (name === null) return l10n.t('No source file');
  switch (by) {
    case 'several':
    case 'source':
      return shownFileName(Uri.parse(name));
    case 'service':
      return judgeIdentity(name).name === '' ? l10n.t('No judge') : nameOfJudgeId(name);
    case 'day':
      return dayName(name);
  }
}
