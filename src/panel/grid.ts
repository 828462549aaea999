import { make, setAttribute } from './dom';
import {
  heightOf,
  layOut,
  rowsBetween,
  rowsOf,
  sameSlot,
  sectionsBetween,
  takesSpace,
  topOf,
  topOfRow,
  type GridLayout,
  type IndexRange,
  type Sizes,
  type Slot,
} from './layout';
import { destination } from './navigation';
import type { Square } from './square';

export interface GridContent {
  readonly sections: readonly GridSection[];
  readonly sizes: Sizes;
  /** a section without squares still shows its heading */
  readonly keepEmpty: boolean;
}

export interface GridSection {
  /** how many squares */
  readonly count: number;
  readonly name: string;
  /** null: no heading */
  readonly heading: (() => readonly (Node | string)[]) | null;
}

export interface GridHooks {
  makeSquare(): Square;
  drawSquare(square: Square, slot: Slot): void;
  /** a click or a key leads to this square; `open`: its details are wanted */
  chosen(slot: Slot, open: boolean): void;
  tooltip(slot: Slot): string;
  /** CSS pixels at the top of the page that something else stands on */
  covered(): number;
}

/** Rows built above and below what is visible, in CSS pixels. */
const margin = 300;

interface Row {
  readonly element: HTMLElement;
  readonly squares: Square[];
}

interface Section {
  readonly element: HTMLElement;
  readonly heading: HTMLElement | null;
  readonly grid: HTMLElement;
  readonly rows: Map<number, Row>;
}

/** All squares of a record, of which only those in sight are built. One of them is in the tab order. */
export class Grid {
  readonly element = make('div', { class: 'grid' });
  private content: GridContent = { sections: [], sizes: noSizes, keepEmpty: false };
  private layout: GridLayout = layOut([], 0, noSizes, false);
  private readonly sections = new Map<number, Section>();
  private readonly slots = new WeakMap<Element, Slot>();
  private active: Slot | null = null;
  private selected: Slot | null = null;
  private frame = 0;

  constructor(
    private readonly scroller: HTMLElement,
    private readonly hooks: GridHooks,
  ) {
    scroller.addEventListener('scroll', () => this.later(), { passive: true });
    new ResizeObserver(() => this.fit()).observe(scroller);
    this.element.addEventListener('click', (event) => this.clicked(event));
    this.element.addEventListener('focusin', (event) => this.entered(event));
    this.element.addEventListener('keydown', (event) => this.pressed(event));
    this.element.addEventListener('pointerover', (event) => this.hovered(event));
  }

  /** Draws this content now, in place of what was there; squares that stay keep the focus. */
  show(content: GridContent): void {
    if (content.sizes !== this.content.sizes) this.clear();
    this.content = content;
    this.place();
    this.render(true);
  }

  /** `active` is the square that Tab leads to, `selected` the one whose details are shown. */
  mark(active: Slot | null, selected: Slot | null): void {
    this.active = active;
    this.selected = selected;
    this.markSquares();
  }

  /** The square that has the focus; none while the page itself hasn't, which must not take it by itself. */
  focused(): Slot | null {
    const { activeElement } = document;
    if (!activeElement || !document.hasFocus()) return null;
    return this.slots.get(activeElement) ?? null;
  }

  focus(slot: Slot): void {
    this.reveal(slot);
    this.squareAt(slot)?.element.focus({ preventScroll: true });
  }

  /** The square, with the heading of its subtask, at the top. */
  toTop(slot: Slot): void {
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.reveal(slot);
  }

  /** Scrolls no more than is needed to see the square. */
  reveal(slot: Slot): void {
    const { headingHeight, squareHeight, gap } = this.layout.sizes;
    const top = this.element.offsetTop + topOf(this.layout, slot);
    const { scrollTop, clientHeight } = this.scroller;
    const least = top - (slot.slot < this.layout.columns ? headingHeight : 0) - gap - this.hooks.covered();
    if (least < scrollTop) this.scroller.scrollTop = least;
    else if (top + squareHeight + gap > scrollTop + clientHeight) {
      this.scroller.scrollTop = top + squareHeight + gap - clientHeight;
    }
    this.render(false);
  }

  /** Draws what came into sight at the next frame. */
  private later(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.render(false);
    });
  }

  /** Takes the width that there is now. With other columns, what was looked at stays where it was on the screen. */
  fit(): void {
    const before = this.layout;
    const anchor = this.anchor();
    const focused = this.focused();
    this.place();
    const rearranged = before.columns !== this.layout.columns;
    if (rearranged && anchor) this.scroller.scrollTop += topOf(this.layout, anchor) - topOf(before, anchor);
    this.render(rearranged);
    if (focused && !sameSlot(focused, this.focused())) this.focus(focused);
  }

  /** The active square where it is in sight, else the first one that is; null while the top of the page is. */
  private anchor(): Slot | null {
    const top = this.scroller.scrollTop - this.element.offsetTop;
    const bottom = top + this.scroller.clientHeight;
    if (this.active) {
      const place = topOf(this.layout, this.active);
      if (place >= top && place < bottom) return this.active;
    }
    if (top <= 0) return null;
    const section = sectionsBetween(this.layout, top, bottom).from;
    const row = rowsBetween(this.layout, section, top, bottom).from;
    return { section, slot: row * this.layout.columns };
  }

  private place(): void {
    const { sections, sizes, keepEmpty } = this.content;
    this.layout = layOut(
      sections.map(({ count }) => count),
      this.element.clientWidth,
      sizes,
      keepEmpty,
    );
    this.element.style.height = `${heightOf(this.layout)}px`;
    this.element.style.setProperty('--square-width', `${sizes.squareWidth}px`);
    this.element.style.setProperty('--square-height', `${sizes.squareHeight}px`);
    this.element.style.setProperty('--gap', `${sizes.gap}px`);
    this.element.style.setProperty('--heading-height', `${sizes.headingHeight}px`);
  }

  private render(redraw: boolean): void {
    const top = this.scroller.scrollTop - this.element.offsetTop - margin;
    const bottom = top + this.scroller.clientHeight + 2 * margin;
    const { from, to } = sectionsBetween(this.layout, top, bottom);
    for (const [index, section] of this.sections) {
      if (index >= from && index < to && takesSpace(this.layout, index)) continue;
      if (takesSpace(this.layout, index) && section.element.contains(document.activeElement)) {
        if (redraw) this.drawSection(index, section);
        this.renderRows(index, section, { from: 0, to: 0 }, redraw);
        continue;
      }
      section.element.remove();
      this.sections.delete(index);
    }
    for (let index = from; index < to; index += 1) {
      // of a subtask that the filter leaves nothing of, there is no heading either
      if (!takesSpace(this.layout, index)) continue;
      const known = this.sections.get(index);
      const section = known ?? this.addSection(index);
      if (!known || redraw) this.drawSection(index, section);
      this.renderRows(index, section, rowsBetween(this.layout, index, top, bottom), redraw);
    }
    this.markSquares();
  }

  private renderRows(index: number, section: Section, span: IndexRange, redraw: boolean): void {
    const rows = rowsOf(this.layout, index);
    for (const [row, { element }] of section.rows) {
      if (row >= span.from && row < span.to) continue;
      // the focus would be lost with its square
      if (row < rows && element.contains(document.activeElement)) continue;
      element.remove();
      section.rows.delete(row);
    }
    if (redraw) for (const [row, known] of section.rows) this.drawRow(index, row, known);
    for (let row = span.from; row < span.to; row += 1) {
      if (section.rows.has(row)) continue;
      const added: Row = { element: make('div', { role: 'row', class: 'row' }), squares: [] };
      this.drawRow(index, row, added);
      section.grid.insertBefore(added.element, following(section.rows, row)?.element ?? null);
      section.rows.set(row, added);
    }
  }

  private addSection(index: number): Section {
    const id = `subtask-${index}`;
    const heading = this.content.sections[index]?.heading ? make('h2', { class: 'heading', id }) : null;
    const grid = make('div', { role: 'grid', class: 'rows', 'aria-labelledby': heading && id });
    const element = make('section', { class: 'subtask' }, heading, grid);
    const section: Section = { element, heading, grid, rows: new Map() };
    this.element.insertBefore(element, following(this.sections, index)?.element ?? null);
    this.sections.set(index, section);
    return section;
  }

  private drawSection(index: number, { element, heading, grid }: Section): void {
    const content = this.content.sections[index];
    const top = this.layout.tops[index] ?? 0;
    element.style.top = `${top}px`;
    element.style.height = `${(this.layout.tops[index + 1] ?? top) - top}px`;
    heading?.replaceChildren(...(content?.heading?.() ?? []));
    setAttribute(grid, 'aria-label', heading ? null : (content?.name ?? ''));
    setAttribute(grid, 'aria-rowcount', Math.ceil((content?.count ?? 0) / this.layout.columns));
    setAttribute(grid, 'aria-colcount', this.layout.columns);
  }

  private drawRow(section: number, row: number, { element, squares }: Row): void {
    const { columns, counts } = this.layout;
    const first = row * columns;
    const count = Math.max(0, Math.min(columns, (counts[section] ?? 0) - first));
    element.style.top = `${topOfRow(this.layout, row)}px`;
    setAttribute(element, 'aria-rowindex', row + 1);
    for (const extra of squares.splice(count)) extra.element.remove();
    for (let column = 0; column < count; column += 1) {
      let square = squares[column];
      if (!square) {
        square = this.hooks.makeSquare();
        squares.push(square);
        element.append(square.element);
        setAttribute(square.element, 'aria-colindex', column + 1);
      }
      const slot = { section, slot: first + column };
      this.slots.set(square.element, slot);
      square.element.removeAttribute('title');
      this.hooks.drawSquare(square, slot);
    }
  }

  private markSquares(): void {
    let stop: HTMLElement | null = null;
    let first: HTMLElement | null = null;
    for (const { element } of this.squares()) {
      const slot = this.slots.get(element);
      first ??= element;
      if (slot && sameSlot(slot, this.active)) stop = element;
      setAttribute(element, 'aria-selected', slot && sameSlot(slot, this.selected) ? 'true' : 'false');
      setAttribute(element, 'tabindex', -1);
    }
    // where the active square is out of sight, Tab leads to the first one built
    (stop ?? first)?.setAttribute('tabindex', '0');
  }

  private *squares(): Iterable<Square> {
    for (const section of this.sections.values()) {
      for (const { squares } of section.rows.values()) yield* squares;
    }
  }

  private squareAt({ section, slot }: Slot): Square | undefined {
    const row = this.sections.get(section)?.rows.get(Math.floor(slot / this.layout.columns));
    return row?.squares[slot % this.layout.columns];
  }

  private slotOf(event: Event): Slot | null {
    const square = event.target instanceof Element ? event.target.closest('.square') : null;
    return (square && this.slots.get(square)) ?? null;
  }

  private clicked(event: Event): void {
    const slot = this.slotOf(event);
    if (slot) this.hooks.chosen(slot, true);
  }

  private entered(event: Event): void {
    const slot = this.slotOf(event);
    if (slot && !sameSlot(slot, this.active)) this.hooks.chosen(slot, false);
  }

  private pressed(event: KeyboardEvent): void {
    const slot = this.slotOf(event);
    if (!slot || event.altKey || event.shiftKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      this.hooks.chosen(slot, true);
    } else {
      const { squareHeight, gap } = this.layout.sizes;
      const pageRows = Math.max(1, Math.floor(this.scroller.clientHeight / (squareHeight + gap)) - 1);
      const pressed = { key: event.key, ctrl: event.ctrlKey || event.metaKey };
      const target = destination(this.layout, slot, pressed, pageRows);
      if (!target) return;
      this.focus(target);
    }
    event.preventDefault();
  }

  private hovered(event: Event): void {
    const slot = this.slotOf(event);
    const square = slot && this.squareAt(slot);
    if (square && !square.element.title) square.element.title = this.hooks.tooltip(slot);
  }

  private clear(): void {
    this.sections.clear();
    this.element.replaceChildren();
  }
}

/** What is built next behind the place, so that the page is read in its order. */
function following<Part>(parts: ReadonlyMap<number, Part>, place: number): Part | null {
  let nearest = Number.POSITIVE_INFINITY;
  for (const other of parts.keys()) if (other > place && other < nearest) nearest = other;
  return parts.get(nearest) ?? null;
}

const noSizes: Sizes = { squareWidth: 1, squareHeight: 1, gap: 0, headingHeight: 0, sectionGap: 0 };
