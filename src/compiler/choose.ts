import type { Toolchain } from './toolchain';
import type { CodeUnits } from './units';

interface Mark {
  readonly text: string;
  /** whose it is, as a number in the list of toolchains */
  readonly owner: number;
}

const slots = 4096;

/** Finds out whose output a message holds. One object serves all messages. */
export class Chooser {
  /** by the two characters that they begin with */
  private readonly marks: (Mark[] | undefined)[] = new Array<undefined>(slots).fill(undefined);

  constructor(private readonly known: readonly Toolchain[]) {
    for (const [owner, { marks = [] }] of known.entries()) {
      for (const text of marks) {
        const slot = slotOf(text.charCodeAt(0), text.charCodeAt(1));
        (this.marks[slot] ??= []).push({ text, owner });
      }
    }
  }

  /**
   * The toolchains that speak in a message, the surest first.
   *
   * @param sample of it, as `Toolchain.detect` gets it
   * @param units of the sample
   */
  choose(sample: string, units: CodeUnits): Toolchain[] {
    const asked = this.marked(sample, units);
    const found: { toolchain: Toolchain; sureness: number }[] = [];
    for (const [at, toolchain] of this.known.entries()) {
      const yields = found.some((one) => one.toolchain.name === toolchain.yieldsTo);
      const sureness = asked[at] && !yields ? toolchain.detect(sample) : 0;
      if (sureness > 0) found.push({ toolchain, sureness });
    }
    found.sort((a, b) => b.sureness - a.sureness);
    // a guess counts only where nobody knows better
    const least = found[0]?.sureness === 1 ? 1 : 2;
    return found.filter(({ sureness }) => sureness >= least).map(({ toolchain }) => toolchain);
  }

  /** For each toolchain, whether it is to be asked: all marks are looked for in one pass. */
  private marked(sample: string, units: CodeUnits): boolean[] {
    const asked = this.known.map(({ marks }) => !marks);
    let before = units[0] ?? 0;
    for (let at = 1; at < units.length; at++) {
      const unit = units[at] ?? 0;
      const marks = this.marks[slotOf(before, unit)];
      before = unit;
      if (marks) this.compare(marks, sample, at - 1, asked);
    }
    return asked;
  }

  private compare(marks: readonly Mark[], sample: string, at: number, asked: boolean[]): void {
    for (const { text, owner } of marks) {
      if (!asked[owner] && sample.startsWith(text, at)) asked[owner] = true;
    }
  }
}

function slotOf(first: number, second: number): number {
  return ((first << 5) ^ second) & (slots - 1);
}
