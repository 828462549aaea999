import { ageInWords } from './age';
import { make, makeButton, setText } from './dom';
import { fill, joined, type Shown } from './shown';
import { setShare } from './square';
import { figureOf, rowsOf, tellingRow } from './versionRows';

/** More of them are narrow, without their verdicts' codes. */
const mostWide = 24;

/**
 * The judged versions of the record's source from left to right, a column each: how high it scored, its verdict below.
 * Each is a button that opens its record. Null where there is no other version.
 */
export function versionChart(shown: Shown, open: (key: string) => void): HTMLElement | null {
  const { record, keys, words } = shown;
  const { versions } = record;
  if (versions.length === 0) return null;
  const rows = rowsOf(record, words);
  const telling = tellingRow(rows);
  const own = versions.findIndex(({ key }) => key === keys.record);
  const caption = make('p', { class: 'version-caption' });
  const figures = make('p', { class: 'version-figures' });
  /** `Version 3 of 5`, `WA Wrong Answer`, `2 hours ago` */
  const wordsOf = (index: number): string[] => {
    const version = versions[index];
    if (!version) return [];
    const age = ageInWords(Date.now() - version.at, words.locale);
    return [fill(words.version, index + 1, versions.length), version.verdict, age];
  };
  /** `Score 50 (was 25)` */
  const change = (row: (typeof rows)[number], index: number): string => {
    const text = figureOf(row, index);
    const before = row.format(row.values[index - 1] ?? null);
    return row !== telling || text === '' || before === '' || row.values[index - 1] === row.values[index]
      ? text
      : fill(words.was, text, before);
  };
  /** Shows what is known of a version. */
  const point = (index: number): void => {
    setText(caption, joined(' · ', ...wordsOf(index)));
    setText(figures, joined(' · ', ...rows.map((row) => change(row, index))));
  };
  point(own);
  const isNarrow = versions.length > mostWide;
  const buttons = versions.map((version, index) => {
    const height = telling?.heights[index] ?? null;
    const column = make('i', { class: 'version-height' });
    setShare(column, height ?? 0);
    return makeButton(
      {
        class: 'version',
        'aria-label': joined(', ', ...wordsOf(index), ...rows.map((row) => figureOf(row, index))),
        'aria-current': index === own ? 'true' : null,
        'data-focus': `version-${version.key}`,
        'data-look': version.look ?? 'none',
        tabindex: index === own ? 0 : -1,
      },
      () => {
        if (index !== own) open(version.key);
      },
      column,
      make('span', { class: 'version-mark' }, isNarrow ? '' : version.sign),
    );
  });
  const columns = make(
    'div',
    {
      class: isNarrow ? 'version-columns narrow' : 'version-columns',
      role: 'group',
      'aria-label': words.versions,
    },
    ...buttons,
  );
  listen(columns, buttons, (index) => point(index ?? own));
  // the buttons say what stands beside them
  const said = make('div', { class: 'version-said', 'aria-hidden': 'true' }, caption, figures);
  return make('div', { class: 'versions' }, columns, said);
}

/** One of the buttons is in the tab order; arrow keys, Home and End move between them. */
function listen(
  columns: HTMLElement,
  buttons: readonly HTMLElement[],
  point: (index: number | null) => void,
): void {
  const last = buttons.length - 1;
  buttons.forEach((button, index) => {
    button.addEventListener('pointerenter', () => point(index));
    button.addEventListener('focus', () => {
      for (const other of buttons) other.setAttribute('tabindex', other === button ? '0' : '-1');
      point(index);
    });
    button.addEventListener('blur', () => point(null));
    button.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key];
      if (to === undefined) return;
      buttons[Math.min(Math.max(to, 0), last)]?.focus();
      event.preventDefault();
    });
  });
  columns.addEventListener('pointerleave', () => point(focusedIn(buttons)));
}

function focusedIn(buttons: readonly HTMLElement[]): number | null {
  const index = buttons.findIndex((button) => button === document.activeElement);
  return index < 0 ? null : index;
}
