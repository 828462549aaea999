import { commands, env, UIKind, Uri, workspace } from 'vscode';
import { errorMessage } from '../../base/log';
import type { Judge, ProblemName } from '../../judges';
import { hashOf } from '../../records';
import { MAX_KEPT_STATEMENTS } from './limits';
import type { Core } from '../shared/core';

/**
 * Opens a PDF document in the program that the computer has for it. Where VS Code can't start one, for example if it runs
 * in a browser, VS Code shows the file, with an extension for PDF documents if there is one.
 */
export async function openDocument(
  extension: Pick<Core, 'context' | 'log'>,
  judge: Pick<Judge, 'id'>,
  problem: ProblemName,
  document: Uint8Array,
): Promise<void> {
  const file = await storedDocument(extension, judge, problem, document);
  const isHere = env.remoteName === undefined && env.uiKind === UIKind.Desktop;
  if (isHere && (await env.openExternal(file))) return;
  await commands.executeCommand('vscode.open', file);
}

/** Writes the document to the extension’s storage. Its folder differs for each contest. */
async function storedDocument(
  { context, log }: Pick<Core, 'context' | 'log'>,
  { id }: Pick<Judge, 'id'>,
  { problemId, place }: ProblemName,
  document: Uint8Array,
): Promise<Uri> {
  const all = Uri.joinPath(context.globalStorageUri, 'statements');
  const name = (await hashOf([id, place ?? '', problemId].join('\n'))).slice(0, 16);
  const folder = Uri.joinPath(all, name);
  await workspace.fs.createDirectory(folder);
  const file = Uri.joinPath(folder, `${problemId.replace(/[^\w-]/g, '_').slice(0, 64)}.pdf`);
  await workspace.fs.writeFile(file, document);
  try {
    await removeOthers(all, name);
  } catch (error) {
    // an open document can't be removed on Windows
    log.warn(`statements: ${errorMessage(error)}`);
  }
  return file;
}

/** Removes all documents but this one if there are too many. */
async function removeOthers(all: Uri, kept: string): Promise<void> {
  const names = (await workspace.fs.readDirectory(all)).map(([name]) => name);
  if (names.length <= MAX_KEPT_STATEMENTS) return;
  for (const name of names) {
    if (name !== kept) await workspace.fs.delete(Uri.joinPath(all, name), { recursive: true });
  }
}
