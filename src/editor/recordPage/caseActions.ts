import { l10n } from 'vscode';
import {
  wholeDescriptionAction,
  type CaseActionLabel,
  type CaseIdentity,
  type CaseResult,
  type Side,
  type ToPage,
} from '../../panel/messages';

/** The case that an action runs for, and the panel functions it may use. */
export interface CaseTarget extends CaseIdentity {
  readonly side: Side;
  /** Runs one of the extension's commands, without `judgeResults.`, for the case. */
  readonly runCommand: (command: string) => Promise<void>;
  /** Returns the whole description of the case; null if the record doesn't have the case any more. */
  readonly description: () => string | null;
  readonly post: (message: ToPage) => void;
}

/** A button in the details of a case. */
interface CaseAction {
  readonly id: string;
  readonly label: () => string;
  readonly isShown: (result: Omit<CaseResult, 'actions'>) => boolean;
  readonly run: (target: CaseTarget) => Promise<void> | void;
}

/** All buttons that a case can have, in the order in which they are shown. */
const caseActions: readonly CaseAction[] = [
  {
    id: wholeDescriptionAction,
    label: () => l10n.t('Show all'),
    isShown: ({ isCut }) => isCut,
    run: ({ side, subtask, case: one, description, post }) => {
      const text = description();
      if (text !== null) post({ type: 'description', side, subtask, case: one, text });
    },
  },
  {
    id: 'compareOutput',
    label: () => l10n.t('Compare Output'),
    isShown: ({ outputs }) => outputs?.isWhole === true,
    run: (target) => target.runCommand('compareOutput'),
  },
];

export function caseActionLabels(): readonly CaseActionLabel[] {
  return caseActions.map(({ id, label }) => ({ id, label: label() }));
}

/** Returns the IDs of the actions that a case offers. */
export function actionsOf(result: Omit<CaseResult, 'actions'>): readonly string[] {
  return caseActions.filter(({ isShown }) => isShown(result)).map(({ id }) => id);
}

/** Runs a case action. Ignores unknown IDs: they come from the page. */
export async function runCaseAction(id: string, target: CaseTarget): Promise<void> {
  await caseActions.find((action) => action.id === id)?.run(target);
}
