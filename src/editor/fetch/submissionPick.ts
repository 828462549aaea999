import { l10n, QuickPickItemKind, window, type QuickInputButton, type QuickPickItem } from 'vscode';
import { formatTime } from '../../results/withoutDecoder';
import type { Judge, ListedSubmission, SubmissionPage } from '../../judges';
import { listedSubmissionLabels } from '../labels/listedSubmission';
import { joined } from '../labels/recordLabels';
import { sanitizeForUi } from '../labels/sanitizeText';
import { button, chosenIn } from '../shared/dialogs/quickPick';

export type SubmissionAction = 'add' | 'openCode' | 'compare' | 'restore';

/** A submission, and what the user chose to do with it. `listTeam`: list all submissions of its team */
export interface ChosenSubmission {
  readonly submission: ListedSubmission;
  readonly action: SubmissionAction | 'listTeam';
}

export interface SubmissionList {
  readonly judge: Judge;
  /** sanitized */
  readonly title: string;
  /** words for the list that is being fetched */
  readonly fetching: string;
  /** The list contains the submissions of one team to all problems. */
  readonly isOfTeam: boolean;
  /** whether the user has a file to compare with */
  readonly hasFile: boolean;
  /** whether the code of that submission is stored, or the judge returns it */
  readonly hasCode: (submission: ListedSubmission) => boolean;
  /** why the judge returns no code; null: it does */
  readonly whyNoCode: string | null;
  /** Fetches older submissions. `page`: as in `SubmissionPage.next`. Never rejects. */
  readonly fetchOlder: (page: string) => Promise<OlderPage>;
}

/** Outcome of fetching older submissions. `reason`: why the request failed; null: the user canceled it. */
export type OlderPage =
  ({ readonly kind: 'page' } & SubmissionPage) | { readonly kind: 'failed'; readonly reason: string | null };

type SubmissionItem = QuickPickItem &
  (
    | { readonly shows: 'submission'; readonly submission: ListedSubmission }
    /** `page`: as in `SubmissionPage.next` */
    | { readonly shows: 'older'; readonly page: string }
    | { readonly shows: 'explanation' }
  );

export function actionTitle(action: Exclude<SubmissionAction, 'add'>): string {
  switch (action) {
    case 'openCode':
      return l10n.t('Open Code');
    case 'compare':
      return l10n.t('Compare with File');
    case 'restore':
      return l10n.t('Restore This Version');
  }
}

/**
 * Shows the submissions, newest first. The user can load further pages. The list opens immediately, because later it
 * would take the focus. Undefined: the user closed the list, or the first page couldn't be fetched.
 */
export async function askForSubmission(
  list: SubmissionList,
  first: Promise<SubmissionPage | null>,
): Promise<ChosenSubmission | undefined> {
  const openCode = button('code', actionTitle('openCode'));
  const compare = button('diff', actionTitle('compare'));
  const restore = button('discard', actionTitle('restore'));
  const team = button('organization', l10n.t('Submissions of This Team…'));
  const actions = new Map<QuickInputButton, ChosenSubmission['action']>([
    [openCode, 'openCode'],
    [compare, 'compare'],
    [restore, 'restore'],
    [team, 'listTeam'],
  ]);
  const buttonsFor = (submission: ListedSubmission): QuickInputButton[] => [
    ...(list.hasCode(submission)
      ? [openCode, ...(list.hasFile ? [compare, ...(submission.team ? [] : [restore])] : [])]
      : []),
    ...(submission.team && !list.isOfTeam ? [team] : []),
  ];
  const pick = window.createQuickPick<SubmissionItem>();
  pick.title = list.title;
  pick.placeholder = list.fetching;
  pick.matchOnDescription = true;
  // the user may cancel loading older submissions in its notification
  pick.ignoreFocusOut = true;
  pick.busy = true;
  let submissions: readonly ListedSubmission[] = [];
  /** as in `SubmissionPage.next` */
  let next: string | null = null;
  /** why the last request for older submissions failed; null: it didn't */
  let failure: string | null = null;
  let isOpen = true;
  const show = (): void => {
    pick.items = [
      ...submissions.map((submission) => itemOf(submission, list, buttonsFor(submission))),
      ...(next === null ? [] : [olderItem(next, failure)]),
      ...explanations(list, submissions),
    ];
  };
  const showOlder = async (page: string): Promise<void> => {
    if (pick.busy) return;
    pick.busy = true;
    const older = await list.fetchOlder(page);
    if (!isOpen) return;
    pick.busy = false;
    const count = submissions.length;
    failure = older.kind === 'failed' ? older.reason : null;
    if (older.kind === 'page') {
      const known = new Set(submissions.map(({ requestId }) => requestId));
      submissions = [...submissions, ...older.submissions.filter(({ requestId }) => !known.has(requestId))];
      next = older.next;
    }
    show();
    const active = pick.items[count];
    if (active && active.shows !== 'explanation') pick.activeItems = [active];
  };
  void first.then((page) => {
    if (!isOpen) return;
    if (!page) {
      pick.hide();
      return;
    }
    ({ submissions, next } = page);
    pick.busy = false;
    pick.placeholder = l10n.t('Select a submission to add it to the list');
    show();
  });
  return chosenIn<SubmissionItem, ChosenSubmission>(
    pick,
    () => {
      const [item] = pick.activeItems;
      switch (item?.shows) {
        case 'submission':
          return { submission: item.submission, action: 'add' };
        case 'older':
          void showOlder(item.page);
          return undefined;
        case 'explanation':
        case undefined:
          return undefined;
      }
    },
    [{ dispose: () => (isOpen = false) }],
    ({ item, button: pressed }) => {
      const action = actions.get(pressed);
      return item.shows === 'submission' && action ? { submission: item.submission, action } : undefined;
    },
  );
}

function itemOf(
  submission: ListedSubmission,
  { judge, isOfTeam }: SubmissionList,
  buttons: QuickInputButton[],
): SubmissionItem {
  const { time, language, languageName = language, team } = submission;
  const labels = listedSubmissionLabels(submission, judge);
  // some judges don't list verdicts
  const label = labels.verdict || labels.requestId;
  return {
    label: labels.isPending ? `$(sync) ${label}` : label,
    description: joined(
      ' · ',
      isOfTeam ? labels.problem : sanitizeForUi(team?.name ?? '', 60),
      labels.isPending ? '' : formatTime(time, judge.rules.units),
      sanitizeForUi(languageName ?? '', 60),
      // the title of the box contains the judge, which has only one contest
      judge.contests?.only === undefined ? labels.contest : '',
      labels.age,
      labels.verdict === '' ? '' : labels.requestId,
    ),
    shows: 'submission',
    submission,
    buttons,
  };
}

/** Returns the row that loads older submissions. `failure`: why that failed; null: it didn't. */
function olderItem(page: string, failure: string | null): SubmissionItem {
  return failure === null
    ? { label: `$(ellipsis) ${l10n.t('Show Older…')}`, alwaysShow: true, shows: 'older', page }
    : {
        label: `$(refresh) ${l10n.t('Try Again')}`,
        detail: failure,
        alwaysShow: true,
        shows: 'older',
        page,
      };
}

/** Explains an empty list, and missing code. */
function explanations(
  { hasCode, whyNoCode }: SubmissionList,
  shown: readonly ListedSubmission[],
): readonly SubmissionItem[] {
  const words = shown.length === 0 ? l10n.t('No submissions found') : shown.every(hasCode) ? null : whyNoCode;
  if (words === null) return [];
  return [
    { label: '', kind: QuickPickItemKind.Separator, shows: 'explanation' },
    { label: `$(info) ${words}`, alwaysShow: true, shows: 'explanation' },
  ];
}
