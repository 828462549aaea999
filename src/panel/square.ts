import type { CaseView } from './caseView';
import { make, setAttribute, setText } from './dom';

/** A square of the grid, made once and drawn again when its case changes. */
export type Square = CaseSquare | PairSquare;

/** Number top left, the short code in the middle, time and memory below with their bars. */
export class CaseSquare {
  private readonly label = make('span', { class: 'number' });
  private readonly half = new Half();
  readonly element = make(
    'div',
    { role: 'gridcell', class: 'square', tabindex: -1 },
    this.label,
    ' ',
    ...this.half.parts,
  );

  draw(view: CaseView, name: string): void {
    setText(this.label, view.name);
    this.half.draw(view);
    setAttribute(this.element, 'data-look', view.look ?? 'none');
    setAttribute(this.element, 'aria-label', name);
  }
}

/** The same case in two records: before on the left, now on the right, what became of it above. */
export class PairSquare {
  private readonly label = make('span', { class: 'number' });
  private readonly change = make('span', { class: 'change' });
  private readonly halves = { before: new Half(), now: new Half() };
  private readonly before = make('div', { class: 'half' }, ...this.halves.before.parts);
  private readonly now = make('div', { class: 'half' }, ...this.halves.now.parts);
  readonly element = make(
    'div',
    { role: 'gridcell', class: 'square pair', tabindex: -1 },
    this.label,
    ' ',
    this.change,
    ' ',
    this.before,
    ' ',
    this.now,
  );

  draw(before: CaseView, now: CaseView, change: string, name: string): void {
    setText(this.label, now.name);
    setText(this.change, change);
    this.halves.before.draw(before);
    this.halves.now.draw(now);
    setAttribute(this.before, 'data-look', before.look ?? 'none');
    setAttribute(this.now, 'data-look', now.look ?? 'none');
    setAttribute(this.element, 'aria-label', name);
  }
}

class Half {
  private readonly code = make('b', { class: 'code' });
  private readonly time = make('span', { class: 'figure time' });
  private readonly memory = make('span', { class: 'figure memory' });
  private readonly timeBar = make('span', { class: 'bar' });
  private readonly memoryBar = make('span', { class: 'bar' });
  /** with blanks between the texts, for whoever reads them without seeing where they stand */
  readonly parts = [this.code, ' ', this.time, ' ', this.memory, this.timeBar, this.memoryBar];

  draw(view: CaseView): void {
    setText(this.code, view.code);
    setAttribute(this.code, 'class', view.code.length > 6 ? 'code long' : 'code');
    setText(this.time, view.time);
    setText(this.memory, view.memory);
    setShare(this.timeBar, view.timeShare);
    setShare(this.memoryBar, view.memoryShare);
  }
}

/**
 * How full a bar is; null: there is none. A script may set styles where the page's policy forbids `style` attributes.
 */
export function setShare(bar: HTMLElement, share: number | null): void {
  setAttribute(bar, 'hidden', share === null);
  if (share !== null) bar.style.setProperty('--share', share.toFixed(3));
}
