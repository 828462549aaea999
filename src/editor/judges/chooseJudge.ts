import {
  commands,
  l10n,
  QuickPickItemKind,
  window,
  type QuickInputButton,
  type QuickPickItem,
  type Uri,
} from 'vscode';
import {
  displayAddress,
  isBuiltInName,
  isJudgeTypeName,
  pastedUrl,
  pathBelow,
  readyJudges,
  type Judge,
  type ReadyJudge,
} from '../../judges';
import { button, chosenIn } from '../shared/quickPick';
import { joined } from '../labels/recordLabels';
import { sanitizeForUi } from '../labels/text';
import { readyWords, nameOfJudge, typeWords } from '../labels/judgeLabels';
import { addReadyJudge, addJudge, editJudge, removeJudge, renameJudge } from './editJudges';
import { copyLinkOf } from './sharing/shareJudge';
import { signIn } from './signIn/signIn';
import { followJudge, unfollowJudge } from '../following';
import { chosenJudgeNames, isFollowed, judgeDescriptions, writeChosenJudge } from '../shared/settings';
import { listsSubmissions } from '../shared/capabilities';
import { showSettingsProblems } from '../shared/settingsProblems';
import { testJudge } from './judgeTest';
import { judgeForFile } from '../sourceFiles';
import type { Core } from '../shared/core';
import type { WithFollowing } from '../following';

interface JudgeItem extends QuickPickItem {
  readonly choice?: 'add' | 'samples' | { readonly name: string } | { readonly ready: ReadyJudge };
  /** absent: the judge doesn't list submissions */
  readonly follows?: boolean;
  /** URL of the judge; absent: the row isn't a judge with a URL */
  readonly baseUrl?: string;
}

type Change = (extension: Core & WithFollowing, name: string) => Promise<void>;

interface JudgeChange {
  readonly button: QuickInputButton;
  readonly change: Change;
  /** returns whether a row has the button; absent: all rows have it */
  readonly isOffered?: (item: JudgeItem) => boolean;
}

/** The chosen row, or a button of a row. */
type JudgeChoice = JudgeItem['choice'] | { readonly name: string; readonly change: Change };

const samplesCommand = 'judgeResults.openSample';

/**
 * Returns the judge of a file, or else the chosen online judge, signed in. `file`: null if the command isn't about one. Asks for missing choices and credentials now, so that the user can continue
 * right away. Null: the user canceled, or the settings are invalid, which was shown.
 */
export async function readyJudge(
  extension: Core & WithFollowing,
  file: Uri | null = null,
): Promise<Judge | null> {
  const choice = await judgeForFile(extension, file);
  switch (choice.kind) {
    case 'none': {
      const judge = await chooseJudge(extension);
      if (judge?.runsHere) return chooseAnother(extension, judge);
      return judge && !(await extension.judges.isSignedOut(judge)) ? judge : null;
    }
    case 'wrong':
      await showSettingsProblems(choice.problems);
      return null;
    case 'chosen':
      if (choice.judge.runsHere) return chooseAnother(extension, choice.judge);
      if (await extension.judges.isSignedOut(choice.judge)) await signIn(extension, choice.judge);
      return (await extension.judges.isSignedOut(choice.judge)) ? null : choice.judge;
  }
}

/** Explains that this computer isn't an online judge, and offers to choose one. Returns it, signed in; null: canceled. */
async function chooseAnother(extension: Core & WithFollowing, here: Judge): Promise<Judge | null> {
  const choose = l10n.t('Choose Online Judge');
  const pressed = await window.showInformationMessage(
    l10n.t(
      '{0} runs samples and your own inputs. Choose an online judge for everything else.',
      nameOfJudge(here),
    ),
    choose,
  );
  const judge = pressed === choose ? await chooseJudge(extension) : null;
  if (!judge || judge.runsHere) return null;
  return (await extension.judges.isSignedOut(judge)) ? null : judge;
}

/**
 * “Choose Online Judge…”: lists the judges, which can also be edited, renamed, and removed, and can add another one.
 * Null: the user canceled or chose something else.
 */
export async function chooseJudge(extension: Core & WithFollowing): Promise<Judge | null> {
  const choice = await askChoice(extension);
  if (choice === undefined) return null;
  if (choice === 'add') return addJudge(extension);
  if (choice === 'samples') {
    await commands.executeCommand(samplesCommand);
    return null;
  }
  if ('ready' in choice) return addReadyJudge(extension, choice.ready);
  if ('change' in choice) {
    await choice.change(extension, choice.name);
    return null;
  }
  await writeChosenJudge(choice.name);
  const chosen = await extension.judges.named(choice.name);
  if (chosen.kind === 'wrong') {
    await showSettingsProblems(chosen.problems);
    return null;
  }
  if (await extension.judges.isSignedOut(chosen.judge)) await signIn(extension, chosen.judge);
  return chosen.judge;
}

async function askChoice(extension: Core): Promise<JudgeChoice> {
  const pick = window.createQuickPick<JudgeItem>();
  pick.title = l10n.t('Choose an online judge');
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = true;
  const current = await extension.judges.chosen();
  const items = await judgeItems(extension, current);
  const changes: readonly JudgeChange[] = [
    {
      button: button('eye', l10n.t('Follow My Submissions')),
      change: switchFollowing(true),
      isOffered: (item) => item.follows === false,
    },
    {
      button: button('eye-closed', l10n.t('Stop Following My Submissions')),
      change: switchFollowing(false),
      isOffered: (item) => item.follows === true,
    },
    { button: button('beaker', l10n.t('Test with a Submission ID…')), change: testJudge },
    { button: button('link', l10n.t('Copy Link to This Judge')), change: copyLinkOf },
    { button: button('gear', l10n.t('Edit')), change: editJudge },
    { button: button('edit', l10n.t('Rename')), change: renameJudge },
    { button: button('trash', l10n.t('Remove')), change: removeJudge },
  ];
  pick.items = items.map((item) =>
    isOwnJudge(nameIn(item))
      ? {
          ...item,
          buttons: changes
            .filter((change) => change.isOffered?.(item) ?? true)
            .map((change) => change.button),
        }
      : item,
  );
  const rows = pick.items;
  const typing = pick.onDidChangeValue((text) => (pick.items = withPastedUrl(rows, text)));
  // Enter selects the current judge again
  pick.activeItems = pick.items.filter((item) => current !== null && nameIn(item) === current.name);
  return chosenIn<JudgeItem, NonNullable<JudgeChoice>>(
    pick,
    () => pick.activeItems[0]?.choice,
    [typing],
    ({ item, button: pressed }) => {
      const found = changes.find((change) => change.button === pressed);
      const name = nameIn(item);
      return found && name !== undefined ? { name, change: found.change } : undefined;
    },
  );
}

/**
 * Returns the rows for a typed text. For the URL of a page, keeps the judge that the page belongs to, or “Add Online
 * Judge…” if it belongs to none.
 */
function withPastedUrl(rows: readonly JudgeItem[], text: string): readonly JudgeItem[] {
  if (!text.includes('/') || !pastedUrl(text.trim())) return rows;
  const isOfPage = ({ baseUrl }: JudgeItem): boolean =>
    baseUrl !== undefined && pathBelow(baseUrl, text.trim()) !== null;
  const isKnown = rows.some(isOfPage);
  return rows.map((row) =>
    isOfPage(row) || (!isKnown && row.choice === 'add') ? { ...row, alwaysShow: true } : row,
  );
}

/** Returns whether the settings contain the judge with that name, so that the user can edit and remove it. */
function isOwnJudge(name: string | undefined): boolean {
  return name !== undefined && !isBuiltInName(name);
}

/** Returns the name of the judge of a row; undefined for other rows. */
function nameIn({ choice }: JudgeItem): string | undefined {
  return typeof choice === 'object' && 'name' in choice ? choice.name : undefined;
}

/** Returns rows for ready descriptions that need neither an account nor a URL, and that the user hasn't added. */
function immediateItems(): readonly JudgeItem[] {
  const added = Object.values(judgeDescriptions()).map((entry) =>
    typeof entry === 'object' && entry !== null && 'basedOn' in entry ? entry.basedOn : null,
  );
  return readyJudges
    .filter(({ id, description }) => description['authentication'] === 'none' && !added.includes(id))
    .filter(({ description }) => description['url'] !== undefined)
    .map((ready): JudgeItem => {
      const { label, detail } = readyWords(ready);
      return { choice: { ready }, label: `$(globe) ${label}`, detail };
    });
}

async function judgeItems(extension: Core, current: Judge | null): Promise<JudgeItem[]> {
  // the user’s own judges come first
  const names = [...(await extension.judges.names())].sort(
    (a, b) => Number(isBuiltInName(a)) - Number(isBuiltInName(b)),
  );
  const judges = await Promise.all(names.map((name) => judgeItem(extension, name, current)));
  const isAny = names.some((name) => !isBuiltInName(name));
  const items: JudgeItem[] = [
    ...judges,
    { label: '', kind: QuickPickItemKind.Separator },
    {
      choice: 'add',
      label: `$(add) ${l10n.t('Add Online Judge…')}`,
      detail: isAny
        ? ''
        : l10n.t('Hydro, Codeforces, DMOJ, Kattis, DOMjudge, ejudge, omegaUp, or your own judge'),
    },
  ];
  items.push(...immediateItems());
  if ((await commands.getCommands(true)).includes(samplesCommand)) {
    items.push({
      choice: 'samples',
      label: `$(beaker) ${l10n.t('Try the demo')}`,
      detail: l10n.t('Open demo results. No account needed; nothing is sent.'),
    });
  }
  return items;
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
    baseUrl: judge.baseUrl,
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

/** “Test Online Judge…”: asks which of the user’s judges to test. */
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
