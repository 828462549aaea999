import { commands, l10n, QuickPickItemKind, window, type QuickPick, type QuickPickItem } from 'vscode';
import {
  displayAddress,
  isBuiltInName,
  isJudgeTypeName,
  localJudge,
  looksLikeUrl,
  pastedUrl,
  pathBelow,
  type Judge,
} from '../../judges';
import { button, chosenIn } from '../shared/dialogs/quickPick';
import { joined } from '../labels/recordLabels';
import { sanitizeForUi } from '../labels/sanitizeText';
import { nameOfJudge, typeWords } from '../labels/judgeLabels';
import { apiItems, knownJudgeItems, unsupportedItems, type Addable } from './addableJudges';
import { addAddable, addFound, editJudge, removeJudge, renameJudge } from './editJudges';
import { judgeAtUrl, type JudgeAtUrl } from './judgeAtUrl';
import { addJudgeFromFile } from './sharing/addShared';
import { copyLinkOf } from './sharing/shareJudge';
import { signIn } from './signIn/signIn';
import { followJudge, unfollowJudge } from '../following';
import { chosenJudgeNames, isFollowed, writeChosenJudge } from '../shared/settings/judgeSettings';
import { listsSubmissions } from '../shared/capabilities';
import { showSettingsProblems } from '../shared/settings/settingsProblems';
import { testJudge } from './judgeTest';
import { clearJudgesOfFiles, problemAt } from '../sourceFiles';
import type { Core } from '../shared/core';
import type { WithFollowing } from '../following';

interface JudgeItem extends QuickPickItem {
  /** absent: a separator, or an explanation */
  readonly choice?:
    'demo' | 'file' | { readonly name: string } | { readonly adds: Addable } | { readonly page: string };
  /** absent: the judge doesn't list submissions */
  readonly follows?: boolean;
  /** returns whether a URL belongs to a page of the judge; absent: the row isn't a judge with a URL */
  readonly isOwnPage?: (page: string) => boolean;
}

type Change = (extension: Core & WithFollowing, name: string) => Promise<void>;

interface JudgeChange extends QuickPickItem {
  readonly change: Change;
}

/** The chosen row, the judge of a pasted URL, or a button of a row. */
type JudgeChoice =
  | Exclude<NonNullable<JudgeItem['choice']>, { readonly page: string }>
  | { readonly found: JudgeAtUrl }
  | { readonly name: string; readonly change: Change };

const demoCommand = 'judgeResults.openSample';

/**
 * “Choose Online Judge…”: lists the judges, which can also be edited, renamed, and removed, and can add another one.
 * Null: the user canceled or chose something else. `typed`: initial text, such as the URL of a page
 */
export async function chooseJudge(extension: Core & WithFollowing, typed = ''): Promise<Judge | null> {
  const choice = await askChoice(extension, typed);
  if (choice === undefined) return null;
  if (choice === 'demo') {
    await commands.executeCommand(demoCommand);
    return null;
  }
  if (choice === 'file') return addJudgeFromFile(extension, []);
  if ('adds' in choice) return addAddable(extension, choice.adds);
  if ('found' in choice) return addFound(extension, choice.found);
  if ('change' in choice) {
    await choice.change(extension, choice.name);
    return null;
  }
  await writeChosenJudge(choice.name);
  await clearJudgesOfFiles(extension);
  const chosen = await extension.judges.named(choice.name);
  if (chosen.kind === 'wrong') {
    await showSettingsProblems(chosen.problems);
    return null;
  }
  if (await extension.judges.isSignedOut(chosen.judge)) await signIn(extension, chosen.judge);
  return chosen.judge;
}

async function askChoice(extension: Core & WithFollowing, typed: string): Promise<JudgeChoice | undefined> {
  const current = await extension.judges.chosen();
  const edit = button('edit', l10n.t('Edit'));
  const more = button('ellipsis', l10n.t('More Actions…'));
  const rows = (await judgeItems(extension, current)).map((item) =>
    isOwnJudge(nameIn(item)) ? { ...item, buttons: [edit, more] } : item,
  );
  const pick = window.createQuickPick<JudgeItem>();
  pick.title = l10n.t('Choose an online judge');
  pick.placeholder = l10n.t('Type a name, or paste the URL of any page');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = true;
  pick.value = typed;
  pick.items = withPastedUrl(rows, typed);
  const typing = pick.onDidChangeValue((text) => (pick.items = withPastedUrl(rows, text)));
  // Enter selects the current judge again
  if (typed === '')
    pick.activeItems = rows.filter((item) => current !== null && nameIn(item) === current.name);
  const closing = new AbortController();
  const disposables = [typing, { dispose: () => closing.abort() }];
  return chosenIn<JudgeItem, JudgeChoice>(
    pick,
    () => chosenRow(extension, pick, rows, closing.signal),
    disposables,
    ({ item, button: pressed }) => {
      const name = nameIn(item);
      if (name === undefined) return undefined;
      return { name, change: pressed === edit ? editJudge : (_, judge) => askChange(extension, judge, item) };
    },
  );
}

/** Returns the accepted row. For a pasted URL, searches for its judge; undefined: it isn't found, which is shown. */
async function chosenRow(
  extension: Core,
  pick: QuickPick<JudgeItem>,
  rows: readonly JudgeItem[],
  signal: AbortSignal,
): Promise<JudgeChoice | undefined> {
  const typed = pick.value;
  const shown = withPastedUrl(rows, typed);
  // users who paste and immediately press Enter can be faster than the update of the rows
  const [active] = pick.activeItems;
  const isShown = active !== undefined && shown.some(({ label }) => label === active.label);
  const pasted = looksLikeUrl(typed) ? shown.find(({ alwaysShow }) => alwaysShow) : undefined;
  const choice = (isShown ? active : pasted)?.choice;
  if (typeof choice !== 'object' || !('page' in choice)) return choice;
  if (pick.busy) return undefined;
  pick.busy = true;
  const found = await judgeAtUrl(extension, choice.page, signal);
  pick.busy = false;
  // the user may have typed something else meanwhile
  if (pick.value !== typed) return undefined;
  if (found.kind === 'taken') return { found: found.value };
  pick.items = withPastedUrl(rows, typed, found.words);
  return undefined;
}

/** “More Actions…” of a judge: lets the user choose what to do with it. */
async function askChange(
  extension: Core & WithFollowing,
  name: string,
  { follows }: JudgeItem,
): Promise<void> {
  const following: readonly JudgeChange[] =
    follows === undefined
      ? []
      : [
          follows
            ? { label: l10n.t('Stop Following My Submissions'), change: switchFollowing(false) }
            : { label: l10n.t('Follow My Submissions'), change: switchFollowing(true) },
        ];
  const changes: readonly JudgeChange[] = [
    ...following,
    { label: l10n.t('Test with a Submission ID…'), change: testJudge },
    { label: l10n.t('Copy Link to This Judge'), change: copyLinkOf },
    { label: l10n.t('Rename'), change: renameJudge },
    { label: l10n.t('Remove'), change: removeJudge },
  ];
  const chosen = await window.showQuickPick(changes, {
    title: sanitizeForUi(name, 60),
    ignoreFocusOut: true,
  });
  await chosen?.change(extension, name);
}

/**
 * Returns the rows for a typed text. For the URL of a page, keeps the judges that the page belongs to, and offers to add
 * the judge of that page. `refusal`: why that isn’t possible; null: unknown.
 */
function withPastedUrl(
  rows: readonly JudgeItem[],
  text: string,
  refusal: string | null = null,
): readonly JudgeItem[] {
  if (!looksLikeUrl(text)) return rows;
  const page = text.trim();
  const isOfPage = ({ isOwnPage }: JudgeItem): boolean => isOwnPage?.(page) === true;
  const host = sanitizeForUi(pastedUrl(page)?.host ?? '', 100);
  const [first = '', others = ''] = refusal === null ? [] : firstSentence(refusal);
  const add: JudgeItem = {
    choice: { page },
    label: refusal === null ? `$(add) ${l10n.t('Add {0}', host)}` : `$(warning) ${first}`,
    detail: refusal === null ? l10n.t('Finds out which judge this is') : others,
    alwaysShow: true,
  };
  return [...rows.map((row) => (isOfPage(row) ? { ...row, alwaysShow: true } : row)), add];
}

/** Splits a message after its first sentence, because a row cuts long lines off. */
function firstSentence(message: string): readonly string[] {
  const end = /[.!?](?= )|[。！？]/.exec(message)?.index ?? message.length;
  return [message.slice(0, end + 1), message.slice(end + 1).trim()];
}

/** Returns whether the settings contain the judge with that name, so that the user can edit and remove it. */
function isOwnJudge(name: string | undefined): boolean {
  return name !== undefined && !isBuiltInName(name);
}

function nameIn({ choice }: JudgeItem): string | undefined {
  return typeof choice === 'object' && 'name' in choice ? choice.name : undefined;
}

/** Returns the rows: this computer, the user’s judges, all others that can be added, and websites that can’t be added. */
async function judgeItems(extension: Core, current: Judge | null): Promise<readonly JudgeItem[]> {
  const rank = (name: string): number => (name === localJudge.name ? 0 : isBuiltInName(name) ? 2 : 1);
  const names = [...(await extension.judges.names())].sort((a, b) => rank(a) - rank(b));
  const item = (name: string): Promise<JudgeItem> => judgeItem(extension, name, current);
  const own = await Promise.all(names.filter((name) => rank(name) < 2).map(item));
  const builtIn = await Promise.all(names.filter((name) => rank(name) === 2).map(item));
  const adding = ({ adds, ...row }: ReturnType<typeof apiItems>[number]): JudgeItem => ({
    ...row,
    choice: { adds },
  });
  const demo: JudgeItem = {
    choice: 'demo',
    label: `$(beaker) ${l10n.t('Try the demo')}`,
    detail: l10n.t('Open demo results. No account needed; nothing is sent.'),
  };
  const hasDemo = (await commands.getCommands(true)).includes(demoCommand);
  return [
    ...own,
    ...(hasDemo ? [demo] : []),
    { label: l10n.t('Add Online Judge'), kind: QuickPickItemKind.Separator },
    ...knownJudgeItems().map(adding),
    ...builtIn,
    ...apiItems().map(adding),
    { choice: 'file', label: l10n.t('Add Judge from File') },
    { label: l10n.t('Not supported'), kind: QuickPickItemKind.Separator },
    ...unsupportedItems(),
  ];
}

async function judgeItem(extension: Core, name: string, current: Judge | null): Promise<JudgeItem> {
  const read = await extension.judges.named(name);
  if (read.kind === 'wrong') {
    return {
      choice: { name },
      label: `$(warning) ${sanitizeForUi(name, 80)}`,
      description: l10n.t('invalid settings'),
    };
  }
  const { judge } = read;
  const chosenMark = judge.id === current?.id ? '$(check) ' : '';
  if (judge.runsHere) {
    return {
      choice: { name },
      label: nameOfJudge(judge),
      description: `${chosenMark}${l10n.t('Nothing is sent')}`,
      detail: l10n.t(
        'Compiles and runs programs here: samples and your own inputs. No account needed; nothing is sent.',
      ),
    };
  }
  const words = isJudgeTypeName(judge.type) ? typeWords(judge.type) : null;
  const isBuiltIn = isBuiltInName(name);
  return {
    choice: { name },
    label: judge.allowsPlainHttp ? `$(warning) ${nameOfJudge(judge)}` : nameOfJudge(judge),
    description: `${chosenMark}${sanitizeForUi(displayAddress(judge.baseUrl), 100)}`,
    detail: joined(
      ' · ',
      (isBuiltIn ? words?.detail : words?.label) ?? '',
      judge.allowsPlainHttp ? l10n.t('Credentials are sent unencrypted') : '',
      isFollowed(name) ? l10n.t('following your submissions') : '',
    ),
    ...(listsSubmissions(judge) ? { follows: isFollowed(name) } : {}),
    // the API of a judge may have another URL than its pages
    isOwnPage: (page) => pathBelow(judge.baseUrl, page) !== null || problemAt(judge, page) !== null,
  };
}

function switchFollowing(isWanted: boolean): Change {
  return async (extension, name) => {
    const read = await extension.judges.named(name);
    if (read.kind === 'wrong') return showSettingsProblems(read.problems);
    if (isWanted) await followJudge(extension, read.judge);
    else await unfollowJudge(read.judge);
  };
}

/** “Test Online Judge…”: lets the user choose which of the user’s judges to test. */
export async function askAndTest(extension: Core & WithFollowing): Promise<void> {
  const chosen = chosenJudgeNames().present;
  const names = (await extension.judges.names()).filter((name) => !isBuiltInName(name));
  const ordered = [...names.filter((name) => name === chosen), ...names.filter((name) => name !== chosen)];
  if (ordered.length === 0) return void (await chooseJudge(extension));
  const items = ordered.map((name) => ({ name, label: sanitizeForUi(name, 80) }));
  const picked =
    items.length === 1 ? items[0] : await window.showQuickPick(items, { title: l10n.t('Test Online Judge') });
  if (picked) await testJudge(extension, picked.name);
}
