import { answerNotices, restoreEnv, settings, speak } from '../support/vscodeWords';
import assert from 'node:assert/strict';
import { env, window } from 'vscode';
import { openInBrowser } from '../../../src/editor/resultPanel/openInBrowser';
import { defineStatusCodes } from '../../../src/editor/judges/defineStatusCodes';
import type { Extension } from '../../../src/editor/extension';
import type { Choice } from '../../../src/editor/shared/judges';
import { demoJudge } from '../../../src/records/record';
import { hydroSite, specifiedJudge } from '../../support/profiles';
import { makeStore, newRecord } from '../records/fixtures';
import { standIn } from '../support/standIn';
import { nodeOf, type TreeNode } from '../../../src/editor/list/treeNodes';

describe('Run from the palette,', () => {
  const { showQuickPick } = window;
  beforeEach(() => speak('en'));
  afterEach(() => {
    Object.assign(window, { showQuickPick });
    restoreEnv();
    delete settings['services'];
  });

  function partsWith(choice: Choice, selection: readonly TreeNode[] = []) {
    const { store } = makeStore();
    const site = hydroSite('https://oj.school.edu');
    const judges = {
      choice: async () => choice,
      judgeOf: async (id: string) => (id === site.id ? site : null),
    };
    const extension = standIn<Extension>({
      judges,
      store,
      tree: {},
      selectedRows: { current: selection },
    });
    return { extension, store, site };
  }

  it('“Open Result in Browser” lets the user choose a record if no record is selected', async () => {
    const { extension, store, site } = partsWith({ kind: 'none' });
    await store.add(newRecord('0123456789abcdef01234567', { service: site.id }));
    const opened: string[] = [];
    Object.assign(env, { openExternal: async (uri: unknown) => void opened.push(String(uri)) });
    Object.assign(window, { showQuickPick: async ([first]: readonly unknown[]) => first });
    await openInBrowser(extension, []);
    assert.match(opened.join(), /oj\.school\.edu\/record\/0123456789abcdef01234567$/);
  });

  it('“Define Status Codes” applies to the current judge if the selected record’s judge has no codes', async () => {
    const judge = specifiedJudge({ url: 'https://judge.example.com' });
    settings['services'] = { test: { type: 'judge', url: 'https://judge.example.com' } };
    const selection: TreeNode[] = [];
    const { extension, store } = partsWith({ kind: 'chosen', judge }, selection);
    const sample = await store.add(newRecord('one', { service: demoJudge }));
    assert.ok(sample);
    selection.push(nodeOf.record(sample.key));
    const shown = answerNotices();
    await defineStatusCodes(extension, []);
    assert.deepEqual(
      shown.map(({ message }) => message),
      ['No undefined status codes in results from test.'],
    );
  });

  it('“Define Status Codes” reports that no judge is selected, or which setting is wrong', async () => {
    const shown = answerNotices();
    await defineStatusCodes(partsWith({ kind: 'none' }).extension, []);
    const problem = { setting: 'services', at: 'school', what: { kind: 'serviceName' } } as const;
    await defineStatusCodes(partsWith({ kind: 'wrong', problems: [problem] }).extension, []);
    assert.deepEqual(
      shown.map(({ message }) => message),
      [
        'Choose a judge to define its status codes.',
        'Setting “judgeResults.services → school”: This name can’t be used for a judge.',
      ],
    );
  });
});
