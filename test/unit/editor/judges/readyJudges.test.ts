import { quickPicks, recordQuickPicks, settings, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { commands, window } from 'vscode';
import { chooseJudge } from '../../../../src/editor/judges/chooseJudge';
import { addJudge, editJudge } from '../../../../src/editor/judges/editJudges';
import type { Extension } from '../../../../src/editor/extension';
import { judgeNamed } from '../../../../src/judges/adapters';
import type { JudgeDescriptions } from '../../../../src/judges';
import { settle } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';

/** A row of a list. */
interface Row {
  readonly label: string;
  readonly kind?: number;
  readonly detail?: string;
}

describe('A judge with a ready description', () => {
  const real = { ...window };
  const realCommands = commands.getCommands;
  /** Rows of the last list. */
  let rows: readonly Row[];
  /** Initial texts of the input boxes. */
  let boxes: (string | undefined)[];
  /** The row to select, and the texts to enter; undefined: the initial text. */
  let selected: string;
  let entered: (string | undefined)[];

  const descriptions = () => settings['services'] as JudgeDescriptions;
  const named = async (name: string) => {
    const read = judgeNamed(name, descriptions());
    return read.ok ? { kind: 'chosen' as const, judge: read.judge } : { kind: 'wrong' as const, ...read };
  };
  const extension = standIn<Extension>({
    judges: {
      named,
      names: async () => ['luogu', ...Object.keys(descriptions())],
      chosen: async () => null,
      isSignedOut: async () => false,
      ask: async () => ({ name: null }),
    },
  });

  beforeEach(() => {
    speak('en');
    recordQuickPicks();
    [rows, boxes, selected, entered] = [[], [], '', []];
    settings['services'] = {};
    delete settings['service'];
    Object.assign(commands, { getCommands: async () => [] });
    Object.assign(window, {
      showQuickPick: async (items: readonly Row[]) => {
        rows = items;
        return items.find(({ label }) => label === selected);
      },
      showInputBox: async ({ value }: { readonly value?: string }) => {
        boxes.push(value);
        return entered.shift() ?? value;
      },
    });
  });
  afterEach(() => {
    Object.assign(window, real);
    Object.assign(commands, { getCommands: realCommands });
    delete settings['services'];
    delete settings['service'];
  });

  for (const [page, site] of [
    ['https://oj.example.edu/contest/7/problem/A?from=mail#top', 'https://oj.example.edu'],
    ['oj.example.edu/status/0123456789abcdef', 'https://oj.example.edu'],
    ['https://www.example.edu/oj/problem/1001', 'https://www.example.edu/oj'],
    ['https://oj.example.edu/?page=2', 'https://oj.example.edu'],
    ['https://www.example.edu/oj/', 'https://www.example.edu/oj'],
  ] as const)
    it(`is added with the URL of its site from the URL of a page: ${page}`, async () => {
      selected = 'QDUOJ';
      entered = [page, undefined];
      // the sign-in that follows isn’t tested here
      addJudge(extension).catch(() => undefined);
      await settle();
      assert.deepEqual(Object.values(descriptions()), [{ type: 'json', basedOn: 'qduoj', url: site }]);
    });

  it('is added with one choice if it needs no URL and no account', async () => {
    selected = 'Library Checker';
    const judge = await addJudge(extension);
    assert.deepEqual(descriptions(), { 'Library Checker': { type: 'json', basedOn: 'library-checker' } });
    assert.equal(settings['service'], 'Library Checker');
    assert.equal(judge?.baseUrl, 'https://v3.api.judge.yosupo.jp');
    assert.deepEqual(boxes, []);
    await addJudge(extension);
    assert.deepEqual(Object.keys(descriptions()), ['Library Checker', 'Library Checker 2']);
  });

  it('is listed below the types of judges, in the language of the editor', async () => {
    await addJudge(extension);
    const separator = rows.findIndex(({ kind }) => kind === -1);
    assert.equal(rows[separator]?.label, 'More Judges');
    const names = rows.slice(separator + 1).map(({ label }) => label);
    assert.deepEqual(names, ['Kilonova', 'Library Checker', 'QDUOJ']);
    speak('zh-cn');
    await addJudge(extension);
    assert.match(rows.find(({ label }) => label === 'Library Checker')?.detail ?? '', /无需账号/);
  });

  it('is offered next to the demo until it is added', async () => {
    const labelsOf = async () => {
      const choice = chooseJudge(extension);
      await settle();
      const pick = quickPicks.at(-1) ?? assert.fail();
      const labels = pick.items.map(({ label }) => label);
      return { labels, pick, choice };
    };
    const first = await labelsOf();
    assert.ok(first.labels.includes('$(globe) Library Checker'), first.labels.join());
    assert.ok(!first.labels.some((label) => /QDUOJ|Kilonova/.test(label)));
    first.pick.mark('Library Checker');
    first.pick.accept();
    assert.equal((await first.choice)?.name, 'Library Checker');
    const second = await labelsOf();
    assert.deepEqual(
      second.labels.filter((label) => label.includes('Library Checker')),
      ['Library Checker'],
    );
    second.pick.hide();
    await second.choice;
  });

  it('is found in the list by the URL of any of its pages', async () => {
    settings['services'] = { School: { type: 'hydro', url: 'https://oj.example.edu' } };
    const choice = chooseJudge(extension);
    await settle();
    const pick = quickPicks.at(-1) ?? assert.fail();
    const shownFor = (text: string) => {
      pick.type(text);
      return pick.shown.map(({ label }) => label);
    };
    assert.deepEqual(shownFor('https://oj.example.edu/p/P1001?tid=1'), ['School']);
    assert.deepEqual(shownFor('oj.example.edu/p/P1001'), ['School']);
    assert.deepEqual(shownFor('https://other.example.edu/p/P1001'), ['$(add) Add Online Judge…']);
    assert.deepEqual(shownFor('Schoo'), ['School']);
    pick.hide();
    await choice;
  });

  it('asks for the URL if there are many sites', async () => {
    selected = 'QDUOJ';
    entered = ['oj.example.edu', undefined];
    // the sign-in that follows isn’t tested here
    addJudge(extension).catch(() => undefined);
    await settle();
    assert.deepEqual(descriptions(), {
      'oj.example.edu': { type: 'json', basedOn: 'qduoj', url: 'https://oj.example.edu' },
    });
    assert.deepEqual(boxes.slice(0, 2), ['', 'oj.example.edu']);
  });

  it('isn’t added if the user cancels', async () => {
    selected = 'QDUOJ';
    Object.assign(window, { showInputBox: async () => undefined });
    assert.equal(await addJudge(extension), null);
    assert.deepEqual(descriptions(), {});
  });

  it('is edited by its URL alone, and its own URL isn’t stored', async () => {
    settings['services'] = {
      lib: { type: 'json', basedOn: 'library-checker', follow: true },
    };
    await editJudge(extension, 'lib');
    assert.equal(boxes[0], 'https://v3.api.judge.yosupo.jp');
    assert.deepEqual(descriptions(), { lib: { type: 'json', basedOn: 'library-checker', follow: true } });
    entered = ['https://mirror.example.org'];
    await editJudge(extension, 'lib');
    assert.deepEqual(descriptions(), {
      lib: {
        type: 'json',
        basedOn: 'library-checker',
        follow: true,
        url: 'https://mirror.example.org',
      },
    });
  });
});
