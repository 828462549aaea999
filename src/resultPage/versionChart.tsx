import { useRef, useState } from 'preact/hooks';
import { ageInWords } from './age';
import { useNow } from './currentTime';
import { shareStyle } from './limitBar';
import type { Post } from './messages';
import type { PageContent } from './pageContent';
import { changeOf, figureOf, rowsOf, tellingRow, type Row } from './versionFigures';
import { fill, joined } from './strings';

/** If there are more versions than this, columns are narrow and omit the verdict codes. */
const MAX_WIDE_COLUMNS = 24;

interface VersionChartProps {
  readonly shown: PageContent;
  readonly post: Post;
}

/**
 * Shows the judged versions of the source, from left to right. Each is a button that opens the record: a column with
 * the verdict below it. The height shows the first figure that differs between versions, usually the score. One column
 * is in the tab order. Arrow keys, Home, and End move between them.
 */
export function VersionChart({ shown, post }: VersionChartProps) {
  const { record, keys, words } = shown;
  const { versions } = record;
  /** key of the version whose figures are shown; null: the version of this record */
  const [pointed, point] = useState<string | null>(null);
  /** key of the version that had the focus last */
  const [lastFocused, setLastFocused] = useState<string | null>(null);
  const columns = useRef<HTMLDivElement>(null);
  const now = useNow();

  const rows = rowsOf(record, words);
  const telling = tellingRow(rows);
  const indexOf = (key: string | null): number => versions.findIndex((version) => version.key === key);
  const recordIndex = indexOf(keys.record);
  const pointedIndex = indexOf(pointed);
  const described = pointedIndex < 0 ? recordIndex : pointedIndex;
  const focusedIndex = indexOf(lastFocused);
  const stop = focusedIndex < 0 ? recordIndex : focusedIndex;
  const isNarrow = versions.length > MAX_WIDE_COLUMNS;

  /** Returns `Version 3 of 5`, `WA Wrong Answer`, `2 hours ago`. */
  const title = (index: number): string[] => {
    const version = versions[index];
    if (!version) return [];
    const age = ageInWords(now - version.at, words.locale);
    return [fill(words.version, index + 1, versions.length), version.verdict, age];
  };
  const figure = (row: Row, index: number): string =>
    row === telling ? changeOf(row, index, words) : figureOf(row, index);
  const pressed = (event: KeyboardEvent, index: number): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = versions.length - 1;
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    buttonsIn(columns.current)[Math.min(Math.max(to, 0), last)]?.focus();
    event.preventDefault();
  };
  const pointAtFocused = (): void => {
    const index = buttonsIn(columns.current).findIndex((button) => button === document.activeElement);
    point(versions[index]?.key ?? null);
  };
  return (
    <div class="versions">
      <div
        ref={columns}
        class={isNarrow ? 'version-columns narrow' : 'version-columns'}
        role="group"
        aria-label={words.versions}
        onPointerLeave={pointAtFocused}
      >
        {versions.map(({ key, style, sign }, index) => (
          <button
            key={key}
            type="button"
            class="version"
            aria-label={joined(', ', ...title(index), ...rows.map((row) => figureOf(row, index)))}
            aria-current={index === recordIndex ? 'true' : undefined}
            data-style={style ?? 'none'}
            tabIndex={index === stop ? 0 : -1}
            onPointerEnter={() => point(key)}
            onFocus={() => {
              setLastFocused(key);
              point(key);
            }}
            onBlur={() => point(null)}
            onKeyDown={(event) => pressed(event, index)}
            onClick={() => {
              if (index !== recordIndex) post({ type: 'openVersion', key });
            }}
          >
            <i class="version-height" style={shareStyle(telling?.heights[index] ?? 0)} />
            <span class="version-mark">{isNarrow ? '' : sign}</span>
          </button>
        ))}
      </div>
      {/* the accessible names of the buttons contain the same text */}
      <div class="version-said" aria-hidden="true">
        <p class="version-caption">{joined(' · ', ...title(described))}</p>
        <p class="version-figures">{joined(' · ', ...rows.map((row) => figure(row, described)))}</p>
      </div>
    </div>
  );
}

function buttonsIn(columns: HTMLElement | null): HTMLElement[] {
  return [...(columns?.querySelectorAll<HTMLElement>('.version') ?? [])];
}
