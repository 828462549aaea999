import type { Metafile } from 'esbuild';

/** Maximum number of files that activation loads on desktop. Each file costs time, however small it is. */
export const maxStartFiles = 6;

/** Returns the entry of the desktop build and every file that it imports before its first line runs. */
export function loadedAtStart(outputs: Metafile['outputs']): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { path: imported, kind, external } of outputs[file]?.imports ?? []) {
      if (kind === 'import-statement' && !external) visit(imported);
    }
  };
  visit('dist/extension.mjs');
  return seen;
}
