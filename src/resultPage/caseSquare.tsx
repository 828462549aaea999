import { LimitBar, hasBar } from './limitBar';
import { numberWithoutSubtask, type ChosenCase, type SquareKind } from './cases';
import { caseView, changeWords, pairName, squareName, type CaseView } from './caseView';
import type { PageContent } from './pageContent';

interface CaseSquareProps {
  readonly shown: PageContent;
  readonly chosen: ChosenCase;
  readonly kind: SquareKind;
  /** index of the square in its section */
  readonly slot: number;
  readonly column: number;
  /** the square is in the tab order */
  readonly isStop: boolean;
  /** the details of the case are shown */
  readonly isSelected: boolean;
}

export function CaseSquare({ shown, chosen, kind, slot, column, isStop, isSelected }: CaseSquareProps) {
  const { words, record } = shown;
  const view = caseView(record, chosen.case.name, chosen.case);
  const cell = {
    role: 'gridcell',
    'data-slot': slot,
    'aria-colindex': column + 1,
    'aria-selected': isSelected,
    tabIndex: isStop ? 0 : -1,
  } as const;
  switch (kind) {
    case 'plain':
      return (
        <div {...cell} class="square" data-style={view.style ?? 'none'} aria-label={squareName(view, words)}>
          <span class="number">{view.name}</span> <Code view={view} />{' '}
          <span class="figure time">{view.time}</span>
          {hasBar(view.timeShare) && <LimitBar share={view.timeShare} />}
        </div>
      );
    // CSS marks the kind of failure by shape as well as color, using `data-code`
    case 'small':
      return (
        <div
          {...cell}
          class="square heat"
          data-style={view.style ?? 'none'}
          data-code={view.code}
          aria-label={squareName(view, words)}
        >
          <span class="number">{numberWithoutSubtask(chosen.subtask, view.name)}</span>
        </div>
      );
    case 'pair': {
      const { before: headBefore } = shown.comparison ?? { before: record };
      const before = caseView(headBefore, chosen.case.name, chosen.case.before ?? chosen.case);
      const change = chosen.case.change ?? 'same';
      return (
        <div {...cell} class="square pair" aria-label={pairName(before, view, change, words)}>
          <span class="number">{view.name}</span> <span class="change">{changeWords(change, words)}</span>{' '}
          <Half view={before} /> <Half view={view} />
        </div>
      );
    }
  }
}

/** Shows the result of a case in one of two records. */
function Half({ view }: { readonly view: CaseView }) {
  return (
    <div class="half" data-style={view.style ?? 'none'}>
      <Code view={view} /> <span class="figure time">{view.time}</span>{' '}
      <span class="figure memory">{view.memory}</span>
    </div>
  );
}

function Code({ view: { code } }: { readonly view: CaseView }) {
  return <b class={code.length > 6 ? 'code long' : 'code'}>{code}</b>;
}
