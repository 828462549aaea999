import { l10n, QuickPickItemKind, window, type QuickInputButton, type QuickPickItem } from 'vscode';
import { formatTime, meaningOf, statusText } from '../../judge/withoutDecoder';
import type { Judge, ListedSubmission, ProblemName, SubmissionPage } from '../../service';
import { ageWords } from '../labels/dateFormats';
import { joined } from '../labels/recordLabels';
import { serviceName } from '../labels/serviceLabels';
import { sanitizeForUi } from '../labels/text';
import { button, chosenIn } from '../shared/quickPick';

export type SubmissionAction = 'add' | 'openCode' | 'compare' | 'restore';

/** A submission, and what the user chose to do with it. */
export interface ChosenSubmission {
  readonly submission: ListedSubmission;
  readonly action: SubmissionAction;
}

/** The user's submissions to one problem. */
export interface SubmissionList {
  readonly judge: Judge;
  readonly problem: ProblemName;
  /** whether the user has a file to compare with */
  readonly hasFile: boolean;
  /** whether the code of that submission is stored, or the judge returns it */
  readonly hasCode: (submission: ListedSubmission) => boolean;
  /** why the judge returns no code; null: it does */
  readonly whyNoCode: string | null;
  /** Fetches a page; `page`: as in `SubmissionPage.next`. Null: the request failed, which was shown. Never rejects. */
  readonly fetchPage: (page: string) => Promise<SubmissionPage | null>;
}

interface SubmissionItem extends QuickPickItem {
  readonly kindOfItem: 'submission' | 'more' | 'explanation';
  readonly submission?: ListedSubmission;
}

/** Shows the submissions, newest first. The user can load further pages. Undefined: the user closed the list. */
export async function askForSubmission(
  list: SubmissionList,
  first: SubmissionPage,
): Promise<ChosenSubmission | undefined> {
  const { judge, problem } = list;
  const openCode = button('code', l10n.t('Open Code'));
  const compare = button('diff', l10n.t('Compare with File'));
  const restore = button('discard', l10n.t('Restore This Version'));
  const actions = new Map<QuickInputButton, SubmissionAction>([
    [openCode, 'openCode'],
    [compare, 'compare'],
    [restore, 'restore'],
  ]);
  const buttonsFor = (submission: ListedSubmission): QuickInputButton[] =>
    list.hasCode(submission) ? [openCode, ...(list.hasFile ? [compare, restore] : [])] : [];
  const pick = window.createQuickPick<SubmissionItem>();
  pick.title = l10n.t('Submissions to {0} on {1}', sanitizeForUi(problem.problemId, 100), serviceName(judge));
  pick.placeholder = l10n.t('Select a submission to add it to the list');
  pick.matchOnDescription = true;
  let shown: readonly ListedSubmission[] = first.submissions;
  let { next } = first;
  let isOpen = true;
  const show = (): void => {
    pick.items = [
      ...shown.map((submission) => itemOf(submission, judge, buttonsFor(submission))),
      ...(next === null
        ? []
        : [{ label: `$(ellipsis) ${l10n.t('Show Older…')}`, kindOfItem: 'more' as const }]),
      ...explanations(list, shown),
    ];
  };
  const showMore = async (page: string): Promise<void> => {
    if (pick.busy) return;
    pick.busy = true;
    const older = await list.fetchPage(page);
    if (!isOpen) return;
    pick.busy = false;
    if (!older) return pick.hide();
    const known = new Set(shown.map(({ requestId }) => requestId));
    const added = older.submissions.filter(({ requestId }) => !known.has(requestId));
    const at = shown.length;
    shown = [...shown, ...added];
    next = older.next;
    show();
    const active = pick.items[at];
    if (active && active.kindOfItem !== 'explanation') pick.activeItems = [active];
  };
  show();
  return chosenIn<SubmissionItem, ChosenSubmission>(
    pick,
    () => {
      const [item] = pick.activeItems;
      if (item?.kindOfItem === 'more' && next !== null) void showMore(next);
      return item?.submission && { submission: item.submission, action: 'add' };
    },
    [{ dispose: () => (isOpen = false) }],
    ({ item, button: pressed }) => {
      const action = actions.get(pressed);
      return item.submission && action && { submission: item.submission, action };
    },
  );
}

function itemOf(submission: ListedSubmission, judge: Judge, buttons: QuickInputButton[]): SubmissionItem {
  const { status, score, time, language, at, requestId, contest } = submission;
  const { rules } = judge;
  const isPending = meaningOf(rules.statuses, status)?.kind === 'pending';
  return {
    label: isPending
      ? `$(sync) ${l10n.t('judging')}`
      : joined(' ', statusText(status, rules), score === null ? '' : String(score)),
    description: joined(
      ' · ',
      isPending ? '' : formatTime(time, rules.units),
      sanitizeForUi(language ?? '', 60),
      sanitizeForUi(contest ?? '', 60),
      at === null ? '' : ageWords(Date.now() - at),
      sanitizeForUi(requestId, 128),
    ),
    kindOfItem: 'submission',
    submission,
    buttons,
  };
}

/** Explains an empty list, and why there is no code. */
function explanations(
  { hasCode, whyNoCode }: SubmissionList,
  shown: readonly ListedSubmission[],
): readonly SubmissionItem[] {
  const words = shown.length === 0 ? l10n.t('No submissions found') : shown.every(hasCode) ? null : whyNoCode;
  if (words === null) return [];
  return [
    { label: '', kind: QuickPickItemKind.Separator, kindOfItem: 'explanation' },
    { label: `$(info) ${words}`, alwaysShow: true, kindOfItem: 'explanation' },
  ];
}
