import { env, l10n, window } from 'vscode';
import { looksLikeUrl, readRequest, readRequests, type Judge } from '../../judges';
import { chooseJudge } from '../judges';
import type { WithDiagnostics } from '../diagnostics';
import type { WithFollowing } from '../following';
import type { WithList } from '../list';
import type { Core } from '../shared/core';
import type { ChosenRequest } from '../shared/dialogs/askRequestId';
import { askAndFetch, fetchAndShow } from './fetch';

/** The meaning of a text that the user pasted into the list of results. */
type Pasted =
  | { readonly kind: 'request'; readonly request: ChosenRequest }
  /** several requests; `judge`: the chosen one, or the only one */
  | { readonly kind: 'requests'; readonly judge: Judge }
  | { readonly kind: 'page' }
  | { readonly kind: 'other' };

/**
 * Pastes the clipboard into the list of results: fetches the result with that URL or ID, or opens “Choose Online Judge” with
 * the URL of another page.
 */
export async function pasteInList(
  extension: Core & WithDiagnostics & WithFollowing & WithList,
): Promise<void> {
  const text = await env.clipboard.readText();
  const pasted = await readPasted(extension, text);
  switch (pasted.kind) {
    case 'request':
      return fetchAndShow(extension, pasted.request);
    case 'requests':
      return askAndFetch(extension, pasted.judge, text);
    case 'page':
      await chooseJudge(extension, text.trim());
      return;
    case 'other':
      void window.showInformationMessage(
        l10n.t('The clipboard contains neither the URL of an online judge nor a submission ID.'),
      );
  }
}

async function readPasted({ judges }: Core, text: string): Promise<Pasted> {
  const page: Pasted = { kind: looksLikeUrl(text) ? 'page' : 'other' };
  const all = (await judges.all()).filter(({ runsHere }) => !runsHere);
  const [current] = all;
  if (!current) return page;
  // most words could be IDs of a judge whose IDs have no known form
  const several = readRequests(text, current, all)?.valid ?? [];
  if (several.some(({ judge, requestId }) => judge.looksLikeRequestId(requestId)))
    return { kind: 'requests', judge: current };
  const { input, judge } = readRequest(text, current, all);
  if (input.kind !== 'requestId') return page;
  const isId = input.id !== text.trim() || judge.looksLikeRequestId(input.id);
  return isId ? { kind: 'request', request: { judge, requestId: input.id, hint: input.hint ?? null } } : page;
}
