import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { pageWords } from '../../../../src/editor/resultPanel/pageLabels';
import { caseButtonLabels } from '../../../../src/editor/resultPanel/caseButtons';
import { ShownRecords } from '../../../../src/editor/resultPanel/shownRecords';
import { currentFormat } from '../../../../src/records/disk/document';
import { assertGolden } from '../../../support/golden';
import { makeStore } from '../../records/fixtures';
import { fixturesOf } from '../../records/formatFixtures';
import { openWindow, temporaryFolder } from '../../records/folders';
import { examples } from './examples';
import { asYaml, printedPage } from './printedPage';

const goldens = path.join(__dirname, '../../../fixtures/pages');

const fileOf = (name: string): string => `${name.replaceAll(/\W+/g, '-')}.yaml`;

/** Fails if the folder contains other golden files, which no test compares any more. */
function assertOnly(folder: string, names: readonly string[]): void {
  const found = fs.readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  assert.deepEqual(found.sort(), names.map(fileOf).sort());
}

describe('The record page', () => {
  const folder = temporaryFolder();
  beforeEach(() => speak('en'));

  it('shows every record in a stored history as in test/fixtures/pages/stored', async () => {
    fs.cpSync(fixturesOf(currentFormat), folder(), { recursive: true });
    const { store } = openWindow(folder());
    await store.loadAll();
    // has 150 equal warnings
    const records = store.records().filter(({ requestId }) => requestId !== 'long');
    for (const { key, requestId } of records) {
      const shown = new ShownRecords(store, { record: key, before: null });
      assertGolden(path.join(goldens, 'stored', fileOf(requestId)), await printedPage(shown));
    }
    assertOnly(
      path.join(goldens, 'stored'),
      records.map(({ requestId }) => requestId),
    );
    await store.close();
  });

  for (const [name, open] of Object.entries(examples)) {
    it(`shows ${name} as in test/fixtures/pages/${fileOf(name)}`, async () => {
      const shown = await open(makeStore().store);
      assertGolden(path.join(goldens, fileOf(name)), await printedPage(shown));
    });
  }

  it('has the strings in test/fixtures/pages/strings.yaml', () => {
    const strings = { words: pageWords(), caseButtons: caseButtonLabels() };
    assertGolden(path.join(goldens, 'strings.yaml'), asYaml(strings));
  });

  it('shows the buttons of each case as in test/fixtures/pages/buttons.yaml', async () => {
    const pages: Record<string, Readonly<Record<string, readonly string[]>>> = {};
    for (const [name, open] of Object.entries(examples)) {
      const { subtasks } = await (await open(makeStore().store)).load();
      const cases = subtasks.flatMap((subtask) => subtask.cases);
      const shown = cases.filter(({ buttons }) => buttons.length > 0);
      if (shown.length > 0)
        pages[name] = Object.fromEntries(shown.map((one) => [`case ${one.name}`, one.buttons]));
    }
    assertGolden(path.join(goldens, 'buttons.yaml'), asYaml(pages));
  });

  it('has no other golden files', () =>
    assertOnly(goldens, [...Object.keys(examples), 'buttons', 'strings']));
});
