import { l10n, Uri, window, workspace } from 'vscode';
import { presentText } from '../diagnostics/sources';
import { fileName } from '../recordWords';
import { sanitizeForUi } from '../sanitizeForUi';

/** Inputs of one's own for a self-test: files beside the program, or others. Undefined: they changed their mind. */
export async function askInputs(title: string, program: Uri): Promise<readonly string[] | undefined> {
  const files = await inputFiles(program);
  const chosen =
    files.length > 0
      ? (
          await window.showQuickPick(
            files.map((uri) => ({ label: sanitizeForUi(fileName(uri.toString()), 80), uri, picked: true })),
            {
              title,
              placeHolder: l10n.t('Select the inputs to run with'),
              canPickMany: true,
              ignoreFocusOut: true,
            },
          )
        )?.map(({ uri }) => uri)
      : await window.showOpenDialog({ title, canSelectMany: true, openLabel: l10n.t('Run') });
  if (!chosen || chosen.length === 0) return undefined;
  const texts = await Promise.all(chosen.map(presentText));
  return texts.filter((text) => text !== null);
}

/** The `*.in` files of the program's folder; none where it can't be listed. */
async function inputFiles(program: Uri): Promise<Uri[]> {
  if (program.scheme === 'untitled') return [];
  const folder = Uri.joinPath(program, '..');
  try {
    const entries = await workspace.fs.readDirectory(folder);
    return entries
      .map(([name]) => name)
      .filter((name) => name.endsWith('.in'))
      .sort()
      .slice(0, 50)
      .map((name) => Uri.joinPath(folder, name));
  } catch {
    return []; // not a folder that can be read: files are asked for
  }
}
