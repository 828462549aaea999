import type { Severity } from './diagnostic';

const warning = /^(?:warning|deprecation|deprecated|strict standards|style|check|high|medium|low|警告)$/i;
const information = /^(?:info|hidden|hint|note|notice|message|suggestion|附注)$/i;

/** What the word before a message says, in whatever case; one that is not known says that it is an error. */
export function severityOf(word = ''): Severity {
  if (warning.test(word)) return 'warning';
  return information.test(word) ? 'information' : 'error';
}
