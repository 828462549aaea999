import type { CaseView } from './caseView';
import { make, setAttribute, setText } from './dom';

/** A square of the grid, made once and drawn again when its case changes. */
export type Square = CaseSquare | SmallSquare | PairSquare;

/** From this part of the limit on the time has a bar. */
export const worthABar = 0.5;

/** Number left, short code right, time below; at the foot how much of the limit it is, from half of it on. */
export class CaseSquare {
  private readonly label = make('span', { class: 'number' });
  private readonly code = make('b', { class: 'code' });
  private readonly time = make('span', { class: 'figure time' });
  private readonly bar = make('span', { class: 'bar' });
  readonly element = make(
    'div',
    { role: 'gridcell', class: 'square', tabindex: -1 },
    this.label,
    ' ',
    this.code,
    ' ',
    this.time,
    this.bar,
  );

  draw(view: CaseView, name: string): void {
    setText(this.label, view.name);
    drawCode(this.code, view);
    setText(this.time, view.time);
    setShare(this.bar, view.timeShare !== null && view.timeShare >= worthABar ? view.timeShare : null);
    setAttribute(this.element, 'data-look', view.look ?? 'none');
    setAttribute(this.element, 'aria-label', name);
  }
}

/** Of very many cases: the number alone. How it failed is a form as well as a color. */
export class SmallSquare {
  private readonly label = make('span', { class: 'number' });
  readonly element = make('div', { role: 'gridcell', class: 'square heat', tabindex: -1 }, this.label);

  /** `number`: the case within its subtask */
  draw(view: CaseView, name: string, number: string): void {
    setText(this.label, number);
    setAttribute(this.element, 'data-look', view.look ?? 'none');
    setAttribute(this.element, 'data-code', view.code);
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
  /** with blanks between the texts, for whoever reads them without seeing where they stand */
  readonly parts = [this.code, ' ', this.time, ' ', this.memory];

  draw(view: CaseView): void {
    drawCode(this.code, view);
    setText(this.time, view.time);
    setText(this.memory, view.memory);
  }
}

function drawCode(element: HTMLElement, { code }: CaseView): void {
  setText(element, code);
  setAttribute(element, 'class', code.length > 6 ? 'code long' : 'code');
}

/**
 * How full a bar is; null: there is none. A script may set styles where the page's policy forbids `style` attributes.
 */
export function setShare(bar: HTMLElement, share: number | null): void {
  setAttribute(bar, 'hidden', share === null);
  if (share !== null) bar.style.setProperty('--share', share.toFixed(3));
}
