import type { Uri } from 'vscode';

/**
 * Returns the key of stored choices about the problem of a program: its URI without extension, because programs that differ
 * only in their extensions belong to the same problem.
 */
export function problemKey(program: Uri): string {
  return program.toString().replace(/\.[^./]{1,20}$/, '');
}
