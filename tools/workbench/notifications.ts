import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually';
import { housekeeping } from './housekeeping';
import type { PageElement } from './page-element';
import { plain } from './quick-input';

/** A notification as shown in the corner of the window. */
export interface Notification {
  readonly message: string;
  readonly severity: 'info' | 'warning' | 'error';
  readonly buttons: readonly string[];
}

/** Time that a notification may take to appear, ms. */
const toastMs = 1000;

/**
 * The notifications of the window. If there are many, VS Code hides some behind the bell, and shows only their number.
 * A click on the bell opens them.
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

  /** Returns the notifications that are currently visible, from top to bottom. */
  async shown(): Promise<Notification[]> {
    return readAll(this.items);
  }

  /** Waits for a notification with a matching message. */
  async expect(message: string | RegExp, timeoutMs?: number): Promise<Notification> {
    const item = this.find(message);
    const started = Date.now();
    return eventually(async () => {
      const [notification] = await readAll(item);
      if (notification) return notification;
      if (Date.now() - started > toastMs) await this.openBell();
      const shown = (await this.shown()).map((notification) => notification.message);
      throw new Error(`no notification matches ${String(message)}; visible: ${JSON.stringify(shown)}`);
    }, timeoutMs);
  }

  /** Presses a button of a notification with a matching message, and waits until the notification closes. */
  async press(message: string | RegExp, button: string): Promise<void> {
    const pressed = this.find(message).locator('.monaco-button', { hasText: button });
    // The notification may have been hidden behind the bell meanwhile. It stays visible while the mouse is over it.
    await eventually(async (wait) => {
      await this.expect(message);
      await pressed.hover({ timeout: wait });
    });
    // Waits for this button, because another notification may have the same message.
    const drawn = await pressed.elementHandle();
    await pressed.click();
    await drawn?.waitForElementState('hidden');
  }

  /** Closes the notification with a matching message. */
  async dismiss(message: string | RegExp): Promise<void> {
    const item = this.find(message);
    await eventually(async (wait) => {
      if ((await item.count()) > 0) await close(item, wait);
      assert.equal(await item.count(), 0, `“${String(message)}” is still visible`);
    });
  }

  /** Closes all notifications, including those behind the bell. */
  async clear(): Promise<void> {
    await eventually(async () => {
      await this.page.keyboard.press(housekeeping.clearNotifications.key);
      const left = await this.items.count();
      if (left > 0) throw new Error(`${left} notifications are still visible`);
    });
  }

  private async openBell(): Promise<void> {
    if (await this.center.isVisible()) return;
    // The bell's tooltip would cover the bell before the click, and the buttons after it.
    await this.page.mouse.move(0, 0);
    await this.bell.click();
    await this.page.mouse.move(0, 0);
  }

  private find(message: string | RegExp): Locator {
    const text = this.page.locator('.notification-list-item-message', { hasText: message });
    return this.items.filter({ has: text }).first();
  }
}

/** Closes a notification. The button appears only while the mouse is over the notification. */
async function close(item: Locator, timeout: number): Promise<void> {
  await item.hover({ timeout });
  await item.locator('.codicon-notifications-clear').click({ timeout });
}

/**
 * Reads all notifications in one step. Reading them one by one could wait for a notification that has already closed.
 */
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
