import { l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri, workspace } from 'vscode';
import { formatTime, meaningOf, type Envelope } from '../../results/withoutDecoder';
import {
  canResumeTracking,
  hasSubmission,
  isAwaited,
  isNewer,
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
import { isSampleRun } from '../labels/customInputRuns';
import { shortMoment } from '../labels/dateFormats';
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
  recordContextInProblem,
  recordName,
  recordNameInProblem,
  shortRecordName,
  shownFileName,
  shownScore,
  uncountedProgress,
  verdictName,
  verdictWithScore,
  verdictWord,
} from '../labels/recordLabels';
import { nameOfJudgeId } from '../labels/judgeLabels';
import { problemWithTitle } from '../labels/problemLabel';
import { problemState, problemStateWords, verdictBefore } from '../labels/problemState';
import { sanitizeForUi } from '../labels/text';
import { recordIcon } from './icons';
import { MAX_GROUP_TITLE_LENGTH } from './limits';
import type { GroupNode, RecordNode } from './treeNodes';

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

/**
 * Creates the row of a record. `namesService`: the row shows its judge, because the list contains records of several
 * judges. `judge`: null if the judge was removed. `hasRows`: whether it can be expanded. `awaited`: null if the record
 * doesn't await a verdict.
 */
export function recordRow(
  node: RecordNode,
  record: KnownRecord,
  said: SaidByGroup,
  namesJudge: boolean,
  judge: Judge | null,
  hasRows: boolean,
  awaited: Awaited | null,
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
  item.description = joined(' · ', awaited?.trouble ?? '', descriptionOf(record, said, namesJudge, judge));
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

/** Returns “Waiting (was WA 10)”. `before`: the verdict of the previous submission; empty: none. */
function withVerdictBefore(verdict: string, before: string): string {
  return before === '' ? verdict : l10n.t('{0} (was {1})', verdict, before);
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
  const showsJudge =
    judge?.runsHere !== undefined || (namesJudge && !said.problem && judgeIdentity(service).name !== '');
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

/** The other rows of the list that a group's row depends on. */
export interface GroupSurroundings {
  readonly hasSeveralJudges: boolean;
  readonly hasSeveralContests: boolean;
}

/** Creates the row of a group without a file or a problem. `records`: number of its records */
export function groupRow({ id, by, name }: GroupNode, records: number): TreeItem {
  return groupItem(id, otherGroupLabel(by, name), by, {
    description: resultCount(records),
    icon: new ThemeIcon(groupIcons[by]),
    tooltip: resultCount(records),
  });
}

/**
 * Creates the row of a file. `shown`: the submission, or else the run of samples, whose verdict the row shows; null: none.
 * `before`: if that awaits its verdict, the verdict of the previous submission; empty: none.
 */
export function fileRow(
  { id, by, name }: NamedGroup,
  records: number,
  shown: KnownRecord | null,
  before: string,
): TreeItem {
  const file = Uri.parse(name);
  const folder = workspace.asRelativePath(file).split('/').slice(0, -1).join('/');
  const item = groupItem(id, shownFileName(file), by, {
    description: joined(
      ' · ',
      shown ? withVerdictBefore(verdictWithScore(shown), before) : '',
      // the verdict of a run isn't that of a submission
      shown && isSampleRun(shown) ? nameOfJudgeId(shown.service) : '',
      resultCount(records),
      shown ? shortMoment(submissionTime(shown)) : '',
      sanitizeForUi(folder, 80),
    ),
    icon: shown ? recordIcon(shown) : new ThemeIcon(groupIcons[by]),
    tooltip: sanitizeForUi(file.scheme === 'file' ? file.fsPath : file.path, 500),
  });
  item.contextValue = 'group file';
  return item;
}

/**
 * Creates the row of a problem, such as “A – Digit Sum ✓ 13 min · 3 tries”. Shows the verdict of the newest submission
 * until the problem is solved.
 */
export function problemRow(
  { id, by }: NamedGroup,
  records: readonly KnownRecord[],
  { hasSeveralJudges, hasSeveralContests }: GroupSurroundings,
): TreeItem {
  const state = problemState(records);
  const { solved, last } = state;
  const shown = last && (solved === null || isAwaited(last)) ? last : null;
  const before = shown && !solved ? verdictBefore(shown, records) : '';
  const contest = contestWords(records);
  const judge = records[0] && hasSeveralJudges ? nameOfJudgeId(records[0].service) : '';
  const count = resultCount(records.length);
  const item = groupItem(id, problemNameAmong(records, MAX_GROUP_TITLE_LENGTH), by, {
    description: joined(
      ' · ',
      problemStateWords(state),
      shown ? withVerdictBefore(verdictWithScore(shown), before) : '',
      last ? '' : count,
      hasSeveralContests ? contest || judge : '',
    ),
    icon: solved ? recordIcon(solved) : last ? recordIcon(last) : new ThemeIcon(groupIcons[by]),
    tooltip: joined('\n', problemNameAmong(records, 80), contest, judge, count),
  });
  if (solved) item.collapsibleState = TreeItemCollapsibleState.Collapsed;
  return item;
}

type NamedGroup = GroupNode & { readonly name: string };

function groupItem(
  id: string,
  label: string,
  by: GroupNode['by'],
  shown: { readonly description: string; readonly icon: ThemeIcon; readonly tooltip: string },
): TreeItem {
  // collapses groups that are created automatically
  const { Collapsed, Expanded } = TreeItemCollapsibleState;
  const item = new TreeItem(label, by === 'several' ? Collapsed : Expanded);
  item.id = id;
  item.description = shown.description;
  item.iconPath = shown.icon;
  item.tooltip = shown.tooltip;
  item.contextValue = 'group';
  item.accessibilityInformation = { label: joined(', ', label, shown.description) };
  return item;
}

function resultCount(records: number): string {
  return records === 1 ? l10n.t('1 result') : l10n.t('{0} results', records);
}

const groupIcons = {
  several: 'file',
  source: 'question',
  service: 'server',
  problem: 'list-ordered',
} as const;

function otherGroupLabel(by: GroupNode['by'], name: string | null): string {
  if (by === 'problem') return l10n.t('No problem');
  if (by !== 'service') return l10n.t('No source file');
  // every record has a judge
  return name === null || judgeIdentity(name).name === '' ? l10n.t('No judge') : nameOfJudgeId(name);
}

/**
 * Returns the problem of records with its letter and title, which some of the records may lack. `most`: maximum length of
 * the title, so that the text behind it stays visible; characters
 */
function problemNameAmong(records: readonly KnownRecord[], most: number): string {
  const submissions = records.flatMap(({ submission }) => submission ?? []);
  return problemWithTitle({
    problemId: submissions[0]?.problemId ?? '',
    letter: submissions.find(({ letter }) => letter !== undefined)?.letter,
    title: sanitizeForUi(submissions.find(({ title }) => title !== null)?.title ?? '', most),
  });
}

/** Returns the title of the contest of a problem, or else its ID; empty if it belongs to none. */
function contestWords(records: readonly KnownRecord[]): string {
  const contests = records.flatMap(({ submission }) => submission?.contest ?? []);
  const title = contests.find((contest) => contest.title !== null)?.title ?? contests[0]?.id ?? '';
  return sanitizeForUi(title, 60);
}
