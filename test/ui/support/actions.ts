import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { clickOnce } from '../../../tools/workbench/click-once';
import { eventually, type Workbench } from '../harness/index';

/** Counts the actions of a person in a workbench: each command, key, click, and typed text is one. */
export class Actions {
  private count = 0;

  constructor(private readonly workbench: () => Workbench) {}

  /** Returns the number of actions since the last call. */
  take(): number {
    const { count } = this;
    this.count = 0;
    return count;
  }

  async press(key: string): Promise<void> {
    this.count += 1;
    await this.workbench().page.keyboard.press(key);
  }

  /** Clicks the target as soon as it can be clicked. */
  async click(target: Locator): Promise<void> {
    this.count += 1;
    await eventually((wait) => clickOnce(target, wait));
  }

  async run(command: string): Promise<void> {
    this.count += 1;
    await this.workbench().runCommand(command);
  }

  /** Presses a button of a notification with a matching message. */
  async pressIn(message: RegExp, button: string): Promise<void> {
    this.count += 1;
    await this.workbench().notifications.press(message, button);
  }

  /** Replaces the text of the open quick input. */
  async type(text: string): Promise<void> {
    this.count += 1;
    await this.workbench().quickInput.type(text);
  }

  /** Enters text in an input box with this question: two actions. */
  async answer(question: RegExp, text: string): Promise<void> {
    const { quickInput } = this.workbench();
    await eventually(async () => assert.match(await quickInput.message(), question));
    await this.type(text);
    await this.press('Enter');
  }

  /** Presses Enter when the active row of the open quick input has this text. */
  async accept(row: RegExp): Promise<void> {
    await this.workbench()
      .page.locator('.quick-input-list .monaco-list-row.focused', { hasText: row })
      .waitFor();
    await this.press('Enter');
  }
}
