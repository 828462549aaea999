import type { Judge } from '../../judges';

export interface ShownClarifications {
  /** Returns the IDs of the judge's running contests, as far as they are known, as in `Contest.id`. */
  contestsAt(judge: Judge): readonly string[];
  /**
   * Describes how many clarifications of a contest are known: “2 new”, or their number; empty: none. `id`: as in
   * `Contest.id`
   */
  countWords(judge: Judge, id: string): string;
  /** Fetches the clarifications of a contest, and shows them as a document. `id`: as in `Contest.id` */
  show(judge: Judge, id: string): Promise<void>;
  /** Shows the clarifications of a row of the list. `id`: unchecked */
  showRow(id: unknown): Promise<void>;
}

export interface WithClarifications {
  /** clarifications of the chosen judge; loaded with the first judge that has them */
  readonly clarifications: () => Promise<ShownClarifications>;
}
