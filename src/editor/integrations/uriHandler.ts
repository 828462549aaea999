import { realpath } from 'node:fs/promises';
import { l10n, Uri, window, workspace, FileType, type WorkspaceFolder } from 'vscode';
import {
  displayAddress,
  isRequestId,
  parseUrl,
  readRequest,
  readSharedQuery,
  type Judge,
  type RequestName,
} from '../../judges';
import { fetchAndShow } from '../fetch';
import { addConfirmed, confirmShared, type Confirmed } from '../judges';
import { withDiskCase, isBelow } from '../../base/paths';
import { sanitizeForUi } from '../labels/sanitizeText';
import { nameOfJudge } from '../labels/judgeLabels';
import { offerJudges } from '../shared/dialogs/dialogs';
import { rejectsCredential } from '../shared/credentialAsId';
import { showSettingsProblems } from '../shared/settings/settingsProblems';
import type { Core } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';
import type { WithList } from '../list';
import type { WithFollowing } from '../following';

const ask = oneAtATime();

/**
 * Handles `vscode://judge-results.judge-results/fetch?id=<request ID>[&file=<path in the workspace>][&service=<name>]`,
 * `…/fetch?page=<URL of a result’s page>`, and `…/add?<description of a judge>`.
 *
 * Anyone can create such a link, so nothing happens before the user confirms. Only one dialog is open at a time, and
 * users can't disable it. A link can only request results from the user's own judges, and never submits anything.
 */
export async function handleUri(
  extension: Core & WithDiagnostics & WithFollowing & WithList,
  uri: Pick<Uri, 'path' | 'query'>,
): Promise<void> {
  if (uri.path === '/add') return addFromLink(extension, uri.query);
  const link = readLink(uri.path, uri.query);
  if (link.kind === 'fileOutside') return showFileOutside(link.file);
  if (link.kind === 'noRequestId') {
    extension.log.warn(`invalid link: ${sanitizeForUi(uri.path, 100)}`);
    void window.showWarningMessage(l10n.t('The link has no valid ID.'));
    return;
  }
  if (!(await ask(() => askAndFetch(extension, link)))) warnIgnored(extension);
}

/** Adds the judge in a link. Other links can be opened again while the user signs in. */
async function addFromLink(extension: Core, query: string): Promise<void> {
  const answer: { confirmed: Confirmed | null } = { confirmed: null };
  const isAsked = await ask(async () => {
    answer.confirmed = await confirmShared(extension, readSharedQuery(query), { kind: 'link' });
  });
  if (!isAsked) warnIgnored(extension);
  if (answer.confirmed) await addConfirmed(extension, answer.confirmed);
}

function warnIgnored({ log }: Core): void {
  log.warn('link ignored: another one awaits confirmation');
}

async function askAndFetch(
  extension: Core & WithDiagnostics & WithFollowing & WithList,
  link: Extract<FetchLink, { kind: 'fetch' | 'page' }>,
): Promise<void> {
  const target =
    link.kind === 'page' ? await targetOfPage(extension, link.page) : await targetOf(extension, link);
  if (!target) return;
  const { judge, requestId, hint } = target;
  const path = link.kind === 'page' ? null : link.file;
  const file = path === null ? null : await workspaceFile(path);
  if (path !== null && !file) {
    return showFileOutside(path);
  }
  const fetch = l10n.t('Fetch');
  const address = l10n.t('Judge: {0} ({1})', nameOfJudge(judge), displayAddress(judge.baseUrl));
  const fileNote =
    file &&
    l10n.t(
      'Compiler errors and warnings are shown in {0}.',
      sanitizeForUi(workspace.asRelativePath(file), 200),
    );
  const chosen = await window.showInformationMessage(
    l10n.t('Fetch the result of {0}, as requested by a link?', requestId),
    { modal: true, detail: fileNote ? `${address}\n${fileNote}` : address },
    fetch,
  );
  if (chosen === fetch) await fetchAndShow(extension, { judge, requestId, hint }, file ?? undefined);
}

type Target = RequestName & { readonly judge: Judge };

/** Returns the judge and the result of a link; null: the judge doesn't exist, which was shown. */
async function targetOf(
  extension: Core,
  { requestId, service }: Extract<FetchLink, { kind: 'fetch' }>,
): Promise<Target | null> {
  if (await rejectsCredential(extension, requestId)) return null;
  const choice = await extension.judges.choiceOf(service);
  switch (choice.kind) {
    case 'wrong':
      await showSettingsProblems(choice.problems);
      return null;
    case 'none':
      offerJudges(
        l10n.t(
          'A link requests the result of {0}. Choose an online judge, then open the link again.',
          requestId,
        ),
      );
      return null;
    case 'chosen':
      return { judge: choice.judge, requestId, hint: null };
  }
}

/** Finds the judge and the result of a page; null: none of the user's judges has a result on this page, which was shown. */
async function targetOfPage(extension: Core, page: string): Promise<Target | null> {
  const judges = await extension.judges.all();
  const [first] = judges;
  const read = first && readRequest(page, first, judges);
  if (read?.input.kind === 'requestId') {
    if (await rejectsCredential(extension, read.input.id)) return null;
    return { judge: read.judge, requestId: read.input.id, hint: read.input.hint ?? null };
  }
  const host = sanitizeForUi(parseUrl(page)?.host ?? '', 100);
  offerJudges(
    l10n.t('The page in the link, on {0}, isn’t a result of one of your judges.', host),
    window.showWarningMessage,
  );
  return null;
}

function showFileOutside(path: string): void {
  void window.showWarningMessage(
    l10n.t('The file in the link isn’t in this workspace: {0}', sanitizeForUi(path, 200)),
  );
}

/** Finds a file of the workspace by its relative path; null: it doesn't exist, or is outside of the workspace. */
export async function workspaceFile(path: string): Promise<Uri | null> {
  for (const folder of workspace.workspaceFolders ?? []) {
    const uri = Uri.joinPath(folder.uri, path);
    if (!isBelow(folder.uri.path, uri.path) || !(await isFile(uri))) continue;
    const inside = await reallyInside(uri, folder);
    if (inside) return inside;
  }
  return null;
}

async function isFile(uri: Uri): Promise<boolean> {
  try {
    return ((await workspace.fs.stat(uri)).type & FileType.File) !== 0;
  } catch {
    return false; // it doesn't exist
  }
}

/**
 * Returns the file's URI with upper and lower case as on disk; null: it is outside of the folder. Resolves symbolic
 * links of local files. Rejects symbolic links on other file systems.
 */
async function reallyInside(uri: Uri, folder: WorkspaceFolder): Promise<Uri | null> {
  try {
    if (uri.scheme !== 'file') {
      return ((await workspace.fs.stat(uri)).type & FileType.SymbolicLink) === 0 ? uri : null;
    }
    const [real, root] = await Promise.all([realpath(uri.fsPath), realpath(folder.uri.fsPath)]);
    const onDisk = { folder: Uri.file(root).path, file: Uri.file(real).path };
    if (!isBelow(onDisk.folder, onDisk.file)) return null;
    const asked = uri.path.slice(folder.uri.path.length);
    return uri.with({
      path: folder.uri.path + withDiskCase(asked, onDisk.file.slice(onDisk.folder.length)),
    });
  } catch {
    return null; // it was removed meanwhile
  }
}

/** The request in a link, or why the link is invalid. */
export type FetchLink =
  | {
      readonly kind: 'fetch';
      readonly requestId: string;
      /** path relative to a workspace folder; null: none */
      readonly file: string | null;
      /** name of one of the user's judges; null: the chosen one */
      readonly service: string | null;
    }
  /** `page`: URL of a result's page */
  | { readonly kind: 'page'; readonly page: string }
  | { readonly kind: 'noRequestId' }
  /** an absolute path, or one that leads out of the workspace */
  | { readonly kind: 'fileOutside'; readonly file: string };

/**
 * Parses the path and query of a link, both decoded by VS Code. Valid form: `/fetch?id=<1 to 128 of A-Z a-z 0-9 _
 * ->[&file=<relative path>][&service=<name>]`, or `/fetch?page=<http or https URL>`, which can contain `&`.
 */
export function readLink(path: string, query: string): FetchLink {
  if (path !== '/fetch' || query.length > 2048) return { kind: 'noRequestId' };
  const page = /^page=(https?:\/\/.*)$/s.exec(query)?.[1]?.replace(/&windowId=\w+$/, '');
  if (page !== undefined) return { kind: 'page', page };
  const values = new Map<string, string>();
  for (const part of query.split('&')) {
    const [, name, value] = /^([^=]*)=(.*)$/s.exec(part) ?? [];
    if (name === undefined || value === undefined) continue;
    if (values.has(name)) return { kind: 'noRequestId' }; // two IDs are an attempt to deceive
    values.set(name, value);
  }
  const requestId = values.get('id') ?? '';
  const file = values.get('file') ?? null;
  if (!isRequestId(requestId)) return { kind: 'noRequestId' };
  if (file !== null && !isRelativePath(file)) return { kind: 'fileOutside', file };
  return { kind: 'fetch', requestId, file, service: values.get('service') ?? null };
}

/** Returns whether the path is relative and doesn't leave its folder, on any operating system. */
function isRelativePath(path: string): boolean {
  if (path === '' || /[\0-\x1f\x7f]/.test(path) || /^[\\/]|^[a-z]:/i.test(path)) return false;
  return !path.split(/[\\/]/).includes('..');
}

/**
 * Returns a function that runs work unless the previous work is still running. In that case, it skips the work and
 * resolves to false.
 */
export function oneAtATime(): (work: () => Promise<void>) => Promise<boolean> {
  let isBusy = false;
  return async (work) => {
    if (isBusy) return false;
    isBusy = true;
    try {
      await work();
      return true;
    } finally {
      isBusy = false;
    }
  };
}
