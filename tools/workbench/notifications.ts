import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually';
import { housekeeping } from './housekeeping';
import type { PageElement } from './page-element';
import { plain } from './quick-input';

/** A notification as a person sees it in the corner of the window. */
export interface Notification {
  readonly message: string;
  readonly severity: 'info' | 'warning' | 'error';
  readonly buttons: readonly string[];
}

/** How long a notification may take to appear by itself. */
const toastMs = 1000;

/**
 * The notifications of the window. Of many at once VS Code shows some only as a number on the bell: those are found
 * as a person finds them, by a click on it.
 */
export class Notifications {
  private readonly items: Locator;
  private readonly center: Locator;
  private readonly bell: Locator;

  constructor(private readonly page: Page) {
    this.center = page.locator('.notifications-center.visible');
    this.items = page
      .locator('.notifications-toasts, .notifications-center.visible')
      .locator('.notification-list-item');
    this.bell = page.locator('.statusbar-item[id="status.notifications"]');
  }

  /** All that are shown now, from top to bottom. */
  async shown(): Promise<Notification[]> {
    return readAll(this.items);
  }

  /** Waits for one whose message matches. */
  async expect(message: string | RegExp, timeoutMs?: number): Promise<Notification> {
    const item = this.find(message);
    const started = Date.now();
    return eventually(async () => {
      const [found] = await readAll(item);
      if (found) return found;
      if (Date.now() - started > toastMs) await this.lookBehindBell();
      const shown = (await this.shown()).map((notification) => notification.message);
      throw new Error(`no notification says ${String(message)}; shown: ${JSON.stringify(shown)}`);
    }, timeoutMs);
  }

  /** Presses a button of the one whose message matches, and waits until that has taken it away. */
  async press(message: string | RegExp, button: string): Promise<void> {
    const pressed = this.find(message).locator('.monaco-button', { hasText: button });
    // it may have gone behind the bell since the last look; one that the mouse is over stays
    await eventually(async (wait) => {
      await this.expect(message);
      await pressed.hover({ timeout: wait });
    });
    // this very button: another notification may say the same
    const drawn = await pressed.elementHandle();
    await pressed.click();
    await drawn?.waitForElementState('hidden');
  }

  /** Takes the one whose message matches away. */
  async dismiss(message: string | RegExp): Promise<void> {
    const item = this.find(message);
    await eventually(async (wait) => {
      if ((await item.count()) > 0) await close(item, wait);
      assert.equal(await item.count(), 0, `«${String(message)}» stays`);
    });
  }

  /** Takes all notifications away, those behind the bell too. */
  async clear(): Promise<void> {
    await eventually(async () => {
      await this.page.keyboard.press(housekeeping.clearNotifications.key);
      const left = await this.items.count();
      if (left > 0) throw new Error(`${left} notifications stay`);
    });
  }

  private async lookBehindBell(): Promise<void> {
    if (await this.center.isVisible()) return;
    // the bell's tooltip would lie over the bell before the click, and over the buttons after it
    await this.page.mouse.move(0, 0);
    await this.bell.click();
    await this.page.mouse.move(0, 0);
  }

  private find(message: string | RegExp): Locator {
    const text = this.page.locator('.notification-list-item-message', { hasText: message });
    return this.items.filter({ has: text }).first();
  }
}

/** The cross appears under the mouse only. */
async function close(item: Locator, timeout: number): Promise<void> {
  await item.hover({ timeout });
  await item.locator('.codicon-notifications-clear').click({ timeout });
}

/** In one piece: a notification that goes away meanwhile would be waited for. */
async function readAll(items: Locator): Promise<Notification[]> {
  const read = await items.evaluateAll((elements) =>
    (elements as unknown as PageElement[]).map((element) => ({
      message: element.querySelector('.notification-list-item-message')?.innerText ?? '',
      icon: element.querySelector('.notification-list-item-icon')?.getAttribute('class') ?? '',
      buttons: [...element.querySelectorAll('.monaco-button')].map((button) => button.innerText),
    })),
  );
  return read.map(({ message, icon, buttons }) => ({
    message: plain(message),
    severity: icon.includes('codicon-error')
      ? 'error'
      : icon.includes('codicon-warning')
        ? 'warning'
        : 'info',
    buttons: buttons.map(plain),
  }));
}
