import { filterCounts, sameFilter, type CaseFilter } from './caseFilter';
import type { StatusView, Words } from './messages';
import { statusOf, type PageContent } from './pageContent';
import { skipUnchanged } from './skipUnchanged';

interface FilterBarProps {
  readonly shown: PageContent;
  readonly current: CaseFilter;
  readonly choose: (filter: CaseFilter) => void;
}

/** Shows a button for each filter, with the number of matching cases. Exactly one is pressed. */
export const FilterBar = skipUnchanged(({ shown, current, choose }: FilterBarProps) => {
  const { subtasks, record, words } = shown;
  const counts = filterCounts(subtasks, record, current);
  const total = counts[0]?.count ?? 0;
  return (
    <div class="filters" role="group" aria-label={words.show} hidden={total === 0}>
      {counts.map(({ filter, count }) => (
        <FilterButton
          key={JSON.stringify(filter)}
          filter={filter}
          status={filter.kind === 'status' ? statusOf(record, filter.code) : null}
          count={count}
          isPressed={sameFilter(filter, current)}
          words={words}
          choose={choose}
        />
      ))}
    </div>
  );
});

interface FilterButtonProps {
  readonly filter: CaseFilter;
  readonly status: StatusView | null;
  readonly count: number;
  readonly isPressed: boolean;
  readonly words: Words;
  readonly choose: (filter: CaseFilter) => void;
}

function FilterButton({ filter, status, count, isPressed, words, choose }: FilterButtonProps) {
  const isFailed = filter.kind === 'failed';
  return (
    <button
      type="button"
      class="filter"
      aria-pressed={isPressed}
      data-style={filter.kind === 'status' ? (status?.style ?? 'none') : undefined}
      title={isFailed ? words.showHint : status?.name}
      aria-keyshortcuts={isFailed ? 'F' : undefined}
      onClick={() => choose(filter)}
    >
      <span class="filter-name">{status ? shortName(status) : nameOf(filter, words)}</span>{' '}
      <span class="count">{count.toLocaleString(words.locale)}</span>
    </button>
  );
}

/** Returns `WA`, or the full name if the short one contains no letter or digit. */
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
