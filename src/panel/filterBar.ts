import { make, makeButton, replaceChildren, setAttribute } from './dom';
import { filterCounts, sameFilter, type CaseFilter } from './filter';
import type { StatusView, Words } from './messages';
import { statusOf, type Shown } from './shown';

/** One button a filter, with the number of cases it shows; exactly one is pressed. */
export class FilterBar {
  readonly element = make('div', { class: 'filters', role: 'group' });

  constructor(private readonly choose: (filter: CaseFilter) => void) {}

  draw(shown: Shown, current: CaseFilter): void {
    const counts = filterCounts(shown.subtasks, shown.record, current);
    const total = counts[0]?.count ?? 0;
    setAttribute(this.element, 'aria-label', shown.words.show);
    setAttribute(this.element, 'hidden', total === 0);
    replaceChildren(
      this.element,
      ...counts.map(({ filter, count }) => this.button(shown, filter, count, sameFilter(filter, current))),
    );
  }

  private button(shown: Shown, filter: CaseFilter, count: number, pressed: boolean): HTMLElement {
    const status = filter.kind === 'status' ? statusOf(shown.record, filter.code) : null;
    return makeButton(
      {
        class: 'filter',
        'aria-pressed': pressed ? 'true' : 'false',
        'data-focus': JSON.stringify(filter),
        'data-look': filter.kind === 'status' ? (status?.look ?? 'none') : null,
        title: filter.kind === 'failed' ? shown.words.showHint : (status?.name ?? null),
        'aria-keyshortcuts': filter.kind === 'failed' ? 'F' : null,
      },
      () => this.choose(filter),
      make('span', { class: 'filter-name' }, status ? shortName(status) : nameOf(filter, shown.words)),
      ' ',
      make('span', { class: 'count' }, count.toLocaleString(shown.words.locale)),
    );
  }
}

/** `WA`; `Waiting` where the short name is only a sign. */
function shortName({ short, name }: StatusView): string {
  return /[\p{L}\p{N}]/u.test(short) ? short : name;
}

function nameOf(filter: CaseFilter, words: Words): string {
  switch (filter.kind) {
    case 'all':
      return words.all;
    case 'failed':
      return words.failed;
    case 'status':
      return String(filter.code);
    case 'changed':
      return words.changed;
    case 'change':
      return words.changes[filter.change];
  }
}
