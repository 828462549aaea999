import { quickPicks, recordQuickPicks, restoreEnv, settings, speak } from '../../../support/vscodeWords';
import assert from 'node:assert/strict';
import { env, window, type QuickPickItem } from 'vscode';
import { askRequestId, recentRequests } from '../../../../../src/editor/shared/dialogs/askRequestId';
import { fetchJudgeResult } from '../../../../../src/editor/fetch/fetch';
import { Redaction } from '../../../../../src/judges/signIn/redaction';
import type { Extension } from '../../../../../src/editor/extension';
import { judgeNamed, RequestFailed, type Judge } from '../../../../../src/judges';
import { judgeDescriptions } from '../../../../../src/editor/shared/settings/judgeSettings';
import type { KnownRecord } from '../../../../../src/records';
import { addRecord } from '../../../../../src/records/recordUpdates';
import { specifiedJudge } from '../../../../support/profiles';
import { newRecord } from '../../../records/fixtures';
import { standIn } from '../../../support/standIn';

const id = '1BwHdxEa4LTFnL619bxRwC';
const north = specifiedJudge({ url: 'https://north.test' }, 'north');
const south = specifiedJudge({ url: 'https://south.test' }, 'south');

/** an app key, with the form of an ID; the window hasn't used it yet */
const appKey = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
let redaction: Redaction;

/** Types these texts into picks, one each, and presses Enter immediately. Returns the first item of each. */
function typeInPicks(...texts: readonly string[]): readonly (QuickPickItem | undefined)[] {
  const lines: (QuickPickItem | undefined)[] = [];
  const left = [...texts];
  const createQuickPick = () => {
    const listeners = { accept: () => undefined, value: () => undefined, hide: () => undefined };
    const on = (name: keyof typeof listeners) => (listener: () => undefined) => {
      listeners[name] = listener;
      return { dispose: () => undefined };
    };
    const pick = {
      items: [] as readonly QuickPickItem[],
      activeItems: [],
      value: '',
      onDidAccept: on('accept'),
      onDidChangeValue: on('value'),
      onDidHide: on('hide'),
      show: () => {
        pick.value = left.shift() ?? '';
        listeners.value();
        lines.push(pick.items[0]);
        listeners.accept();
        listeners.hide();
      },
      dispose: () => undefined,
    };
    return pick;
  };
  Object.assign(window, { createQuickPick });
  return lines;
}

/** Asks for an ID with two services and no known results. */
function askAtBoth() {
  return askRequestId({
    judge: north,
    judges: [north, south],
    recent: [],
    secrets: redaction,
    submissions: Promise.resolve([]),
    typed: '',
  });
}

function ask(text: string) {
  const lines = typeInPicks(text);
  return askAtBoth().then((request) => ({ request, line: lines[0] }));
}

describe('The prompt for a request ID', () => {
  const before = { ...window };
  beforeEach(() => {
    speak('en');
    redaction = new Redaction({ hideAll: async () => redaction.add(appKey) });
    Object.assign(env, { clipboard: { readText: async () => '' } });
  });
  afterEach(() => {
    for (const name of Object.keys(settings)) delete settings[name];
    Object.assign(window, before);
    restoreEnv();
  });

  it('offers the only ID in a list, and rejects an ID with a blank', async () => {
    const one = await ask('sev-1, b&c=1/é');
    assert.equal(one.line?.label, '$(cloud-download) Fetch sev-1');
    assert.equal(one.line.detail, 'Skipped (not IDs): b&c=1/é');
    assert.deepEqual(one.request, { judge: north, requestId: 'sev-1', hint: null });
    const none = await ask('sev-1 b&c=1/é');
    assert.equal(none.line?.label, '$(info) Not a valid ID');
    assert.equal(none.request, undefined);
  });

  it('fetches a URL’s ID from the judge with that base URL', async () => {
    const { request, line } = await ask(`https://south.test/judge/result?id=${id}`);
    assert.deepEqual(request, { judge: south, requestId: id, hint: null });
    assert.equal(line?.description, 'on south');
    assert.deepEqual((await ask(id)).request, { judge: north, requestId: id, hint: null });
  });

  it('offers known results with title, verdict, and age, and finds them by ID', async () => {
    const submission = {
      problemId: 'P1001',
      title: 'A+B Problem',
      place: null,
      language: 'c',
      optimise: false,
    };
    const contest = { title: 'Weekly contest', endsAt: null };
    const record = (more: Partial<KnownRecord>): KnownRecord => {
      const added = addRecord(newRecord(id, { service: north.id }), Date.now() - 5 * 60_000)(null)?.record;
      assert.ok(added);
      return { ...added, ...more };
    };
    const rowsFor = (...records: readonly KnownRecord[]) => {
      recordQuickPicks();
      void askRequestId({
        judge: north,
        judges: [north],
        recent: recentRequests({ records: () => records }, north),
        secrets: redaction,
        submissions: Promise.resolve([]),
      });
      const pick = quickPicks.at(-1);
      assert.ok(pick);
      return pick;
    };
    const day = 24 * 3_600_000;
    const pick = rowsFor(
      record({ submission: { ...submission, contest } }),
      record({ submission: { ...submission, isSelfTest: true }, addedAt: Date.now() - 9 * day }),
      record({ label: 'second try', submission }),
      record({}),
    );
    assert.deepEqual(
      pick.shown.map(({ label, description }) => [label, description]),
      [
        ['$(history) P1001 A+B Problem', `Weekly contest · Waiting · 5 minutes ago · ${id}`],
        ['$(history) P1001 with custom input', `Waiting · 9 days ago · ${id}`],
        ['$(history) second try', `Waiting · 5 minutes ago · ${id}`],
        [`$(history) ${id}`, 'Waiting · 5 minutes ago'],
      ],
    );
    pick.hide();
  });

  it('reports a URL of an unknown judge, and offers to add it', async () => {
    const address = `https://east.test/judge/result?id=${id}`;
    const { request, line } = await ask(address);
    assert.deepEqual(
      [line?.label, line?.detail],
      ['$(add) Add Online Judge…', 'No judge is set up for east.test'],
    );
    assert.deepEqual(request, { address, judgeUrl: 'https://east.test' });
  });

  it('takes no ID from a URL that isn’t HTTP', async () => {
    const { request, line } = await ask(`ftp://east.test/?id=${id}`);
    assert.deepEqual([request, line?.label], [undefined, '$(info) No judge is set up for east.test']);
  });

  it('suggests an ID from the clipboard for a known judge, but none from a foreign URL', async () => {
    const offered: unknown[] = [];
    for (const host of ['south', 'east']) {
      Object.assign(env, {
        clipboard: { readText: async () => `https://${host}.test/judge/result?id=${id}` },
      });
      let items: readonly QuickPickItem[] = [];
      let close = (): void => undefined;
      const unheard = () => ({ dispose: () => undefined });
      const pick = {
        value: '',
        activeItems: [],
        set items(shown: readonly QuickPickItem[]) {
          items = shown;
        },
        onDidAccept: unheard,
        onDidChangeValue: unheard,
        onDidHide: (listener: () => void) => ((close = listener), unheard()),
        show: () => undefined,
        dispose: () => undefined,
      };
      Object.assign(window, { createQuickPick: () => pick });
      const chosen = askAtBoth();
      await new Promise(setImmediate);
      offered.push(items.find(({ label }) => label.includes('clippy'))?.description);
      close();
      await chosen;
    }
    assert.deepEqual(offered, ['from the clipboard on south', undefined]);
  });

  it('neither offers nor takes a saved credential as an ID, alone, in a URL, or in a list', async () => {
    await redaction.complete();
    for (const text of [appKey, `https://south.test/judge/result?id=${appKey}`, `?id=x${appKey}`]) {
      const { request, line } = await ask(text);
      assert.deepEqual(
        [request, line?.label],
        [undefined, '$(info) This is one of your credentials, not an ID'],
      );
    }
    const { request, line } = await ask(`${id}, ${appKey}`);
    assert.deepEqual(request, { judge: north, requestId: id, hint: null });
    assert.equal(line?.detail, 'Skipped (not IDs): •••');
  });

  it('doesn’t offer a credential from the clipboard that this window hasn’t used', async () => {
    for (const text of [appKey, `https://south.test/judge/result?id=${appKey}`]) {
      redaction = new Redaction({ hideAll: async () => redaction.add(appKey) });
      Object.assign(env, { clipboard: { readText: async () => text } });
      recordQuickPicks();
      const chosen = askAtBoth();
      await new Promise(setImmediate);
      const pick = quickPicks.at(-1);
      assert.deepEqual(
        pick?.shown.filter(({ label }) => label.includes(appKey)),
        [],
      );
      pick?.hide();
      await chosen;
    }
  });

  it('doesn’t send a credential that was entered before the saved ones were read', async () => {
    typeInPicks(appKey);
    redaction = new Redaction({ hideAll: () => Promise.resolve().then(() => redaction.add(appKey)) });
    const warned: string[] = [];
    Object.assign(window, { showWarningMessage: async (text: string) => void warned.push(text) });
    const extension = standIn<Extension>({
      judges: {
        named: async () => ({ kind: 'chosen' as const, judge: north }),
        choice: async () => ({ kind: 'chosen' as const, judge: north }),
        all: async () => [north],
        isSignedOut: async () => false,
        credentials: { redaction },
      },
      store: { records: () => [] },
      tracking: { requestedHere: new Set<string>(), fetch: () => assert.fail('sent') },
    });
    await fetchJudgeResult(extension);
    assert.deepEqual(warned, ['This is one of your credentials, not an ID']);
  });

  it('fetches a foreign URL’s ID after its judge is added', async () => {
    typeInPicks(`https://east.test/judge/result?id=${id}`);
    const prefilled: unknown[] = [];
    Object.assign(window, {
      showQuickPick: async (
        items: readonly { readonly adds?: { readonly type?: string }; readonly scheme?: string }[],
      ) => items.find(({ adds, scheme }) => adds?.type === 'judge' || scheme === 'none') ?? items[1],
      showInputBox: async ({ value }: { readonly value: string }) => (prefilled.push(value), value),
    });
    const asked: unknown[] = [];
    const named = async (name: string) => {
      const read = judgeNamed(name, judgeDescriptions());
      return read.ok
        ? { kind: 'chosen' as const, judge: read.judge }
        : { kind: 'wrong' as const, problems: [] };
    };
    const extension = {
      judges: {
        named,
        choice: async () => ({ kind: 'chosen' as const, judge: north }),
        all: async () => [north, south],
        isSignedOut: async () => false,
        credentials: { get: async () => null, redaction },
        ask: async () => ({ name: null }),
        // no type of site is there
        clientWith: async () => ({ ask: async () => 'another' }),
      },
      store: { records: () => [] },
      tracking: {
        requestedHere: new Set<string>(),
        fetch: async ({ baseUrl }: Judge, requestId: string) => {
          asked.push([baseUrl, requestId]);
          throw new RequestFailed({ kind: 'cancelled' });
        },
      },
    };
    await fetchJudgeResult(standIn<Extension>(extension));
    assert.deepEqual(prefilled, ['https://east.test', 'east.test']);
    assert.deepEqual(asked, [['https://east.test', id]]);
  });
});
