import { JudgingProgress } from './judgingProgress';
import type { Post, RecordHead, Side, Words } from './messages';
import { RecordFacts } from './recordFacts';
import type { Dispatch } from './pageState';
import { ActionButtons, NameActions } from './actionButtons';
import { FailureSummary } from './failureSummary';
import { VerdictExplanation } from './verdictExplanation';
import { VerdictLine } from './verdictLine';

interface RecordCardProps {
  readonly head: RecordHead;
  readonly side: Side;
  readonly words: Words;
  /** `Before` or `Now` if two records are compared; null: the record is shown alone */
  readonly role: string | null;
  /** the facts under “More” are shown */
  readonly isMoreOpen: boolean;
  readonly dispatch: Dispatch;
  readonly post: Post;
}

/** Shows a record’s name, verdict, first failure, origin and actions. */
export function RecordCard({ head, side, words, role, isMoreOpen, dispatch, post }: RecordCardProps) {
  return (
    <div class={role === null ? 'card alone' : 'card'}>
      {role !== null && <span class="role">{role}</span>}
      <div class="identity">
        {role === null ? <h1 class="name">{head.name}</h1> : <h2 class="name">{head.name}</h2>}
        <NameActions head={head} words={words} post={post} />
      </div>
      <div class="top">
        <VerdictLine head={head} />
        <FailureSummary head={head} side={side} words={words} dispatch={dispatch} post={post} />
        {head.progress && <JudgingProgress progress={head.progress} words={words} />}
      </div>
      {role === null && <VerdictExplanation explanation={head.explanation} words={words} post={post} />}
      {head.ownNote !== null && <p class="own-note">{head.ownNote}</p>}
      {head.note !== null && <p class="note">{head.note}</p>}
      <RecordFacts
        head={head}
        side={side}
        words={words}
        isMoreOpen={isMoreOpen}
        dispatch={dispatch}
        post={post}
      />
      <ActionButtons head={head} words={words} post={post} />
    </div>
  );
}
