import { env, l10n, QuickPickItemKind, window, type QuickPickItem } from 'vscode';
import { hasSubmission, type KnownRecord, type RecordStore } from '../../../records';
import {
  readRequest,
  readRequests,
  type IdForm,
  type ReadRequests,
  type RecentSubmission,
  type RequestName,
  type Judge,
} from '../../../judges';
import { agoWords, listedSubmissionLabels } from '../../labels/listedSubmission';
import { accepted, chosenIn, emptySlot } from './quickPick';
import { joined, problemName, recordName, verdictWithScore } from '../../labels/recordLabels';
import { sanitizeForUi } from '../../labels/sanitizeText';
import { nameOfJudge } from '../../labels/judgeLabels';
import { credentialAsIdWords, type KnownSecrets } from '../credentialAsId';
import { MAX_RECENT_RECORDS } from '../limits';

export interface ChosenRequest extends RequestName {
  readonly judge: Judge;
  /** its entry in the user's list of submissions; absent: it wasn't chosen from that list */
  readonly listed?: RecentSubmission;
}

/** A URL of a judge that isn't in the settings. */
export interface ForeignAddress {
  readonly address: string;
  /** base URL of that judge */
  readonly judgeUrl: string;
}

/** A known request, suggested again. */
export interface RecentRequest extends RequestName {
  /** problem with its title, file, or label; null: only the ID is known */
  readonly name: string | null;
  /** contest and verdict; can be empty */
  readonly about: string;
  /** time of the request, ms since 1970; null: not shown */
  readonly at: number | null;
}

export interface RequestIdHelp {
  /** absent: title for fetching a result */
  readonly title?: string;
  readonly judge: Judge;
  /** initial text; absent: empty */
  readonly typed?: string;
  /** all judges of the user, including `judge`, because a pasted URL can belong to any of them */
  readonly judges: readonly Judge[];
  readonly recent: readonly RecentRequest[];
  /** credentials, which are never offered or taken as an ID */
  readonly secrets: KnownSecrets;
  /** the user's most recent submissions; empty if the judge doesn't list them. Never rejects. */
  readonly submissions: Promise<readonly RecentSubmission[]>;
  /** results that can be shown instead; absent: none */
  readonly sources?: readonly OtherSource['source'][];
}

/** One request, several, or a URL whose judge must be added first. */
export type Asked = ChosenRequest | readonly ChosenRequest[] | ForeignAddress;

/** A source of results that isn't a judge. */
export interface OtherSource {
  readonly source: 'file' | 'demo';
}

export function recentRequests(store: Pick<RecordStore, 'records'>, { id }: Judge): readonly RecentRequest[] {
  return store
    .records()
    .filter((record) => record.service === id && hasSubmission(record))
    .slice(0, MAX_RECENT_RECORDS)
    .map((record) => ({
      requestId: record.requestId,
      hint: record.hint,
      name: nameOf(record),
      about: joined(' · ', record.submission?.contest?.title ?? '', verdictWithScore(record)),
      at: record.addedAt,
    }));
}

/**
 * Returns the name of a record; null if that is only its ID. Runs keep their own name, which shows that they aren't
 * submissions.
 */
function nameOf(record: KnownRecord): string | null {
  const isSubmission = record.label === null && record.submission?.isSelfTest !== true;
  const name = (isSubmission && problemName(record)) || recordName(record);
  return name === record.requestId ? null : name;
}

interface RequestItem extends QuickPickItem {
  /** null: an explanation that can't be chosen */
  readonly request: Asked | OtherSource | null;
}

/**
 * Prompts for a request ID. The user can type it, paste a URL of any judge, or choose a suggestion: from the clipboard, a
 * recent request, or a recent submission. Also accepts several IDs, or a URL whose judge must be added. Undefined: the
 * user canceled.
 */
export function askRequestId(help: RequestIdHelp): Promise<Asked | OtherSource | undefined> {
  const { judge } = help;
  let offered: ChosenRequest | null = null;
  let submissions: readonly RecentSubmission[] = [];
  let isOpen = true;
  const pick = window.createQuickPick<RequestItem>();
  pick.title = help.title ?? l10n.t('Fetch Judge Result from {0}', nameOfJudge(judge));
  pick.placeholder = l10n.t('Paste a submission’s ID or URL, or several separated by commas');
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  pick.value = help.typed ?? '';
  const show = (): void => {
    pick.items = [
      ...itemsFor(pick.value, help, offered),
      ...submissionItems(submissions, help),
      ...sourceItems(help),
    ];
  };
  show();
  pick.busy = judge.listing !== undefined;
  void help.submissions.then((listed) => {
    if (!isOpen) return;
    pick.busy = false;
    submissions = listed;
    if (listed.length > 0) show();
  });
  void help.secrets.complete().then(() => {
    if (isOpen) show();
  });
  // not awaited, because browsers request permission to read the clipboard
  void clipboardRequest(help).then((request) => {
    if (!isOpen || request === null) return;
    offered = request;
    show();
  });
  return chosenIn(pick, () => accepted(pick)?.request ?? undefined, [
    pick.onDidChangeValue(show),
    { dispose: () => (isOpen = false) },
  ]);
}

const emptyItem: RequestItem = { ...emptySlot, request: null };

/** Returns the items for the typed text, the request in the clipboard, and the recent requests, each at a fixed index. */
function itemsFor(typed: string, help: RequestIdHelp, offered: ChosenRequest | null): RequestItem[] {
  const text = typed.trim();
  const isClipboardNew = offered !== null && offered.requestId !== text;
  return [
    firstItem(typed, help, offered),
    isClipboardNew ? clipboardItem(offered, help) : emptyItem,
    ...help.recent.map((recent) => {
      const isListed = recent.requestId === offered?.requestId || recent.requestId === text;
      return isListed ? emptyItem : recentItem(recent, help.judge);
    }),
  ];
}

/** Returns the item for the typed text. Without a text and other items, explains what to enter. */
function firstItem(typed: string, help: RequestIdHelp, offered: ChosenRequest | null): RequestItem {
  if (typed.trim() !== '') return typedItem(typed, help);
  const hasOthers = offered !== null || help.recent.length > 0;
  return hasOthers ? emptyItem : explanation(l10n.t('Paste a submission’s ID or URL'), '');
}

function clipboardItem(offered: ChosenRequest, help: RequestIdHelp): RequestItem {
  return {
    label: `$(clippy) ${offered.requestId}`,
    description: joined(' ', l10n.t('from the clipboard'), otherJudgeWords(offered, help)),
    request: offered,
  };
}

function recentItem({ requestId, hint, name, about, at }: RecentRequest, judge: Judge): RequestItem {
  return {
    label: `$(history) ${sanitizeForUi(name ?? requestId, 128)}`,
    description: joined(
      ' · ',
      sanitizeForUi(about, 100),
      agoWords(at),
      name === null ? '' : sanitizeForUi(requestId, 128),
    ),
    request: { judge, requestId, hint },
  };
}

/** Returns the user's recent submissions that aren't in the list of records; pending ones come first. */
function submissionItems(
  submissions: readonly RecentSubmission[],
  { judge, recent }: RequestIdHelp,
): RequestItem[] {
  const rows = submissions
    .filter(({ requestId }) => !recent.some((request) => request.requestId === requestId))
    .map((submission) => ({ submission, labels: listedSubmissionLabels(submission, judge) }));
  const pending = rows.filter(({ labels }) => labels.isPending);
  const ordered = [...pending, ...rows.filter(({ labels }) => !labels.isPending)];
  if (ordered.length === 0) return [];
  return [
    { label: l10n.t('your submissions'), kind: QuickPickItemKind.Separator, request: null },
    ...ordered.map(({ submission, labels }) => ({
      label: `$(${labels.isPending ? 'sync' : 'cloud'}) ${labels.problem || labels.requestId}`,
      description: joined(
        ' · ',
        labels.contest,
        labels.verdict,
        labels.age,
        labels.problem === '' ? '' : labels.requestId,
      ),
      request: { judge, requestId: submission.requestId, hint: submission.hint, listed: submission },
    })),
  ];
}

/** Returns the items for results that aren't fetched from a judge. */
function sourceItems({ sources = [] }: RequestIdHelp): RequestItem[] {
  if (sources.length === 0) return [];
  const labels: Readonly<Record<OtherSource['source'], string>> = {
    file: `$(folder-opened) ${l10n.t('File…')}`,
    demo: `$(beaker) ${l10n.t('Demo')}`,
  };
  const separator: RequestItem = { ...emptySlot, request: null };
  return [separator, ...sources.map((source) => ({ label: labels[source], request: { source } }))];
}

/** Returns the name of a request's judge; empty if it is the chosen one. */
function otherJudgeWords({ judge }: ChosenRequest, help: RequestIdHelp): string {
  return judge.id === help.judge.id ? '' : l10n.t('on {0}', nameOfJudge(judge));
}

function typedItem(typed: string, help: RequestIdHelp): RequestItem {
  const list = withoutCredentials(readRequests(typed, help.judge, help.judges), help.secrets);
  if (list && list.valid.length > 0) return listItem(list, help);
  const { input, judge } = readRequest(typed, help.judge, help.judges);
  switch (input.kind) {
    case 'requestId': {
      if (help.secrets.isSecret(input.id)) return explanation(credentialAsIdWords(), '');
      const request = { judge, requestId: input.id, hint: input.hint ?? null };
      return {
        label: `$(cloud-download) ${l10n.t('Fetch {0}', input.id)}`,
        description: otherJudgeWords(request, help),
        request,
        alwaysShow: true,
      };
    }
    case 'websiteRecord':
      return explanation(
        l10n.t('This is a website record, not a request ID'),
        l10n.t('Request IDs are returned when a program is submitted through the API.'),
      );
    case 'addressWithoutId':
      return explanation(
        l10n.t('The URL contains no ID'),
        l10n.t('Paste the URL of a submission, or its ID.'),
      );
    case 'foreign': {
      const words = l10n.t('No judge is set up for {0}', sanitizeForUi(input.host, 100));
      if (input.judgeUrl === null) return explanation(words, '');
      return {
        label: `$(add) ${l10n.t('Add Online Judge…')}`,
        detail: words,
        request: { address: typed.trim(), judgeUrl: input.judgeUrl },
        alwaysShow: true,
      };
    }
    case 'notAnId':
      return explanation(l10n.t('Not a valid ID'), idFormWords(input.form ?? null));
    case 'nothing':
      return explanation(l10n.t('Paste a submission’s ID or URL'), '');
  }
}

/** Moves credentials from the IDs of a list to the invalid entries, redacted. */
function withoutCredentials(list: ReadRequests | null, secrets: KnownSecrets): ReadRequests | null {
  if (!list) return null;
  const valid = list.valid.filter(({ requestId }) => !secrets.isSecret(requestId));
  const rejected = list.valid.filter(({ requestId }) => secrets.isSecret(requestId));
  const wrong = [...list.wrong, ...rejected.map(({ requestId }) => requestId)];
  return { valid, wrong: wrong.map((word) => secrets.text(word)) };
}

/** Returns the item for a list of requests. Its detail contains the invalid entries. */
function listItem({ valid, wrong }: ReadRequests, help: RequestIdHelp): RequestItem {
  const requests = valid.map(({ judge, requestId, hint }) => ({ judge, requestId, hint }));
  const only = requests.length === 1 ? requests[0] : undefined;
  const words = only ? l10n.t('Fetch {0}', only.requestId) : l10n.t('Fetch {0} results', requests.length);
  return {
    label: `$(cloud-download) ${words}`,
    description: only ? otherJudgeWords(only, help) : '',
    detail: wrong.length === 0 ? '' : l10n.t('Skipped (not IDs): {0}', sanitizeForUi(wrong.join(', '), 300)),
    request: only ?? requests,
    alwaysShow: true,
  };
}

function explanation(label: string, detail: string): RequestItem {
  return { label: `$(info) ${label}`, detail, request: null, alwaysShow: true };
}

async function clipboardRequest(help: RequestIdHelp): Promise<ChosenRequest | null> {
  await help.secrets.complete();
  const text = await Promise.resolve(env.clipboard.readText()).catch(() => ''); // no permission to read the clipboard
  const { input, judge } = readRequest(text, help.judge, help.judges);
  if (input.kind !== 'requestId' || help.secrets.isSecret(input.id)) return null;
  const isAddress = input.id !== text.trim();
  return isAddress || judge.looksLikeRequestId(input.id)
    ? { judge, requestId: input.id, hint: input.hint ?? null }
    : null;
}

function idFormWords(form: IdForm | null): string {
  switch (form?.kind) {
    case undefined:
      return l10n.t('An ID can have up to 128 letters, digits, “-”, or “_”.');
    case 'digits':
      return l10n.t('An ID is a number here.');
    case 'hex':
      return l10n.t('An ID has {0} characters from 0–9 and a–f here.', form.length);
  }
}
