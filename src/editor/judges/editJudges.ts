import { l10n, ProgressLocation, QuickPickItemKind, window, type QuickPickItem } from 'vscode';
import {
  entryOfReady,
  isJudgeName,
  readyJudgeOf,
  readyJudges,
  siteOfPage,
  judgeTypes,
  RequestFailed,
  judgeTypeNames,
  type Judge,
  type ReadyJudge,
  type JudgeTypeName,
  isJudgeTypeName,
} from '../../judges';
import { spacedAfterChinese, sanitizeForUi } from '../labels/text';
import {
  changeJudges,
  judgeDescription,
  judgeDescriptions,
  writeChosenJudge,
  chosenJudgeNames,
} from '../shared/settings';
import { showSettingsProblems } from '../shared/settingsProblems';
import { readyWords, nameOfJudge, typeWords } from '../labels/judgeLabels';
import { moveToJudge } from '../shared/moveToJudge';
import { orFailure, showFailure } from '../shared/showFailure';
import { askField, containsFields } from './askFields';
import { askOffered } from './askOffered';
import { askSite, askUnencrypted } from './askSite';
import { urlOf, without, type Description } from './entry';
import { askSecretFile } from './signIn/secretFile';
import { signIn } from './signIn/signIn';
import { isPending, type KnownRecord, isAwaited } from '../../records';
import { confirms } from '../shared/dialogs';
import { rememberStopped } from '../pending';
import { joined } from '../labels/recordLabels';
import type { Core } from '../shared/core';

/**
 * Adds a judge: asks for the type, its fields, and the name, then signs in or checks the connection. Null: the user
 * canceled, or the settings are invalid. `url`: URL of the judge, if known.
 */
export async function addJudge(extension: Core, url?: string): Promise<Judge | null> {
  const title = l10n.t('Add Online Judge');
  const chosen = await window.showQuickPick(addableItems(), {
    title,
    placeHolder: l10n.t('Select the type of judge'),
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  if (chosen?.adds === undefined) return null;
  if (chosen.adds.kind === 'ready') return addReadyJudge(extension, chosen.adds.ready, url);
  return addOfType(extension, chosen.adds.type, chosen.label, url);
}

interface AddableItem extends QuickPickItem {
  /** absent: a separator */
  readonly adds?:
    | { readonly kind: 'type'; readonly type: JudgeTypeName }
    | { readonly kind: 'ready'; readonly ready: ReadyJudge };
}

/** Returns the types of judges, and the judges with a ready description. */
function addableItems(): readonly AddableItem[] {
  return [
    ...judgeTypeNames.map((type): AddableItem => ({ adds: { kind: 'type', type }, ...typeWords(type) })),
    { label: l10n.t('More Judges'), kind: QuickPickItemKind.Separator },
    ...readyJudges.map((ready): AddableItem => ({ adds: { kind: 'ready', ready }, ...readyWords(ready) })),
  ];
}

/**
 * Adds a judge with a ready description. Asks for the URL if there are many sites. Null: the user canceled. `url`: URL
 * of the judge, if known.
 */
export async function addReadyJudge(extension: Core, ready: ReadyJudge, url?: string): Promise<Judge | null> {
  const title = l10n.t('Add {0}', spacedAfterChinese(ready.name));
  if (ready.description['url'] !== undefined) {
    return saveAdded(extension, freeName(ready.name), entryOfReady(ready, null));
  }
  const site = await askSiteOfReady(title, ready, null, url);
  if (typeof site !== 'string') return null;
  const described = entryOfReady(ready, site);
  const name = await askName(title, suggestedName(described, ready.name));
  return name === undefined ? null : saveAdded(extension, name, described);
}

/**
 * Asks for the URL of a judge with a ready description. Returns the site's URL if the user enters that of a page. Undefined:
 * the user canceled; null: left out.
 */
async function askSiteOfReady(
  title: string,
  ready: ReadyJudge,
  defaultValue: string | null,
  before: string | undefined,
): Promise<unknown> {
  const siteIn = (text: string): string | null => siteOfPage(ready, text);
  const url = await askField(title, { field: 'url', defaultValue }, {}, before, {}, siteIn);
  return typeof url === 'string' ? (siteIn(url) ?? url) : url;
}

/** Asks for the fields and the name of a judge of that type, and adds it. Null: the user canceled. */
async function addOfType(
  extension: Core,
  type: JudgeTypeName,
  label: string,
  url: string | undefined,
): Promise<Judge | null> {
  const { file, site } = judgeTypes[type];
  const adding = l10n.t('Add {0}', spacedAfterChinese(label));
  const given = file && (await askSecretFile(adding, file.name, (text) => file.fieldsIn(text) !== null));
  if (file && given === undefined) return null;
  const known = given === undefined ? null : file?.fieldsIn(given);
  const suggested = known ?? (url === undefined ? {} : { url });
  const asked = await askDescription(extension, type, adding, null, { ...suggested });
  if (!asked) return null;
  const { described, secret = given, contestName } = asked;
  const suggestion = suggestedName(described, label, contestName);
  const name = site ? suggestion : await askName(l10n.t('Add Online Judge'), suggestion);
  return name === undefined ? null : saveAdded(extension, name, described, secret);
}

/**
 * Saves a new judge in the settings and chooses it, then signs in or checks the connection. Null: the settings are
 * invalid, which was shown. `secret`: already entered; absent: the user enters it now.
 */
export async function saveAdded(
  extension: Core,
  name: string,
  described: Description,
  secret?: string,
): Promise<Judge | null> {
  await changeJudges({ [name]: described });
  await writeChosenJudge(name);

  const choice = await extension.judges.named(name);
  if (choice.kind === 'wrong') {
    await showSettingsProblems(choice.problems);
    return null;
  }
  const { judge } = choice;
  const { signIn: how } = judge;
  const isSignedInLater = how.kind === 'none' || (how.kind === 'secret' && how.later === true);
  if (!isSignedInLater) await signIn(extension, judge, null, secret);
  else await check(extension, judge);
  return judge;
}

interface AskedDescription {
  readonly described: Description;
  /** absent: the user didn't sign in to see more values of a field */
  readonly secret?: string;
  /** name by which users know the contest; absent: its ID, or there is none */
  readonly contestName?: string;
}

/**
 * Asks for the fields of this type of judge. `suggested`: initial values. `before`: current settings; null: a new
 * judge. Null: the user canceled.
 */
async function askDescription(
  extension: Core,
  type: JudgeTypeName,
  title: string,
  before: Description | null,
  suggested: Description = before ?? {},
): Promise<AskedDescription | null> {
  const {
    promptedFields,
    site,
    fieldsIn,
    listedField,
    mayBeUnencrypted,
    jsonExample = {},
  } = judgeTypes[type];
  // keeps fields that aren't asked for, from the settings or from a file
  let described: Description = { ...jsonExample, ...suggested, type };
  let secret: string | undefined;
  let contestName: string | undefined;
  for (const asked of promptedFields) {
    if (asked.whileEditing && before === null) continue;
    if (asked.field === 'url' && site) {
      const there = await askSite(extension, type, site, title, described, urlOf(suggested));
      if (!there) return null;
      described = there;
      continue;
    }
    const known = described[asked.field];
    const ask = () => askField(title, asked, described, known, typeWords(type).prompts, fieldsIn);
    const isOffered = asked.field === listedField?.field;
    const answer = isOffered
      ? await askOffered(extension, title, described, listedField, ask)
      : { value: await ask() };
    const { value } = answer;
    secret = answer.secret ?? secret;
    contestName = answer.knownAs ?? contestName;
    if (value === undefined) return null;
    const others = without(described, asked.field);
    const isPage = fieldsIn && typeof value === 'string' && containsFields(asked.field, value, fieldsIn);
    if (isPage) described = { ...others, ...fieldsIn(value) };
    else described = value === null ? others : { ...others, [asked.field]: value };
    if (asked.field === 'url' && mayBeUnencrypted) {
      const allowed = await askUnencrypted(extension, described, before);
      if (!allowed) return null;
      described = allowed;
    }
  }
  return {
    described,
    ...(secret === undefined ? {} : { secret }),
    ...(contestName === undefined ? {} : { contestName }),
  };
}

/** Asks for the name of a judge, which is displayed everywhere. */
export async function askName(title: string, suggestion: string): Promise<string | undefined> {
  const taken = judgeDescriptions();
  const isTaken = (typed: string): boolean => typed !== suggestion && Object.hasOwn(taken, typed);
  const name = await window.showInputBox({
    title,
    prompt: l10n.t('Name of the judge, as shown in lists'),
    value: suggestion,
    ignoreFocusOut: true,
    validateInput: (text) => {
      const typed = text.trim();
      if (isTaken(typed)) return l10n.t('A judge with this name already exists');
      if (typed === '') return l10n.t('Enter a name for the judge');
      return isJudgeName(typed) ? undefined : l10n.t('This name can’t be used for a judge');
    },
  });
  const typed = name?.trim() ?? '';
  return isJudgeName(typed) && !isTaken(typed) ? typed : undefined;
}

/**
 * Suggests a name: the host, or else the type, and the domain, course, or contest if it isn't the usual one. Adds a
 * number if the name is taken. `contestName`: by which users know the contest; absent: its ID.
 */
export function suggestedName(described: Description, label: string, contestName = ''): string {
  const url = urlOf(described);
  const host = URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : label;
  const named = isJudgeName(contestName) ? { ...described, contest: contestName } : described;
  return freeName([host, ...NAMING_FIELDS.flatMap((field) => unusualValue(named, field))].join(' '));
}

/** Fields that distinguish several judges on one site. */
const NAMING_FIELDS = ['domain', 'scope', 'contest'];

/** Returns the value of a field; none if it is the default. */
function unusualValue({ type, ...described }: Description, field: string): readonly string[] {
  const value = described[field];
  const asked = isJudgeTypeName(type) ? judgeTypes[type].promptedFields : [];
  const usual = asked.find((prompted) => prompted.field === field)?.defaultValue ?? '';
  return typeof value === 'string' && value !== '' && value !== usual ? [value] : [];
}

/** Adds a number to the name if it is taken. */
export function freeName(name: string): string {
  const taken = judgeDescriptions();
  let free = name.slice(0, 60);
  for (let number = 2; Object.hasOwn(taken, free) || !isJudgeName(free); number += 1) {
    free = `${name.slice(0, 60)} ${number}`;
  }
  return free;
}

/** Checks whether a judge without sign-in responds, and shows the outcome. */
async function check(extension: Core, judge: Judge): Promise<void> {
  const name = nameOfJudge(judge);
  const answer = await window.withProgress(
    { location: ProgressLocation.Notification, title: l10n.t('Connecting to {0}…', name) },
    () => orFailure(extension.judges.ask(judge, judge.checkAccount)),
  );
  if (!(answer instanceof RequestFailed)) {
    void window.showInformationMessage(l10n.t('Connected to {0}.', name));
    return;
  }
  const { failure } = answer;
  // no credentials were sent, so the judge can't have rejected them
  const wantsThem = failure.kind === 'status' && failure.status === 401;
  const about = wantsThem ? 'result' : 'credentials';
  await showFailure(extension, answer, judge, (corrected = judge) => check(extension, corrected), about);
}

/** Asks for the fields of a judge again, with their current values. */
export async function editJudge(extension: Core, name: string): Promise<void> {
  const before = judgeDescription(name) ?? {};
  const { type } = before;
  if (!isJudgeTypeName(type)) return showWrong(extension, name);
  const title = l10n.t('Edit {0}', sanitizeForUi(name, 60));
  const ready = readyJudgeOf(before);
  const asked = ready
    ? await askUrlOfReady(title, ready, before)
    : await askDescription(extension, type, title, before);
  if (!asked) return;
  const { described, secret } = asked;
  await changeJudges({ [name]: described });
  const read = await extension.judges.named(name);
  if (read.kind === 'wrong') return showSettingsProblems(read.problems);
  // after a change of the URL, the old credentials no longer apply, so the user must sign in again
  if (await extension.judges.isSignedOut(read.judge)) await signIn(extension, read.judge, null, secret);
}

/** Asks for the URL of a judge with a ready description, whose other fields fit. Null: the user canceled. */
async function askUrlOfReady(
  title: string,
  ready: ReadyJudge,
  before: Description,
): Promise<{ readonly described: Description; readonly secret?: string } | null> {
  const url = await askSiteOfReady(
    title,
    ready,
    urlOf(ready.description) || null,
    urlOf(before) || undefined,
  );
  if (url === undefined) return null;
  const others = without(before, 'url');
  return { described: url === null ? others : { ...others, url } };
}

/** Renames a judge, and moves its records and credentials. */
export async function renameJudge(extension: Core, name: string): Promise<void> {
  const before = await extension.judges.named(name);
  const renamed = await askName(l10n.t('Rename {0}', sanitizeForUi(name, 60)), name);
  if (renamed === undefined || renamed === name) return;
  await changeJudges({ [name]: undefined, [renamed]: judgeDescriptions()[name] });
  if (chosenJudgeNames().present === name) await writeChosenJudge(renamed);
  const after = await extension.judges.named(renamed);
  if (before.kind === 'chosen' && after.kind === 'chosen') {
    await moveToJudge(extension, before.judge, after.judge);
  }
}

/**
 * Removes a judge from the settings, with its credentials. Keeps its results. Stops polling pending ones until the
 * judge is added again.
 */
export async function removeJudge(extension: Core, name: string): Promise<void> {
  const { context, judges, store, tracking } = extension;
  const read = await judges.named(name);
  const judge = read.kind === 'chosen' ? read.judge : null;
  const pending = (): KnownRecord[] =>
    store.records().filter((record) => record.service === judge?.id && isPending(record));
  const isWanted = await confirms(
    l10n.t('Remove the judge {0}?', sanitizeForUi(name, 60)),
    l10n.t('Remove'),
    joined(
      ' ',
      l10n.t('Its credentials will be removed, too. Results already fetched stay in the list.'),
      unfetchedWords(pending().filter(isAwaited).length),
    ),
  );
  if (!isWanted) return;
  const stopped = pending().map(({ key }) => key);
  await tracking.stop(stopped);
  if (chosenJudgeNames().present === name) await writeChosenJudge(undefined);
  await changeJudges({ [name]: undefined });
  await rememberStopped(context.globalState, stopped);
  if (judge) await judges.credentials.remove(judge.id);
}

function unfetchedWords(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? l10n.t('1 pending result won’t be fetched until the judge is added again.')
    : l10n.t('{0} pending results won’t be fetched until the judge is added again.', count);
}

async function showWrong(extension: Core, name: string): Promise<void> {
  const read = await extension.judges.named(name);
  if (read.kind === 'wrong') await showSettingsProblems(read.problems);
}
