import type { JudgingProgress as Progress, Words } from './messages';

/** Shows how many cases are judged. The bar is indeterminate if the total isn’t known. */
export function JudgingProgress({ progress, words }: { readonly progress: Progress; readonly words: Words }) {
  const { done, total } = progress;
  return (
    <div class="progress">
      {total ? (
        <progress key="known" aria-label={words.judging} max={total} value={done} />
      ) : (
        <progress key="unknown" aria-label={words.judging} />
      )}
      <span>{progress.words}</span>
    </div>
  );
}
