import { l10n, ProgressLocation, window } from 'vscode';
import {
  entryOfReady,
  isJudgeName,
  readyJudgeOf,
  siteOfPage,
  displayAddress,
  judgeNamed,
  judgeTypes,
  RequestFailed,
  type Judge,
  type ReadyJudge,
  type JudgeTypeName,
  type SettingProblem,
  isJudgeTypeName,
} from '../../judges';
import { spacedAfterChinese, sanitizeForUi } from '../labels/sanitizeText';
import {
  changeJudges,
  judgeDescription,
  judgeDescriptions,
  writeChosenJudge,
  chosenJudgeNames,
} from '../shared/settings/judgeSettings';
import { faultWords, showSettingsProblems } from '../shared/settings/settingsProblems';
import { nameOfJudge, typeWords } from '../labels/judgeLabels';
import { moveToJudge } from '../shared/failures/moveToJudge';
import { orFailure, showFailure } from '../shared/failures/showFailure';
import { askField, containsFields, promptFor } from './askFields';
import { askOffered, fetchNameOfValue } from './askOffered';
import { askSite, askUnencrypted } from './askSite';
import { apiItems, knownJudgeItems, type Addable } from './addableJudges';
import { urlOf, without, withScheme, type Description } from './settingsEntry';
import { judgeAtUrl, type JudgeAtUrl } from './judgeAtUrl';
import { signInAsBefore } from './signIn/signInAsBefore';
import { askSecretFile } from './signIn/secretFile';
import { signIn } from './signIn/signIn';
import { contestJudgeAt, signInToContest, type SignedInContest } from './signIn/signInToContest';
import { saveChecked } from './signIn/checkCredential';
import { isPending, type KnownRecord, isAwaited } from '../../records';
import { confirms, withCancel } from '../shared/dialogs/dialogs';
import { rememberStopped } from '../pending';
import { joined } from '../labels/recordLabels';
import type { Core } from '../shared/core';

/**
 * Adds the judge that a URL belongs to. Prompts for the type if that isn’t found, and for missing fields, then signs in or
 * checks the connection. Null: the user canceled, or the settings are invalid.
 *
 * @param page URL of any page
 * @param url URL of the judge, if no type has such a page
 */
export async function addJudge(extension: Core, page: string, url: string): Promise<Judge | null> {
  const searching = l10n.t(
    'Searching for the judge at {0}…',
    sanitizeForUi(displayAddress(withScheme(page)), 100),
  );
  const found = await withCancel(searching, (signal) => judgeAtUrl(extension, page, signal));
  if (found.kind === 'taken') return addFound(extension, found.value);
  const chosen = await window.showQuickPick([...knownJudgeItems(), ...apiItems()], {
    title: l10n.t('Add Online Judge'),
    placeHolder: found.words,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  return chosen ? addAddable(extension, chosen.adds, url) : null;
}

/** Adds a judge that was found by the URL of a page. */
export async function addFound(extension: Core, found: JudgeAtUrl): Promise<Judge | null> {
  if (found.kind === 'ready') return addReadyJudge(extension, found.ready);
  const { type, fields } = found;
  const described =
    fields['allowPlainHttp'] === true ? await askUnencrypted(extension, fields, agreedEntry(fields)) : fields;
  if (!described) return null;
  const ready = readyJudgeOf(described);
  return ready
    ? saveAdded(extension, suggestedName(described, ready.name), described)
    : addOfType(extension, type, described, 'found');
}

/** Returns an entry of the same site to which the user allowed to send credentials unencrypted; null: there is none. */
function agreedEntry(fields: Description): Description | null {
  const entries = Object.keys(judgeDescriptions()).map((name) => judgeDescription(name) ?? {});
  const agreed = entries.find(
    (entry) => entry['allowPlainHttp'] === true && originIn(entry) === originIn(fields),
  );
  return agreed ? { ...agreed, url: urlOf(fields) } : null;
}

function originIn(entry: Description): string {
  const url = urlOf(entry);
  return URL.canParse(url) ? new URL(url).origin : '';
}

/** Adds a judge of a kind that the user chose. `url`: URL of the judge, if known. */
export async function addAddable(extension: Core, adds: Addable, url?: string): Promise<Judge | null> {
  if (adds.kind === 'ready') return addReadyJudge(extension, adds.ready, url);
  return addOfType(extension, adds.type, url === undefined ? {} : { url }, 'chosen');
}

/**
 * Adds a judge with a ready description. Prompts for the URL if there are many sites. Null: the user canceled. `url`: URL
 * of the judge, if known.
 */
async function addReadyJudge(extension: Core, ready: ReadyJudge, url?: string): Promise<Judge | null> {
  const title = l10n.t('Add {0}', spacedAfterChinese(ready.name));
  if (ready.description['url'] !== undefined) {
    return saveAdded(extension, freeJudgeName(ready.name), entryOfReady(ready, null));
  }
  const site = await askSiteOfReady(title, ready, null, url);
  if (typeof site !== 'string') return null;
  const described = entryOfReady(ready, site);
  const name = await askName(title, suggestedName(described, ready.name));
  return name === undefined ? null : saveAdded(extension, name, described);
}

/**
 * Prompts for the URL of a judge with a ready description. Returns the site's URL if the user enters the URL of a page.
 * Undefined: the user canceled; null: left out.
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

/**
 * Prompts for the fields of a judge of that type, and adds it. Null: the user canceled. `suggested`: known fields. `by`:
 * `found` if a URL contains them, so that neither they nor the name need a question.
 */
async function addOfType(
  extension: Core,
  type: JudgeTypeName,
  suggested: Description,
  by: 'found' | 'chosen',
): Promise<Judge | null> {
  const { file, site, listedField } = judgeTypes[type];
  const { label } = typeWords(type);
  const adding = l10n.t('Add {0}', spacedAfterChinese(label));
  const given = file && (await askSecretFile(adding, file.name, (text) => file.fieldsIn(text) !== null));
  if (file && given === undefined) return null;
  const known = given === undefined ? null : file?.fieldsIn(given);
  const decided = by === 'found' ? new Set(['url', ...Object.keys(suggested)]) : new Set<string>();
  const asked = await askDescription(extension, type, adding, null, { ...(known ?? suggested) }, decided);
  if (!asked) return null;
  const { described, secret = given, contestName } = asked;
  const contestJudge = contestJudgeAt(described);
  if (contestJudge && listedField) {
    const { field } = listedField;
    const question = { title: adding, prompt: promptFor(field, typeWords(type).prompts), field };
    const contest = await signInToContest(extension, contestJudge, described, question, secret);
    return contest && saveContest(extension, contest, label, contestName);
  }
  const isContestKnown = listedField !== undefined && decided.has(listedField.field);
  const contest = isContestKnown ? await fetchNameOfValue(extension, described, listedField) : contestName;
  const suggestion = suggestedName(described, label, contest);
  const isNamed = site !== undefined || by === 'found';
  const name = isNamed ? suggestion : await askName(l10n.t('Add Online Judge'), suggestion);
  return name === undefined ? null : saveAdded(extension, name, described, secret);
}

/** Saves a new judge for a contest to which the user has signed in. `contestName`: from a list; undefined: unknown */
async function saveContest(
  extension: Core,
  { described, checked }: SignedInContest,
  label: string,
  contestName: string | undefined,
): Promise<Judge | null> {
  const { answer } = checked;
  const title = answer instanceof RequestFailed ? null : answer.contest?.title;
  const name = suggestedName(described, label, sanitizeForUi(title ?? '', 60) || contestName);
  const judge = await addToSettings(extension, name, described);
  if (judge) await saveChecked(extension, judge, checked);
  return judge;
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
  const judge = await addToSettings(extension, name, described);
  if (!judge) return null;
  const { signIn: how } = judge;
  const isSignedInLater = how.kind === 'none' || (how.kind === 'secret' && how.later === true);
  if (isSignedInLater) await check(extension, judge);
  else if (secret !== undefined || !(await signInAsBefore(extension, judge)))
    await signIn(extension, judge, null, secret);
  return judge;
}

/** Saves a new judge in the settings and chooses it. Null: the settings are invalid, which was shown. */
async function addToSettings(extension: Core, name: string, described: Description): Promise<Judge | null> {
  const read = judgeNamed(name, { [name]: described });
  if (!read.ok) {
    void window.showErrorMessage(notAddedWords(name, read.problems));
    return null;
  }
  await changeJudges({ [name]: described });
  await writeChosenJudge(name);

  const choice = await extension.judges.named(name);
  if (choice.kind === 'wrong') {
    await showSettingsProblems(choice.problems);
    return null;
  }
  return choice.judge;
}

function notAddedWords(name: string, problems: readonly SettingProblem[]): string {
  const reasons = new Set(problems.map(({ what }) => faultWords(what)));
  return l10n.t('{0} wasn’t added: {1}.', sanitizeForUi(name, 60), [...reasons].join(' · '));
}

interface AskedDescription {
  readonly described: Description;
  /** absent: the user didn't sign in to see more values of a field */
  readonly secret?: string;
  /** absent: unknown, or there is none */
  readonly contestName?: string;
}

/**
 * Prompts for the fields of this type of judge. `suggested`: initial values. `before`: current settings; null: a new
 * judge. `decided`: fields that are omitted. Null: the user canceled.
 */
async function askDescription(
  extension: Core,
  type: JudgeTypeName,
  title: string,
  before: Description | null,
  suggested: Description = before ?? {},
  decided: ReadonlySet<string> = new Set(),
): Promise<AskedDescription | null> {
  const {
    promptedFields,
    site,
    fieldsIn,
    listedField,
    mayBeUnencrypted,
    jsonExample = {},
  } = judgeTypes[type];
  // keeps fields that aren't prompted for, from the settings or from a file
  let described: Description = { ...jsonExample, ...suggested, type };
  let secret: string | undefined;
  let contestName: string | undefined;
  for (const asked of promptedFields) {
    if ((asked.whileEditing && before === null) || decided.has(asked.field)) continue;
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
    contestName = answer.name ?? contestName;
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

/** Prompts for the name of a judge, which is displayed everywhere. */
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
 * Suggests a name: that of the contest, or else the host or the type, with the domain, course, or contest if it isn't
 * the usual one. Adds a number if the name is taken. `contestName`: absent if unknown.
 */
export function suggestedName(described: Description, label: string, contestName = ''): string {
  const shortened = contestName.slice(0, 60).trim();
  if (isJudgeName(shortened)) return freeJudgeName(shortened);
  const url = urlOf(described);
  const host = URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : label;
  return freeJudgeName([host, ...NAMING_FIELDS.flatMap((field) => unusualValue(described, field))].join(' '));
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

export function freeJudgeName(name: string): string {
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

/** Prompts for the fields of a judge again, with their current values. */
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

/** Prompts for the URL of a judge with a ready description, whose other fields fit. Null: the user canceled. */
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
