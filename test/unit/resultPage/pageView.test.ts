import { speak } from '../support/vscodeWords';
import assert from 'node:assert/strict';
import type { FromPage, ShowMessage } from '../../../src/resultPage/messages';
import { examples, only } from '../editor/resultPanel/examples';
import { caseOf, envelopeOf, judgementOf, subtaskOf } from '../../ui/panel/records';
import { makeStore } from '../records/fixtures';
import { manyCases } from './support/manyCases';
import { loadComponents, RenderedPage } from './support/renderedPage';

describe('A click on the record page', () => {
  const opened: RenderedPage[] = [];
  before(() => speak('en'));
  afterEach(() => opened.splice(0).forEach((page) => page.close()));

  async function show(
    name: string,
    open = examples[name] ?? assert.fail(`no example ${name}`),
  ): Promise<{ page: RenderedPage; message: ShowMessage }> {
    const message = await (await open(makeStore().store)).load();
    const page = new RenderedPage(await loadComponents(), Date.UTC(2026, 10, 20, 12));
    opened.push(page);
    page.handle(message);
    return { page, message };
  }

  const textOf = (page: RenderedPage, name: string) => page.all(name).map(({ text }) => text);

  it('on a link or button of the record sends the extension the action that it names', async () => {
    const { page } = await show('verdicts of every style');
    assert.deepEqual(page.posted, [], 'nothing is sent before');
    page.button('sum.cpp').click();
    page.button('/tmp/compiler_y2u2icgr/src:40:9').click();
    page.button('Open in Editor').click();
    for (const name of [
      'Submit Again',
      'Refresh',
      'Open Source',
      'Copy ID',
      'Copy as Markdown',
      'Edit Note…',
    ])
      page.button(name).click();
    assert.deepEqual(page.posted, [
      { type: 'openSource', side: 'record' },
      { type: 'openPosition', side: 'record', link: 1 },
      { type: 'openCompileMessage', side: 'record' },
      { type: 'action', action: 'submitAgain' },
      { type: 'action', action: 'refresh' },
      { type: 'action', action: 'openSource' },
      { type: 'action', action: 'copyRequestId' },
      { type: 'action', action: 'copyAsMarkdown' },
      { type: 'action', action: 'editNote' },
    ] satisfies FromPage[]);
  });

  it('on a link to the judge sends its action', async () => {
    const { page } = await show('a submission in a contest');
    const [problem] = page.all('link').filter(({ text }) => text.endsWith(' ↗'));
    problem?.click();
    assert.deepEqual(page.posted, [{ type: 'action', action: 'openProblem' }]);
  });

  it('on the first error of a failed compilation opens its position', async () => {
    const { page } = await show('a failed compilation');
    page.all('summary')[0]?.descendants[0]?.click();
    assert.deepEqual(page.posted, [{ type: 'openPosition', side: 'record', link: 1 }]);
  });

  it('on a link of the earlier of two compared records sends its side', async () => {
    const { page } = await show('a comparison');
    page.button('sum.cpp').click();
    page.button('/tmp/compiler_y2u2icgr/src:28:16').click();
    page.button('Open in Editor').click();
    assert.deepEqual(page.posted, [
      { type: 'openSource', side: 'before' },
      { type: 'openPosition', side: 'before', link: 0 },
      { type: 'openCompileMessage', side: 'before' },
    ]);
  });

  it('on another part of the page leaves all ages as they were drawn, so that they are equal', async () => {
    const { page, message } = await show('an older version of a file');
    const ages = (text: string) => text.match(/\d+ (?:minutes?|hours?|days?) ago/g) ?? [];
    const before = ages(page.print('main'));
    assert.ok(before.length >= 2, page.print('main'));
    await page.later(10_000);
    page.handle(message);
    assert.deepEqual(ages(page.print('main')), before);
  });

  it('isn’t needed for its ages to grow', async () => {
    const { page } = await show('an older version of a file');
    const before = page.print('main');
    await page.later(2 * 24 * 3_600_000);
    const after = page.print('main');
    assert.notEqual(after, before);
    assert.match(after, /\b[2-9] days ago/);
  });

  it('on a version opens its record, except on the one that is shown', async () => {
    const { page, message } = await show('an older version of a file');
    const [first, second] = page.all('version');
    first?.click();
    assert.deepEqual(page.posted, []);
    second?.click();
    assert.deepEqual(page.posted, [{ type: 'openVersion', key: message.record.versions[1]?.key }]);
  });

  it('on a case with an interactor shows each turn of its dialog in the column of the writer', async () => {
    const { page } = await show('a dialog with an interactor');
    page.button('1').click();
    const rows = page
      .all('dialog')
      .flatMap(({ descendants }) => descendants)
      .filter(({ localName }) => localName === 'tr')
      .map((row) => row.descendants.filter(({ localName }) => /^t[hd]$/.test(localName)));
    assert.deepEqual(
      rows.map((cells) => cells.map(({ text }) => text)),
      [['Interactor', 'Program'], ['10', ''], ['', '1\n2'], ['…'], ['more', ''], ['', '(empty)']],
    );
    assert.deepEqual(page.all('outputs'), []);
    page.button('Next failed: 2').click();
    assert.match(textOf(page, 'dialog').join(), /\(empty\)$/);
  });

  it('on the first failure or the next one shows its details and focuses it, until the close button is clicked', async () => {
    const { page } = await show('verdicts of every style');
    const heading = () => page.all('details').flatMap(({ descendants }) => descendants)[1]?.text;
    page.button('6').click();
    assert.equal(heading(), 'Case 6');
    assert.deepEqual(page.moves, [{ kind: 'focus', slot: { section: 1, slot: 1 } }]);
    page.button('Next failed: 7').click();
    assert.equal(heading(), 'Case 7');
    assert.deepEqual(page.moves, [{ kind: 'focus', slot: { section: 1, slot: 2 } }]);
    page.button('Close').click();
    assert.equal(heading(), undefined);
    assert.deepEqual(page.posted, []);
  });

  it('on a square opens the details of its case, and moves the Tab stop and the selection to it', async () => {
    const { page } = await show('verdicts of every style');
    const square = () => page.all('square')[8] ?? assert.fail();
    square().descendants[0]?.click();
    assert.equal(page.all('details')[0]?.descendants[1]?.text, 'Case 9');
    const state = ['tabindex', 'aria-selected'].map((name) => square().getAttribute(name));
    assert.deepEqual(state, ['0', 'true']);
  });

  it('on a filter shows only its cases, without the headings of other subtasks', async () => {
    const { page } = await show('a comparison');
    page
      .all('filter')
      .find(({ text }) => text.startsWith('better'))
      ?.click();
    assert.deepEqual(textOf(page, 'number'), ['6', '7']);
    assert.deepEqual(textOf(page, 'heading-name'), ['Subtask 1']);
    assert.deepEqual(
      page.all('filter').map((filter) => filter.getAttribute('aria-pressed') === 'true'),
      page.all('filter').map(({ text }) => text.startsWith('better')),
    );
    page.all('filter')[0]?.click();
    assert.equal(page.all('number').length, 13);
  });

  it('on “More” shows the less common facts, and hides them again', async () => {
    const { page } = await show('verdicts of every style');
    const isHidden = () => page.all('facts')[0]?.getAttribute('hidden') !== null;
    page.button('More ▾').click();
    assert.equal(isHidden(), false);
    page.button('More ▴').click();
    assert.equal(isHidden(), true);
  });

  it('on “Show all” requests the full description, which is shown until the case is judged again', async () => {
    const { page, message } = await show('long and hostile texts');
    const description = () => textOf(page, 'description')[0];
    const hasButton = () => page.all('details')[0]?.text.includes('Show all');
    page.handle({ type: 'choose', subtask: '0', case: '1', focus: false });
    page.button('Show all').click();
    assert.deepEqual(page.posted, [
      { type: 'caseButton', button: 'wholeDescription', side: 'record', subtask: '0', case: '1' },
    ]);
    const whole = `${'W'.repeat(1100)} end`;
    page.handle({ type: 'description', side: 'record', subtask: '0', case: '1', text: whole });
    assert.deepEqual([description(), hasButton()], [whole, false]);
    const judgedAgain = message.subtasks.map((subtask) => ({
      ...subtask,
      cases: subtask.cases.map((one) => ({ ...one, description: one.description.replaceAll('W', 'M') })),
    }));
    page.handle({ ...message, subtasks: judgedAgain });
    assert.deepEqual([description(), hasButton()], [`${'M'.repeat(999)}…`, true]);
  });

  it('on the heading of a passed subtask unfolds its cases', async () => {
    const { page } = await show('many cases', only(manyCases));
    const [first] = page.all('fold');
    assert.equal(first?.getAttribute('aria-expanded'), 'false');
    const before = page.all('square').length;
    first?.click();
    assert.equal(page.all('fold')[0]?.getAttribute('aria-expanded'), 'true');
    assert.ok(page.all('square').length > before);
  });

  it('finds partially correct cases counted apart from failed ones', async () => {
    const { page, message } = await show('verdicts of every style');
    const [, before] = textOf(page, 'heading-figures');
    assert.match(before ?? '', /· 6 of 7 failed ·/);
    const statuses = message.record.statuses.map((status) => ({ ...status, isPartial: status.code === 6 }));
    page.handle({ ...message, record: { ...message.record, statuses } });
    const [, after] = textOf(page, 'heading-figures');
    assert.match(after ?? '', /· 5 of 7 failed · 1 partial ·/);
  });

  it('on a case whose output wasn’t compared shows no verdict, but its output', async () => {
    const output = (id: number, text: string) =>
      caseOf(id, 12, { description: text, extra: { stdin: '1', stdout: text } });
    const compared = caseOf(3, 6, { description: 'Line 1: …', extra: { expected: '5', stdout: '4' } });
    const cases = [output(1, 'YES\n'), output(2, ''), compared];
    const { page } = await show('', only(envelopeOf(judgementOf(6, [subtaskOf(0, 6, cases)]))));
    const headings = cases.map(({ id }) => {
      page.handle({ type: 'choose', subtask: '0', case: String(id), focus: false });
      return /<h3>(?:Output|Judge’s message)<\/h3>/.exec(page.print('aside').replaceAll(/\n\s*/g, ''))?.[0];
    });
    const ofOutput = '<h3>Output</h3>';
    assert.deepEqual(headings, [ofOutput, ofOutput, '<h3>Judge’s message</h3>']);
  });

  it('shows an output only once if the interactor hasn’t decided about it', async () => {
    const dialog = { start: [{ from: 'program', text: '5\n' }], end: [] };
    const undecided = caseOf(1, 7, { description: '5\n', extra: { stdout: '5\n', dialog } });
    const { page } = await show('', only(envelopeOf(judgementOf(7, [subtaskOf(0, 7, [undecided])]))));
    page.handle({ type: 'choose', subtask: '0', case: '1', focus: false });
    assert.equal(page.all('description').length, 1);
  });

  it('leaves exactly one square in the tab order', async () => {
    const { page } = await show('verdicts of every style');
    const stops = () => page.all('square').filter((square) => square.getAttribute('tabindex') === '0');
    assert.deepEqual(
      stops().map((square) => square.getAttribute('data-slot')),
      ['0'],
    );
    page.button('6').click();
    assert.deepEqual(
      stops().map(({ text }) => text),
      ['6 WA 4 ms'],
    );
  });
});
