import { EventEmitter, l10n, ThemeIcon, TreeItem, Uri, window, workspace, type Disposable } from 'vscode';
import { setNewest } from '../../base/newestEntries';
import { systemClock, type Leases } from '../../base/ports';
import type { Contest } from '../../results';
import { RequestFailed, type Clarification, type Judge } from '../../judges';
import { nameOfJudge } from '../labels/judgeLabels';
import { joined } from '../labels/recordLabels';
import type { WithContests } from '../contests';
import type { PinnedRow, WithList } from '../list';
import type { Core } from '../shared/core';
import type { ContestRequests } from '../shared/backgroundRequests/fetchedContests';
import { offer, withCancel } from '../shared/dialogs/dialogs';
import { openOrOffer, watchingPerson, type Person } from '../shared/dialogs/personActions';
import { orFailure, showFailure } from '../shared/failures/showFailure';
import { showingUnexpectedErrors } from '../shared/failures/unexpectedErrors';
import { ClarificationWatch, type ClarificationNews } from './clarificationWatch';
import { clarificationsText, contestName, newsWords } from './clarificationWords';
import { JudgeClarifications } from './judgeClarifications';
import { MAX_KEPT_DOCUMENTS } from './limits';
import type { SeenClarifications } from './seenClarifications';
import { StoredSeenClarifications } from './storedSeenClarifications';

import type { ShownClarifications } from './withClarifications';

export type { WithClarifications } from './withClarifications';

const scheme = 'judge-clarifications';

interface FetchedClarifications {
  readonly judge: Judge;
  readonly contest: Contest & { readonly id: string };
  readonly list: readonly Clarification[];
}

/** Announces the clarifications of the chosen judge, shows a row for each contest, and the document with their texts. */
export class ClarificationsFeature implements ShownClarifications, Disposable {
  private readonly watch: ClarificationWatch;
  private readonly source: JudgeClarifications;
  private readonly texts = new Map<string, string>();
  private readonly textChanged = new EventEmitter<Uri>();
  private readonly rowsChanged = new EventEmitter<void>();
  /** contest and numbers of each row as JSON, when the rows were last refreshed */
  private shownNumbers = '[]';
  private readonly disposables: readonly Disposable[];

  constructor(
    private readonly extension: Core & WithContests & WithList,
    leases: { openLeases(): Promise<Leases> },
    requests: ContestRequests,
    private readonly onError: (what: string, error: unknown) => void,
  ) {
    const { context, judges, store, tree } = extension;
    this.source = new JudgeClarifications(extension, requests.contests);
    this.watch = new ClarificationWatch({
      clock: systemClock,
      random: Math.random,
      leases,
      source: this.source,
      spaced: requests.spaced,
      seen: new StoredSeenClarifications(context.globalState),
      onError,
    });
    this.disposables = [
      this.watch,
      this.textChanged,
      this.watch.onDidFindNew((news) => this.announce(news)),
      this.rowsChanged,
      this.watch.onDidChange(() => this.refreshRows()),
      tree.pin(() => this.rows(), this.rowsChanged.event),
      judges.onDidChange((service) => {
        if (service !== null) this.watch.forgetFailures();
      }),
      // a judge with several contests is watched while one of its results belongs to a running one
      store.onDidChange(({ added }) => {
        if (added.size > 0) void this.update();
      }),
      workspace.registerTextDocumentContentProvider(scheme, {
        onDidChange: this.textChanged.event,
        provideTextDocumentContent: (uri) => this.texts.get(uri.toString()) ?? '',
      }),
    ];
  }

  async update(): Promise<void> {
    try {
      await this.watch.update();
    } catch (error) {
      this.onError('the judge of the clarifications could not be read', error);
    }
  }

  contestsAt(judge: Judge): readonly string[] {
    return this.source.contestsAt(judge);
  }

  async showRow(id: unknown): Promise<void> {
    // the list may still contain a row that is being removed
    const row = this.watch.watchedContests().find((watched) => rowId(watched.judge, watched.id) === id);
    if (row) await this.show(row.judge, row.id);
  }

  countWords(judge: Judge, id: string): string {
    const known = this.watch.shown().find((shown) => shown.judge.id === judge.id && shown.contest.id === id);
    return known ? countWords(known.seen) : '';
  }

  /** Shows the clarifications of a contest: known ones immediately, and then also those that the judge sends now. */
  async show(judge: Judge, id: string): Promise<void> {
    if (!judge.contests?.clarifications) return;
    const known = this.lastFetched(judge, id);
    if (known) {
      await this.open(known);
      await this.refreshOpened(judge, id);
    } else await watchingPerson((person) => this.fetchAndOpen(judge, id, person));
  }

  /** Null: the contest has no row, or its clarifications weren't fetched in this window. */
  private lastFetched(judge: Judge, id: string): FetchedClarifications | null {
    const shown = this.watch.shown().find((one) => one.judge === judge && one.contest.id === id);
    const list = this.source.lastFetched(judge, id);
    return shown && list ? { judge, contest: { ...shown.contest, id }, list } : null;
  }

  private async refreshOpened(judge: Judge, id: string): Promise<void> {
    const current = await this.keepFetched(judge, id, await this.fetch(judge, id));
    if (!current) return;
    this.keepText(current);
    await this.watch.markRead(judge, id, current.list);
  }

  private async fetchAndOpen(judge: Judge, id: string, person: Person): Promise<void> {
    const title = l10n.t('Fetching the clarifications from {0}…', nameOfJudge(judge));
    const fetched = await this.keepFetched(
      judge,
      id,
      await withCancel(title, (signal) => this.fetch(judge, id, signal)),
    );
    if (!fetched) return;
    await openOrOffer(
      this.extension,
      person,
      l10n.t('The clarifications of {0} were fetched.', contestName(fetched.contest)),
      l10n.t('Show'),
      (preserveFocus) => this.open(fetched, preserveFocus),
    );
  }

  /** Null: the judge has no clarifications. */
  private async fetch(
    judge: Judge,
    id: string,
    signal?: AbortSignal,
  ): Promise<FetchedClarifications | RequestFailed | null> {
    const { clarifications, fetch } = judge.contests ?? {};
    if (!clarifications || !fetch) return null;
    const shown = this.watch.shown().find((one) => one.judge === judge && one.contest.id === id);
    return orFailure(
      this.extension.judges.ask(
        judge,
        async (http) => ({
          judge,
          contest: { ...(shown?.contest ?? (await fetch(http, id))), id },
          list: await clarifications.fetchAll(http, id),
        }),
        signal,
      ),
    );
  }

  /** Keeps clarifications as the last ones, or shows why they couldn't be fetched. Null: they couldn't. */
  private async keepFetched(
    judge: Judge,
    id: string,
    fetched: FetchedClarifications | RequestFailed | null,
  ): Promise<FetchedClarifications | null> {
    if (!(fetched instanceof RequestFailed)) {
      if (fetched) this.source.keep(judge, id, fetched.list);
      return fetched;
    }
    if (fetched.failure.kind !== 'cancelled')
      await showFailure(this.extension, fetched, judge, () => this.show(judge, id));
    return null;
  }

  private async open(opened: FetchedClarifications, preserveFocus = false): Promise<void> {
    const { judge, contest, list } = opened;
    const uri = this.keepText(opened);
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true, preserveFocus });
    await this.watch.markRead(judge, contest.id, list);
  }

  dispose(): void {
    this.disposables.forEach((disposable) => void disposable.dispose());
  }

  /** Shows a notification, which doesn't take the focus. */
  private announce({ judge, contest, clarifications }: ClarificationNews): void {
    const words = newsWords(contest, clarifications);
    void showingUnexpectedErrors(this.extension, 'showClarifications', () =>
      offer(words, l10n.t('Show'), () => this.show(judge, contest.id)),
    );
  }

  private keepText({ judge, contest, list }: FetchedClarifications): Uri {
    const name = contestName(contest).replaceAll('/', '-');
    const path = `/${l10n.t('Clarifications')} – ${name}.txt`;
    const uri = Uri.from({ scheme, path, query: JSON.stringify([judge.id, contest.id]) });
    setNewest(this.texts, uri.toString(), clarificationsText(contest, list), MAX_KEPT_DOCUMENTS);
    this.textChanged.fire(uri);
    return uri;
  }

  /** Refreshes the list if a row has changed. Not more often, because that reads all its rows again. */
  private refreshRows(): void {
    const numbers = JSON.stringify(
      this.watch
        .shown()
        .map(({ judge, contest, seen }) => [judge.id, contest, seen.unread.length, seen.count]),
    );
    if (numbers === this.shownNumbers) return;
    this.shownNumbers = numbers;
    this.rowsChanged.fire();
  }

  private rows(): readonly PinnedRow[] {
    return this.watch
      .shown()
      .filter(({ seen }) => seen.count > 0)
      .map(({ judge, contest, seen }) => {
        const id = rowId(judge, contest.id);
        const item = new TreeItem(l10n.t('Clarifications'));
        item.id = id;
        item.description = joined(' · ', countWords(seen), contestName(contest));
        item.iconPath = new ThemeIcon(seen.unread.length > 0 ? 'bell-dot' : 'comment-discussion');
        // a list with questions of teams can only be read by the jury, which needs no button to ask the jury
        const isOfJury = this.source.lastFetched(judge, contest.id)?.some(({ kind }) => kind === 'question');
        item.contextValue = isOfJury ? 'clarificationsOfJury' : 'clarifications';
        item.tooltip = l10n.t('Show the clarifications of {0}', contestName(contest));
        item.command = {
          command: 'judgeResults.row.showClarifications',
          title: item.tooltip,
          arguments: [id],
        };
        return { id, item };
      });
  }
}

/** Returns “2 new” or the number of clarifications; empty: none. */
function countWords({ unread, count }: SeenClarifications): string {
  if (unread.length > 0) return l10n.t('{0} new', unread.length);
  return count === 0 ? '' : String(count);
}

function rowId({ id }: Judge, contest: string): string {
  return `clarifications\n${id}\n${contest}`;
}
