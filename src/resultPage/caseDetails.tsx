import { CaseDescription } from './caseDescription';
import { CaseDialog } from './caseDialog';
import { CaseFacts } from './caseFacts';
import { findCase, identityOf, nextFailed, type ChosenCase } from './cases';
import { caseHeading, caseView, type CaseView } from './caseView';
import { ComparedFigures } from './comparedFigures';
import type { CaseIdentity, Explanation, Post, RecordHead, Side, SubtaskView } from './messages';
import { ErrorOutput, Input, OutputPair } from './caseOutputs';
import { HiddenCase } from './hiddenCase';
import { VerdictExplanation } from './verdictExplanation';
import { isRevealed } from './savedState';
import type { Dispatch, PageState } from './pageState';
import { statusOf, type PageContent } from './pageContent';
import { skipUnchanged } from './skipUnchanged';
import { subtaskName } from './subtaskHeading';
import { CaseVerdict } from './caseVerdict';
import { fill } from './strings';

interface CaseDetailsProps {
  readonly shown: PageContent;
  readonly place: CaseIdentity | null;
  readonly whole: PageState['whole'];
  readonly revealed: readonly string[];
  readonly dispatch: Dispatch;
  readonly post: Post;
}

/** Shows the details of one case. Hidden if no case is open. */
export const CaseDetails = skipUnchanged((props: CaseDetailsProps) => {
  const { shown, place, whole, revealed, dispatch, post } = props;
  const { words } = shown;
  const chosen = findCase(shown, place);
  const isCaseRevealed = place !== null && isRevealed(revealed, place);
  const Content = shown.comparison ? ComparedCase : SingleCase;
  return (
    <aside class="details" aria-label={words.details} hidden={chosen === null}>
      {chosen && (
        <>
          <DetailsHeader shown={shown} chosen={chosen} dispatch={dispatch} />
          <Content
            shown={shown}
            chosen={chosen}
            isCaseRevealed={isCaseRevealed}
            whole={whole}
            dispatch={dispatch}
            post={post}
          />
        </>
      )}
    </aside>
  );
});

interface DetailsHeaderProps {
  readonly shown: PageContent;
  readonly chosen: ChosenCase;
  readonly dispatch: Dispatch;
}

function DetailsHeader({ shown, chosen, dispatch }: DetailsHeaderProps) {
  const { words, record, subtasks } = shown;
  const view = caseView(record, chosen.case.name, chosen.case);
  return (
    <header>
      <h2 tabIndex={-1}>{caseHeading(view, words)}</h2>{' '}
      {!shown.comparison && <CaseVerdict view={view} words={words} />}
      {subtasks.length > 1 && !containsSubtask(view, chosen.subtask) && (
        <span class="where">{subtaskName(chosen.subtask, words)}</span>
      )}
      <button
        type="button"
        class="close"
        aria-label={words.close}
        title={words.close}
        onClick={() => dispatch({ type: 'closeDetails' })}
      >
        ✕
      </button>
    </header>
  );
}

function containsSubtask({ name }: CaseView, { id }: SubtaskView): boolean {
  return id !== null && name.startsWith(`${id}-`);
}

interface CaseProps {
  readonly shown: PageContent;
  readonly chosen: ChosenCase;
  readonly isCaseRevealed: boolean;
  readonly whole: PageState['whole'];
  readonly dispatch: Dispatch;
  readonly post: Post;
}

function SingleCase({ shown, chosen, isCaseRevealed, whole, dispatch, post }: CaseProps) {
  const { words, record } = shown;
  const { dialog } = chosen.case;
  const view = caseView(record, chosen.case.name, chosen.case);
  const description = (
    <CaseDescription
      key="description"
      shown={shown}
      place={identityOf(chosen)}
      result={chosen.case}
      side="record"
      title={chosen.case.outputTitle ?? record.descriptionTitle}
      titlesButtons={false}
      whole={whole}
      post={post}
    />
  );
  const isOutput = record.isOwnRun || chosen.case.outputTitle !== undefined;
  const descriptionPlace = isOutput ? 'afterInput' : dialog ? 'first' : 'afterFacts';
  const explanation = (
    <VerdictExplanation explanation={explanationOf(record, chosen.case)} words={words} post={post} />
  );
  if (chosen.case.isHidden && !isCaseRevealed) {
    return (
      <>
        {explanation}
        <HiddenCase words={words} reveal={() => dispatch({ type: 'reveal', ...identityOf(chosen) })} />
        <CaseFacts view={view} head={record} words={words} />
        <NextFailed shown={shown} chosen={chosen} dispatch={dispatch} />
      </>
    );
  }
  return (
    <>
      {descriptionPlace === 'first' && description}
      <Input input={chosen.case.input} words={words} />
      {dialog && <CaseDialog dialog={dialog} words={words} />}
      {descriptionPlace === 'afterInput' && description}
      {chosen.case.outputs && <OutputPair outputs={chosen.case.outputs} style={view.style} words={words} />}
      <ErrorOutput text={chosen.case.errorOutput} words={words} />
      <CaseFacts view={view} head={record} words={words} />
      {descriptionPlace === 'afterFacts' && description}
      {explanation}
      <NextFailed shown={shown} chosen={chosen} dispatch={dispatch} />
    </>
  );
}

/** Returns the explanation of a case's verdict. Null: none, or the record's own verdict already has the same one. */
function explanationOf(record: RecordHead, { status }: ChosenCase['case']): Explanation | null {
  const explanation = statusOf(record, status)?.explanation ?? null;
  return explanation?.topic === record.explanation?.topic ? null : explanation;
}

function NextFailed({ shown, chosen, dispatch }: DetailsHeaderProps) {
  const next = nextFailed(shown, chosen);
  if (!next) return null;
  return (
    <p class="next">
      <button
        type="button"
        class="link"
        aria-keyshortcuts="N"
        onClick={() => dispatch({ type: 'choose', ...identityOf(next), focus: true })}
      >
        {fill(shown.words.nextFailed, next.case.name)}
      </button>
    </p>
  );
}

/** Returns the heading of a case's description on one side of a comparison. */
function titleOf(side: Side, { words, record, comparison }: PageContent): string {
  return side === 'before'
    ? `${(comparison?.before ?? record).descriptionTitle} · ${words.before}`
    : `${record.descriptionTitle} · ${words.now}`;
}

/** Shows how a case changed between two records, with the figures and the judge’s message of both. */
function ComparedCase({ shown, chosen, isCaseRevealed, whole, dispatch, post }: CaseProps) {
  const { words } = shown;
  const { before, change } = chosen.case;
  if (!before) return null;
  const kind = change ?? 'same';
  const isHidden = (chosen.case.isHidden || before.isHidden) && !isCaseRevealed;
  return (
    <>
      <p class="became" data-change={kind}>
        {words.changes[kind]}
      </p>
      <ComparedFigures
        shown={shown}
        name={chosen.case.name}
        before={before}
        now={chosen.case}
        change={kind}
      />
      {isHidden && (
        <HiddenCase words={words} reveal={() => dispatch({ type: 'reveal', ...identityOf(chosen) })} />
      )}
      {!isHidden &&
        (['before', 'record'] as const).map((side) => (
          <CaseDescription
            key={side}
            shown={shown}
            place={identityOf(chosen)}
            result={side === 'before' ? before : chosen.case}
            side={side}
            title={titleOf(side, shown)}
            titlesButtons
            whole={whole}
            post={post}
          />
        ))}
    </>
  );
}
