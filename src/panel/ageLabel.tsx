import { useEffect, useState } from 'preact/hooks';
import { isValidTime } from '../base/validTime';
import { ageInWords } from './age';

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

const REFRESH_MS = 20_000;

/** Returns the current time, ms since 1970. Renders the component again every 20 s while the page is visible. */
function useNow(): number {
  const [, refresh] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') refresh((count) => count + 1);
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return Date.now();
}
