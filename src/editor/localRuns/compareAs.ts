import { commands, l10n, ThemeIcon, window } from 'vscode';
import { errorText } from '../../results';
import { caseTarget } from '../cases';
import type { WithDiagnostics } from '../diagnostics';
import { shownFileName } from '../labels/recordLabels';
import { sanitizeForUi } from '../labels/sanitizeText';
import { chosenComparison, storeComparison, type ChosenComparison } from '../samples';
import type { Core, WithSelection } from '../shared/core';
import { watchingPerson } from '../shared/dialogs/personActions';
import { chooseChecker, findHelpers, hasChosenChecker, stopUsingChecker } from './checkerFiles';
import { runRecordAgain } from './runAgain';
import type { WithLocalRuns } from './withLocalRuns';

/**
 * “Compare As…”: lets the user choose how the outputs of a case's problem are compared, stores that, and runs the cases
 * again. Then shows the same case of the new result, unless the person did something else meanwhile.
 */
export async function compareAs(
  extension: Core & WithDiagnostics & WithSelection & WithLocalRuns,
  argument: unknown,
): Promise<void> {
  const untrusted = l10n.t('Running programs requires a trusted workspace.');
  const target = await caseTarget(extension, argument, untrusted);
  if (!target) return;
  const { workspaceState } = extension.context;
  const { program } = target;
  const present = hasChosenChecker(extension, program)
    ? 'checker'
    : chosenComparison(workspaceState, program);
  const { checker } = await findHelpers(extension, program);
  const found = checker && present !== 'checker' ? shownFileName(checker.uri) : null;
  const chosen = await askComparison(present, found);
  if (chosen === undefined) return;
  if (chosen !== 'checker') await stopUsingChecker(extension, program);
  else if (!(await chooseChecker(extension, program))) return;
  await storeComparison(workspaceState, program, chosen === 'checker' ? null : chosen);
  await watchingPerson(async (person) => {
    const ran = await runRecordAgain(extension, target.record);
    if (!ran || person.hasActed) return;
    const { subtask, case: name } = target.place;
    await commands.executeCommand('judgeResults.openRecord', { key: ran.record.key, subtask, case: name });
  });
}

/**
 * Returns null for the judge's way, and undefined if the user canceled. `present`: the present choice; null: none.
 * `checker`: name of the file next to the program that decides without a choice; null: none
 */
async function askComparison(
  present: ChosenComparison | 'checker' | null,
  checker: string | null,
): Promise<ChosenComparison | 'checker' | null | undefined> {
  const within = typeof present === 'number' ? present : USUAL_ERROR;
  const items = [
    {
      label: l10n.t('As the Judge Does'),
      ...(checker === null ? {} : { description: sanitizeForUi(checker, 100) }),
      value: null,
    },
    { label: l10n.t('Exactly'), value: 'exactly' as const },
    { label: l10n.t('Lines'), description: l10n.t('spaces at line ends ignored'), value: 'lines' as const },
    { label: l10n.t('Words'), description: l10n.t('all spaces alike'), value: 'words' as const },
    { label: l10n.t('Ignore Letter Case'), value: 'caseless' as const },
    { label: l10n.t('Numbers Within…'), value: within },
    { label: l10n.t('Checker…'), value: 'checker' as const },
  ].map((item) => (item.value === present ? { ...item, iconPath: new ThemeIcon('check') } : item));
  const title = l10n.t('Compare outputs of this problem');
  const picked = await window.showQuickPick(items, { title });
  if (!picked) return undefined;
  return typeof picked.value === 'number' ? askError(within) : picked.value;
}

const USUAL_ERROR = 1e-6;

async function askError(present: number): Promise<number | undefined> {
  const typed = await window.showInputBox({
    title: l10n.t('Numbers Within…'),
    prompt: l10n.t('Absolute or relative error of numbers'),
    value: errorText(present),
    validateInput: (text) =>
      readError(text) === null ? l10n.t('Enter a number between 0 and 1, such as 1e-6.') : undefined,
  });
  return typed === undefined ? undefined : (readError(typed) ?? undefined);
}

/** Null: not a number between 0 and 1 */
function readError(text: string): number | null {
  const number = Number(text.trim().replace(',', '.'));
  return number > 0 && number < 1 ? number : null;
}
