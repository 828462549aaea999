import type { RefObject } from 'preact';
import { CaseDetails } from './caseDetails';
import { CaseGrid } from './caseGrid';
import { CompilerOutput } from './compilerOutput';
import { FilterBar } from './filterBar';
import type { CaseFilter } from './caseFilter';
import type { Viewport } from './gridViewport';
import type { GridLayout } from './gridLayout';
import type { Post } from './messages';
import type { Dispatch, PageState } from './pageState';
import { RecordHeads } from './recordHeads';
import type { PageContent } from './pageContent';
import { skipUnchanged } from './skipUnchanged';

export interface PageViewProps {
  readonly state: PageState;
  readonly layout: GridLayout;
  readonly viewport: Viewport;
  /** the verdict is sticky at the top because its normal position is scrolled out of view */
  readonly isStuck: boolean;
  readonly main: RefObject<HTMLElement | null>;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly chooseFilter: (filter: CaseFilter) => void;
  readonly dispatch: Dispatch;
  readonly post: Post;
}

/** Shows the whole page: the record with its cases, and the details of one case. */
export function PageView(props: PageViewProps) {
  const { state, layout, viewport, isStuck, main, grid, chooseFilter, dispatch, post } = props;
  const { shown, saved } = state;
  return (
    <>
      <main ref={main} class={isStuck ? 'record stuck' : 'record'}>
        {shown && (
          <>
            <RecordHeads shown={shown} isMoreOpen={saved.more} dispatch={dispatch} post={post} />
            <CompilerOutputs shown={shown} wasOpen={saved.compileOpen} dispatch={dispatch} post={post} />
            <FilterBar shown={shown} current={saved.filter} choose={chooseFilter} />
            <NoCases state={state} shown={shown} />
            <CaseGrid
              shown={shown}
              state={state}
              layout={layout}
              viewport={viewport}
              element={grid}
              dispatch={dispatch}
            />
          </>
        )}
      </main>
      {shown && (
        <CaseDetails
          shown={shown}
          place={saved.open ? saved.place : null}
          whole={state.whole}
          revealed={saved.revealed}
          dispatch={dispatch}
          post={post}
        />
      )}
    </>
  );
}

interface CompilerOutputsProps {
  readonly shown: PageContent;
  readonly wasOpen: boolean | null;
  readonly dispatch: Dispatch;
  readonly post: Post;
}

const CompilerOutputs = skipUnchanged((props: CompilerOutputsProps) => {
  const { shown, wasOpen, dispatch, post } = props;
  const { words, keys, comparison, record } = shown;
  return (
    <>
      {(['before', 'record'] as const).map((side) => {
        const compile = side === 'record' ? record.compile : (comparison?.before.compile ?? null);
        const role = side === 'before' ? words.before : words.now;
        return (
          compile && (
            // the key resets the open state if the record or the outcome changes; the user’s choice for this record
            // still applies
            <CompilerOutput
              key={`${side} ${keys[side]} ${compile.success}`}
              compile={compile}
              side={side}
              words={words}
              role={comparison && role}
              wasOpen={wasOpen}
              dispatch={dispatch}
              post={post}
            />
          )
        );
      })}
    </>
  );
});

/** Reports that no case matches the filter. */
function NoCases({ state, shown }: { readonly state: PageState; readonly shown: PageContent }) {
  const { filter } = state.saved;
  const { words } = shown;
  const isNone =
    state.sections.length > 0 &&
    filter.kind !== 'all' &&
    state.sections.every((section) => section.shown?.length === 0);
  const text = filter.kind === 'failed' ? words.nothingFailed : words.nothingLikeThat;
  return (
    <p class="nothing" role="status" hidden={!isNone}>
      {isNone && text}
    </p>
  );
}
