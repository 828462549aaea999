import { l10n, type QuickPickItem } from 'vscode';
import {
  judgeTypeNames,
  judgeTypeNamesByApi,
  readyJudges,
  unsupportedWebsites,
  type JudgeTypeName,
  type ReadyJudge,
} from '../../judges';
import { judgeDescription, judgeDescriptions } from '../shared/settings/judgeSettings';
import { readyWords, typeWords, unsupportedWords } from '../labels/judgeLabels';

/** A kind of judge that users can add. */
export type Addable =
  | { readonly kind: 'type'; readonly type: JudgeTypeName }
  | { readonly kind: 'ready'; readonly ready: ReadyJudge };

interface AddableItem extends QuickPickItem {
  readonly adds: Addable;
}

/** Returns the well-known judges: the types, and those with a ready description. */
export function knownJudgeItems(): readonly AddableItem[] {
  return [
    ...judgeTypeNames.filter((type) => !judgeTypeNamesByApi.includes(type)).map(typeItem),
    ...readyJudges
      .filter((ready) => !isAddedOnce(ready))
      .map((ready): AddableItem => ({ adds: { kind: 'ready', ready }, ...readyWords(ready) })),
  ];
}

/** Returns whether the user has added a judge that is the same for everybody: it needs neither an account nor a URL. */
function isAddedOnce({ id, description }: ReadyJudge): boolean {
  if (description['authentication'] !== 'none' || description['url'] === undefined) return false;
  return Object.keys(judgeDescriptions()).some((name) => judgeDescription(name)?.['basedOn'] === id);
}

/** Returns the types for users who describe the API of their judge. */
export function apiItems(): readonly AddableItem[] {
  return judgeTypeNamesByApi.map(typeItem);
}

function typeItem(type: JudgeTypeName): AddableItem {
  const { label, detail } = typeWords(type);
  return { adds: { kind: 'type', type }, label, detail };
}

/** Returns rows that explain why some websites can’t be added. */
export function unsupportedItems(): readonly QuickPickItem[] {
  return unsupportedWebsites.map((website) => ({
    label: website === 'Luogu' ? l10n.t('Luogu (website)') : website,
    detail: unsupportedWords(website),
  }));
}
