import type { RecordHead, Post, Side, Words } from './messages';
import type { Dispatch } from './pageState';
import { joined, punctuation } from './strings';

interface FailureSummaryProps {
  readonly head: RecordHead;
  readonly side: Side;
  readonly words: Words;
  readonly dispatch: Dispatch;
  readonly post: Post;
}

/** Shows `2 of 6 failed · first: 2-1, expected 3, actual 1`. The first failure is a link to its case or line. */
export function FailureSummary({ head, side, words, dispatch, post }: FailureSummaryProps) {
  const { counted, first, progress } = head;
  if (first === null) {
    if (counted !== '') return <p class="summary">{counted}</p>;
    // an empty line, so that the page doesn’t move when the first case is judged
    return progress ? <p class="summary">{'\u00a0'}</p> : null;
  }
  const open = (): void => {
    if (first.kind === 'case') dispatch({ type: 'choose', ...first.place, focus: true });
    else post({ type: 'openPosition', side, link: first.link });
  };
  const [before = '', after = ''] = (first.kind === 'case' ? words.first : words.firstLine).split('{0}');
  const { comma } = punctuation(words);
  return (
    <p class="summary">
      {joined('', counted, counted === '' ? '' : ' · ', before)}
      <button type="button" class="link" onClick={open}>
        {first.name}
      </button>
      {after}
      {first.said !== '' && comma + first.said}
    </p>
  );
}
