import type { RefObject } from 'preact';
import { caseAt, type ChosenCase, type SquareKind } from './cases';
import { CaseSquare } from './caseSquare';
import { caseView, tooltipText } from './caseView';
import { builtSections, tabStop, type BuiltSection, type Viewport } from './gridViewport';
import { heightOf, sameSlot, topOfRow, type GridLayout, type ShownSection, type Slot } from './gridLayout';
import { destination } from './keyboardNavigation';
import { activeSlot, type Dispatch, type PageState } from './pageState';
import type { PageContent } from './pageContent';
import { skipUnchanged } from './skipUnchanged';
import { SubtaskHeading } from './subtaskHeading';

interface CaseGridProps {
  readonly shown: PageContent;
  readonly state: PageState;
  readonly layout: GridLayout;
  readonly viewport: Viewport;
  readonly element: RefObject<HTMLDivElement | null>;
  readonly dispatch: Dispatch;
}

/**
 * Shows the cases of all subtasks as squares. Builds only the rows in or near the visible area, and the row of the
 * active square. One square is in the tab order.
 */
export function CaseGrid({ shown, state, layout, viewport, element, dispatch }: CaseGridProps) {
  const { sections, saved, canFold } = state;
  const { sizes } = layout;
  const active = activeSlot(state);
  const built = builtSections(layout, viewport, active);
  const stop = tabStop(built, layout, active);

  const clicked = ({ target }: Event): void => {
    const slot = slotOfElement(target);
    if (slot) dispatch({ type: 'openDetails', slot });
  };
  const entered = ({ target }: Event): void => {
    const slot = slotOfElement(target);
    if (slot && !sameSlot(slot, active)) dispatch({ type: 'point', slot, focus: false });
  };
  const pressed = (event: KeyboardEvent): void => {
    const slot = slotOfElement(event.target);
    if (!slot || event.altKey || event.shiftKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      dispatch({ type: 'openDetails', slot });
    } else {
      const pageRows = Math.max(1, Math.floor(viewport.height / (sizes.squareHeight + sizes.gap)) - 1);
      const key = { key: event.key, ctrl: event.ctrlKey || event.metaKey };
      const to = destination(layout, slot, key, pageRows);
      if (!to) return;
      dispatch({ type: 'point', slot: to, focus: true });
    }
    event.preventDefault();
  };
  // set on hover: creating all tooltips at the start takes longer than rendering the squares
  const hovered = ({ target }: Event): void => {
    const slot = slotOfElement(target);
    const chosen = slot && caseAt(sections, slot);
    const square = target instanceof Element ? target.closest<HTMLElement>('.square') : null;
    if (!chosen || !square) return;
    square.title = tooltipText(caseView(shown.record, chosen.case.name, chosen.case), shown.words);
  };
  return (
    <div
      ref={element}
      class="grid"
      style={{
        height: `${heightOf(layout)}px`,
        '--square-width': `${sizes.squareWidth}px`,
        '--square-height': `${sizes.squareHeight}px`,
        '--gap': `${sizes.gap}px`,
        '--heading-height': `${sizes.headingHeight}px`,
      }}
      onClick={clicked}
      onFocusIn={entered}
      onKeyDown={pressed}
      onPointerOver={hovered}
    >
      {built.map(({ section, rows }) => {
        const content = sections[section];
        return (
          content && (
            <GridSection
              key={content.subtask.key}
              index={section}
              section={content}
              rows={rows}
              shown={shown}
              kind={state.squares}
              layout={layout}
              isFolded={canFold ? content.shown !== null : null}
              stop={stop?.section === section ? stop.slot : null}
              selected={saved.open && active?.section === section ? active.slot : null}
              dispatch={dispatch}
            />
          )
        );
      })}
    </div>
  );
}

interface GridSectionProps {
  readonly index: number;
  readonly section: ShownSection;
  readonly rows: BuiltSection['rows'];
  readonly shown: PageContent;
  readonly kind: SquareKind;
  readonly layout: GridLayout;
  /** null: the subtask can't be folded */
  readonly isFolded: boolean | null;
  /** square of this section in the tab order; null: it is in another section */
  readonly stop: number | null;
  /** square of this section whose details are shown; null: none */
  readonly selected: number | null;
  readonly dispatch: Dispatch;
}

/** Shows a subtask with its heading. A record with one subtask has no heading. */
function GridSection(props: GridSectionProps) {
  const { index, section, rows, shown, kind, layout, stop, selected } = props;
  const { subtask } = section;
  const { columns, counts, tops } = layout;
  const headingId = counts.length > 1 ? `subtask-${index}` : undefined;
  const top = tops[index] ?? 0;
  const height = (tops[index + 1] ?? top) - top;
  const count = counts[index] ?? 0;
  return (
    <section class="subtask" data-section={index} style={{ top: `${top}px`, height: `${height}px` }}>
      {headingId !== undefined && (
        <SubtaskHeading
          id={headingId}
          subtask={subtask}
          shown={shown}
          isFolded={props.isFolded}
          dispatch={props.dispatch}
        />
      )}
      <div
        role="grid"
        class="rows"
        aria-labelledby={headingId}
        aria-label={headingId === undefined ? shown.words.cases : undefined}
        aria-rowcount={Math.ceil(count / columns)}
        aria-colcount={columns}
      >
        {rows.map((row) => (
          <GridRow
            key={row}
            section={section}
            shown={shown}
            kind={kind}
            row={row}
            top={topOfRow(layout, row)}
            first={row * columns}
            count={Math.max(0, Math.min(columns, count - row * columns))}
            stop={inRow(stop, row, columns)}
            selected={inRow(selected, row, columns)}
          />
        ))}
      </div>
    </section>
  );
}

/** Returns the square if it is in this row, else null. This way, only the affected rows render again. */
function inRow(slot: number | null, row: number, columns: number): number | null {
  return slot !== null && Math.floor(slot / columns) === row ? slot : null;
}

interface GridRowProps {
  readonly section: ShownSection;
  readonly shown: PageContent;
  readonly kind: SquareKind;
  readonly row: number;
  /** CSS pixels from the top of the section */
  readonly top: number;
  /** index of the row’s first square in the section */
  readonly first: number;
  /** number of squares in the row */
  readonly count: number;
  readonly stop: number | null;
  readonly selected: number | null;
}

const GridRow = skipUnchanged((props: GridRowProps) => {
  const { section, shown, kind, row, top, first, count, stop, selected } = props;
  const squares: { readonly slot: number; readonly chosen: ChosenCase }[] = [];
  for (let slot = first; slot < first + count; slot += 1) {
    const chosen = caseAt([section], { section: 0, slot });
    if (chosen) squares.push({ slot, chosen });
  }
  return (
    <div role="row" class="row" aria-rowindex={row + 1} style={{ top: `${top}px` }}>
      {squares.map(({ slot, chosen }, column) => (
        <CaseSquare
          key={column}
          shown={shown}
          chosen={chosen}
          kind={kind}
          slot={slot}
          column={column}
          isStop={slot === stop}
          isSelected={slot === selected}
        />
      ))}
    </div>
  );
});

/** Returns the square that an event happened in; null if it happened in no square. */
export function slotOfElement(target: EventTarget | null): Slot | null {
  if (!(target instanceof Element)) return null;
  const square = target.closest<HTMLElement>('.square');
  const section = square?.closest<HTMLElement>('.subtask');
  if (!square || !section) return null;
  return { section: Number(section.dataset['section']), slot: Number(square.dataset['slot']) };
}

/** Returns the element of a square; null if it isn't built. */
export function elementOfSlot(grid: HTMLElement | null, { section, slot }: Slot): HTMLElement | null {
  return grid?.querySelector(`[data-section="${section}"] [data-slot="${slot}"]`) ?? null;
}
