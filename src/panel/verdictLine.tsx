import { formatMemory, formatScore, formatTime, type VerdictStyle } from '../judge';
import type { RecordHead } from './messages';
import { joined } from './shown';

/** `WA Wrong Answer 50`, and small the time and memory. A record that isn't judged yet has none of these figures. */
export function VerdictLine({ head }: { readonly head: RecordHead }) {
  const { verdict, sign, figures, units } = head;
  const look = lookOf(head);
  const isScored = look !== 'pending' && look !== 'compileError';
  const name = verdict.startsWith(`${sign} `) ? verdict.slice(sign.length + 1) : '';
  const score = isScored ? formatScore(figures.score, units) : '';
  const used = isScored
    ? joined(' · ', formatTime(figures.time, units), formatMemory(figures.memory, units))
    : '';
  return (
    <p class="verdict-line">
      <span class="pill" data-look={look}>
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

/** A record without a status code has no verdict yet, so its sign isn't drawn solid. */
function lookOf({ look, figures }: RecordHead): VerdictStyle | 'none' {
  return look ?? (figures.status === null ? 'pending' : 'none');
}
