import { speak } from '../support/vscodeWords';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { ShownRecords } from '../../../src/editor/resultPanel/shownRecords';
import type { PageEvent } from '../../../src/resultPage/pageState';
import type { RecordStore } from '../../../src/records';
import type { ShowMessage } from '../../../src/resultPage/messages';
import { assertGolden } from '../../support/golden';
import { examples, only } from '../editor/resultPanel/examples';
import { inUtc, withoutButtons } from '../editor/resultPanel/printedPage';
import { makeStore } from '../records/fixtures';
import { manyCases } from './support/manyCases';
import { loadComponents, RenderedPage } from './support/renderedPage';

const goldens = path.join(__dirname, '../../fixtures/pages/rendered');
const now = Date.UTC(2026, 10, 20, 12);

const failedOnly: PageEvent = { type: 'filter', filter: { kind: 'failed' }, isGridFocused: false };

/** Examples whose page is compared as it opens, and then the details of each of its cases. */
const wholePages = [
  'verdicts of every style',
  'unknown codes',
  'a judging with many cases',
  'repeated and missing case IDs',
  'long and hostile texts',
  'expected and actual output',
  'error output',
  'positions in compiler output',
  'a failed compilation',
  'a run with custom input',
  'a submission in a contest',
  'a preview',
  'a removed record',
  'an older version of a file',
  'a newer version of a file',
  'a comparison',
  'a comparison without results',
] as const;

interface Scene {
  readonly open: (store: RecordStore) => Promise<ShownRecords>;
  readonly events: readonly PageEvent[];
  readonly language?: 'zh-cn';
}

/** Pages after actions of the user, without the details of their cases. */
const scenes: Readonly<Record<string, Scene>> = {
  'many cases in three subtasks': { open: only(manyCases), events: [] },
  'many cases with one subtask unfolded': {
    open: only(manyCases),
    events: [{ type: 'choose', subtask: '1', case: '3', focus: false }],
  },
  'all facts of a linked file': {
    open: exampleOf('a linked file with a note'),
    events: [{ type: 'toggleFacts', isOpen: true }],
  },
  'failed cases only': { open: exampleOf('verdicts of every style'), events: [failedOnly] },
  'no failed case': { open: exampleOf('a demo result'), events: [failedOnly] },
  'no case with a change': {
    open: exampleOf('a comparison of two problems'),
    events: [{ type: 'filter', filter: { kind: 'change', change: 'worse' }, isGridFocused: false }],
  },
  'all changes of a case': { open: exampleOf('all changes of a case'), events: [] },
  'a Chinese page': {
    open: exampleOf('verdicts of every style'),
    events: [{ type: 'choose', subtask: '1', case: '7', focus: false }],
    language: 'zh-cn',
  },
  'a Chinese chart of versions': {
    open: exampleOf('an older version of a file'),
    events: [],
    language: 'zh-cn',
  },
  'a Chinese comparison': {
    open: exampleOf('a comparison'),
    events: [{ type: 'choose', subtask: '1', case: '8', focus: false }],
    language: 'zh-cn',
  },
};

/** The only example that is rendered with the buttons of its cases, so that a new button changes few golden files. */
const pageWithButtons = 'expected and actual output';

function without(message: ShowMessage): ShowMessage {
  return { ...message, subtasks: message.subtasks.map(withoutButtons) };
}

function exampleOf(name: string): Scene['open'] {
  return examples[name] ?? assert.fail(`no example ${name}`);
}

const fileOf = (name: string): string => `${name.replaceAll(/\W+/g, '-')}.html`;

describe('The elements of the record page', () => {
  beforeEach(() => speak('en'));
  after(() => speak('en'));

  /** Renders a page, and compares what `print` returns for it. */
  async function assertPage(
    name: string,
    open: Scene['open'],
    print: (page: RenderedPage, shown: ShownRecords) => Promise<string>,
  ): Promise<void> {
    const shown = await open(makeStore().store);
    const page = new RenderedPage(await loadComponents(), now);
    try {
      assertGolden(path.join(goldens, fileOf(name)), inUtc(await print(page, shown), shown));
    } finally {
      page.close();
    }
  }

  for (const name of wholePages) {
    it(`are those in test/fixtures/pages/rendered/${fileOf(name)}`, () =>
      assertPage(name, exampleOf(name), async (page, shown) => {
        const loaded = await shown.load();
        const message = name === pageWithButtons ? loaded : without(loaded);
        page.handle(message);
        let text = page.print('main');
        for (const subtask of message.subtasks) {
          for (const one of subtask.cases) {
            page.handle({ type: 'choose', subtask: subtask.key, case: one.key, focus: false });
            text += page.print('aside');
          }
        }
        return text;
      }));
  }

  for (const [name, { open, events, language = 'en' }] of Object.entries(scenes)) {
    it(`are those in test/fixtures/pages/rendered/${fileOf(name)}`, () => {
      speak(language);
      return assertPage(name, open, async (page, shown) => {
        page.handle(without(await shown.load()));
        for (const event of events) page.handle(event);
        return page.print('main') + page.print('aside');
      });
    });
  }

  it('have no other golden files', () => {
    const found = fs.readdirSync(goldens);
    assert.deepEqual(found.sort(), [...wholePages, ...Object.keys(scenes)].map(fileOf).sort());
  });
});
