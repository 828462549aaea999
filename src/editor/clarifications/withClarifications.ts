import type { Judge } from '../../judges';

export interface ShownClarifications {
  /** Returns the IDs of the judge's running contests, as far as they are known, as in `Contest.id`. */
  contestsAt(judge: Judge): readonly string[];
  /** Shows the clarifications of a row of the list. `id`: unchecked */
  showRow(id: unknown): Promise<void>;
}

export interface WithClarifications {
  /** clarifications of the chosen judge; loaded with the first judge that has them */
  readonly clarifications: () => Promise<ShownClarifications>;
}
