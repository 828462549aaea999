import { l10n } from 'vscode';
import type { Contest } from '../../results';
import type { Clarification } from '../../judges';
import { shortMoment } from '../labels/dateFormats';
import { joined } from '../labels/recordLabels';
import { sanitizeForUi } from '../labels/sanitizeText';
import { MAX_NOTIFIED_LENGTH, MAX_SHOWN_LENGTH, WRAPPED_LENGTH } from './limits';

export function contestName({ title, id }: Contest): string {
  return sanitizeForUi(title ?? id ?? '', 80) || l10n.t('contest');
}

/** Returns the sentence that announces clarifications: the text of a single one. */
export function newsWords(contest: Contest, clarifications: readonly Clarification[]): string {
  const [first, ...others] = clarifications;
  if (!first || others.length > 0)
    return l10n.t('{0} new clarifications: {1}', clarifications.length, contestName(contest));
  const about = sanitizeForUi(first.problem ?? '', 60) || contestName(contest);
  const text = sanitizeForUi(first.text, MAX_NOTIFIED_LENGTH);
  switch (first.kind) {
    case 'answer':
      return l10n.t('Answer on {0}: {1}', about, text);
    case 'question': {
      const team = sanitizeForUi(first.team ?? '', 60);
      return team === ''
        ? l10n.t('Question on {0}: {1}', about, text)
        : l10n.t('Question from {0} on {1}: {2}', team, about, text);
    }
    case 'announcement':
    case 'sent':
      return l10n.t('Clarification on {0}: {1}', about, text);
  }
}

/** Returns the document with all clarifications of a contest, the newest first. */
export function clarificationsText(contest: Contest, all: readonly Clarification[]): string {
  const parts = [contestName(contest), ...(all.length === 0 ? [l10n.t('No clarifications')] : [])];
  let length = 0;
  for (const one of all) {
    const part = [headingOf(one), indented(one.text), ...answerWords(one)].join('\n\n');
    length += part.length;
    if (length > MAX_SHOWN_LENGTH) {
      parts.push(l10n.t('Older clarifications are on the website.'));
      break;
    }
    parts.push(part);
  }
  return `${parts.join('\n\n')}\n`;
}

/**
 * Returns the line with the page on which the jury answers a question, which VS Code shows as a link; none: not a
 * question.
 */
function answerWords({ answerPage }: Clarification): readonly string[] {
  return answerPage === undefined ? [] : [`    ${l10n.t('Answer: {0}', answerPage)}`];
}

function headingOf({ kind, team, problem, at }: Clarification): string {
  const about = sanitizeForUi(problem ?? '', 100) || l10n.t('General');
  return joined(
    ' · ',
    at === null ? '' : shortMoment(at),
    about,
    kindWords(kind, sanitizeForUi(team ?? '', 60)),
  );
}

/** `team`: sender of a question, sanitized; empty: unknown */
function kindWords(kind: Clarification['kind'], team: string): string {
  switch (kind) {
    case 'sent':
      return l10n.t('Sent by you');
    case 'answer':
      return l10n.t('Answer to you');
    case 'announcement':
      return l10n.t('To all');
    case 'question':
      return team === '' ? l10n.t('Question from a team') : l10n.t('Question from {0}', team);
  }
}

/** Indents a text, so that it can't look like the heading of another one, and wraps its long lines. */
function indented(text: string): string {
  return text
    .split('\n')
    .flatMap(wrapped)
    .map((line) => (line === '' ? '' : `    ${line}`))
    .join('\n');
}

/** Divides a line at spaces into lines of at most `WRAPPED_LENGTH` characters. A longer word is divided. */
function wrapped(line: string): readonly string[] {
  const lines: string[] = [];
  let start = 0;
  while (line.length - start > WRAPPED_LENGTH) {
    const space = line.lastIndexOf(' ', start + WRAPPED_LENGTH);
    const end = space > start ? space : beforeSplitPair(line, start + WRAPPED_LENGTH);
    lines.push(line.slice(start, end));
    start = space > start ? end + 1 : end;
  }
  return [...lines, line.slice(start)];
}

/** Returns the index, or the one before it if it is within a surrogate pair. */
function beforeSplitPair(line: string, index: number): number {
  return (line.codePointAt(index - 1) ?? 0) > 0xffff ? index - 1 : index;
}
