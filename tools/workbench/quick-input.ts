import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually';
import type { PageElement } from './page-element';

/** The quick input at the top of the window, for text or a choice. */
export class QuickInput {
  private readonly widget: Locator;
  private readonly input: Locator;

  constructor(private readonly page: Page) {
    this.widget = page.locator('.quick-input-widget');
    this.input = this.widget.locator('.quick-input-box input');
  }

  /** Waits until the quick input is open. */
  async opened(): Promise<this> {
    await this.widget.waitFor({ state: 'visible' });
    return this;
  }

  /**
   * Opens the quick input with a key and fills it. Tries again if the page was still loading and ignored the key, or if
   * a previous quick input was just closing.
   */
  async openBy(key: string, text: string): Promise<this> {
    await eventually(async (wait) => {
      await this.page.keyboard.press(key);
      await this.widget.waitFor({ state: 'visible', timeout: wait });
      await this.input.fill(text, { timeout: wait });
    });
    return this;
  }

  /**
   * Waits until a box with this text is closed. A slow computer opens it twice if its key was pressed again: this also
   * closes the second one, which is empty. Returns whether there was a second one, so that Enter may have had no effect.
   */
  async closedAfter(text: string): Promise<boolean> {
    let wasOpenedTwice = false;
    await eventually(async (wait) => {
      if ((await this.isOpen()) && (await this.value()) !== text) {
        wasOpenedTwice = true;
        await this.cancel();
      }
      await this.widget.waitFor({ state: 'hidden', timeout: wait });
    });
    return wasOpenedTwice;
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

  /** Returns the line below the input: a prompt, or an error in the text. */
  async message(): Promise<string> {
    return (await this.widget.locator('.quick-input-message').innerText()).trim();
  }

  /** Returns the text of each row, including its description. */
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

  /** Replaces the text of the input. */
  async type(text: string): Promise<this> {
    await this.opened();
    await this.input.fill(text); // If the quick input closes meanwhile, the caller has to open it again.
    return this;
  }

  /** Chooses the first row with this label and description. */
  async pick(label: string | RegExp, description?: RegExp): Promise<void> {
    await this.opened();
    const row = this.row(label, description);
    // If this quick input replaced another one, it is still moving. So the mouse moves there first, and then clicks at
    // the row's final position.
    await row.hover();
    await row.click();
  }

  async accept(): Promise<void> {
    await this.input.press('Enter');
  }

  /** Enters text and presses Enter. */
  async enter(text: string): Promise<void> {
    await this.type(text);
    await this.accept();
  }

  async cancel(): Promise<void> {
    // The quick input may ignore the key while it is being opened or filled.
    await eventually(async (wait) => {
      if (await this.isOpen()) await this.page.keyboard.press('Escape');
      await this.widget.waitFor({ state: 'hidden', timeout: wait });
    });
  }

  async cancelIfOpen(): Promise<void> {
    if (await this.isOpen()) await this.cancel();
  }

  /** Returns a row by its label and, if given, by its description. */
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

/** Replaces line breaks and repeated spaces by single spaces. */
export function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
