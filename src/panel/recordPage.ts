import { caseView, changeWords, pairName, squareName, tooltipText } from './caseView';
import { CompileSection } from './compileSection';
import { CaseDetails, type ChosenCase } from './caseDetails';
import { make, replaceChildren, setAttribute, setText } from './dom';
import { keepAgesTrue } from './ages';
import { everything, sameFilter, shownCases, type CaseFilter } from './filter';
import { FilterBar } from './filterBar';
import { Grid, type GridSection } from './grid';
import { sameSlot, type Sizes, type Slot, countOf, nearestShown, type ShownSection } from './layout';
import type { CaseIdentity, FromPage, Post, Side, SubtaskView, ToPage } from './messages';
import { recordCard, subtaskName } from './recordCard';
import { subtaskHeading } from './subtaskHeading';
import { nothingSaved, readSaved, type Saved } from './saved';
import { statusOf, type Shown } from './shown';
import { CaseSquare, PairSquare, SmallSquare, type Square } from './square';
import { versionChart } from './versionChart';

/** The host of the page, as much of it as the page uses. */
export interface Host {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/** In widths of the editor's font. */
const squares = {
  plain: { squareWidth: 7.4, squareHeight: 3.7, gap: 6 },
  small: { squareWidth: 2.15, squareHeight: 2.15, gap: 3 },
  pair: { squareWidth: 13, squareHeight: 6.5, gap: 6 },
};

/** More cases than these are small squares. */
const mostPlain = 100;

/** The page of the record panel: what it shows and what the person has chosen in it. */
export class RecordPage {
  private shown: Shown | null = null;
  private sections: readonly ShownSection[] = [];
  private saved: Saved;
  private saving = 0;
  private sizes: Sizes | null = null;
  private readonly cards = make('div', { class: 'cards' });
  private readonly compiles: Readonly<Record<Side, CompileSection>>;
  private readonly filterBar = new FilterBar((filter) => this.setFilter(filter));
  private readonly nothing = make('p', { class: 'nothing', role: 'status' });
  private readonly main = make('main', { class: 'record' });
  private readonly grid: Grid;
  private readonly details: CaseDetails;
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
      makeSquare: () => this.makeSquare(),
      drawSquare: (square, slot) => this.drawSquare(square, slot),
      chosen: (slot, open) => this.choose(slot, open),
      tooltip: (slot) => this.tooltip(slot),
      covered: () => this.cards.querySelector<HTMLElement>('.alone > .top')?.offsetHeight ?? 0,
    });
    this.details = new CaseDetails(
      this.post,
      () => this.close(),
      () => this.nextFailed(),
    );
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
    this.main.addEventListener('scroll', () => this.scrolled(), { passive: true });
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
      case 'focus':
        this.takeFocus();
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
    if (first || !sameRecords) this.toStart(message);
    this.save({ keys: message.keys });
    this.openOwnRun(message);
  }

  /** Where it was left; of very many cases, whose first failed one is far down, there. */
  private toStart(shown: Shown): void {
    const { scroll, place } = this.saved;
    this.main.scrollTop = scroll;
    const failed = shown.record.first;
    if (scroll > 0 || place !== null || failed?.kind !== 'case' || !this.isSmall(shown)) return;
    const slot = this.slotOf(this.findCase(failed.place));
    if (slot) this.grid.toTop(slot);
  }

  /** Of a run with inputs of the user's own nothing else is of interest: opens its first case, until one was chosen. */
  private openOwnRun({ record, subtasks, comparison }: Shown): void {
    const [subtask] = subtasks;
    const one = subtask?.cases[0];
    if (!record.isOwnRun || comparison || this.saved.place !== null || !subtask || !one) return;
    this.chooseNamed({ subtask: subtask.key, case: one.key }, false);
  }

  private drawAll(shown: Shown): void {
    this.shown = shown;
    const { words, record, comparison } = shown;
    const hooks = {
      post: this.post,
      choose: (place: CaseIdentity) => this.chooseNamed(place, true),
      more: this.saved.more,
      toggled: (more: boolean) => this.save({ more }),
    };
    setAttribute(this.cards, 'class', comparison ? 'cards' : 'cards alone');
    replaceChildren(
      this.cards,
      ...(comparison
        ? [
            make('h1', { class: 'for-readers-only' }, `${comparison.before.name} – ${record.name}`),
            recordCard(comparison.before, 'before', words, words.before, hooks),
            recordCard(record, 'record', words, words.now, hooks),
          ]
        : [
            recordCard(record, 'record', words, null, hooks),
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
      shown: this.isFolded(shown, subtask) ? [] : shownCases(subtask, filter, shown.record),
    }));
    const headings = shown.subtasks.length > 1;
    this.grid.show({
      sections: this.sections.map((section) => this.gridSection(shown, section, headings)),
      sizes: this.sizesFor(shown, headings),
      keepEmpty: headings && sameFilter(filter, everything),
    });
    this.showIfEmpty(shown);
    const slot = this.activeSlot();
    this.grid.mark(slot, this.saved.open ? slot : null);
    const focused = this.grid.focused();
    if (hadFocus && slot && !sameSlot(slot, focused)) this.grid.focus(slot);
  }

  private gridSection(shown: Shown, section: ShownSection, headings: boolean): GridSection {
    const { words, record } = shown;
    const { subtask } = section;
    const fold = this.canFold(shown)
      ? { folded: this.isFolded(shown, subtask), toggle: () => this.toggleFold(subtask) }
      : null;
    return {
      count: countOf(section),
      name: headings ? subtaskName(subtask, words) : words.cases,
      heading: headings ? () => subtaskHeading(subtask, record, words, fold) : null,
    };
  }

  private showIfEmpty({ words }: Shown): void {
    const isNone =
      this.sections.length > 0 &&
      this.saved.filter.kind !== 'all' &&
      this.sections.every(({ shown }) => shown?.length === 0);
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
    } else if (square instanceof SmallSquare) {
      square.draw(now, squareName(now, words), numberIn(found.subtask, now.name));
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
    if (!this.activeSlot()) {
      this.save({ filter: everything, folds: { ...this.saved.folds, [place.subtask]: false } });
    }
    this.drawCases();
    this.grid.fit();
    const slot = this.activeSlot();
    if (slot && focus) this.grid.focus(slot);
    else if (slot) this.grid.reveal(slot);
  }

  /** The keys are wanted in the page: at the case that was chosen last, else where one looks first. */
  private takeFocus(): void {
    const slot = this.activeSlot() ?? this.startSlot();
    if (slot) this.grid.focus(slot);
    else this.cards.querySelector<HTMLElement>('button')?.focus();
  }

  /** The first failed case, else the first. */
  private startSlot(): Slot | null {
    const failed = this.shown?.record.first;
    const slot = failed?.kind === 'case' ? this.slotOf(this.findCase(failed.place)) : null;
    if (slot) return slot;
    const section = this.sections.findIndex((one) => countOf(one) > 0);
    return section < 0 ? null : { section, slot: 0 };
  }

  /** Behind the chosen case; null: there is none. */
  private nextFailed(): { readonly name: string; readonly open: () => void } | null {
    const { shown } = this;
    if (!shown || shown.comparison) return null;
    const from = this.placeInData();
    let isBehind = from === null;
    for (const subtask of shown.subtasks) {
      for (const one of subtask.cases) {
        if (isBehind && statusOf(shown.record, one.status)?.trouble) {
          const place = { subtask: subtask.key, case: one.key };
          return { name: one.name, open: () => this.chooseNamed(place, true) };
        }
        isBehind ||= one === from?.case;
      }
    }
    return null;
  }

  private scrolled(): void {
    this.showIfStuck();
    this.saveSoon({ scroll: this.main.scrollTop });
  }

  /** The verdict has reached the top, where it stays: a line below it, under which the others go. */
  private showIfStuck(): void {
    const name = this.cards.querySelector<HTMLElement>('.alone > .identity');
    const isStuck = name !== null && this.main.scrollTop > name.offsetTop + name.offsetHeight;
    this.main.classList.toggle('stuck', isStuck);
  }

  private makeSquare(): Square {
    const { shown } = this;
    if (shown?.comparison) return new PairSquare();
    return shown && this.isSmall(shown) ? new SmallSquare() : new CaseSquare();
  }

  private isSmall({ subtasks, comparison }: Shown): boolean {
    return !comparison && subtasks.reduce((sum, { cases }) => sum + cases.length, 0) > mostPlain;
  }

  /** In CSS pixels; the same object while nothing of it changes. */
  private sizesFor(shown: Shown, headings: boolean): Sizes {
    const em = parseFloat(getComputedStyle(document.body).fontSize) || 13;
    const isSmall = this.isSmall(shown);
    const { squareWidth, squareHeight, gap } =
      squares[shown.comparison ? 'pair' : isSmall ? 'small' : 'plain'];
    const width = isSmall ? Math.max(squareWidth, 0.7 + 0.5 * longestNumber(shown)) : squareWidth;
    const sizes: Sizes = {
      squareWidth: Math.round(width * em),
      squareHeight: Math.round(squareHeight * em),
      gap,
      headingHeight: headings ? Math.round(2.3 * em) : 0,
      sectionGap: Math.round(1.25 * em),
    };
    if (JSON.stringify(sizes) !== JSON.stringify(this.sizes)) this.sizes = sizes;
    return this.sizes ?? sizes;
  }

  /** Very many cases of an ended judging, of which some failed: the other subtasks are a line each. */
  private canFold(shown: Shown): boolean {
    const { record, subtasks } = shown;
    return (
      subtasks.length > 1 &&
      record.progress === null &&
      this.saved.filter.kind === 'all' &&
      this.isSmall(shown)
    );
  }

  private isFolded(shown: Shown, { key, cases }: SubtaskView): boolean {
    if (!this.canFold(shown)) return false;
    const chosen = this.saved.folds[key];
    if (chosen !== undefined) return chosen;
    const isCalm = cases.every(({ status }) => {
      const meaning = statusOf(shown.record, status);
      return meaning?.look === 'accepted' && !meaning.trouble;
    });
    return isCalm && shown.record.first !== null;
  }

  private toggleFold(subtask: SubtaskView): void {
    const { shown } = this;
    if (!shown) return;
    const folded = !this.isFolded(shown, subtask);
    this.save({ folds: { ...this.saved.folds, [subtask.key]: folded } });
    this.drawCases();
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
    } else if (event.key === 'n') {
      this.nextFailed()?.open();
    } else if (isFirstKey(event)) {
      this.takeFocus();
    } else return;
    event.preventDefault();
  }

  private chosen(): ChosenCase | null {
    return this.saved.open ? this.placeInData() : null;
  }

  /** The remembered place, where the record still has it. */
  private placeInData(): ChosenCase | null {
    return this.findCase(this.saved.place);
  }

  private findCase(place: CaseIdentity | null): ChosenCase | null {
    const subtask = this.shown?.subtasks.find(({ key }) => key === place?.subtask);
    if (!subtask || !place) return null;
    const index = subtask.cases.findIndex(({ key }) => key === place.case);
    const one = subtask.cases[index];
    return one ? { subtask, case: one, index } : null;
  }

  /** The square of the remembered place, where the filter shows it. */
  private activeSlot(): Slot | null {
    return this.slotOf(this.placeInData());
  }

  private slotOf(place: ChosenCase | null): Slot | null {
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

/** An arrow that comes while nothing of the page has the focus. */
function isFirstKey({ key, target }: KeyboardEvent): boolean {
  return target === document.body && /^(?:Arrow|Enter$)/.test(key);
}

/** `6` of the case `4-6` in the subtask 4: its heading says the rest. */
function numberIn({ id }: SubtaskView, name: string): string {
  const start = `${id}-`;
  return id !== null && name.startsWith(start) ? name.slice(start.length) : name;
}

/** In characters. */
function longestNumber({ subtasks }: Shown): number {
  let longest = 0;
  for (const subtask of subtasks) {
    for (const { name } of subtask.cases) longest = Math.max(longest, numberIn(subtask, name).length);
  }
  return longest;
}
