import { isValidTime } from '../base/validTime';
import { ageInWords } from './age';
import { useNow } from './currentTime';

interface AgeLabelProps {
  /** ms since 1970 */
  readonly at: number;
  /** day and time in full; shown if `at` is invalid, because an earlier version may have stored an invalid time */
  readonly value: string;
  readonly title: string;
  readonly locale: string;
}

/** Shows `5 minutes ago`. Updates it while the page is visible. */
export function AgeLabel({ at, value, title, locale }: AgeLabelProps) {
  const now = useNow();
  if (!isValidTime(at)) return <time title={title}>{value}</time>;
  return (
    <time dateTime={new Date(at).toISOString()} title={title}>
      {ageInWords(now - at, locale)}
    </time>
  );
}
