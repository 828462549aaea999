import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually';
import type { PageElement } from './page-element';

/** The box at the top that asks for a line of text or a choice, as a person sees it. */
export class QuickInput {
  private readonly widget: Locator;
  private readonly input: Locator;

  constructor(private readonly page: Page) {
    this.widget = page.locator('.quick-input-widget');
    this.input = this.widget.locator('.quick-input-box input');
  }

  /** Waits until the box is open. */
  async opened(): Promise<this> {
    await this.widget.waitFor({ state: 'visible' });
    return this;
  }

  /**
   * Opens the box by a key and fills it; again where a page that is just being drawn has swallowed the key, or where the box
   * was one that was just closing.
   */
  async openBy(key: string, text: string): Promise<this> {
    await eventually(async (wait) => {
      await this.page.keyboard.press(key);
      await this.widget.waitFor({ state: 'visible', timeout: wait });
      await this.input.fill(text, { timeout: wait });
    });
    return this;
  }

  async closed(): Promise<void> {
    await this.widget.waitFor({ state: 'hidden' });
  }

  async isOpen(): Promise<boolean> {
    return this.widget.isVisible();
  }

  async title(): Promise<string> {
    return (await this.widget.locator('.quick-input-title').innerText()).trim();
  }

  async placeholder(): Promise<string> {
    return (await this.input.getAttribute('placeholder')) ?? '';
  }

  async value(): Promise<string> {
    return this.input.inputValue();
  }

  /** The line below the box: a prompt, or what is wrong with the text. */
  async message(): Promise<string> {
    return (await this.widget.locator('.quick-input-message').innerText()).trim();
  }

  /** The choices as they read, labels and descriptions together. */
  async rows(): Promise<string[]> {
    const rows = await this.widget
      .locator('.quick-input-list .monaco-list-row')
      .evaluateAll((elements) =>
        (elements as unknown as PageElement[]).map((row) =>
          [...row.querySelectorAll('.label-name, .label-description')]
            .map((part) => part.innerText)
            .join(' '),
        ),
      );
    return rows.map(plain);
  }

  /** Replaces the text in the box. */
  async type(text: string): Promise<this> {
    await this.opened();
    await this.input.fill(text); // who closes it meanwhile has to open it again
    return this;
  }

  /** Chooses the first row with this label and description. */
  async pick(label: string | RegExp, description?: RegExp): Promise<void> {
    await this.opened();
    const row = this.row(label, description);
    // a box that takes the place of another still moves: the mouse goes there first, and clicks where the row is then
    await row.hover();
    await row.click();
  }

  async accept(): Promise<void> {
    await this.input.press('Enter');
  }

  /** Text and Enter. */
  async enter(text: string): Promise<void> {
    await this.type(text);
    await this.accept();
  }

  async cancel(): Promise<void> {
    // a box that is just being shown or filled may miss the key
    await eventually(async (wait) => {
      if (await this.isOpen()) await this.page.keyboard.press('Escape');
      await this.widget.waitFor({ state: 'hidden', timeout: wait });
    });
  }

  async cancelIfOpen(): Promise<void> {
    if (await this.isOpen()) await this.cancel();
  }

  /** A row by its label and, if given, by its description. */
  row(label: string | RegExp, description?: RegExp): Locator {
    const exact = typeof label === 'string' ? new RegExp(`^\\s*${escape(label)}\\s*$`) : label;
    const labeled = this.widget
      .locator('.quick-input-list .monaco-list-row')
      .filter({ has: this.page.locator('.quick-input-list-label .label-name', { hasText: exact }) });
    const described = description
      ? labeled.filter({ has: this.page.locator('.label-description', { hasText: description }) })
      : labeled;
    return described.first();
  }
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Text as it is read: one line, single spaces. */
export function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
