import { createHash } from 'node:crypto';
import { FileSystemError, Uri, window, workspace, WorkspaceEdit } from 'vscode';
import { extensionsFor, languagesWith } from '../../judges/fileExtensions';
import { addressOfProblem, problemAtPublicJudge } from '../../judges';
import { fileName } from '../labels/recordLabels';
import { sized } from '../shared/files/boundedReading';
import { namesIn } from '../shared/files/files';
import { addSample } from '../samples';
import { problemAt, programOfPage } from '../sourceFiles';
import { MAX_TEMPLATE_BYTES } from './limits';
import { freeProgramName, stemForProblem } from './programName';
import { cphText, type ReceivedProblem } from './companionFormat';
import type { Core } from '../shared/core';

/** Outcome for a received problem. */
export type Created =
  /** `isNew`: false if the file existed, and maybe got new samples */
  | { readonly kind: 'file'; readonly uri: Uri; readonly problem: ReceivedProblem; readonly isNew: boolean }
  | { readonly kind: 'failed'; readonly problem: ReceivedProblem; readonly reason: string };

/**
 * Creates the file of a received problem, and stores its samples and its URL next to it as cph does. If a file for this
 * problem exists, only adds new samples. Never changes other content.
 *
 * @param extension of the new file, `.cpp`
 */
export async function createProgram(
  core: Core,
  received: ReceivedProblem,
  root: Uri,
  extension: string,
): Promise<Created> {
  const problem = { ...received, url: addressOfProblem(received.url, received.name) };
  const existing = await programOfPage(problem.url);
  if (existing) {
    for (const { input, output } of problem.tests)
      await addSample(core, existing, { input, expected: output }, null);
    return { kind: 'file', uri: existing, problem, isNew: false };
  }
  const folder = targetFolder(root);
  const [language = ''] = languagesWith(extension);
  const stem = stemForProblem(await problemId(core, problem.url), problem.name, language);
  const program = Uri.joinPath(folder, freeProgramName(stem, extension, await namesIn(folder)));
  try {
    await workspace.fs.writeFile(
      cphFile(program),
      new TextEncoder().encode(cphText(problem, programPath(program))),
    );
    const edit = new WorkspaceEdit();
    edit.createFile(program, { contents: await template(folder, root, extension) });
    const isCreated = await workspace.applyEdit(edit);
    return isCreated
      ? { kind: 'file', uri: program, problem, isNew: true }
      : { kind: 'failed', problem, reason: '' };
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    return { kind: 'failed', problem, reason: error.message };
  }
}

/** Returns the folder of the active file if it is in the workspace, or else the first root. */
function targetFolder(root: Uri): Uri {
  const active = window.activeTextEditor?.document.uri;
  return active && workspace.getWorkspaceFolder(active) ? Uri.joinPath(active, '..') : root;
}

/** Returns the ID of the problem at one of the user’s judges, or at a public one; null: unknown. */
async function problemId({ judges }: Pick<Core, 'judges'>, url: string): Promise<string | null> {
  for (const judge of await judges.all()) {
    const problem = problemAt(judge, url);
    if (problem) return problem.problemId;
  }
  return problemAtPublicJudge(url)?.problemId ?? null;
}

function programPath(program: Uri): string {
  return program.scheme === 'file' ? program.fsPath : program.path;
}

/** Returns the file in which cph looks for the problem of a program. */
function cphFile(program: Uri): Uri {
  const hash = createHash('md5').update(programPath(program)).digest('hex');
  return Uri.joinPath(program, '..', '.cph', `.${fileName(program.toString())}_${hash}.prob`);
}

/** Returns the content of `template.cpp` in the folder, or else in the root; empty: there is none. */
async function template(folder: Uri, root: Uri, extension: string): Promise<Uint8Array> {
  const [language = ''] = languagesWith(extension);
  const extensions = [extension, ...extensionsFor(language).filter((other) => other !== extension)];
  const places = [folder, root].flatMap((place) =>
    extensions.map((other) => Uri.joinPath(place, `template${other}`)),
  );
  const [found] = await sized(places, MAX_TEMPLATE_BYTES);
  return found ? workspace.fs.readFile(found.uri) : new Uint8Array();
}
