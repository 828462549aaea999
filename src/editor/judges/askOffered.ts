import { l10n, window, type QuickPick, type QuickPickItem } from 'vscode';
import { RequestFailed, type Credential, type FieldOffer, type OfferedValue } from '../../judges';
import { chosenIn } from '../shared/dialogs/quickPick';
import { orFailure } from '../shared/failures/showFailure';
import { isFieldText } from './askFields';
import { joined } from '../labels/recordLabels';
import { endWords, startWords } from '../labels/remainingTime';
import { sanitizeForUi } from '../labels/sanitizeText';
import type { Description } from './settingsEntry';
import { judgeAt } from './findSite';
import { askCredential } from './signIn/signIn';
import { credentialOfSite } from './signIn/signInAsBefore';
import type { Core } from '../shared/core';

/** Returned if the user chose to sign in instead of a value. */
const signInFirst = Symbol('sign in first');

/** Returned if the user chose to enter a value that isn’t listed. */
const another = Symbol('another');

interface OfferedAnswer {
  /** undefined: the user canceled */
  readonly value: unknown;
  /** the judge’s name for the value; absent: it has none, or it isn’t listed */
  readonly name?: string | undefined;
  /** absent: the user didn't sign in to see more values */
  readonly secret?: string;
}

/**
 * Prompts for one of the values that the judge lists for a field; calls `ask` if the user wants another one. Some values
 * are only listed for signed-in users, so the user can sign in first.
 */
export async function askOffered(
  extension: Core,
  title: string,
  described: Description,
  { field, fetchValues }: FieldOffer,
  ask: () => Promise<unknown>,
): Promise<OfferedAnswer> {
  const judge = judgeAt(described);
  if (!judge) return { value: await ask() };
  let now = Date.now();
  const offeredTo = async (credential: Credential | null) => {
    const client = await extension.judges.clientWith(judge, credential);
    const values = await orFailure(client.ask(fetchValues));
    now = Date.now() + client.clockLead;
    return values instanceof RequestFailed ? values : inOrderOfTime(values, now);
  };
  const before = await credentialOfSite(extension, judge, described);
  const known = before === null ? [] : valuesIn(await offeredTo(before));
  const open = known.length > 0 ? known : await offeredTo(null);
  const takesPassword = judge.signIn.kind === 'secret' && judge.signIn.secret === 'userAndPassword';
  const canSignIn =
    known.length === 0 && takesPassword && !(open instanceof RequestFailed && !isRefusal(open));
  const choose = (values: readonly OfferedValue[], mayBeMore: boolean) =>
    chooseOffered(title, { values, now, before: described[field], canSignIn: mayBeMore, ask });
  const values = valuesIn(open);
  const chosen = await choose(values, canSignIn);
  if (chosen !== signInFirst) return { value: chosen, name: nameOfValue(values, chosen) };
  const checked = await askCredential(extension, judge);
  if (!checked) return { value: undefined };
  const { credential } = checked;
  const own = valuesIn(await offeredTo(credential));
  const value = await choose(own, false);
  return { value, name: nameOfValue(own, value), secret: credential.secret };
}

/** Fetches the judge’s name for the value of a field. Undefined: it has none, or the judge doesn’t list it. */
export async function fetchNameOfValue(
  extension: Core,
  described: Description,
  { field, fetchValues }: FieldOffer,
): Promise<string | undefined> {
  const judge = judgeAt(described);
  if (!judge || described[field] === undefined) return undefined;
  const credential = await credentialOfSite(extension, judge, described);
  const client = await extension.judges.clientWith(judge, credential);
  return nameOfValue(valuesIn(await orFailure(client.ask(fetchValues))), described[field]);
}

/** Returns the judge’s name for a value; undefined: none, or not offered. */
function nameOfValue(values: readonly OfferedValue[], chosen: unknown): string | undefined {
  const offered = values.find(({ value }) => value === chosen);
  return offered && offered.name !== offered.value ? sanitizeForUi(offered.name, 60) : undefined;
}

function isRefusal({ failure }: RequestFailed): boolean {
  return failure.kind === 'status' && (failure.status === 401 || failure.status === 403);
}

function valuesIn(answer: readonly OfferedValue[] | RequestFailed): readonly OfferedValue[] {
  return answer instanceof RequestFailed ? [] : answer.slice(0, 200);
}

interface OfferedChoice {
  readonly values: readonly OfferedValue[];
  /** time of the judge's clock, ms since 1970 */
  readonly now: number;
  readonly before: unknown;
  readonly canSignIn: boolean;
  readonly ask: () => Promise<unknown>;
}

/** Returns one of the values, the result of `ask`, or `signInFirst`; undefined: the user canceled. */
async function chooseOffered(
  title: string,
  { values, now, before, canSignIn, ask }: OfferedChoice,
): Promise<unknown> {
  const askOther = async (): Promise<unknown> => valueNamed(await ask(), values);
  if (values.length === 0 && !canSignIn) return askOther();
  type Item = QuickPickItem & { readonly choice: string | typeof signInFirst | typeof another };
  const isBefore = ({ value }: OfferedValue): boolean => value === before;
  const others = values.filter((offered) => !isBefore(offered));
  const itemFor = ({ value, name, otherNames: [knownAs = value] = [], times }: OfferedValue): Item => ({
    label: sanitizeForUi(name, 200),
    description: joined(
      ' · ',
      knownAs === name ? '' : sanitizeForUi(knownAs, 64),
      times ? timeWords(times, now) : '',
    ),
    choice: value,
  });
  const signIn: Item = {
    label: l10n.t('Sign In…'),
    detail: l10n.t('Some contests are visible only after you sign in'),
    choice: signInFirst,
  };
  const itemsFor = (typed: string): readonly Item[] => [
    // Enter keeps the current value, and never takes a contest that has ended without a choice
    ...values.filter(isBefore).map(itemFor),
    ...others.filter((offered) => !hasEnded(offered, now)).map(itemFor),
    ...(canSignIn ? [signIn] : []),
    {
      label: l10n.t('Another…'),
      description: sanitizeForUi(typed, 64),
      detail: l10n.t('If a contest isn’t listed before it starts, enter its ID or short name'),
      alwaysShow: true,
      choice: another,
    },
    ...others.filter((offered) => hasEnded(offered, now)).map(itemFor),
  ];
  const pick = window.createQuickPick<Item>();
  pick.title = title;
  pick.placeholder = l10n.t('Select the contest, or enter its ID or short name');
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  pick.items = itemsFor('');
  const typing = pick.onDidChangeValue((text) => (pick.items = itemsFor(text.trim())));
  const choice = await chosenIn(pick, () => readChoice(pick, values), [typing]);
  return choice === another ? askOther() : choice;
}

/** Returns the choice in the box; undefined: the typed text can’t identify a contest, so the box stays open. */
function readChoice(
  { activeItems: [active], value }: QuickPick<QuickPickItem & { readonly choice: string | symbol }>,
  values: readonly OfferedValue[],
): unknown {
  const typed = value.trim();
  if (typed === '' || (active && active.choice !== another)) return active?.choice;
  const named = valueNamed(typed, values);
  return named !== typed || isFieldText(typed) ? named : undefined;
}

/** Returns the value with the typed name, in any letter case; the text itself if none has it. */
function valueNamed(typed: unknown, values: readonly OfferedValue[]): unknown {
  if (typeof typed !== 'string') return typed;
  const wanted = typed.toLowerCase();
  const found = values.find(({ value, name, otherNames = [] }) =>
    [value, name, ...otherNames].some((one) => one.toLowerCase() === wanted),
  );
  return found?.value ?? typed;
}

type Times = NonNullable<OfferedValue['times']>;

/** Sorts contests: running ones, then coming ones (the next one first), then past ones (the last one first). */
function inOrderOfTime(values: readonly OfferedValue[], now: number): readonly OfferedValue[] {
  const rank = (offered: OfferedValue): readonly [number, number] => {
    const { times } = offered;
    if (!times) return [0, 0];
    const { startsAt, endsAt } = times;
    if (hasEnded(offered, now)) return [2, -(endsAt ?? 0)];
    return startsAt !== null && startsAt <= now ? [0, -startsAt] : [1, startsAt ?? Infinity];
  };
  return values.toSorted((one, other) => {
    const [[group, time], [otherGroup, otherTime]] = [rank(one), rank(other)];
    return group - otherGroup || (time === otherTime ? 0 : time - otherTime);
  });
}

function hasEnded({ times }: OfferedValue, now: number): boolean {
  const endsAt = times?.endsAt ?? null;
  return endsAt !== null && endsAt <= now;
}

function timeWords({ startsAt, endsAt }: Times, now: number): string {
  return startsAt !== null && startsAt > now
    ? startWords(startsAt, now)
    : endWords({ endsAt, submissions: null }, now);
}
