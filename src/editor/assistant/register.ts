import { lm, type Disposable } from 'vscode';
import type { Uses } from '../extensionServices';
import type { ToolInput } from './tool';

/** The tool `judge_result` for language models; nothing where this editor has no such tools. */
export function registerTool(extension: Uses<'services' | 'store' | 'tracking'>): Disposable {
  const models = lm as Partial<typeof lm> | undefined;
  if (typeof models?.registerTool !== 'function') return { dispose: () => undefined };
  return models.registerTool<ToolInput>('judge_result', {
    prepareInvocation: async ({ input }) => (await import('./tool')).prepareToolInvocation(extension, input),
    invoke: async ({ input }, token) => (await import('./tool')).invokeTool(extension, input, token),
  });
}
