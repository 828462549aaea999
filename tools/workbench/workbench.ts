import assert from 'node:assert/strict';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { Server } from '../host/index';
import { clickOnce } from './click-once';
import { eventually } from './eventually';
import { housekeeping } from './housekeeping';
import { Notifications } from './notifications';
import type { PageElement } from './page-element';
import { plain, QuickInput } from './quick-input';
import { savePicture } from './pictures';

/** The visible content of a row in a tree. */
export interface Row {
  readonly label: string;
  readonly description: string;
  /** The complete text in one line. */
  readonly text: string;
  /** 1 for the outermost rows. */
  readonly level: number;
  /** Undefined if the row can't be expanded. */
  readonly expanded: boolean | undefined;
  readonly selected: boolean;
  /** Text for screen readers. */
  readonly spoken: string;
}

/** The built-in themes of VS Code, one of each kind. */
export type Theme = keyof typeof themeClass;

/** One window of VS Code with the packaged extension, operated by mouse and keyboard. */
export class Workbench {
  readonly quickInput: QuickInput;
  readonly notifications: Notifications;

  constructor(
    readonly page: Page,
    readonly server: Server,
    /** Path of the open folder. Tests may change its content. */
    readonly folder: string,
  ) {
    this.quickInput = new QuickInput(page);
    this.notifications = new Notifications(page);
  }

  /** Waits until the window is displayed and accepts commands. */
  async ready(): Promise<void> {
    await this.page.locator('.statusbar-item').first().waitFor();
    await this.page.locator('.monaco-workbench').waitFor();
  }

  /** Reloads the window, like “Developer: Reload Window”. */
  async reload(): Promise<void> {
    await this.page.reload({ waitUntil: 'domcontentloaded' });
    await this.ready();
  }

  /** Opens the command palette with this text. */
  async openPalette(text = ''): Promise<QuickInput> {
    await this.quickInput.cancelIfOpen();
    return this.quickInput.openBy('F1', `>${text}`);
  }

  /** Runs a command by its title in the palette, including the category: `Judge: Fetch Judge Result`. */
  async runCommand(title: string): Promise<void> {
    // The palette lists a command only after its extension is loaded, doesn't update while it is open, and closes when
    // something else takes the focus. Therefore, this is repeated.
    await eventually(async (wait) => {
      const palette = await this.openPalette(title);
      await clickOnce(palette.row(title), wait);
    });
  }

  /** Opens a file of the folder by its name, and waits until the editor has the focus, which closes open menus. */
  async openFile(name: string): Promise<void> {
    // The list doesn't update while it is open, and a new file is found only after a delay. If the list closes at the
    // moment of the click, no file opens. Therefore, this is repeated.
    await eventually(async (wait) => {
      await this.quickInput.cancelIfOpen();
      await this.quickInput.openBy('Control+p', name);
      await clickOnce(this.quickInput.row(path.basename(name)), wait);
      await this.page.locator(`.tab[data-resource-name="${path.basename(name)}"]`).waitFor({ timeout: wait });
      await this.page.locator('.editor-instance .monaco-editor.focused').waitFor({ timeout: wait });
    });
  }

  /** Closes all editors except pinned ones. */
  async closeEditors(): Promise<void> {
    await eventually(async (wait) => {
      await this.page.keyboard.press(housekeeping.closeEditors.key);
      await this.page.locator('.tabs-container .tab').first().waitFor({ state: 'detached', timeout: wait });
    });
  }

  /** Returns the titles of the open editors' tabs. */
  async tabs(): Promise<string[]> {
    return this.page
      .locator('.tabs-container .tab')
      .evaluateAll((tabs) =>
        (tabs as unknown as PageElement[]).map((tab) => tab.getAttribute('data-resource-name') ?? ''),
      );
  }

  /** Returns the icon of a view container in the Activity Bar. */
  activity(name: string): Locator {
    return this.page.locator('.activitybar .action-item').filter({
      has: this.page.locator(`[aria-label^="${name}"]`),
    });
  }

  /** Shows a view container by clicking its icon, unless it is already visible. */
  async openContainer(name: string): Promise<void> {
    const icon = this.activity(name);
    await icon.waitFor();
    if (!/\bchecked\b/.test((await icon.getAttribute('class')) ?? '')) await icon.click();
    await this.page.locator('.sidebar .composite.title', { hasText: new RegExp(name, 'i') }).waitFor();
  }

  /** Returns the number on the icon of a view container; undefined if there is none. */
  async badge(name: string): Promise<string | undefined> {
    const badge = this.activity(name).locator('.badge-content');
    return (await badge.count()) > 0 ? plain((await badge.first().textContent()) ?? '') : undefined;
  }

  /** Returns the row elements of the trees in the side bar, or of the named view. */
  treeItems(view?: string): Locator {
    const panes = this.page.locator('.sidebar .pane');
    const pane = view ? panes.filter({ has: this.page.locator('.pane-header', { hasText: view }) }) : panes;
    return pane.locator('.pane-body [role="treeitem"]');
  }

  /** Returns the visible rows of the trees in the side bar, from top to bottom. */
  async treeRows(view?: string): Promise<Row[]> {
    return readRows(this.treeItems(view));
  }

  /** Returns the row whose label begins or ends with this text, and the rows inside it. */
  async rowsIn(label: string, view?: string): Promise<Row[]> {
    const rows = await this.treeRows(view);
    const first = rows.findIndex((row) => row.label.startsWith(label) || row.label.endsWith(label));
    const outer = rows[first];
    if (!outer) return [];
    const after = rows.slice(first + 1);
    const end = after.findIndex((row) => row.level <= outer.level);
    return [outer, ...(end < 0 ? after : after.slice(0, end))];
  }

  /** Returns the first visible row whose text matches. */
  treeItem(text: string | RegExp, view?: string): Locator {
    return this.treeItems(view).filter({ hasText: text }).first();
  }

  /** Expands a tree row by clicking its arrow, unless it is expanded. */
  async expand(row: string | RegExp): Promise<void> {
    const item = this.treeItem(row);
    const isOpen = async (wait: number) =>
      (await item.getAttribute('aria-expanded', { timeout: wait })) === 'true';
    // A click may be lost while the list is being filled.
    await eventually(async (wait) => {
      if (await isOpen(wait)) return;
      await clickOnce(item.locator('.monaco-tl-twistie'), wait);
      await eventually(async () => assert.ok(await isOpen(wait)), wait);
    });
  }

  /**
   * Collapses all rows of the tree. No-op if the tree is empty. Dispatches the click, because the button is visible
   * only while the mouse is over the view.
   */
  async collapseAll(): Promise<void> {
    const button = this.page.locator('.sidebar a.action-label[aria-label^="Collapse All"]').first();
    if ((await button.count()) > 0) await button.dispatchEvent('click');
  }

  /** Chooses an entry of a row's context menu. */
  async chooseFor(row: Locator, title: string): Promise<void> {
    await row.click({ button: 'right' });
    await this.pickInMenu(title);
  }

  /** Returns the text of an empty view. */
  async welcome(): Promise<string> {
    return plain(await this.page.locator('.sidebar .welcome-view-content').innerText());
  }

  /**
   * Shows the Problems panel and returns its rows: files at level 1, their problems at level 2, and related locations
   * at level 3.
   */
  async problems(): Promise<Row[]> {
    if (!(await this.page.locator('.markers-panel').isVisible())) {
      await this.runCommand('Problems: Focus on Problems View');
      await this.page.locator('.markers-panel').waitFor();
    }
    return readRows(this.page.locator('.markers-panel [role="treeitem"]'));
  }

  /** Returns the texts of the status bar, from left to right. */
  async statusBar(): Promise<string[]> {
    const items = await this.page.locator('.statusbar .statusbar-item').allInnerTexts();
    return items.map(plain).filter((text) => text !== '');
  }

  /** Returns a status bar item by its text. */
  statusBarItem(text: string | RegExp): Locator {
    return this.page.locator('.statusbar .statusbar-item', { hasText: text }).first();
  }

  /** Chooses an entry of the open context menu by its complete text. */
  async pickInMenu(entry: string): Promise<void> {
    const label = this.page.locator('.action-label').getByText(entry, { exact: true });
    const item = this.page.locator('.monaco-menu .action-item').filter({ has: label });
    // A menu ignores clicks while it is opening. However, it accepts the Enter key once an entry has the focus, and
    // hovering sets the focus.
    await item.hover();
    await item.and(this.page.locator('.focused')).waitFor();
    await this.page.keyboard.press('Enter');
    await item.waitFor({ state: 'detached' });
  }

  /** Chooses an entry of the menu in the view's title bar. */
  async runInView(entry: string): Promise<void> {
    await this.page.locator('.sidebar .composite.title .title-actions .codicon-toolbar-more').click();
    await this.pickInMenu(entry);
  }

  /** Returns the entries of the open context menu, from top to bottom. */
  async menuEntries(): Promise<string[]> {
    const items = this.page.getByRole('menuitem').locator('.action-label');
    await items.first().waitFor();
    return (await items.allInnerTexts()).map(plain).filter((text) => text !== '');
  }

  dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** Sets a color theme by its name in the list of themes. */
  async setTheme(theme: Theme): Promise<void> {
    const isShown = this.page.locator(`.monaco-workbench.${themeClass[theme]}`);
    if ((await isShown.count()) > 0) return;
    await this.runCommand('Preferences: Color Theme');
    await this.quickInput.type(theme);
    await this.quickInput.pick(theme);
    await this.quickInput.closed();
    await isShown.waitFor();
  }

  /** Saves a screenshot of the window, or of a part of it, as out/screenshots/<name>.png. */
  async screenshot(name: string, part?: Locator): Promise<string> {
    return savePicture(name, await (part ?? this.page).screenshot());
  }
}

const themeClass = {
  'Light Modern': 'vs',
  'Dark Modern': 'vs-dark',
  'Light High Contrast': 'hc-light',
  'Dark High Contrast': 'hc-black',
} as const;

/** Reads all rows in one step, because a tree that is refreshed meanwhile could lose a row between two reads. */
async function readRows(items: Locator): Promise<Row[]> {
  const rows = await items.evaluateAll((elements) =>
    (elements as unknown as PageElement[])
      .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
      .map((element) => ({
        label: element.querySelector('.label-name')?.innerText ?? '',
        description: element.querySelector('.label-description')?.innerText ?? '',
        text: element.innerText,
        level: Number(element.getAttribute('aria-level')),
        expanded: element.getAttribute('aria-expanded'),
        selected: element.getAttribute('aria-selected') === 'true',
        spoken: element.getAttribute('aria-label') ?? '',
      })),
  );
  return rows.map((row) => ({
    ...row,
    label: plain(row.label),
    description: plain(row.description),
    text: plain(row.text),
    expanded: row.expanded === null ? undefined : row.expanded === 'true',
  }));
}
