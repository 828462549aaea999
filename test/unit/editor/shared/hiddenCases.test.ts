import { settings, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { recordsAsMarkdown } from '../../../../src/editor/exchange/markdown';
import { TreeRows } from '../../../../src/editor/list/rows';
import { nodeOf } from '../../../../src/editor/list/treeNodes';
import type { TreeContext } from '../../../../src/editor/list/rowProvider';
import { noticeWords } from '../../../../src/editor/pending/verdictNotices';
import { ShownRecords } from '../../../../src/editor/resultPanel/shownRecords';
import { hidesFailedCases } from '../../../../src/editor/shared/hiddenCases';
import type { RecordStore, KnownRecord, SubmissionDetails } from '../../../../src/records';
import { demoJudge, type SourceLink } from '../../../../src/records/record';
import { luogu } from '../../../support/profiles';
import { caseOf, envelopeOf, judgementOf, subtaskOf } from '../../../ui/panel/records';
import { loadComponents, RenderedPage } from '../../resultPage/support/renderedPage';
import { key, makeStore, newRecord } from '../../records/fixtures';
import { standIn } from '../../support/standIn';

/** A part of every text of the failed case. */
const spoiler = 'spoiler';
const passed = caseOf(1, 12, { description: 'ok, 1 number' });
const failed = caseOf(2, 6, {
  description: `On line 1: ${spoiler}`,
  extra: { stdin: `input ${spoiler}`, stdout: `found ${spoiler}`, expected: `${spoiler}`, stderr: spoiler },
});
const envelope = envelopeOf(judgementOf(6, [subtaskOf(1, 6, [passed, failed])]));

const submission: SubmissionDetails = {
  problemId: 'P1001',
  title: null,
  place: null,
  language: 'cxx/17/gcc',
  optimise: false,
};

describe('The data of a failed case', () => {
  beforeEach(() => {
    speak('en');
    settings['cases.reveal'] = 'onClick';
  });
  afterEach(() => {
    delete settings['cases.reveal'];
  });

  async function recordOf(more: Partial<SubmissionDetails> = {}): Promise<[RecordStore, KnownRecord]> {
    const { store } = makeStore();
    const add = newRecord('r1', { rules: luogu.rules, submission: { ...submission, ...more } });
    const accepted = await store.receive(key, { envelope }, { via: 'ask', receivedAt: 1, add });
    assert.ok(accepted.kind === 'taken');
    return [store, accepted.record];
  }

  /** Returns the row and the tooltip of a case in the list. */
  async function rowOf(store: RecordStore, one: string) {
    const tree = standIn<TreeContext>({
      arranger: null,
      judgeOf: async () => null,
      hasSeveralJudges: false,
    });
    const rows = new TreeRows(store, tree);
    const node = nodeOf.case(key, '1', one);
    const { description, accessibilityInformation } = await rows.item(node);
    return [description, accessibilityInformation?.label, await rows.tooltip(node)].join('\n');
  }

  it('is hidden in demo results, so that users can try the setting', () => {
    const source: SourceLink = { uri: 'judge-sample:/a.cpp', how: 'submitted', textHash: null };
    assert.equal(hidesFailedCases({ service: demoJudge, submission: null, source }), true);
    // a judge that can only run programs
    assert.equal(hidesFailedCases({ service: 'judge0', submission: null, source }), false);
  });

  it('is hidden in the list, in notifications, and in copied Markdown', async () => {
    const [store, record] = await recordOf();
    assert.doesNotMatch(await rowOf(store, '2'), /spoiler/);
    assert.match(await rowOf(store, '2'), /Wrong Answer[^]*hidden until you reveal it on the page/);
    assert.match(await rowOf(store, '1'), /ok, 1 number/);
    assert.match(noticeWords(record, envelope), /First failed: #2\.$/);
    const copied = recordsAsMarkdown([{ record, envelope }]);
    assert.doesNotMatch(copied, /spoiler/);
    assert.match(copied, /1 number/);
  });

  it('is hidden on the page until the user reveals it', async () => {
    const [store] = await recordOf();
    const page = new RenderedPage(await loadComponents(), Date.UTC(2026, 10, 20, 12));
    const shown = new ShownRecords(store, { record: key, before: null });
    page.handle(await shown.load());
    page.handle({ type: 'choose', subtask: '1', case: '2', focus: false });
    assert.doesNotMatch(page.print('main') + page.print('aside'), /spoiler/);
    assert.match(page.print('aside'), /Wrong Answer[^]*The data of this failed case is hidden/);
    page.button('Reveal Case').click();
    assert.deepEqual(page.moves, [{ kind: 'focusDetails' }]);
    for (const text of ['input spoiler', 'found', 'On line 1: spoiler'])
      assert.ok(page.print('aside').includes(text), text);
    assert.doesNotMatch(page.print('main'), /spoiler/);

    // stays revealed while the page is open
    page.handle({ type: 'choose', subtask: '1', case: '1', focus: false });
    assert.match(page.print('aside'), /ok, 1 number/);
    page.handle(await shown.load());
    page.handle({ type: 'choose', subtask: '1', case: '2', focus: false });
    assert.match(page.print('aside'), /spoiler/);
    page.close();
  });

  it('is hidden in a comparison of two results', async () => {
    const [store] = await recordOf();
    const page = new RenderedPage(await loadComponents(), Date.UTC(2026, 10, 20, 12));
    page.handle(await new ShownRecords(store, { record: key, before: key }).load());
    page.handle({ type: 'choose', subtask: '1', case: '2', focus: false });
    assert.doesNotMatch(page.print('main') + page.print('aside'), /spoiler/);
    page.button('Reveal Case').click();
    assert.match(page.print('aside'), /spoiler/);
    page.close();
  });

  it('is shown for runs, whose input the user knows', async () => {
    const [store, record] = await recordOf({ isSelfTest: true, hasSamples: true });
    assert.match(await rowOf(store, '2'), /spoiler/);
    assert.match(noticeWords(record, envelope), /spoiler/);
  });

  it('is shown by default', async () => {
    delete settings['cases.reveal'];
    const [store, record] = await recordOf();
    assert.match(await rowOf(store, '2'), /spoiler/);
    assert.match(noticeWords(record, envelope), /spoiler/);
    assert.match(recordsAsMarkdown([{ record, envelope }]), /spoiler/);
    const { subtasks } = await new ShownRecords(store, { record: key, before: null }).load();
    assert.deepEqual(
      subtasks.flatMap(({ cases }) => cases.map(({ isHidden }) => isHidden)),
      [false, false],
    );
  });
});
