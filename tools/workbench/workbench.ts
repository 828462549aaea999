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

/** A row of a tree as a person reads it. */
export interface Row {
  readonly label: string;
  readonly description: string;
  /** All of the row's text in one line. */
  readonly text: string;
  /** 1 for the outermost. */
  readonly level: number;
  /** Undefined for a row with nothing inside. */
  readonly expanded: boolean | undefined;
  readonly selected: boolean;
  /** What a screen reader says. */
  readonly spoken: string;
}

/** VS Code's own themes of each kind. */
export type Theme = keyof typeof themeClass;

/** One window of VS Code with the packaged extension in it, handled with mouse and keyboard. */
export class Workbench {
  readonly quickInput: QuickInput;
  readonly notifications: Notifications;

  constructor(
    readonly page: Page,
    readonly server: Server,
    /** The folder that is open; tests may change it. */
    readonly folder: string,
  ) {
    this.quickInput = new QuickInput(page);
    this.notifications = new Notifications(page);
  }

  /** Waits until the window is drawn and takes commands. */
  async ready(): Promise<void> {
    await this.page.locator('.statusbar-item').first().waitFor();
    await this.page.locator('.monaco-workbench').waitFor();
  }

  /** Loads the window again, as “Developer: Reload Window” does. */
  async reload(): Promise<void> {
    await this.page.reload({ waitUntil: 'domcontentloaded' });
    await this.ready();
  }

  /** Opens the command palette, with this text in it. */
  async openPalette(text = ''): Promise<QuickInput> {
    await this.quickInput.cancelIfOpen();
    return this.quickInput.openBy('F1', `>${text}`);
  }

  /** Runs a command by the title that the palette shows, category included: `Judge: Fetch Judge Result`. */
  async runCommand(title: string): Promise<void> {
    // A command is listed once its extension is known and willing; the palette doesn't look again while it is open,
    // and closes when something else that was under way takes the focus.
    await eventually(async (wait) => {
      const palette = await this.openPalette(title);
      await clickOnce(palette.row(title), wait);
    });
  }

  /** Opens a file of the folder by its name, and waits until the editor has the focus: that closes an open menu. */
  async openFile(name: string): Promise<void> {
    // The list doesn't look again while it is open, and a new file isn't known at once; a list that something else
    // closes in the moment of the click opens nothing.
    await eventually(async (wait) => {
      await this.quickInput.cancelIfOpen();
      await this.quickInput.openBy('Control+p', name);
      await clickOnce(this.quickInput.row(path.basename(name)), wait);
      await this.page.locator(`.tab[data-resource-name="${path.basename(name)}"]`).waitFor({ timeout: wait });
      await this.page.locator('.editor-instance .monaco-editor.focused').waitFor({ timeout: wait });
    });
  }

  /** Closes all editors but pinned ones. */
  async closeEditors(): Promise<void> {
    await eventually(async (wait) => {
      await this.page.keyboard.press(housekeeping.closeEditors.key);
      await this.page.locator('.tabs-container .tab').first().waitFor({ state: 'detached', timeout: wait });
    });
  }

  /** The names on the open editors' tabs. */
  async tabs(): Promise<string[]> {
    return this.page
      .locator('.tabs-container .tab')
      .evaluateAll((tabs) =>
        (tabs as unknown as PageElement[]).map((tab) => tab.getAttribute('data-resource-name') ?? ''),
      );
  }

  /** A view container's icon in the activity bar. */
  activity(name: string): Locator {
    return this.page.locator('.activitybar .action-item').filter({
      has: this.page.locator(`[aria-label^="${name}"]`),
    });
  }

  /** Shows a view container by a click on its icon, unless it is shown already. */
  async openContainer(name: string): Promise<void> {
    const icon = this.activity(name);
    await icon.waitFor();
    if (!/\bchecked\b/.test((await icon.getAttribute('class')) ?? '')) await icon.click();
    await this.page.locator('.sidebar .composite.title', { hasText: new RegExp(name, 'i') }).waitFor();
  }

  /** The number on a view container's icon; undefined without one. */
  async badge(name: string): Promise<string | undefined> {
    const badge = this.activity(name).locator('.badge-content');
    return (await badge.count()) > 0 ? plain((await badge.first().textContent()) ?? '') : undefined;
  }

  /** The row elements of the tree in the sidebar, or of the named view of it. */
  treeItems(view?: string): Locator {
    const panes = this.page.locator('.sidebar .pane');
    const pane = view ? panes.filter({ has: this.page.locator('.pane-header', { hasText: view }) }) : panes;
    return pane.locator('.pane-body [role="treeitem"]');
  }

  /** The visible rows of the tree in the sidebar, from top to bottom. */
  async treeRows(view?: string): Promise<Row[]> {
    return readRows(this.treeItems(view));
  }

  /** The row whose label begins or ends like this, and the rows inside it. */
  async rowsIn(label: string, view?: string): Promise<Row[]> {
    const rows = await this.treeRows(view);
    const first = rows.findIndex((row) => row.label.startsWith(label) || row.label.endsWith(label));
    const outer = rows[first];
    if (!outer) return [];
    const after = rows.slice(first + 1);
    const end = after.findIndex((row) => row.level <= outer.level);
    return [outer, ...(end < 0 ? after : after.slice(0, end))];
  }

  /** The visible row whose label or spoken text matches. */
  treeItem(text: string | RegExp, view?: string): Locator {
    return this.treeItems(view).filter({ hasText: text }).first();
  }

  /** Opens a row of the tree by its arrow, unless it is open. */
  async expand(row: string | RegExp): Promise<void> {
    const item = this.treeItem(row);
    const isOpen = async (wait: number) =>
      (await item.getAttribute('aria-expanded', { timeout: wait })) === 'true';
    // a list that is being filled may lose a click
    await eventually(async (wait) => {
      if (await isOpen(wait)) return;
      await clickOnce(item.locator('.monaco-tl-twistie'), wait);
      await eventually(async () => assert.ok(await isOpen(wait)), wait);
    });
  }

  /** Folds all rows of the tree. No-op if the tree is empty. The button is visible only while the mouse is over the view. */
  async collapseAll(): Promise<void> {
    const button = this.page.locator('.sidebar a.action-label[aria-label^="Collapse All"]').first();
    if ((await button.count()) > 0) await button.dispatchEvent('click');
  }

  /** Chooses from the context menu of a row. */
  async chooseFor(row: Locator, title: string): Promise<void> {
    await row.click({ button: 'right' });
    await this.pickInMenu(title);
  }

  /** What an empty view says. */
  async welcome(): Promise<string> {
    return plain(await this.page.locator('.sidebar .welcome-view-content').innerText());
  }

  /** Shows the Problems panel and reads its rows: files at level 1, their problems at 2, related places at 3. */
  async problems(): Promise<Row[]> {
    if (!(await this.page.locator('.markers-panel').isVisible())) {
      await this.runCommand('Problems: Focus on Problems View');
      await this.page.locator('.markers-panel').waitFor();
    }
    return readRows(this.page.locator('.markers-panel [role="treeitem"]'));
  }

  /** The texts of the status bar, left to right. */
  async statusBar(): Promise<string[]> {
    const items = await this.page.locator('.statusbar .statusbar-item').allInnerTexts();
    return items.map(plain).filter((text) => text !== '');
  }

  /** A status bar item by its text. */
  statusBarItem(text: string | RegExp): Locator {
    return this.page.locator('.statusbar .statusbar-item', { hasText: text }).first();
  }

  /** Chooses from the context menu that is open, by the entry's words in full. */
  async pickInMenu(entry: string): Promise<void> {
    const label = this.page.locator('.action-label').getByText(entry, { exact: true });
    const item = this.page.locator('.monaco-menu .action-item').filter({ has: label });
    // a menu takes no click in the moment it opens, but the key once an entry has the focus, which the mouse gives it
    await item.hover();
    await item.and(this.page.locator('.focused')).waitFor();
    await this.page.keyboard.press('Enter');
    await item.waitFor({ state: 'detached' });
  }

  /** Chooses from the menu of a view, behind the icons of its title. */
  async runInView(entry: string): Promise<void> {
    await this.page.locator('.sidebar .composite.title .title-actions .codicon-toolbar-more').click();
    await this.pickInMenu(entry);
  }

  /** The entries of the context menu that is open, from top to bottom. */
  async menuEntries(): Promise<string[]> {
    const items = this.page.getByRole('menuitem').locator('.action-label');
    await items.first().waitFor();
    return (await items.allInnerTexts()).map(plain).filter((text) => text !== '');
  }

  /** A modal dialog, once there is one. */
  dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** Chooses a color theme by the name in the list of themes. */
  async setTheme(theme: Theme): Promise<void> {
    const isShown = this.page.locator(`.monaco-workbench.${themeClass[theme]}`);
    if ((await isShown.count()) > 0) return;
    await this.runCommand('Preferences: Color Theme');
    await this.quickInput.type(theme);
    await this.quickInput.pick(theme);
    await this.quickInput.closed();
    await isShown.waitFor();
  }

  /** Saves a picture of the window, or of a part of it, as out/screenshots/<name>.png. */
  async screenshot(name: string, part?: Locator): Promise<string> {
    return savePicture(name, await (part ?? this.page).screenshot());
  }

  /** The same for a picture that the README shows: what is in a rectangle, in CSS pixels. */
  async readmePicture(
    name: string,
    clip: Readonly<Record<'x' | 'y' | 'width' | 'height', number>>,
  ): Promise<string> {
    return savePicture(name, await this.page.screenshot({ clip }), true);
  }
}

const themeClass = {
  'Light Modern': 'vs',
  'Dark Modern': 'vs-dark',
  'Light High Contrast': 'hc-light',
  'Dark High Contrast': 'hc-black',
} as const;

/** In one piece: a tree that is refreshed meanwhile would lose a row between two questions. */
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
