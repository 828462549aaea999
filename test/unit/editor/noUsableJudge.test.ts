import { answerNotices, speak } from '../support/vscodeWords';
import assert from 'node:assert/strict';
import { makeApi } from '../../../src/editor/integrations/api';
import { openProblem } from '../../../src/editor/problemPages/openProblem';
import type { Extension } from '../../../src/editor/extension';
import type { Choice } from '../../../src/editor/shared/judges';
import { handleUri } from '../../../src/editor/integrations/uriHandler';
import { makeStore } from '../records/fixtures';
import * as requests from '../../../src/editor/integrations/apiFunctions';
import { standIn } from '../support/standIn';

describe('Without a usable judge', () => {
  const none: Choice = { kind: 'none' };
  const wrong: Choice = {
    kind: 'wrong',
    problems: [{ setting: 'services', at: 'school.url', what: { kind: 'address', problem: 'empty' } }],
  };
  const setting =
    'Setting “judgeResults.services → school.url”: Enter a URL, for example https://judge.example.com.';

  function partsWith(choice: Choice): Extension {
    const redaction = {
      complete: async () => undefined,
      isSecret: () => false,
      text: (text: string) => text,
    };
    const judges = {
      choice: async () => choice,
      choiceOf: async () => choice,
      chosen: async () => null,
      credentials: { redaction },
    };
    const parts = { judges, store: makeStore().store, tree: {}, selectedRows: { current: [] } };
    return standIn<Extension>({ ...parts, log: { warn: () => undefined } });
  }

  const ways: Readonly<
    Record<string, readonly [run: (parts: Extension) => Promise<unknown>, ifNone: RegExp]>
  > = {
    'a link': [
      (parts) => handleUri(parts, { path: '/fetch', query: 'id=abc' }),
      /^A link requests the result of abc\. Choose an online judge/,
    ],
    '«Open Problem»': [(parts) => openProblem(parts, []), /^Choose a judge to open its problem pages/],
  };
  beforeEach(() => speak('en'));

  for (const [name, [run, ifNone]] of Object.entries(ways)) {
    it(`${name} reports that no judge is selected, or which setting is wrong`, async () => {
      const shown = answerNotices();
      await run(partsWith(none));
      await run(partsWith(wrong));
      assert.equal(shown.length, 2);
      assert.match(shown[0]?.message ?? '', ifNone);
      assert.deepEqual(shown[1], { message: setting, buttons: ['Open Setting'] });
    });
  }

  it('the API reports the same reason in its errors', async () => {
    for (const [choice, message] of [
      [none, 'No online judge selected.'],
      [wrong, setting],
    ] as const) {
      const { exported } = makeApi(partsWith(choice), () => Promise.resolve(requests));
      await assert.rejects(exported.fetch('abc'), { message });
      await assert.rejects(exported.track('abc'), { message });
    }
  });
});
