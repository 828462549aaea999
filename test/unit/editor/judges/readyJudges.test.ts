import { quickPicks, recordQuickPicks, settings, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { commands, window } from 'vscode';
import { chooseJudge } from '../../../../src/editor/judges/chooseJudge';
import { knownJudgeItems } from '../../../../src/editor/judges/addableJudges';
import { addFound, editJudge } from '../../../../src/editor/judges/editJudges';
import type { Extension } from '../../../../src/editor/extension';
import { judgeNamed } from '../../../../src/judges/adapters';
import type { JudgeDescriptions } from '../../../../src/judges';
import { settle } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';
import { addKind } from './addKind';

describe('A judge with a ready description', () => {
  const real = { ...window };
  const realCommands = commands.getCommands;
  /** Initial texts of the input boxes. */
  let boxes: (string | undefined)[];
  /** The kind to add, and the texts to enter; undefined: the initial text. */
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
    [boxes, selected, entered] = [[], '', []];
    settings['services'] = {};
    delete settings['service'];
    Object.assign(commands, { getCommands: async () => [] });
    Object.assign(window, {
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
      addKind(extension, selected).catch(() => undefined);
      await settle();
      assert.deepEqual(Object.values(descriptions()), [{ type: 'json', basedOn: 'qduoj', url: site }]);
    });

  it('is added without further questions at the URL of a page where it was found', async () => {
    const fields = { type: 'json', basedOn: 'qduoj', url: 'https://oj.example.edu' };
    // the sign-in that follows isn’t tested here
    addFound(extension, { kind: 'type', type: 'json', fields }).catch(() => undefined);
    await settle();
    assert.deepEqual([descriptions(), boxes.slice(1)], [{ 'oj.example.edu': fields }, []]);
  });

  it('is added with one choice if it needs no URL and no account', async () => {
    selected = 'Library Checker';
    const judge = await addKind(extension, selected);
    assert.deepEqual(descriptions(), { 'Library Checker': { type: 'json', basedOn: 'library-checker' } });
    assert.equal(settings['service'], 'Library Checker');
    assert.equal(judge?.baseUrl, 'https://v3.api.judge.yosupo.jp');
    assert.deepEqual(boxes, []);
  });

  it('is listed below the types of judges, in the language of the editor, until it is added', async () => {
    const names = (): readonly string[] => knownJudgeItems().map(({ label }) => label);
    assert.deepEqual(names().slice(-3), ['Kilonova', 'Library Checker', 'QDUOJ']);
    assert.equal(names()[0], 'Hydro');
    speak('zh-cn');
    const row = knownJudgeItems().find(({ label }) => label === 'Library Checker');
    assert.match(row?.detail ?? '', /无需账号/);
    settings['services'] = { mine: { type: 'json', basedOn: 'library-checker' } };
    assert.deepEqual(names().slice(-2), ['Kilonova', 'QDUOJ']);
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
    const add = '$(add) Add oj.example.edu';
    assert.deepEqual(shownFor('https://oj.example.edu/p/P1001?tid=1'), ['School', add]);
    assert.deepEqual(shownFor('oj.example.edu/p/P1001'), ['School', add]);
    assert.deepEqual(shownFor('https://other.example.edu/p/P1001'), ['$(add) Add other.example.edu']);
    assert.deepEqual(shownFor('Schoo'), ['School']);
    pick.hide();
    await choice;
  });

  describe('at a pasted URL', () => {
    /** Ends the requests of a search, and reports a site. */
    let respond: () => void;
    const searching = standIn<Extension>({
      context: { workspaceState: { update: async () => undefined } },
      judges: {
        ...extension.judges,
        clientWith: async () => ({
          ask: () => new Promise((resolve) => (respond = () => resolve('isThisType'))),
        }),
      },
    });
    const search = async () => {
      settings['services'] = { School: { type: 'hydro', url: 'https://oj.example.edu' } };
      respond = () => assert.fail('nothing is searched');
      const choice = chooseJudge(searching);
      await settle();
      const pick = quickPicks.at(-1) ?? assert.fail();
      pick.type('https://a.example.edu/p/1');
      pick.accept();
      await settle();
      assert.equal(pick.busy, true);
      return { choice, pick };
    };

    it('isn’t added if the user has typed another URL during the search', async () => {
      const { choice, pick } = await search();
      pick.type('https://b.example.edu/p/1');
      respond();
      await settle();
      assert.deepEqual([pick.busy, pick.isOpen], [false, true]);
      pick.hide();
      assert.equal(await choice, null);
      assert.deepEqual(Object.keys(descriptions()), ['School']);
    });

    it('doesn’t keep the user from choosing another judge during the search', async () => {
      const { choice, pick } = await search();
      pick.type('Schoo');
      pick.accept();
      assert.equal((await choice)?.name, 'School');
      respond();
    });
  });

  it('leaves no list behind if the judges can’t be read', async () => {
    const broken = standIn<Extension>({
      judges: { ...extension.judges, names: () => Promise.reject(new Error('broken')) },
    });
    const before = quickPicks.length;
    await assert.rejects(chooseJudge(broken), /broken/);
    assert.equal(quickPicks.length, before);
  });

  it('can be added from a file, after the judges that people know by their names', async () => {
    const opened: unknown[] = [];
    Object.assign(window, {
      showOpenDialog: async ({ title }: { readonly title: string }) => void opened.push(title),
    });
    const choice = chooseJudge(extension);
    await settle();
    const pick = quickPicks.at(-1) ?? assert.fail();
    pick.type('Add Judge from');
    pick.accept();
    assert.equal(await choice, null);
    assert.deepEqual(opened, ['Add Judge from File']);
  });

  it('asks for the URL if there are many sites', async () => {
    selected = 'QDUOJ';
    entered = ['oj.example.edu', undefined];
    // the sign-in that follows isn’t tested here
    addKind(extension, selected).catch(() => undefined);
    await settle();
    assert.deepEqual(descriptions(), {
      'oj.example.edu': { type: 'json', basedOn: 'qduoj', url: 'https://oj.example.edu' },
    });
    assert.deepEqual(boxes.slice(0, 2), ['', 'oj.example.edu']);
  });

  it('isn’t added if the user cancels', async () => {
    selected = 'QDUOJ';
    Object.assign(window, { showInputBox: async () => undefined });
    assert.equal(await addKind(extension, selected), null);
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
