import { formatMemory, formatScoreOf, formatTime, type VerdictStyle } from '../results';
import type { RecordHead } from './messages';
import { joined, nameAfterCode } from './strings';

/**
 * Shows `WA Wrong Answer 50 / 100`, then time and memory in small print. Omits all figures while the record is pending,
 * or if it didn’t compile.
 */
export function VerdictLine({ head }: { readonly head: RecordHead }) {
  const { verdict, sign, figures, maximum, units } = head;
  const style = styleOf(head);
  const isScored = style !== 'pending' && style !== 'compileError';
  const name = nameAfterCode(verdict, sign);
  const score = isScored ? formatScoreOf(figures.score, maximum, units) : '';
  const used = isScored
    ? joined(' · ', formatTime(figures.time, units), formatMemory(figures.memory, units))
    : '';
  return (
    <p class="verdict-line">
      <span class="pill" data-style={style}>
        {sign}
      </span>
      {name !== '' && (
        <>
          {' '}
          <span class="verdict-name">{name}</span>
        </>
      )}
      {score !== '' && (
        <>
          {' '}
          <span class="points">{score}</span>
        </>
      )}
      {used !== '' && (
        <>
          {' '}
          <small class="took">{used}</small>
        </>
      )}
    </p>
  );
}

/** Returns the style of the verdict. Without a status code the record is pending. */
function styleOf({ style, figures }: RecordHead): VerdictStyle | 'none' {
  return style ?? (figures.status === null ? 'pending' : 'none');
}
