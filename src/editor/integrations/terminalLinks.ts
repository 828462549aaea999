import { l10n, type TerminalLink } from 'vscode';
import { readRequest } from '../../judges';
import { fetchAndShow } from '../fetch';
import { nameOfJudge } from '../labels/judgeLabels';
import type { ChosenRequest } from '../shared/dialogs/askRequestId';
import { MAX_TERMINAL_ADDRESS_LENGTH, MAX_TERMINAL_LINKS } from './limits';
import type { Core } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';
import type { WithList } from '../list';
import type { WithFollowing } from '../following';

export interface SubmissionLink extends TerminalLink {
  readonly request: ChosenRequest;
}

/**
 * Finds the URLs of submissions in a line of the terminal, such as those that `oj`, kattis-cli, and other clients
 * print. Only URLs that one of the user's judges recognizes become links.
 */
export async function submissionLinks({ judges }: Core, line: string): Promise<SubmissionLink[]> {
  const addresses = addressesIn(line);
  if (addresses.length === 0) return [];
  const [first, ...others] = await judges.all();
  if (!first) return [];
  return addresses.flatMap(({ address, startIndex }) => {
    const { input, judge } = readRequest(address, first, others);
    if (input.kind !== 'requestId') return [];
    const { id: requestId, hint = null } = input;
    const tooltip = l10n.t('Fetch the result from {0}', nameOfJudge(judge));
    return [{ startIndex, length: address.length, tooltip, request: { judge, requestId, hint } }];
  });
}

export function openSubmissionLink(
  extension: Core & WithDiagnostics & WithFollowing & WithList,
  { request }: SubmissionLink,
): Promise<void> {
  return fetchAndShow(extension, request);
}

/** Finds URLs in a line in linear time, without trailing punctuation. */
function addressesIn(line: string): readonly { readonly address: string; readonly startIndex: number }[] {
  const found: { readonly address: string; readonly startIndex: number }[] = [];
  for (const match of line.matchAll(/https?:\/\/[^\s"'<>`|]+/g)) {
    if (found.length === MAX_TERMINAL_LINKS) break;
    let end = match[0].length;
    while (end > 0 && '.,;:!?)]}'.includes(match[0].charAt(end - 1))) end -= 1;
    if (end <= MAX_TERMINAL_ADDRESS_LENGTH)
      found.push({ address: match[0].slice(0, end), startIndex: match.index });
  }
  return found;
}
