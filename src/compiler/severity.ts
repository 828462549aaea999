import type { Severity } from './diagnostic';

const warnings = new Set(
  'warning,deprecation,deprecated,strict standards,style,check,high,medium,low,警告'.split(','),
);
const informations = new Set('info,hidden,hint,note,notice,message,suggestion,附注'.split(','));

/** What the word before a message says, in whatever case; one that is not known says that it is an error. */
export function severityOf(word = ''): Severity {
  const known = word.toLowerCase();
  if (warnings.has(known)) return 'warning';
  return informations.has(known) ? 'information' : 'error';
}
