import { caseView, changeWords, pairName, squareName, tooltipText } from './caseView';
import { CompileSection } from './compileSection';
import { Details, type ChosenCase } from './details';
import { make, replaceChildren, setAttribute, setText } from './dom';
import { keepAgesTrue } from './ages';
import { everything, sameFilter, shownCases, type CaseFilter } from './filter';
import { FilterBar } from './filterBar';
import { Grid, type GridSection } from './grid';
import { sameSlot, type Sizes, type Slot, countOf, nearestShown, type ShownSection } from './layout';
import type { CaseIdentity, FromPage, Post, Side, ToPage } from './messages';
import { recordCard, subtaskHeading, subtaskName } from './recordCard';
import { nothingSaved, readSaved, type Saved } from './saved';
import type { Shown } from './shown';
import { CaseSquare, PairSquare, type Square } from './square';
import { versionChart } from './versionChart';

/** The host of the page, as much of it as the page uses. */
export interface Host {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

const plain: Sizes = { squareWidth: 120, squareHeight: 72, gap: 6, headingHeight: 0, sectionGap: 12 };
const pair: Sizes = { ...plain, squareWidth: 168, squareHeight: 84 };
const sizes = {
  plain,
  pair,
  plainWithHeadings: { ...plain, headingHeight: 40 },
  pairWithHeadings: { ...pair, headingHeight: 40 },
};

/** The page of the record panel: what it shows and what the person has chosen in it. */
export class RecordPage {
  private shown: Shown | null = null;
  private sections: readonly ShownSection[] = [];
  private saved: Saved;
  private saving = 0;
  private readonly cards = make('div', { class: 'cards' });
  private readonly compiles: Readonly<Record<Side, CompileSection>>;
  private readonly filterBar = new FilterBar((filter) => this.setFilter(filter));
  private readonly nothing = make('p', { class: 'nothing', role: 'status' });
  private readonly main = make('main', { class: 'record' });
  private readonly grid: Grid;
  private readonly details: Details;
  private readonly post: Post = (message) => this.host.postMessage(message);

  constructor(
    body: HTMLElement,
    private readonly host: Host,
  ) {
    this.saved = readSaved(host.getState());
    const toggled = (compileOpen: boolean): void => this.save({ compileOpen });
    this.compiles = {
      before: new CompileSection('before', this.post, toggled),
      record: new CompileSection('record', this.post, toggled),
    };
    this.grid = new Grid(this.main, {
      makeSquare: () => (this.shown?.comparison ? new PairSquare() : new CaseSquare()),
      drawSquare: (square, slot) => this.drawSquare(square, slot),
      chosen: (slot, open) => this.choose(slot, open),
      tooltip: (slot) => this.tooltip(slot),
    });
    this.details = new Details(this.post, () => this.close());
    const { before, record } = this.compiles;
    this.main.append(
      this.cards,
      before.element,
      record.element,
      this.filterBar.element,
      this.nothing,
      this.grid.element,
    );
    body.append(this.main, this.details.element);
    this.main.addEventListener('scroll', () => this.saveSoon({ scroll: this.main.scrollTop }), {
      passive: true,
    });
    document.addEventListener('keydown', (event) => this.pressed(event));
    keepAgesTrue(this.cards, () => this.shown?.words.locale ?? 'en');
  }

  receive(message: ToPage): void {
    switch (message.type) {
      case 'show':
        this.show(message);
        break;
      case 'description':
        this.details.setWhole(message);
        if (this.shown) this.details.draw(this.shown, this.chosen());
        break;
      case 'choose':
        this.chooseNamed({ subtask: message.subtask, case: message.case }, message.focus);
        break;
    }
  }

  private show(message: Shown): void {
    const sameRecords = JSON.stringify(this.saved.keys) === JSON.stringify(message.keys);
    const first = this.shown === null;
    if (!sameRecords) {
      this.saved = { ...nothingSaved, keys: message.keys };
      this.details.forget();
    }
    this.drawAll(message);
    if (first || !sameRecords) this.main.scrollTop = this.saved.scroll;
    this.save({ keys: message.keys });
  }

  private drawAll(shown: Shown): void {
    this.shown = shown;
    const { words, record, comparison } = shown;
    replaceChildren(
      this.cards,
      ...(comparison
        ? [
            make('h1', { class: 'for-readers-only' }, `${comparison.before.name} – ${record.name}`),
            recordCard(comparison.before, 'before', words, this.post, words.before),
            recordCard(record, 'record', words, this.post, words.now),
          ]
        : [
            recordCard(record, 'record', words, this.post, null),
            versionChart(shown, (key) => this.post({ type: 'openVersion', key })),
          ]),
    );
    const open = this.saved.compileOpen;
    this.compiles.before.draw(comparison?.before.compile ?? null, words, words.before, open);
    this.compiles.record.draw(record.compile, words, comparison && words.now, open);
    this.drawCases();
  }

  private drawCases(): void {
    const { shown } = this;
    if (!shown) return;
    const { filter } = this.saved;
    const hadFocus = this.grid.focused() !== null;
    this.filterBar.draw(shown, filter);
    // before the grid, whose width depends on it
    this.details.draw(shown, this.chosen());
    this.sections = shown.subtasks.map((subtask) => ({
      subtask,
      shown: shownCases(subtask, filter, shown.record),
    }));
    const headings = shown.subtasks.length > 1;
    const size = shown.comparison ? 'pair' : 'plain';
    this.grid.show({
      sections: this.sections.map((section) => this.gridSection(shown, section, headings)),
      sizes: headings ? sizes[`${size}WithHeadings`] : sizes[size],
      keepEmpty: headings && sameFilter(filter, everything),
    });
    this.showIfEmpty(shown);
    const slot = this.activeSlot();
    this.grid.mark(slot, this.saved.open ? slot : null);
    const focused = this.grid.focused();
    if (hadFocus && slot && !sameSlot(slot, focused)) this.grid.focus(slot);
  }

  private gridSection({ words, record }: Shown, section: ShownSection, headings: boolean): GridSection {
    const { id, figures } = section.subtask;
    return {
      count: countOf(section),
      name: headings ? subtaskName(id, words) : words.cases,
      heading: headings ? () => subtaskHeading(id, record, figures, words) : null,
    };
  }

  private showIfEmpty({ words }: Shown): void {
    const isNone = this.sections.length > 0 && this.sections.every(({ shown }) => shown?.length === 0);
    const why = this.saved.filter.kind === 'failed' ? words.nothingFailed : words.nothingLikeThat;
    setText(this.nothing, isNone ? why : '');
    setAttribute(this.nothing, 'hidden', !isNone);
  }

  private drawSquare(square: Square, slot: Slot): void {
    const { shown } = this;
    const found = this.caseAt(slot);
    if (!shown || !found) return;
    const { words, record, comparison } = shown;
    const now = caseView(record, found.case.name, found.case);
    if (square instanceof PairSquare) {
      const before = caseView(comparison?.before ?? record, found.case.name, found.case.before ?? found.case);
      const change = found.case.change ?? 'same';
      square.draw(before, now, changeWords(change, words), pairName(before, now, change, words));
    } else {
      square.draw(now, squareName(now, words));
    }
  }

  private tooltip(slot: Slot): string {
    const found = this.caseAt(slot);
    if (!this.shown || !found) return '';
    return tooltipText(caseView(this.shown.record, found.case.name, found.case), this.shown.words);
  }

  private choose(slot: Slot, open: boolean): void {
    const found = this.caseAt(slot);
    if (!found) return;
    const place = { subtask: found.subtask.key, case: found.case.key };
    this.save({ place, open: open || this.saved.open });
    this.markAndDetail();
    if (open) this.grid.reveal(slot);
  }

  /** Shows the case, in spite of a filter that hides it. */
  private chooseNamed(place: CaseIdentity, focus: boolean): void {
    this.save({ place, open: true });
    if (!this.activeSlot()) this.save({ filter: everything });
    this.drawCases();
    this.grid.fit();
    const slot = this.activeSlot();
    if (slot && focus) this.grid.focus(slot);
    else if (slot) this.grid.reveal(slot);
  }

  private close(): void {
    this.save({ open: false });
    this.markAndDetail();
    const slot = this.activeSlot();
    if (slot) this.grid.focus(slot);
  }

  private markAndDetail(): void {
    const slot = this.activeSlot();
    this.grid.mark(slot, this.saved.open ? slot : null);
    if (this.shown) this.details.draw(this.shown, this.chosen());
    // beside the details, or without them, it may have another width now
    this.grid.fit();
  }

  private setFilter(filter: CaseFilter): void {
    const focused = this.grid.focused();
    const before = focused && this.caseAt(focused);
    this.save({ filter });
    this.drawCases();
    // the square with the focus has gone: the nearest one that is left
    const left = before && !this.activeSlot() ? nearestShown(this.sections, before) : null;
    if (left) this.grid.focus(left);
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === 'Escape' && this.saved.open) {
      this.close();
    } else if (event.key === 'f' && this.shown) {
      this.setFilter(this.saved.filter.kind === 'failed' ? everything : { kind: 'failed' });
    } else return;
    event.preventDefault();
  }

  private chosen(): ChosenCase | null {
    return this.saved.open ? this.placeInData() : null;
  }

  /** The remembered place, where the record still has it. */
  private placeInData(): ChosenCase | null {
    const { place } = this.saved;
    const subtask = this.shown?.subtasks.find(({ key }) => key === place?.subtask);
    if (!subtask || !place) return null;
    const index = subtask.cases.findIndex(({ key }) => key === place.case);
    const one = subtask.cases[index];
    return one ? { subtask, case: one, index } : null;
  }

  /** The square of the remembered place, where the filter shows it. */
  private activeSlot(): Slot | null {
    const place = this.placeInData();
    if (!place) return null;
    const section = this.sections.findIndex(({ subtask }) => subtask === place.subtask);
    const shown = this.sections[section]?.shown;
    const slot = shown ? shown.indexOf(place.index) : place.index;
    return section < 0 || slot < 0 ? null : { section, slot };
  }

  private caseAt({ section, slot }: Slot): ChosenCase | null {
    const found = this.sections[section];
    const index = found?.shown ? found.shown[slot] : slot;
    const one = found?.subtask.cases[index ?? -1];
    return found && one && index !== undefined ? { subtask: found.subtask, case: one, index } : null;
  }

  /** What is chosen is told to the host at once: the window may be loaded again the next moment. */
  private save(change: Partial<Saved>): void {
    window.clearTimeout(this.saving);
    this.saving = 0;
    this.saved = { ...this.saved, ...change };
    this.host.setState(this.saved);
  }

  /** Remembers now, tells the host a moment later: scrolling would tell it at every frame. */
  private saveSoon(change: Partial<Saved>): void {
    this.saved = { ...this.saved, ...change };
    if (this.saving !== 0) return;
    this.saving = window.setTimeout(() => this.save({}), 100);
  }
}
