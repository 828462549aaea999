import { formatMemory, formatScoreOf, formatTime } from '../judge';
import { icon, make, makeButton } from './dom';
import type { RecordHead, SubtaskView, Words } from './messages';
import { subtaskName } from './recordCard';
import { fill, statusOf } from './shown';

/** `fold`: null where the subtask can't be folded. */
export function subtaskHeading(
  subtask: SubtaskView,
  head: RecordHead,
  words: Words,
  fold: { readonly folded: boolean; readonly toggle: () => void } | null,
): (Node | string)[] {
  const { key, figures, cases, maximum } = subtask;
  const { units } = head;
  const status = statusOf(head, figures.status);
  const failed = cases.filter((one) => statusOf(head, one.status)?.trouble).length;
  const isWaiting = status?.look === 'pending';
  const counted =
    failed > 0
      ? fill(words.failedOf, failed, cases.length)
      : fold?.folded
        ? fill(words.passedOf, cases.length, cases.length)
        : '';
  const { score, time, memory } = figures;
  // a narrow page leaves out the last of them
  const facts = isWaiting
    ? [counted]
    : [formatScoreOf(score, maximum, units), counted, formatTime(time, units), formatMemory(memory, units)];
  const name = make('span', { class: 'heading-name' }, subtaskName(subtask, words));
  return [
    fold
      ? makeButton(
          { class: 'fold', 'aria-expanded': String(!fold.folded), 'data-focus': `fold-${key}` },
          fold.toggle,
          icon(fold.folded ? 'M6 3.5 10.5 8 6 12.5' : 'M3.5 6 8 10.5 12.5 6'),
          name,
        )
      : name,
    ' ',
    ...(status && !isWaiting
      ? [make('span', { class: 'tag', 'data-look': status.look ?? 'none' }, status.short), ' ']
      : []),
    make(
      'span',
      { class: 'heading-figures' },
      ...facts
        .filter((fact) => fact !== '')
        .map((fact, at) => make('span', {}, at > 0 ? ` · ${fact}` : fact)),
    ),
  ];
}
