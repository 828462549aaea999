import { Disposable, lm, window, workspace } from 'vscode';
import type { KnownRecord, RecordStore } from '../records';
import type { SubmissionFollower } from './following';
import type { ServiceManager } from './services/serviceManager';
import type { ToolInput } from './doors/assistant/tool';
import { panelType } from '../panel/messages';
import type { Uses } from './extensionServices';
import { later } from './later';
import type { Lazy } from '../base/async';
import type { PanelServices } from './panel/recordPanel';
import { followsAny, wantsCallbacks } from './settings';

/** What shows something of records is loaded after the first idle second, or with the first record that needs it. */
export function whenFirstNeeded(
  store: RecordStore,
  part: Lazy<Disposable>,
  needsIt: (record: KnownRecord) => boolean,
): Disposable {
  const look = (): void => {
    if (!store.records().some(needsIt)) return;
    watch.dispose();
    void part.get();
  };
  const watch = Disposable.from(later(1000, look), store.onDidChange(look));
  return watch;
}

/** After the first second, when the window has come to rest. */
export function whenIdle(work: () => Promise<void>): Disposable {
  return later(1000, () => void work());
}

/** HTTP callbacks are off unless a setting says otherwise. */
export function whenWanted(callbacks: Lazy<Disposable>): Disposable {
  const look = async (): Promise<void> => {
    if (wantsCallbacks()) await callbacks.get();
  };
  return Disposable.from(whenIdle(look), workspace.onDidChangeConfiguration(look));
}

/** No service is followed unless its description says so. */
export function whenFollowed(following: Lazy<SubmissionFollower>, services: ServiceManager): Disposable {
  let isAny = false;
  const look = async (): Promise<void> => {
    const wasAny = isAny;
    isAny = followsAny();
    if (isAny || wasAny) await (await following.get()).update();
  };
  return Disposable.from(
    whenIdle(look),
    services.onDidChange(() => void look()),
  );
}

/** Opens the panels again that were open before a reload; the panel's own code is loaded only if there are any. */
export function restorePanels(extension: PanelServices): Disposable {
  return window.registerWebviewPanelSerializer(panelType, {
    deserializeWebviewPanel: async (panel, state) =>
      (await import('./panel')).restoreRecordPanel(extension, panel, state),
  });
}

/** The tool `judge_result` for language models; nothing where this editor has no such tools. */
export function registerTool(extension: Uses<'services' | 'store' | 'tracking'>): Disposable {
  const models = lm as Partial<typeof lm> | undefined;
  if (typeof models?.registerTool !== 'function') return new Disposable(() => undefined);
  return models.registerTool<ToolInput>('judge_result', {
    prepareInvocation: async ({ input }) =>
      (await import('./doors/assistant/tool')).prepareToolInvocation(extension, input),
    invoke: async ({ input }, token) =>
      (await import('./doors/assistant/tool')).invokeTool(extension, input, token),
  });
}
