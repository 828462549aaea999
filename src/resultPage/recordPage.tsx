import { sameJson } from '../base/sameJson';
import { createRef, render } from 'preact';
import { elementOfSlot, slotOfElement } from './caseGrid';
import { identityOf, nextFailed } from './cases';
import { everything, type CaseFilter } from './caseFilter';
import { anchorOf, gridLayout, noViewport, scrollToReveal, scrollToTop, type Viewport } from './gridViewport';
import { sameSlot, topOf, type GridLayout, type Slot } from './gridLayout';
import type { FromPage, Post, ToPage } from './messages';
import {
  activeCase,
  activeSlot,
  initialState,
  update,
  type Dispatch,
  type Move,
  type PageEvent,
  type PageState,
} from './pageState';
import { PageView } from './pageView';
import { readSaved } from './savedState';

/** VS Code’s API for the page. */
export interface Host {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/** Time between two saves while the page is scrolled, ms. */
const SAVE_SCROLL_MS = 100;

/**
 * The page of the record panel. `update` computes the next state for a message or user action, `draw` renders it,
 * `move` scrolls and sets the focus. `fit` handles scrolling and resizing.
 */
export class RecordPage {
  private state: PageState;
  private viewport: Viewport = noViewport;
  private layout: GridLayout;
  private isStuck = false;
  private readonly main = createRef<HTMLElement>();
  private readonly grid = createRef<HTMLDivElement>();
  /** ID of the timer that saves the scroll position; 0 if none is running */
  private savingTimer = 0;
  /** ID of the requested animation frame; 0 if none */
  private frame = 0;
  /** moves the focus inside the page when the page gets it */
  private onFocus: (() => void) | null = null;
  private readonly post: Post = (message) => this.host.postMessage(message);
  private readonly dispatch: Dispatch = (event) => this.handle(event);
  private readonly chooseFilter = (filter: CaseFilter): void =>
    this.handle({ type: 'filter', filter, isGridFocused: this.focused() !== null });

  constructor(
    private readonly root: HTMLElement,
    private readonly host: Host,
  ) {
    this.state = initialState(readSaved(host.getState()));
    this.layout = gridLayout(this.state, this.viewport);
    this.draw();
    window.addEventListener('focus', () => this.gotFocus());
    const { current } = this.main;
    if (!current) return;
    current.addEventListener('scroll', () => this.scrolled(), { passive: true });
    new ResizeObserver(() => this.fit()).observe(current);
    document.addEventListener('keydown', (event) => this.pressed(event));
  }

  receive(message: ToPage): void {
    this.handle(message);
  }

  private handle(event: PageEvent): void {
    const before = this.state.saved;
    const focused = this.focused();
    const { state, moves } = update(this.state, event);
    const isNewRecord = moves.some(({ kind }) => kind === 'scrollTo');
    this.state = state;
    if (isNewRecord) this.viewport = { ...this.viewport, buildsSquares: false };
    this.draw();
    this.fit();
    // the active case moved to another square, or its element was recreated
    const active = activeSlot(this.state);
    if (focused && active && !sameSlot(active, this.focused())) this.focus(active);
    for (const move of moves) this.move(move);
    if (isNewRecord) {
      this.viewport = { ...this.viewport, buildsSquares: true };
      this.draw();
    }
    if (this.state.saved !== before) this.save();
  }

  private draw(): void {
    this.layout = gridLayout(this.state, this.viewport);
    render(
      <PageView
        state={this.state}
        layout={this.layout}
        viewport={this.viewport}
        isStuck={this.isStuck}
        main={this.main}
        grid={this.grid}
        chooseFilter={this.chooseFilter}
        dispatch={this.dispatch}
        post={this.post}
      />,
      this.root,
    );
  }

  /**
   * Draws the squares that are visible now. If the number of columns changes, scrolls so that the same squares stay
   * visible.
   */
  private fit(): void {
    const [viewport, layout] = [this.viewport, this.layout];
    const focused = this.focused();
    if (!this.measure()) return;
    this.draw();
    if (viewport.width > 0 && layout.columns !== this.layout.columns) {
      const anchor = anchorOf(layout, viewport, activeSlot(this.state));
      if (anchor) this.scrollBy(topOf(this.layout, anchor) - topOf(layout, anchor));
    }
    if (focused && !sameSlot(focused, this.focused())) this.focus(focused);
  }

  /** Measures the page. Returns whether anything changed since the last measurement. */
  private measure(): boolean {
    const [main, grid] = [this.main.current, this.grid.current];
    if (!main || !grid) return false;
    const viewport: Viewport = {
      ...this.viewport,
      width: grid.clientWidth,
      top: main.scrollTop - grid.offsetTop,
      height: main.clientHeight,
      em: parseFloat(getComputedStyle(document.body).fontSize) || noViewport.em,
    };
    const name = main.querySelector<HTMLElement>('.alone > .identity');
    const isStuck = name !== null && main.scrollTop > name.offsetTop + name.offsetHeight;
    const differs = isStuck !== this.isStuck || !sameJson(viewport, this.viewport);
    this.isStuck = isStuck;
    this.viewport = viewport;
    return differs;
  }

  private move(move: Move): void {
    switch (move.kind) {
      case 'scrollTo':
        this.scrollBy(move.top - (this.main.current?.scrollTop ?? 0));
        break;
      case 'reveal':
        this.reveal(move.slot);
        break;
      case 'focus':
        this.reveal(move.slot);
        this.whenFocused(() => this.focus(move.slot));
        break;
      case 'toTop':
        this.scrollBy(scrollToTop(this.layout, this.viewport, move.slot, this.covered()));
        break;
      case 'focusFirstButton':
        this.whenFocused(() => this.main.current?.querySelector<HTMLElement>('.cards button')?.focus());
        break;
      case 'focusDetails':
        this.root.querySelector<HTMLElement>('.details h2')?.focus();
        break;
    }
  }

  /**
   * Calls `act` when the page has the focus. Only VS Code and the user may move the focus: a page that loads slowly must
   * not take it from an editor.
   */
  private whenFocused(act: () => void): void {
    if (document.hasFocus()) act();
    else this.onFocus = act;
  }

  private gotFocus(): void {
    this.onFocus?.();
    this.onFocus = null;
  }

  private scrollBy(pixels: number): void {
    const main = this.main.current;
    if (!main || pixels === 0) return;
    main.scrollTop += pixels;
    if (this.measure()) this.draw();
  }

  private reveal(slot: Slot): void {
    this.scrollBy(scrollToReveal(this.layout, this.viewport, slot, this.covered()));
  }

  /** Returns the height of the verdict, which is sticky at the top, in CSS pixels. */
  private covered(): number {
    return this.main.current?.querySelector<HTMLElement>('.alone > .top')?.offsetHeight ?? 0;
  }

  private focus(slot: Slot): void {
    this.reveal(slot);
    elementOfSlot(this.grid.current, slot)?.focus({ preventScroll: true });
  }

  /**
   * Returns the focused square; null if there is none. Also null if the page isn’t focused: it must not steal the
   * focus.
   */
  private focused(): Slot | null {
    return document.hasFocus() ? slotOfElement(document.activeElement) : null;
  }

  private scrolled(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.fit();
      // saved a moment later: each frame would be too often
      const top = this.main.current?.scrollTop ?? 0;
      this.state = update(this.state, { type: 'scroll', top }).state;
      if (this.savingTimer === 0) this.savingTimer = window.setTimeout(() => this.save(), SAVE_SCROLL_MS);
    });
  }

  /** Saves immediately: the window may be reloaded the next moment. */
  private save(): void {
    window.clearTimeout(this.savingTimer);
    this.savingTimer = 0;
    this.host.setState(this.state.saved);
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { shown, saved } = this.state;
    if (event.key === 'Escape' && saved.open) {
      this.handle({ type: 'closeDetails' });
    } else if (event.key === 'f' && shown) {
      this.chooseFilter(saved.filter.kind === 'failed' ? everything : { kind: 'failed' });
    } else if (event.key === 'n') {
      const next = shown && nextFailed(shown, activeCase(this.state));
      if (next) this.handle({ type: 'choose', ...identityOf(next), focus: true });
    } else if (isFirstKey(event)) {
      this.handle({ type: 'focus' });
    } else return;
    event.preventDefault();
  }
}

/** Returns whether a key moves the focus into the page: an arrow key or Enter while nothing is focused. */
function isFirstKey({ key, target }: KeyboardEvent): boolean {
  return target === document.body && /^(?:Arrow|Enter$)/.test(key);
}
