// Common steps of the UI tests.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { localName, type LocalService } from '../../../tools/service';
import { patienceMs } from '../../../tools/workbench/eventually';
import { housekeeping } from '../../../tools/workbench/housekeeping';
import { settingsInbox, type SettingChange } from '../companion/inbox';
import { eventually, type Workbench } from '../harness/index';

/** The settings for a service, with their full names. `address`: its address if it isn't reached directly. */
export function settingsOf(service: LocalService, address?: string): Record<string, unknown> {
  const description = address === undefined ? service.description : service.role.description(address);
  return settingsFor(description);
}

/** The settings for any service. */
export function settingsFor(description: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { 'judgeResults.services': { [localName]: description }, 'judgeResults.service': localName };
}

export async function signIn(workbench: Workbench, { token }: LocalService): Promise<void> {
  await workbench.openContainer('Judge Results');
  await workbench.runCommand('Judge: Sign In…');
  await workbench.quickInput.enter(token);
  await workbench.notifications.expect(/Signed in to/);
  await workbench.notifications.clear();
}

/** Fetches a result and waits until its row with this text has been revealed, which takes the focus if it was fast. */
export async function fetchResult(
  workbench: Workbench,
  requestId: string,
  text: string | RegExp = shownId(requestId),
): Promise<void> {
  const { quickInput } = workbench;
  await eventually(async (wait) => {
    await quickInput.openBy(housekeeping.fetch.key, requestId);
    await quickInput.row(`Fetch ${requestId}`).waitFor({ timeout: wait });
    await quickInput.accept();
    // A box that is opened twice replaces the first one, so that nothing may have been fetched.
    if (await quickInput.closedAfter(requestId)) await hasBeenShown(workbench, text, wait);
  });
  await hasBeenShown(workbench, text);
}

/** Text of a request ID in the list, without a better name: both ends of a long one. */
export function shownId(requestId: string): string {
  return requestId.length > 20 ? `${requestId.slice(0, 6)}…${requestId.slice(-4)}` : requestId;
}

/** Waits until a record's row has been revealed, which takes the focus and closes any open menu or box if it was fast. */
export async function hasBeenShown(
  { page }: Workbench,
  text: string | RegExp,
  timeout = patienceMs,
): Promise<void> {
  const row = page.locator('.sidebar .monaco-list [role="treeitem"].selected', { hasText: text });
  await row.waitFor({ timeout });
}

/** Adds the demo results, and closes the page and program that open with them. */
export async function openSamples(workbench: Workbench): Promise<void> {
  await workbench.openContainer('Judge Results');
  await workbench.runCommand('Judge: Show Demo Results');
  const shown = workbench.treeItem('WA 50 · Demo P1115');
  await shown.and(workbench.page.locator('.selected')).waitFor();
  await workbench.closeEditors();
  // Collapses it again.
  await shown.click();
  await workbench.page.keyboard.press('ArrowLeft');
}

/** Labels of the top-level rows: records and files. */
export async function outerLabels(workbench: Workbench): Promise<string[]> {
  return (await workbench.treeRows()).filter(({ level }) => level === 1).map(({ label }) => label);
}

/** Simulates a change of the window's focus with the events that a browser sends. */
export async function setFocus(page: Page, hasFocus: boolean): Promise<void> {
  const event = hasFocus ? 'focus' : 'blur';
  await page.evaluate(
    `document.hasFocus = () => ${hasFocus}; window.dispatchEvent(new FocusEvent('${event}'))`,
  );
}

/** Waits until VS Code has written a JSON file, which it creates empty, and returns its text. */
export function savedJson(file: string): Promise<string> {
  return eventually(async () => {
    const text = await fs.readFile(file, 'utf8');
    JSON.parse(text);
    return text;
  });
}

let changes = 0;

/** Changes a user setting and waits until it is in effect. */
export async function setSetting({ server }: Workbench, name: string, value: unknown): Promise<void> {
  const inbox = settingsInbox(path.join(server.dataDir, 'tmp'));
  const file = path.join(inbox, String(++changes));
  const change: SettingChange = { name, value };
  await eventually(() => fs.access(inbox));
  await fs.writeFile(`${file}.part`, JSON.stringify(change));
  await fs.rename(`${file}.part`, `${file}.json`);
  assert.equal(await eventually(() => fs.readFile(`${file}.done`, 'utf8')), '');
}
