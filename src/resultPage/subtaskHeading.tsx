import { formatMemory, formatScoreOf, formatTime } from '../results';
import { Icon } from './icon';
import type { SubtaskView, Words } from './messages';
import type { Dispatch } from './pageState';
import { statusOf, type PageContent } from './pageContent';
import { skipUnchanged } from './skipUnchanged';
import { fill } from './strings';

interface SubtaskHeadingProps {
  readonly id: string;
  readonly subtask: SubtaskView;
  readonly shown: PageContent;
  /** null: the subtask can't be folded */
  readonly isFolded: boolean | null;
  readonly dispatch: Dispatch;
}

/** Shows `Subtask 1 WA 10 · 6 of 7 failed · 2.62 s`. The name is a button if the subtask can be folded. */
export const SubtaskHeading = skipUnchanged((props: SubtaskHeadingProps) => {
  const { id, subtask, shown, isFolded, dispatch } = props;
  const { record, words } = shown;
  const status = statusOf(record, subtask.figures.status);
  const hasVerdict = status !== null && status.style !== 'pending';
  const name = <span class="heading-name">{subtaskName(subtask, words)}</span>;
  return (
    <h2 class="heading" id={id}>
      {isFolded === null ? (
        name
      ) : (
        <button
          type="button"
          class="fold"
          aria-expanded={!isFolded}
          onClick={() => dispatch({ type: 'toggleFold', subtask: subtask.key })}
        >
          <Icon path={isFolded ? 'M6 3.5 10.5 8 6 12.5' : 'M3.5 6 8 10.5 12.5 6'} />
          {name}
        </button>
      )}{' '}
      {hasVerdict && (
        <>
          <span class="tag" data-style={status.style ?? 'none'}>
            {status.short}
          </span>{' '}
        </>
      )}
      {/* CSS hides the last figures on a narrow page */}
      <span class="heading-figures">
        {figuresOf(subtask, shown, isFolded === true).map((figure, at) => (
          <span key={at}>{at > 0 ? ` · ${figure}` : figure}</span>
        ))}
      </span>
    </h2>
  );
});

function figuresOf(subtask: SubtaskView, { record, words }: PageContent, isFolded: boolean): string[] {
  const { figures, maximum, cases } = subtask;
  const troubles = cases.flatMap(({ status }) => {
    const shownStatus = statusOf(record, status);
    return shownStatus?.trouble ? shownStatus : [];
  });
  const partial = troubles.filter(({ isPartial }) => isPartial).length;
  const failed = troubles.length - partial;
  const shown = (count: number): string => count.toLocaleString(words.locale);
  const accepted = cases.filter(({ status }) => statusOf(record, status)?.style === 'accepted').length;
  const passed = isFolded && accepted > 0 ? fill(words.passedOf, shown(accepted), shown(cases.length)) : '';
  const counted = [
    failed > 0 ? fill(words.failedOf, shown(failed), shown(cases.length)) : passed,
    partial > 0 ? fill(words.partial, shown(partial)) : '',
  ];
  const isWaiting = statusOf(record, figures.status)?.style === 'pending';
  const { units } = record;
  const all = isWaiting
    ? counted
    : [
        formatScoreOf(figures.score, maximum, units),
        ...counted,
        formatTime(figures.time, units),
        formatMemory(figures.memory, units),
      ];
  return all.filter((figure) => figure !== '');
}

export function subtaskName({ id, name }: Pick<SubtaskView, 'id' | 'name'>, words: Words): string {
  if (name === words.samples) return words.samples;
  const title = name ?? id;
  return title === null ? words.subtaskWithoutId : fill(words.subtask, title);
}
