import type { Case } from './model';

/** Text that a program or its interactor wrote until the other one wrote something. */
export interface DialogTurn {
  readonly from: 'program' | 'interactor';
  readonly text: string;
}

/** Outputs of a program and its interactor, in their order. */
export interface Dialog {
  readonly start: readonly DialogTurn[];
  /** the last turns of a long dialog, whose middle is missing; empty: nothing is missing */
  readonly end: readonly DialogTurn[];
}

/** Returns the dialog of a program and its interactor in a case. Null: there was no interactor. */
export function dialogOf({ extra }: Pick<Case, 'extra'>): Dialog | null {
  const { dialog } = extra ?? {};
  if (typeof dialog !== 'object' || dialog === null) return null;
  const { start, end } = dialog as Readonly<Record<string, unknown>>;
  return { start: turnsIn(start), end: turnsIn(end) };
}

function turnsIn(stored: unknown): readonly DialogTurn[] {
  return Array.isArray(stored) ? stored.filter(isTurn) : [];
}

function isTurn(stored: unknown): stored is DialogTurn {
  if (typeof stored !== 'object' || stored === null) return false;
  const { from, text } = stored as Readonly<Record<string, unknown>>;
  return (from === 'program' || from === 'interactor') && typeof text === 'string';
}
