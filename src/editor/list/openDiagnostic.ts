import { ViewColumn } from 'vscode';
import { diagnosticsOf, openPosition } from '../diagnostics';
import { isNode } from './treeNodes';
import type { Core } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';

export async function openDiagnostic(extension: Core & WithDiagnostics, node: unknown): Promise<void> {
  if (!isNode('diagnostic', node)) return;
  const record = extension.store.get(node.key);
  const compile = (await extension.store.loadEnvelope(node.key))?.data?.compile;
  const diagnostic = compile && diagnosticsOf(compile)[node.index];
  if (!record || !diagnostic) return;
  const { messageLine } = diagnostic;
  await openPosition(extension, record, { diagnostic, note: null, messageLine }, ViewColumn.Active);
}
