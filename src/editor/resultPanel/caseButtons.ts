import { env, l10n, UIKind } from 'vscode';
import {
  wholeDescriptionButton,
  type CaseButtonLabel,
  type CaseIdentity,
  type CaseResult,
  type Side,
  type ToPage,
} from '../../resultPage/messages';

/** The case of a button, and the panel functions that the button may use. */
export interface CaseTarget extends CaseIdentity {
  readonly side: Side;
  /** Runs a command of the extension for the case. `command`: its ID without `judgeResults.`. */
  readonly runCommand: (command: string) => Promise<void>;
  /** Returns the whole description of the case; null: the case no longer exists. */
  readonly description: () => string | null;
  readonly post: (message: ToPage) => void;
}

interface CaseTraits {
  /** compared on this computer */
  readonly isCompared: boolean;
  readonly isOwnSample: boolean;
}

interface CaseButton {
  readonly id: string;
  readonly label: () => string;
  readonly isShown: (result: Omit<CaseResult, 'buttons'>, traits: CaseTraits) => boolean;
  readonly run: (target: CaseTarget) => PromiseLike<void> | void;
}

const caseButtons: readonly CaseButton[] = [
  {
    id: wholeDescriptionButton,
    label: () => l10n.t('Show all'),
    isShown: ({ isCut }) => isCut,
    run: ({ side, subtask, case: caseKey, description, post }) => {
      const text = description();
      if (text !== null) post({ type: 'description', side, subtask, case: caseKey, text });
    },
  },
  {
    id: 'compareOutput',
    label: () => l10n.t('Compare Output'),
    isShown: ({ outputs }) => outputs?.isWhole === true,
    run: (target) => target.runCommand('compareOutput'),
  },
  {
    id: 'saveCase',
    label: () => l10n.t('Save as Sample'),
    isShown: ({ input }, { isOwnSample }) => input !== null && !isOwnSample,
    run: (target) => target.runCommand('saveCase'),
  },
  {
    id: 'editSample',
    label: () => l10n.t('Edit Sample'),
    isShown: (_result, { isOwnSample }) => isOwnSample,
    run: (target) => target.runCommand('editSample'),
  },
  {
    id: 'runCase',
    label: () => l10n.t('Run Here'),
    isShown: ({ input }) => input !== null && !isInBrowser(),
    run: (target) => target.runCommand('runCase'),
  },
  {
    id: 'compareAs',
    label: () => l10n.t('Compare As…'),
    isShown: (_result, { isCompared }) => isCompared,
    run: (target) => target.runCommand('compareAs'),
  },
  {
    id: 'debugCase',
    label: () => l10n.t('Debug'),
    isShown: ({ input }) => input !== null && !isInBrowser(),
    run: (target) => target.runCommand('debugCase'),
  },
];

export function caseButtonLabels(): readonly CaseButtonLabel[] {
  return caseButtons.map(({ id, label }) => ({ id, label: label() }));
}

export function buttonsOf(result: Omit<CaseResult, 'buttons'>, traits: CaseTraits): readonly string[] {
  return caseButtons.filter(({ isShown }) => isShown(result, traits)).map(({ id }) => id);
}

/** Returns whether the extension runs in a browser, where programs can't run. */
function isInBrowser(): boolean {
  return env.uiKind === UIKind.Web && env.remoteName === undefined;
}

/** Runs the action of a button. Ignores unknown IDs: they come from the page. */
export async function runCaseButton(id: string, target: CaseTarget): Promise<void> {
  await caseButtons.find((button) => button.id === id)?.run(target);
}
