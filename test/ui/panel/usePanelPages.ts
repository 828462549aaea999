import assert from 'node:assert/strict';
import type { BrowserContext, Locator } from 'playwright-core';
import type { Envelope } from '../../../src/results';
import { sharedContext } from '../harness/one-browser';
import { loadEditorSide, type EditorSide } from './editorSide';
import { PanelPage, type PanelPageOptions } from './panelPage';

export interface PanelPages {
  /** the extension's side, in English */
  readonly editor: () => EditorSide;
  readonly open: (options?: PanelPageOptions) => Promise<PanelPage>;
  /** the page of a new record */
  readonly show: (envelope: Envelope, options?: PanelPageOptions) => Promise<PanelPage>;
}

/** Pages of the record panel in a plain browser, used again after each test: none may have made the browser complain. */
export function usePanelPages(): PanelPages {
  let context: BrowserContext;
  let editor: EditorSide;
  const opened: PanelPage[] = [];

  before('opens a browser', async function () {
    this.timeout(180_000);
    context = await sharedContext();
    editor = await loadEditorSide();
  });

  afterEach(async () => {
    const complaints = opened.flatMap((panel) => panel.complaints);
    await Promise.all(opened.splice(0).map((panel) => panel.release()));
    assert.deepEqual(complaints, [], 'the browser complained');
  });

  const open = async (options: PanelPageOptions = {}): Promise<PanelPage> => {
    const panel = await PanelPage.open(context, options);
    opened.push(panel);
    return panel;
  };
  return {
    editor: () => editor,
    open,
    show: async (envelope, options) => {
      const panel = await open(options);
      await panel.send(await editor.show(envelope));
      return panel;
    },
  };
}

export function square({ page }: PanelPage, label: string): Locator {
  return page.locator('.square').filter({ has: page.locator(`.number:text-is("${label}")`) });
}
