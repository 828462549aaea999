import { l10n, Uri, window, workspace } from 'vscode';
import {
  builtInJudge,
  checkShared,
  isSameJudge,
  MAX_SHARED_BYTES,
  readSharedText,
  judgeIdentity,
  judgeTypes,
  type CheckedJudge,
  type Judge,
  type ReadShared,
} from '../../../judges';
import { fileName } from '../../labels/recordLabels';
import { nameOfJudge, typeWords } from '../../labels/judgeLabels';
import { sanitizeForUi } from '../../labels/sanitizeText';
import type { RowArguments } from '../../shared/commands/commandTargets';
import { judgeDescription, writeChosenJudge } from '../../shared/settings/judgeSettings';
import { askField } from '../askFields';
import { agreesToUnencrypted } from '../askSite';
import type { Description } from '../settingsEntry';
import { freeJudgeName, saveAdded, suggestedName } from '../editJudges';
import { signIn } from '../signIn/signIn';
import { sharedDetails, sharedProblemWords } from './labels';
import type { Core } from '../../shared/core';

/** The source of a judge's description. */
export type SharedSource =
  | { readonly kind: 'link' }
  /** `name`: of the file, safe to show */
  | { readonly kind: 'file'; readonly name: string };

/** An action that the user confirmed. */
export type Confirmed =
  | { readonly kind: 'add'; readonly checked: CheckedJudge; readonly name: string }
  /** chooses one of the user's judges, which is the same */
  | { readonly kind: 'use'; readonly judge: Judge };

/**
 * “Add Judge from File…”: adds the judge in the clicked file, or else in a file that the user chooses. Null: the user
 * canceled, or the judge is rejected, which was shown.
 */
export async function addJudgeFromFile(extension: Core, [clicked]: RowArguments): Promise<Judge | null> {
  const file = clicked instanceof Uri ? clicked : await askFile();
  if (!file) return null;
  const source: SharedSource = { kind: 'file', name: sanitizeForUi(fileName(file.path), 100) };
  const confirmed = await confirmShared(extension, await readFile(file), source);
  return confirmed && addConfirmed(extension, confirmed);
}

/** Shows a dialog to choose a file. Undefined: the user canceled. */
async function askFile(): Promise<Uri | undefined> {
  const [file] =
    (await window.showOpenDialog({
      title: l10n.t('Add Judge from File'),
      openLabel: l10n.t('Add'),
      filters: { JSON: ['json'] },
      canSelectMany: false,
    })) ?? [];
  return file;
}

async function readFile(file: Uri): Promise<ReadShared> {
  const { size } = await workspace.fs.stat(file);
  if (size > MAX_SHARED_BYTES) return { ok: false, problem: { kind: 'tooLarge' } };
  return readSharedText(new TextDecoder().decode(await workspace.fs.readFile(file)));
}

/**
 * Checks the description of a judge, and shows a dialog to confirm it. Saves nothing. Null: the user canceled, or the
 * description is rejected, which was shown.
 */
export async function confirmShared(
  extension: Core,
  read: ReadShared,
  source: SharedSource,
): Promise<Confirmed | null> {
  const check = read.ok ? checkShared(read.shared) : read;
  if (!check.ok) {
    const why = sharedProblemWords(check.problem);
    void window.showErrorMessage(
      source.kind === 'link'
        ? l10n.t('The judge in the link can’t be added. {0}', why)
        : l10n.t('The judge in {0} can’t be added. {1}', source.name, why),
    );
    return null;
  }
  const { checked } = check;
  const same = await findSameJudge(extension, checked);
  return same ? confirmUse(same) : confirmAdd(checked, source);
}

/** Finds the same judge among the user's judges. Null: the user doesn't have it. */
async function findSameJudge({ judges }: Core, checked: CheckedJudge): Promise<Judge | null> {
  for (const name of await judges.names()) {
    const read = await judges.named(name);
    if (read.kind !== 'chosen' || read.judge.runsHere) continue;
    const { type, baseUrl } = read.judge;
    const entry = name === builtInJudge.name ? { type } : (judgeDescription(name) ?? {});
    if (isSameJudge(checked, { type, baseUrl, entry })) return read.judge;
  }
  return null;
}

async function confirmUse(judge: Judge): Promise<Confirmed | null> {
  const use = l10n.t('Use This Judge');
  const chosen = await window.showInformationMessage(
    l10n.t('You already have this judge: {0}', nameOfJudge(judge)),
    { modal: true, detail: l10n.t('It becomes the current judge. Its settings don’t change.') },
    use,
  );
  return chosen === use ? { kind: 'use', judge } : null;
}

async function confirmAdd(checked: CheckedJudge, source: SharedSource): Promise<Confirmed | null> {
  const { type, entry, judge } = checked;
  const name =
    checked.name === null
      ? suggestedName({ ...entry, url: judge.baseUrl }, typeWords(type).label)
      : freeJudgeName(checked.name);
  const shown = sanitizeForUi(name, 100);
  const add = l10n.t('Add');
  const chosen = await window.showInformationMessage(
    source.kind === 'link'
      ? l10n.t('Add the judge {0}, as requested by a link?', shown)
      : l10n.t('Add the judge {0} from {1}?', shown, source.name),
    { modal: true, detail: sharedDetails(checked) },
    add,
  );
  return chosen === add ? { kind: 'add', checked, name } : null;
}

/**
 * Adds the confirmed judge to the user's settings, chooses it, and signs in. Before that, prompts for the user's consent and
 * name if the judge requires them. Null: the user canceled, so nothing was saved.
 */
export async function addConfirmed(extension: Core, confirmed: Confirmed): Promise<Judge | null> {
  if (confirmed.kind === 'use') {
    const { judge } = confirmed;
    await writeChosenJudge(judgeIdentity(judge.id).name);
    if (await extension.judges.isSignedOut(judge)) await signIn(extension, judge);
    return judge;
  }
  const { checked, name } = confirmed;
  const { baseUrl } = checked.judge;
  if (checked.isUnencrypted && !(await agreesToUnencrypted(baseUrl))) return null;
  const described = await withOwnNames(checked, name);
  if (!described) return null;
  const consent = checked.isUnencrypted ? { allowPlainHttp: true } : {};
  return saveAdded(extension, name, { ...described, ...consent });
}

/** Adds the user's name at the judge to the description, if it lacks the name. Null: the user canceled. */
async function withOwnNames(
  { type, entry, missingFields }: CheckedJudge,
  name: string,
): Promise<Description | null> {
  let described: Description = entry;
  for (const asked of judgeTypes[type].promptedFields) {
    if (!missingFields.includes(asked.field)) continue;
    const title = l10n.t('Add {0}', sanitizeForUi(name, 60));
    const value = await askField(title, asked, described, undefined, typeWords(type).prompts);
    if (value === undefined) return null;
    if (value !== null) described = { ...described, [asked.field]: value };
  }
  return described;
}
