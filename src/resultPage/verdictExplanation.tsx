import type { Explanation, Post, Words } from './messages';

interface VerdictExplanationProps {
  /** null: nothing to explain */
  readonly explanation: Explanation | null;
  readonly words: Words;
  readonly post: Post;
}

/** Explains a verdict in one sentence, with a link to the documentation. */
export function VerdictExplanation({ explanation, words, post }: VerdictExplanationProps) {
  if (explanation === null) return null;
  const { text, topic } = explanation;
  return (
    <p class="explanation">
      {text}{' '}
      <button type="button" class="link" onClick={() => post({ type: 'explainVerdict', topic })}>
        {words.learnMore}
      </button>
    </p>
  );
}
