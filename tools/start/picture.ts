import fs from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { launchBrowser, type Server } from '../host/index';
import type { Verdict } from '../service';
import { eventually } from '../workbench/eventually';
import { Workbench } from '../workbench/workbench';
import type { Cleanups } from './cleanups';
import type { Submitted } from './judged';
import type { Sample } from './samples';

interface Wanted {
  readonly server: Server;
  readonly address: string;
  readonly folder: string;
  /** Path of the PNG file. */
  readonly file: string;
  readonly submitted: readonly Submitted[];
  readonly cleanups: Cleanups;
}

/** Text that a row must contain for each verdict. */
const shortCodes: Partial<Record<Verdict, RegExp>> = {
  accepted: /\bAC\b/,
  wrongAnswer: /\bWA\b/,
  runtimeError: /\b(?:RE|RTE)\b/,
  compileError: /\bCE\b|compile error/i,
};

/**
 * Opens the workbench in a headless browser, opens records in the tree, and saves a screenshot. Throws if the window
 * doesn't open, or if a row doesn't show the verdict of its sample. In these cases, still saves the screenshot, and
 * also the last output of the VS Code server.
 */
export async function takePicture({
  server,
  address,
  folder,
  file,
  submitted,
  cleanups,
}: Wanted): Promise<void> {
  const { browser, context } = await launchBrowser({ viewport: { width: 1280, height: 860 } });
  cleanups.add(() => browser.close());
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const save = async (): Promise<void> => {
    await fs.mkdir(path.dirname(file), { recursive: true });
    // Chromium can't take a screenshot while a page is being replaced, for example after a failed connection.
    await fs.writeFile(file, await eventually(() => page.screenshot(), 10_000));
    console.log(`Screenshot: ${file}`);
  };
  try {
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    await lookAround(
      new Workbench(page, server, folder),
      submitted.map(({ sample }) => sample),
    );
  } catch (error) {
    await save().catch((problem: unknown) => console.error('Screenshot failed:', problem));
    await fs.writeFile(`${file}.log`, server.tail());
    console.error(`Log of the VS Code server: ${file}.log`);
    throw error;
  }
  await save();
}

async function lookAround(workbench: Workbench, samples: readonly Sample[]): Promise<void> {
  await workbench.ready();
  const accepted = first(samples, 'accepted');
  await workbench.openFile(path.posix.basename(accepted.file));
  await workbench.openContainer('Judge Results');
  await widenSidebar(workbench.page, 520);
  for (const sample of samples) await recordRow(workbench, sample);
  for (const verdict of ['accepted', 'wrongAnswer', 'runtimeError', null] as const) {
    await openRecord(workbench, first(samples, verdict), verdict);
  }
}

/** Returns the first sample with this verdict; `verdict` null: the first one that doesn't compile. */
function first(samples: readonly Sample[], verdict: Verdict | null): Sample {
  const sample = samples.find(({ someCase }) => someCase === verdict);
  if (!sample) throw new Error(`no sample shows ${String(verdict)}`);
  return sample;
}

/** Returns the text with which a record's row ends. The row begins with the verdict. */
function nameIn(file: string): string {
  return ` · ${file}`;
}

/** Waits for a record's row and returns it. */
async function recordRow(workbench: Workbench, { file }: Sample): Promise<Locator> {
  const row = workbench.treeItem(nameIn(file));
  await row.waitFor({ state: 'visible' });
  return row;
}

/** Opens a record and checks its verdict. If the verdict belongs to a failed case, also opens the case. */
async function openRecord(workbench: Workbench, sample: Sample, verdict: Verdict | null): Promise<void> {
  const expected = shortCodes[verdict ?? 'compileError'] ?? /./;
  const record = await recordRow(workbench, sample);
  await expand(record);
  if (verdict !== 'wrongAnswer' && verdict !== 'runtimeError') {
    await eventually(async () =>
      expectText(await record.locator('.label-name').innerText(), expected, sample),
    );
    return;
  }
  await eventually(async () => {
    const rows = await ownRows(workbench, sample);
    if (rows.some(({ label, level }) => level === 3 && expected.test(label))) return;
    const closed = rows.findLast(({ level, expanded }) => level === 2 && expanded === 'false');
    if (closed)
      await expand(workbench.page.locator(`.sidebar [role="treeitem"][data-index="${closed.index}"]`));
    throw new Error(`${sample.file} shows no case with ${String(expected)}`);
  }, 30_000);
}

interface TreeRow {
  /** Index in the list. Rows are reused, so their order in the page is arbitrary. */
  readonly index: string;
  readonly level: number;
  readonly expanded: string;
  readonly label: string;
}

/** Returns the rows inside a sample's record, from top to bottom. */
async function ownRows(workbench: Workbench, { file }: Sample): Promise<readonly TreeRow[]> {
  const rows: readonly TreeRow[] = await workbench.page.evaluate(rowsInPage);
  const at = rows.findIndex(({ label, level }) => level === 1 && label.endsWith(nameIn(file)));
  const end = rows.findIndex(({ level }, other) => other > at && level === 1);
  return rows.slice(at + 1, end < 0 ? undefined : end);
}

// Runs in the page. The types of the DOM aren't available in this project.
const rowsInPage = `[...document.querySelectorAll('.sidebar [role="treeitem"]')]
  .map((row) => ({
    index: row.getAttribute('data-index'),
    level: Number(row.getAttribute('aria-level')),
    expanded: row.getAttribute('aria-expanded') ?? '',
    label: (row.querySelector('.label-name')?.innerText ?? '').replace(/\\s+/g, ' ').trim(),
  }))
  .sort((a, b) => a.index - b.index)`;

async function expand(row: Locator): Promise<void> {
  await row.scrollIntoViewIfNeeded();
  if ((await row.getAttribute('aria-expanded')) === 'false') await row.locator('.monaco-tl-twistie').click();
}

function expectText(text: string, expected: RegExp, { file }: Sample): void {
  if (!expected.test(text))
    throw new Error(`${file} shows “${text.replace(/\s+/g, ' ')}”, expected ${String(expected)}`);
}

/** Widens the side bar by dragging its edge, so that rows aren't cut off. */
async function widenSidebar(page: Page, width: number): Promise<void> {
  const box = await page.locator('.part.sidebar').boundingBox();
  if (!box) throw new Error('no side bar');
  await page.mouse.move(box.x + box.width, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + width, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
}
