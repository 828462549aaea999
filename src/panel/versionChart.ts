import { ageInWords } from './age';
import { make, makeSvg, setText } from './dom';
import { fill, joined, type Shown } from './shown';
import { figureOf, rowsOf, segments, type Row } from './versionRows';

/** CSS pixels */
const verdictsHeight = 18;
const rowHeight = 26;

/**
 * The judged versions of the record's source from left to right: their verdicts, and below them score, time and memory
 * as lines. Each is a button that opens its record. Null where there is no other version.
 */
export function versionChart(shown: Shown, open: (key: string) => void): HTMLElement | null {
  const { record, keys, words } = shown;
  const { versions } = record;
  if (versions.length === 0) return null;
  const rows = rowsOf(record, words);
  const own = versions.findIndex(({ key }) => key === keys.record);
  const caption = make('p', { class: 'version-caption', 'aria-hidden': 'true' });
  const values = rows.map(() => make('div'));
  /** `3 of 5`, `WA Wrong Answer`, `2 hours ago` */
  const wordsOf = (index: number): string[] => {
    const version = versions[index];
    if (!version) return [];
    const age = ageInWords(Date.now() - version.at, words.locale);
    return [fill(words.version, index + 1, versions.length), version.verdict, age];
  };
  /** Shows what is known of a version. */
  const point = (index: number): void => {
    setText(caption, joined(' · ', ...wordsOf(index)));
    values.forEach((value, at) => setText(value, rows[at]?.format(rows[at].values[index] ?? null) ?? ''));
  };
  point(own);
  const buttons = versions.map((version, index) =>
    makeSvg(
      'svg',
      {
        class: 'version',
        x: percent(index, versions.length),
        width: percent(1, versions.length),
        role: 'button',
        'aria-label': joined(', ', ...wordsOf(index), ...rows.map((row) => figureOf(row, index))),
        'aria-current': index === own ? 'true' : null,
        'data-focus': `version-${version.key}`,
        'data-look': version.look ?? 'none',
        tabindex: index === own ? 0 : -1,
      },
      makeSvg('rect', { class: 'version-column' }),
      // round where it was accepted, else with corners: the color is not the only sign
      makeSvg('rect', { class: 'version-mark', rx: version.look === 'accepted' ? 5 : 1 }),
      ...rows.flatMap((row, at) => dot(row, at, index) ?? []),
    ),
  );
  const height = verdictsHeight + rows.length * rowHeight;
  const plot = makeSvg(
    'svg',
    { class: 'versions-plot', role: 'group', 'aria-label': words.versions, height },
    ...rows.flatMap(lineOf),
    ...buttons,
  );
  listen(plot, buttons, {
    point: (index) => point(index ?? own),
    open: (index) => {
      const version = versions[index];
      if (version && index !== own) open(version.key);
    },
  });
  // the buttons say what stands beside them
  const names = rows.map(({ name }) => make('div', {}, name));
  return make(
    'div',
    { class: 'versions' },
    caption,
    make(
      'div',
      { class: 'versions-rows' },
      make('div', { class: 'version-names', 'aria-hidden': 'true' }, ...names),
      plot,
      make('div', { class: 'version-values', 'aria-hidden': 'true' }, ...values),
    ),
  );
}

/** All places from left to right: the drawing follows the width of the page by itself. */
function percent(part: number, whole: number): string {
  return `${(part / whole) * 100}%`;
}

function y(row: number, height: number): number {
  return verdictsHeight + (row + 1) * rowHeight - 5 - height * (rowHeight - 10);
}

function dot({ heights: all }: Row, row: number, index: number): SVGElement | null {
  const height = all[index] ?? null;
  if (height === null) return null;
  return makeSvg('circle', { cx: '50%', cy: y(row, height), r: 2.5 });
}

function lineOf({ heights: all }: Row, row: number): SVGElement[] {
  const x = (index: number): string => percent(index + 0.5, all.length);
  return segments(all).map(([from, to]) =>
    makeSvg('line', { x1: x(from), y1: y(row, all[from] ?? 0), x2: x(to), y2: y(row, all[to] ?? 0) }),
  );
}

/** One of the buttons is in the tab order; arrow keys, Home and End move between them. */
function listen(
  plot: SVGElement,
  buttons: readonly SVGElement[],
  on: { readonly point: (index: number | null) => void; readonly open: (index: number) => void },
): void {
  const last = buttons.length - 1;
  buttons.forEach((button, index) => {
    button.addEventListener('click', () => on.open(index));
    button.addEventListener('pointerenter', () => on.point(index));
    button.addEventListener('focus', () => {
      for (const other of buttons) other.setAttribute('tabindex', other === button ? '0' : '-1');
      on.point(index);
    });
    button.addEventListener('blur', () => on.point(null));
    button.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key];
      if (to !== undefined) buttons[Math.min(Math.max(to, 0), last)]?.focus();
      else if (event.key === 'Enter' || event.key === ' ') on.open(index);
      else return;
      event.preventDefault();
    });
  });
  plot.addEventListener('pointerleave', () => on.point(focusedIn(buttons)));
}

function focusedIn(buttons: readonly SVGElement[]): number | null {
  const index = buttons.findIndex((button) => button === document.activeElement);
  return index < 0 ? null : index;
}
