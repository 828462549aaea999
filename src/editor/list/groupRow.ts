import { l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri, workspace } from 'vscode';
import { isAwaited, submissionTime, type KnownRecord } from '../../records';
import { judgeIdentity } from '../../judges/address';
import { isSampleRun } from '../labels/customInputRuns';
import { shortMoment } from '../labels/dateFormats';
import { nameOfJudgeId } from '../labels/judgeLabels';
import { problemWithTitle } from '../labels/problemLabel';
import { problemState, problemStateWords, verdictBefore, withVerdictBefore } from '../labels/problemState';
import { joined, shownFileName, verdictWithScore } from '../labels/recordLabels';
import { sanitizeForUi } from '../labels/sanitizeText';
import { recordIcon } from './icons';
import { MAX_GROUP_TITLE_LENGTH } from './limits';
import type { GroupNode } from './treeNodes';

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
  const verdict = joined(
    ' · ',
    problemStateWords(state),
    shown ? withVerdictBefore(verdictWithScore(shown), before) : '',
  );
  const item = groupItem(id, problemNameAmong(records, MAX_GROUP_TITLE_LENGTH), by, {
    description: joined(' · ', verdict, last ? '' : count, hasSeveralContests ? contest || judge : ''),
    icon: solved ? recordIcon(solved) : last ? recordIcon(last) : new ThemeIcon(groupIcons[by]),
    tooltip: joined('\n', problemNameAmong(records, 80), verdict, contest, judge, count),
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
