import type { Words } from './messages';

interface HiddenCaseProps {
  readonly words: Words;
  readonly reveal: () => void;
}

/** Replaces the data of a failed case until the user reveals it. */
export function HiddenCase({ words, reveal }: HiddenCaseProps) {
  return (
    <div class="hidden-case">
      <p>{words.hiddenCase}</p>
      <button type="button" class="button" onClick={reveal}>
        {words.revealCase}
      </button>
    </div>
  );
}
