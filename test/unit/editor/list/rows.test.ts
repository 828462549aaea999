import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { ThemeIcon, TreeItemCollapsibleState, type Location } from 'vscode';
import { compileErrors } from '../../../../src/editor/diagnostics/compilerOutput';
import { nodeOf, type TreeNode } from '../../../../src/editor/list/treeNodes';
import type { Group } from '../../../../src/editor/list/groups';
import { caseTooltip, recordTooltip } from '../../../../src/editor/list/tooltips';
import type { TreeContext } from '../../../../src/editor/list/rowProvider';
import { TreeRows } from '../../../../src/editor/list/rows';
import { caseRow } from '../../../../src/editor/list/caseRows';
import { shownRules } from '../../../../src/editor/labels/customInputRuns';
import type { Compilation, Envelope, Judgement, StatusCode, Subtask } from '../../../../src/results';
import type { KnownRecord, RecordStore } from '../../../../src/records';
import { summarise } from '../../../../src/records/mergePolicy';
import { addRecord } from '../../../../src/records/recordUpdates';
import { shortMoment } from '../../../../src/editor/labels/dateFormats';
import { localJudge, type Judge } from '../../../../src/judges';
import { dmoj } from '../../../../src/judges/adapters/dmoj';
import { described, hydroSite, specifiedJudge, luogu } from '../../../support/profiles';
import { envelope, newRecord, oneCase, rules, service, subtask } from '../../records/fixtures';
import { standIn } from '../../support/standIn';

describe('Rows in the results list', () => {
  before(() => speak('en'));

  const submission = { problemId: 'P1', title: null, place: null, language: 'cpp', optimise: true };
  const judged = (id: string, at: number, status: StatusCode, result?: Envelope): KnownRecord => {
    const record = addRecord(newRecord(id, { submission }), at)(null)?.record;
    assert.ok(record);
    const summary = summarise(result ?? envelope(Number(status), [subtask(1, [oneCase(1, 12)])]), rules);
    return { ...record, state: { kind: 'finished' }, summary };
  };
  const noTree: TreeContext = {
    intern: (node) => node,
    recordsIn: () => [],
    groupOf: () => null,
    hasSeveralJudges: false,
    hasSeveralContests: false,
    judgeOf: async () => null,
    arranger: null,
    positionsOf: async () => new Map(),
    troubleOf: () => '',
    rowChanged: () => undefined,
  };
  const rowsOf = (
    records: readonly KnownRecord[],
    judge: Judge | null = null,
    group: Group | null = null,
    trouble = '',
  ): TreeRows => {
    const store = {
      get: (key: string) => records.find((one) => one.key === key) ?? null,
      records: () => records,
      envelope: () => null,
      findEnvelope: async () => null,
    };
    return new TreeRows(standIn<RecordStore>(store), {
      ...noTree,
      recordsIn: () => records.map(({ key }) => key),
      groupOf: () => group,
      judgeOf: async () => judge,
      troubleOf: () => trouble,
    });
  };
  const wordsOf = async (record: KnownRecord, judge: Judge | null = null) =>
    (await rowsOf([record], judge).item(nodeOf.record(record.key))).contextValue?.split(' ') ?? [];

  it('show a subtask’s name and maximum score', async () => {
    const rowNamed = async (name: string) => {
      const group = subtask(1, [oneCase(1, 12)], { status: 12, score: 40, name, maximum: 40 });
      const record = judged('a', 1, 12);
      const store = {
        get: () => record,
        envelope: () => null,
        loadEnvelope: async () => envelope(12, [group]),
      };
      const rows = new TreeRows(standIn<RecordStore>(store), noTree);
      const { label, description } = await rows.item(nodeOf.subtask(record.key, '1'));
      assert.ok(typeof label === 'string');
      return `${label} ${String(description)}`;
    };
    assert.match(await rowNamed('easy'), /^Subtask easy\b.* 40 \/ 40\b/);
    assert.match(await rowNamed('Samples'), /^Samples\b/);
  });

  it('show how many cases passed and how many are hidden, with the highest possible score', async () => {
    const cases = [oneCase(1, 12), oneCase(2, 12), { ...oneCase(3, 12), status: null }];
    const result = (status: StatusCode, more: Partial<Judgement>, shown = cases) => {
      const { data, ...head } = envelope(Number(status), [subtask(1, shown)]);
      return { ...head, data: data && { ...data, judge: data.judge && { ...data.judge, ...more } } };
    };
    const rowOf = async (record: KnownRecord) => {
      const { label, description } = await rowsOf([record]).item(nodeOf.record(record.key));
      assert.ok(typeof label === 'string');
      return `${label} | ${String(description)}`;
    };
    const partial = result(12, { score: 15, maximum: 20 });
    assert.match(await rowOf(judged('a', 1, 12, partial)), /\b15 \/ 20\b.*\| 2 of 3 passed, 1 hidden/);
    const failing = result(6, {}, [...cases, oneCase(4, 6)]);
    assert.match(await rowOf(judged('a', 1, 6, failing)), /\| 1 of 4 failed, 1 hidden/);
    assert.match(recordTooltip(judged('a', 1, 12, partial), null), /^Cases: 2 of 3 passed, 1 hidden$/m);
    assert.match(recordTooltip(judged('a', 1, 6, failing), null), /^Cases: 1 of 4 failed, 1 hidden$/m);
    assert.match(recordTooltip(judged('a', 1, 12, partial), null), /^Score: 15 \/ 20$/m);
  });

  it('show the judge’s message next to cases', async () => {
    const { data, ...head } = envelope(12, [subtask(1, [oneCase(1, 12)])]);
    const judge = data?.judge && { ...data.judge, description: 'Group 1 failed.' };
    const result: Envelope = { ...head, data: data && { ...data, judge: judge ?? null } };
    const record = judged('a', 1, 12, result);
    const found = async () => result;
    const store = { get: () => record, envelope: () => result, loadEnvelope: found, findEnvelope: found };
    const rows = new TreeRows(standIn<RecordStore>(store), noTree);
    const below = await rows.children(nodeOf.record(record.key));
    const labels = await Promise.all(below.map(async (node) => (await rows.item(node)).label));
    assert.deepEqual(labels.slice(0, 2), ['Compilation', 'Group 1 failed.']);
    assert.equal(labels.length, 3);
  });

  it('show no message below a compile error whose output is still being fetched', async () => {
    const compile: Compilation = { success: false, message: null, opt2: null };
    const { data, ...head } = envelope(6, []);
    const judge = data?.judge && { ...data.judge, isPreliminary: true as const };
    const result: Envelope = { ...head, data: { compile, judge: judge ?? null } };
    const below = async (state: KnownRecord['state']): Promise<unknown[]> => {
      const record: KnownRecord = { ...judged('a', 1, 6, result), state };
      const found = async () => result;
      const store = { get: () => record, envelope: () => result, loadEnvelope: found, findEnvelope: found };
      const rows = new TreeRows(standIn<RecordStore>(store), noTree);
      const nodes = await rows.children(nodeOf.record(record.key));
      return Promise.all(nodes.map(async (node) => (await rows.item(node)).label));
    };
    assert.deepEqual(await below({ kind: 'judging' }), []);
    assert.deepEqual(await below({ kind: 'stopped' }), [
      'Tracking stopped. Use “Resume Tracking” to continue',
    ]);
  });

  it('show the compiler output with its line breaks in the tooltip', async () => {
    const message = 'a.c:1:1: error: x\n    1 | $(bug)\n      | ^\n';
    const compile: Compilation = { success: false, message, opt2: null };
    const result = envelope(7, [], { data: { compile, judge: null } });
    const record = judged('a', 1, 7, result);
    const found = async () => result;
    const store = { get: () => record, envelope: () => null, loadEnvelope: found, findEnvelope: found };
    const rows = new TreeRows(standIn<RecordStore>(store), noTree);
    const { tooltip } = await rows.item(nodeOf.compilation(record.key));
    assert.equal(tooltip, 'a.c:1:1: error: x\n    1 | $\u200b(bug)\n      | ^');
  });

  it('show a file’s newest verdict, whatever the order of the records', async () => {
    const [older, newer] = [judged('old', 1, 6), judged('new', 2, 12)];
    for (const order of [
      [older, newer],
      [newer, older],
    ]) {
      const group = nodeOf.group({ by: 'source', name: 'file:///folder/a.cpp' });
      assert.match(String((await rowsOf(order).item(group)).description), /^S12 0 · 2 results · \w+ \d+$/);
    }
  });

  describe('of a result without cases and compiler output', () => {
    const withoutCases = (data: Partial<Judgement>, compile: Compilation | null = null): Envelope =>
      envelope(6, [], {
        data: {
          compile,
          judge: { id: 1, status: 6, score: null, time: null, memory: null, subtasks: [], ...data },
        },
      });
    const failed: Compilation = { success: false, message: null, opt2: null };
    /** Row, kinds of the rows below it, and tooltip. */
    const shownFor = async (result: Envelope, more: Partial<KnownRecord> = {}) => {
      const record = { ...judged('a', 1, 6, result), ...more };
      const refreshed: TreeNode[] = [];
      const store = { get: () => record, envelope: () => result, findEnvelope: async () => result };
      const rows = new TreeRows(standIn<RecordStore>(store), {
        ...noTree,
        rowChanged: (node) => void refreshed.push(node),
      });
      const node = nodeOf.record(record.key);
      const { collapsibleState } = await rows.item(node);
      const below = (await rows.children(node)).map(({ kind }) => kind);
      assert.equal(below.length === 0, collapsibleState === TreeItemCollapsibleState.None);
      return { below, tooltip: (await rows.tooltip(node)) ?? '' };
    };

    it('have no rows below that say nothing', async () => {
      const hidden = await shownFor(withoutCases({ hidesCases: true }));
      assert.deepEqual(hidden.below, []);
      assert.match(hidden.tooltip, /^The judge doesn’t show the cases of this result$/m);
      assert.deepEqual((await shownFor(withoutCases({}))).below, []);
      const uncompiled = await shownFor(withoutCases({}, failed));
      assert.deepEqual(uncompiled.below, []);
      assert.match(uncompiled.tooltip, /^The judge doesn’t provide the compiler output$/m);
    });

    it('have a row for what the judge says, or what the user can do', async () => {
      assert.deepEqual((await shownFor(withoutCases({ description: 'Checker crashed' }))).below, ['message']);
      const onPage = { ...failed, extra: { isOnPage: true } };
      assert.deepEqual((await shownFor(withoutCases({}, onPage))).below, ['compilation']);
      const said = { ...failed, message: 'a.c:1:1: error: x' };
      assert.deepEqual((await shownFor(withoutCases({}, said))).below, ['compilation']);
      const stopped = { state: { kind: 'stopped' } } as const;
      assert.deepEqual((await shownFor(withoutCases({}), stopped)).below, ['message']);
    });

    it('lose their arrow when they are expanded, if the result wasn’t in memory', async () => {
      const result = withoutCases({ hidesCases: true });
      const record = judged('a', 1, 6, result);
      const refreshed: TreeNode[] = [];
      const store = { get: () => record, envelope: () => null, findEnvelope: async () => result };
      const rows = new TreeRows(standIn<RecordStore>(store), {
        ...noTree,
        rowChanged: (node) => void refreshed.push(node),
      });
      const node = nodeOf.record(record.key);
      const state = async () => (await rows.item(node)).collapsibleState;
      assert.equal(await state(), TreeItemCollapsibleState.Collapsed);
      await rows.children(node);
      await rows.children(node);
      assert.deepEqual([await state(), refreshed], [TreeItemCollapsibleState.None, [node]]);
    });
  });

  it('show that a file’s problem is solved, although a later submission to it failed', async () => {
    const group = nodeOf.group({ by: 'source', name: 'file:///folder/a.cpp' });
    const shown = async (...records: readonly KnownRecord[]) =>
      String((await rowsOf(records).item(group)).description).split(/ · \d+ results?/)[0];
    const [accepted, failed] = [judged('old', 1, 12), judged('new', 2, 6)];
    assert.equal(await shown(failed, accepted), 'S12 0');
    const other = { ...failed, submission: { ...submission, problemId: 'P2' } };
    assert.equal(await shown(other, accepted), 'S6 0', 'another problem isn’t solved');
    const ignored = {
      ...accepted,
      summary: accepted.summary && { ...accepted.summary, isIgnored: true as const },
    };
    assert.equal(await shown(failed, ignored), 'S6 0', 'the jury ignores the accepted one');
    const inContest = { ...failed, submission: { ...submission, place: 'contest' } };
    assert.equal(await shown(inContest, accepted), 'S6 0', 'another contest is another problem');
    const waiting: KnownRecord = { ...failed, summary: null, state: { kind: 'waiting' } };
    assert.equal(await shown(waiting, accepted), 'Waiting · last: S12 0');
  });

  it('begin with the problem while its verdict is awaited, and keep the verdict before', async () => {
    const [failed, accepted] = [judged('old', 1, 6), judged('older', 0, 12)];
    const waiting: KnownRecord = { ...judged('new', 2, 6), summary: null, state: { kind: 'waiting' } };
    const inBrowser: KnownRecord = { ...waiting, state: { kind: 'inBrowser', since: 0, before: null } };
    const label = async (first: KnownRecord, ...others: readonly KnownRecord[]) =>
      (await rowsOf([first, ...others]).item(nodeOf.record(first.key))).label;
    assert.equal(await label(failed), 'S6 0 · P1');
    assert.equal(await label(waiting, failed, accepted), 'P1 · Waiting · last: S6 0');
    assert.equal(await label(waiting), 'P1 · Waiting');
    assert.equal(await label(inBrowser, failed), 'P1 · Waiting for your submission · last: S6 0');
    const other = { ...failed, submission: { ...submission, problemId: 'P2' } };
    const run = { ...failed, submission: { ...submission, isSelfTest: true as const } };
    assert.equal(await label(waiting, other, run), 'P1 · Waiting', 'not of another problem, or of a run');
    const later = { ...failed, addedAt: 3 };
    assert.equal(await label(waiting, later), 'P1 · Waiting', 'not of a later submission');
    const judging: KnownRecord = { ...waiting, state: { kind: 'judging' } };
    assert.equal(await label(judging, accepted), 'P1 · Judging · last: S12 0');
    const { accessibilityInformation } = await rowsOf([waiting, failed]).item(nodeOf.record(waiting.key));
    assert.match(accessibilityInformation?.label ?? '', /^P1, Waiting · last: S6 0/);
  });

  it('show first why a verdict is late, then the judge', async () => {
    const waiting: KnownRecord = {
      ...judged('new', 2, 6),
      service: 'hydro https://oj.a.edu School',
      summary: null,
      state: { kind: 'waiting' },
    };
    const description = async (trouble: string) =>
      String((await rowsOf([waiting], null, null, trouble).item(nodeOf.record(waiting.key))).description);
    const trouble = 'can’t be reached · next try in 30 s';
    assert.match(await description(trouble), /^can’t be reached · next try in 30 s · School · /);
    assert.doesNotMatch(await description(''), /School/, 'the list is of one judge');
  });

  describe('of a problem in a contest', () => {
    const startsAt = new Date(2026, 10, 28, 22, 1).getTime();
    const contest = { title: 'Regional 2026', id: 'regional', startsAt, endsAt: startsAt + 3_600_000 };
    const file = { uri: 'file:///folder/A.cpp', how: 'submitted', textHash: null } as const;
    /** A submission in that minute of the contest. */
    const inContest = (id: string, minute: number, status: StatusCode, more = {}): KnownRecord => {
      const at = startsAt + minute * 60_000;
      const ofContest = { ...submission, letter: 'A', title: 'Digit Sum', contest, at, ...more };
      return { ...judged(id, at + 90_000, status), submission: ofContest };
    };
    const node = nodeOf.group({ by: 'problem', name: 'judge\nregional\nP1' });
    const withContests = (records: readonly KnownRecord[], surroundings = {}): TreeRows =>
      new TreeRows(
        standIn<RecordStore>({
          get: (key: string) => records.find((one) => one.key === key) ?? null,
          envelope: () => null,
        }),
        {
          ...noTree,
          recordsIn: () => records.map(({ key }) => key),
          groupOf: () => ({ ...node, keys: records.map(({ key }) => key) }),
          ...surroundings,
        },
      );

    it('shows its letter, title, and result, and is collapsed once it is solved', async () => {
      const failed = inContest('old', 5, 6);
      const open = await withContests([failed]).item(node);
      assert.deepEqual(
        [open.label, open.description, open.collapsibleState],
        ['A – Digit Sum', '✗ 1 try · S6 0', TreeItemCollapsibleState.Expanded],
      );
      const solved = await withContests([inContest('new', 13, 12), failed]).item(node);
      assert.deepEqual(
        [solved.label, solved.description, solved.collapsibleState],
        ['A – Digit Sum', '✓ 13 min · 2 tries', TreeItemCollapsibleState.Collapsed],
      );
    });

    it('has its result in the tooltip, because a narrow side bar cuts it off', async () => {
      const { tooltip } = await withContests([inContest('new', 13, 12), inContest('old', 5, 6)]).item(node);
      assert.equal(tooltip, 'A – Digit Sum\n✓ 13 min · 2 tries\nRegional 2026\n2 results');
    });

    it('shows that a further submission is judged', async () => {
      const waiting: KnownRecord = { ...inContest('new', 14, 12), summary: null, state: { kind: 'waiting' } };
      const { description } = await withContests([waiting, inContest('old', 13, 12)]).item(node);
      assert.equal(description, '✓ 13 min · 1 try · Waiting');
    });

    it('shows its contest if the list contains several', async () => {
      const rows = withContests([inContest('old', 13, 12)], { hasSeveralContests: true });
      assert.equal((await rows.item(node)).description, '✓ 13 min · 1 try · Regional 2026');
    });

    it('shows the number of results if all are of other users', async () => {
      const { description } = await withContests([inContest('old', 13, 12, { user: 'Team Two' })]).item(node);
      assert.equal(description, '1 result');
    });

    it('has rows with letter, file, and time of the submission, without its title and contest', async () => {
      const own = { ...inContest('own', 5, 6), source: file };
      const other = inContest('other', 13, 12);
      const run = inContest('run', 14, 12, { isSelfTest: true, hasSamples: true });
      const rows = withContests([run, other, own]);
      const shown = async ({ key }: KnownRecord) => {
        const { label, description } = await rows.item(nodeOf.record(key));
        assert.ok(typeof label === 'string');
        return `${label} | ${String(description)}`;
      };
      const at = (minute: number) => shortMoment(startsAt + minute * 60_000);
      assert.equal(await shown(own), `S6 0 · A | A.cpp · ${at(5)}`);
      assert.match(await shown(other), new RegExp(`^S12 0 · A \\| .*${at(13)}$`));
      assert.match(await shown(run), /^S12 · A samples \|/);
      assert.doesNotMatch(await shown(other), /Digit Sum|Regional/);
    });
  });

  it('mark a note', async () => {
    const record = { ...judged('old', 1, 6), note: 'off by one' };
    const { description } = await rowsOf([record]).item(nodeOf.record(record.key));
    assert.ok(String(description).split(' · ').includes('note'), String(description));
  });

  it('show the time of the submission, not that of its judging', async () => {
    const [at, judgedAt] = [
      new Date(2026, 10, 28, 22, 5).getTime(),
      new Date(2026, 10, 28, 23, 10).getTime(),
    ];
    const record = { ...judged('old', at, 6), changedAt: judgedAt };
    const row = await rowsOf([record]).item(nodeOf.record(record.key));
    assert.equal(String(row.description).split(' · ').at(-1), shortMoment(at));
    const group = nodeOf.group({ by: 'source', name: 'file:///folder/a.cpp' });
    const { description } = await rowsOf([record]).item(group);
    assert.equal(String(description).split(' · ').at(-1), shortMoment(at));
  });

  it('state that a run of samples on this computer is no verdict of a judge', async () => {
    const computer = { ...described(dmoj, 'computer', {}), runsHere: true as const };
    const source = { uri: 'file:///folder/A.cpp', how: 'submitted', textHash: null } as const;
    const run: KnownRecord = {
      ...judged('run', 1, 12),
      service: `local ${localJudge.name} ${localJudge.label}`,
      submission: null,
      source,
    };
    const row = await rowsOf([run], computer).item(nodeOf.record(run.key));
    assert.equal(row.label, 'S12 0 · A.cpp samples');
    assert.match(String(row.description), /\bThis Computer\b/);
    assert.match(String(row.contextValue), /\branHere\b/, 'it can’t be refreshed');
  });

  it('show the newest run of samples in the row of a file without submissions', async () => {
    const group = nodeOf.group({ by: 'source', name: 'file:///folder/a.cpp' });
    const source = { uri: 'file:///folder/a.cpp', how: 'submitted', textHash: null } as const;
    const service = `local ${localJudge.name} ${localJudge.label}` as const;
    const run = (id: string, at: number, status: number): KnownRecord => ({
      ...judged(id, at, status),
      service,
      submission: null,
      source,
    });
    const custom = { ...run('custom', 3, 12), submission: { ...submission, isSelfTest: true } } as const;
    const { description, iconPath } = await rowsOf([run('old', 1, 12), custom, run('new', 2, 6)]).item(group);
    assert.match(String(description), /^S6 0 · This Computer · 3 results · /);
    assert.deepEqual(iconPath, (await rowsOf([run('new', 2, 6)]).item(group)).iconPath);
  });

  it('ignore runs with samples or custom input in a submitted file’s row', async () => {
    const group = nodeOf.group({ by: 'source', name: 'file:///folder/a.cpp' });
    const file = { uri: 'file:///folder/a.cpp', how: 'submitted', textHash: null } as const;
    const older = { ...judged('old', 1, 6), source: file };
    const ofSubmission = (more: object): KnownRecord => ({
      ...judged('new', 2, 12),
      source: file,
      submission: { ...submission, ...more },
    });
    const runs: readonly KnownRecord[] = [
      ofSubmission({ isSelfTest: true }),
      ofSubmission({ isSelfTest: true, hasSamples: true }),
      // At a service that only runs programs.
      { ...judged('new', 2, 12), source: file, submission: null },
    ];
    const { iconPath: iconOfOlder } = await rowsOf([older]).item(group);
    for (const run of runs) {
      const { description, iconPath } = await rowsOf([older, run]).item(group);
      assert.match(String(description), /^S6 0 · 2 results · \w+ \d+$/);
      assert.deepEqual(iconPath, iconOfOlder);
    }
    const tied = { ...judged('new', 2, 12), source: { ...file, how: 'tied' }, submission: null } as const;
    assert.match(String((await rowsOf([older, tied]).item(group)).description), /^S12 0 · /);
  });

  it('show a record’s domain and contest, except the judge’s own domain', async () => {
    const contest = { title: 'Weekly contest', endsAt: null };
    const shown = async (hint: string | null, judge: Judge | null) => {
      const record = { ...judged('1', 1, 6), hint, submission: { ...submission, title: 'Sum', contest } };
      const { description } = await rowsOf([record], judge).item(nodeOf.record(record.key));
      return String(description).split(' · ').slice(0, -1);
    };
    const [site, ofClass] = [{}, { domain: 'class1' }].map((more) =>
      hydroSite('https://oj.school.edu', more),
    );
    assert.ok(site && ofClass);
    const tid = 'a'.repeat(24);
    assert.deepEqual(await shown(`class1#${tid}`, site), ['class1', 'Weekly contest', 'Sum']);
    assert.deepEqual(await shown('system', ofClass), ['system', 'Weekly contest', 'Sum']);
    for (const [hint, judge] of [
      ['system', site],
      ['class1', ofClass],
      [null, site],
      [`#${tid}`, ofClass],
      ['class1', null],
      ['class1', luogu],
    ] as const)
      assert.deepEqual(await shown(hint, judge), ['Weekly contest', 'Sum'], `${hint} ${judge?.name}`);
  });

  it('show “Finished” without a verdict color for a run with custom input', async () => {
    const run: KnownRecord = { ...judged('run', 1, 12), submission: { ...submission, isSelfTest: true } };
    const row = await rowsOf([run]).item(nodeOf.record(run.key));
    assert.equal(row.label, 'Finished · P1 with custom input');
    assert.deepEqual(row.iconPath, new ThemeIcon('beaker'));
    const caseOf = (status: number) => caseRow(nodeOf.case(run.key, '1', '1'), '1', oneCase(1, status), run);
    assert.deepEqual(
      [caseOf(12).label, caseOf(12).iconPath],
      ['1 Finished', new ThemeIcon('circle-outline')],
    );
    assert.equal(caseOf(6).label, '1 S6');
    assert.match(caseTooltip('1', oneCase(1, 12), shownRules(run)), /^Verdict: Finished$/m);
  });

  describe('for a record with only an ID', () => {
    const ofId = (id: string, more: Partial<KnownRecord> = {}): KnownRecord => ({
      ...judged(id, 1, 12),
      submission: null,
      ...more,
    });
    const item = (record: KnownRecord) => rowsOf([record]).item(nodeOf.record(record.key));
    const uuid = 'd85cd024-1548-4165-96c7-7bc88673f194';

    it('show both ends of a long ID, leaving space for the failed case', async () => {
      assert.equal((await item(ofId(uuid))).label, 'S12 0 · d85cd0…f194');
      // IDs of the same minute, as Hydro assigns them.
      const ofOneMinute = ['665fa0c1a2b3c4d5e6f70a11', '665fa0c1a2b3c4d5e6f70a12'];
      const labels = await Promise.all(ofOneMinute.map(async (id) => (await item(ofId(id))).label));
      assert.deepEqual(labels, ['S12 0 · 665fa0…0a11', 'S12 0 · 665fa0…0a12']);
    });

    it('show a short ID unchanged', async () => {
      assert.equal((await item(ofId('12345678901234567890'))).label, 'S12 0 · 12345678901234567890');
    });

    it('never split a character of a long ID', async () => {
      assert.equal((await item(ofId('𝟙'.repeat(21)))).label, `S12 0 · ${'𝟙'.repeat(6)}…${'𝟙'.repeat(4)}`);
    });

    it('contain the full ID for screen readers and in the tooltip', async () => {
      const record = ofId(uuid);
      const { accessibilityInformation } = await item(record);
      assert.ok(accessibilityInformation?.label.includes(uuid), accessibilityInformation?.label);
      assert.ok(recordTooltip(record, null).includes(uuid));
    });

    it('show a name from the user or the file unchanged', async () => {
      const label = 'brute-force-with-segment-tree';
      assert.equal((await item(ofId(uuid, { label }))).label, `S12 0 · ${label}`);
      const source = { uri: 'file:///w/segment-tree-with-lazy.cpp', how: 'tied', textHash: null } as const;
      assert.equal((await item(ofId(uuid, { source }))).label, 'S12 0 · segment-tree-with-lazy.cpp');
    });
  });

  it('show the linked file in the description if the row isn’t named after it', async () => {
    const record = {
      ...judged('1', 1, 12),
      source: { uri: 'file:///w/sum.cpp', how: 'tied', textHash: null },
    } as const;
    const shown = async (one: KnownRecord) => {
      const { label, description } = await rowsOf([one]).item(nodeOf.record(one.key));
      assert.ok(typeof label === 'string' && typeof description === 'string');
      // Without the time of day.
      return `${label} · ${description}`.split(' · ').slice(0, -1);
    };
    assert.deepEqual(await shown(record), ['S12 0', 'P1', '3 ms', 'sum.cpp']);
    assert.deepEqual(await shown({ ...record, submission: null }), ['S12 0', 'sum.cpp', '3 ms']);
  });

  describe('for a failed record', () => {
    const descriptionOf = async (record: KnownRecord) => {
      const { description } = await rowsOf([record]).item(nodeOf.record(record.key));
      return String(description).split(' · ').slice(0, -1).join(' · ');
    };
    const failedIn = (...subtasks: readonly Subtask[]) =>
      descriptionOf(judged('1', 1, 6, envelope(6, subtasks)));
    const notCompiled = async (message: string) => {
      const compile = { success: false, message, opt2: null };
      const result = envelope(12, [], { data: { compile, judge: null } });
      const record = judged('1', 1, 12, result);
      return descriptionOf({ ...record, summary: summarise(result, rules, compileErrors(compile, null)) });
    };
    afterEach(() => speak('en'));

    it('show the first failed case, with its subtask if each subtask numbers its own cases', async () => {
      const two = [oneCase(1, 12), oneCase(2, 6)];
      assert.equal(await failedIn(subtask(1, two)), '1/2 failed · #2');
      assert.equal(await failedIn(subtask(1, two), subtask(2, two)), '2/4 failed · #1-2');
      speak('zh-cn');
      assert.equal(await failedIn(subtask(1, two)), '1/2 未通过 · #2');
    });

    it('omit a single case’s name', async () => {
      assert.equal(await failedIn(subtask(1, [oneCase(1, 6)])), '1/1 failed');
    });

    it('count the compiler errors, and show the line of the first one', async () => {
      const one = 'a.cpp:7:3: error: expected ‘;’ before ‘}’ token\n';
      assert.equal(await notCompiled(one), '1 error · line 7');
      assert.equal(
        await notCompiled(`a.cpp:2:1: warning: unused variable ‘x’\n${one}${one.replace('7', '9')}`),
        '2 errors · line 7',
      );
      speak('zh-cn');
      assert.equal(await notCompiled(one), '1 个错误 · 第 7 行');
    });

    it('omit the compiler errors if the output contains no error', async () => {
      assert.equal(await notCompiled('killed'), '');
    });
  });

  it('show the names of a file’s results only if they differ', async () => {
    const [one, two] = [judged('1', 1, 6), judged('2', 2, 12)];
    const other = { ...two, submission: { ...submission, problemId: 'P2' } };
    const labels = async (records: readonly KnownRecord[]) => {
      const rows = rowsOf(records, null, {
        by: 'several',
        name: 'file:///a.cpp',
        keys: records.map(({ key }) => key),
      });
      return Promise.all(records.map(async ({ key }) => (await rows.item(nodeOf.record(key))).label));
    };
    assert.deepEqual(await labels([one, two]), ['S6 0', 'S12 0']);
    assert.deepEqual(await labels([one, other]), ['S6 0 · P1', 'S12 0 · P2']);
    assert.deepEqual(await labels([{ ...one, label: 'greedy' }, two]), ['S6 0 · greedy', 'S12 0 · P1']);
  });

  it('show the judge before title and file if there are several judges, because a narrow view cuts off the end', async () => {
    const source = { uri: 'file:///a.cpp', how: 'submitted', textHash: null } as const;
    const record: KnownRecord = {
      ...judged('1', 1, 12),
      service: 'hydro https://oj.a.edu oj.a.edu',
      source,
      submission: { ...submission, title: 'A+B Problem' },
    };
    const store = standIn<RecordStore>({ get: () => record, envelope: () => null });
    const descriptionAt = async (hasSeveralServices: boolean) => {
      const rows = new TreeRows(store, { ...noTree, hasSeveralJudges: hasSeveralServices });
      const { description } = await rows.item(nodeOf.record(record.key));
      return String(description).split(' · ').slice(0, -1);
    };
    assert.deepEqual(await descriptionAt(true), ['3 ms', 'oj.a.edu', 'A+B Problem', 'a.cpp']);
    assert.deepEqual(await descriptionAt(false), ['3 ms', 'A+B Problem', 'a.cpp']);
  });

  it('show a compiler message’s current position in Problems, or otherwise its printed position', async () => {
    const message = 'a.cpp:12:23: error: x\na.cpp:13:1: error: y\n';
    const result = envelope(12, [], {
      data: { compile: { success: false, message, opt2: true }, judge: null },
    });
    const record = judged('1', 1, 12, result);
    const found = async () => result;
    const store = { get: () => record, envelope: () => null, loadEnvelope: found, findEnvelope: found };
    let asked = 0;
    const positionsOf: TreeContext['positionsOf'] = async () => {
      asked += 1;
      const start = { line: 11 + asked, character: 8 };
      return new Map([[0, { range: { start } } as Location]]);
    };
    const rows = new TreeRows(standIn<RecordStore>(store), { ...noTree, positionsOf });
    const descriptions = async () => {
      const nodes = await rows.children(nodeOf.compilation(record.key));
      return Promise.all(nodes.map(async (node) => (await rows.item(node)).description));
    };
    assert.deepEqual(await descriptions(), ['13:9', '13:1']);
    assert.deepEqual(await descriptions(), ['14:9', '13:1']);
    // one search for all messages of a result
    assert.equal(asked, 2);
  });

  it('show no zeros for a waiting case or subtask', async () => {
    const waiting = { score: 0, time: 0, memory: 0 };
    const half = subtask(2, [oneCase(1, 12), oneCase(2, 0, waiting)], { status: 1, score: 20, time: 3 });
    const result = envelope(1, [subtask(1, [oneCase(1, 0, waiting)], { status: 0, ...waiting }), half]);
    const record = judged('1', 1, 1, result);
    const store = { get: () => record, envelope: () => null, loadEnvelope: async () => result };
    const rows = new TreeRows(standIn<RecordStore>(store), noTree);
    const shown = async (...[one, of]: readonly string[]) =>
      (await rows.item(of ? nodeOf.case(record.key, one ?? '', of) : nodeOf.subtask(record.key, one ?? '')))
        .description;
    assert.deepEqual(
      [
        await shown('1'),
        await shown('1', '1'),
        await shown('2'),
        await shown('2', '1'),
        await shown('2', '2'),
      ],
      ['', '', '20 · 3 ms · 800 KiB', '10 · 3 ms · 800 KiB', ''],
    );
  });

  it('show why a case failed in front of its time and memory', () => {
    const description = 'Line 1: expected 5, found -1.';
    const caseOf = (status: number) =>
      caseRow(nodeOf.case('1', '1', '1'), '1', { ...oneCase(1, status), description }, judged('1', 1, 1));
    assert.deepEqual(
      [caseOf(6), caseOf(12)].map((row) => row.description),
      [
        '0 · Line 1: expected 5, found -1 · 3 ms · 800 KiB',
        '10 · 3 ms · 800 KiB · Line 1: expected 5, found -1.',
      ],
    );
  });

  it('have screen reader texts with full verdicts for a record and its parts', async () => {
    const crashed = {
      ...oneCase(2, 7, { score: 0, time: 9, memory: 900 }),
      ...{ signal: 11, exitCode: 139, description: 'read 1, expected 3.' },
    };
    const message = 'a.cpp:12:3: warning: unused [-Wunused]\n';
    const { data, ...judging } = envelope(14, [
      subtask(1, [oneCase(1, 12), crashed], { status: 14, score: 10 }),
    ]);
    const compile = { success: true, message, opt2: true };
    const result: Envelope = { ...judging, data: { judge: data?.judge ?? null, compile } };
    const { rules } = luogu;
    const record = { ...judged('1', 1, 14), rules, summary: summarise(result, rules) };
    const found = async () => result;
    const store = { get: () => record, envelope: () => null, loadEnvelope: found, findEnvelope: found };
    const rows = new TreeRows(standIn<RecordStore>(store), noTree);
    const spoken = async (node: Parameters<typeof rows.item>[0]) =>
      (await rows.item(node)).accessibilityInformation?.label ?? '';
    assert.match(
      await spoken(nodeOf.record(record.key)),
      /^RE Runtime Error, score \d+, P1, 1\/2 failed · #2 · /,
    );
    assert.equal(await spoken(nodeOf.compilation(record.key)), 'Compilation, 1 warning · -O2');
    const [warning] = await rows.children(nodeOf.compilation(record.key));
    assert.ok(warning);
    assert.match(await spoken(warning), /^warning, unused, 12:3 · -Wunused$/);
    assert.equal(
      await spoken(nodeOf.subtask(record.key, '1')),
      'Subtask 1, Runtime Error, 10 · 1/2 failed · 3 ms · 800 KiB',
    );
    assert.equal(
      await spoken(nodeOf.case(record.key, '1', '2')),
      'Case 2, Runtime Error, 0 · read 1, expected 3 · signal 11 (SIGSEGV), exit code 139 · 9 ms · 900 KiB',
    );
  });

  it('mention that a case’s output isn’t sent by the judge, without offering a comparison', async () => {
    const omitting = (extra: object) => ({ ...oneCase(1, 6), extra: { expected: '11\n', ...extra } });
    const row = async (extra: object) => {
      const result = envelope(6, [subtask(1, [omitting(extra)])]);
      const record = judged('1', 1, 6, result);
      const store = { get: () => record, envelope: () => null, loadEnvelope: async () => result };
      const rows = new TreeRows(standIn<RecordStore>(store), noTree);
      const { description, contextValue } = await rows.item(nodeOf.case(record.key, '1', '1'));
      return [String(description).split(' · ').at(-1), contextValue];
    };
    assert.deepEqual(await row({ omitted: { stdout: 'tooLarge' } }), ['output too large to show', 'case']);
    assert.deepEqual(await row({ omitted: { stdout: 'binary' } }), ['output is binary', 'case']);
    assert.deepEqual((await row({ stdout: '12\n' }))[1], 'case outputs');
    assert.deepEqual((await row({ stdout: '12\n', stdin: '' }))[1], 'case outputs input');
  });

  it('show a short token for any code that a judge sends', async () => {
    const hostile = `$(error)\u202e\u3164${'x'.repeat(500)}\n[a](command:b)`;
    const token = `Status (error)${'x'.repeat(23)}…`;
    const result = envelope(99, [subtask(1, [{ ...oneCase(1, 99), status: hostile }])]);
    const record = judged('1', 1, 99, result);
    const { summary } = record;
    const row = { ...record, summary: summary && { ...summary, status: hostile, cause: null } };
    const store = { get: () => row, envelope: () => null, loadEnvelope: async () => result };
    const rows = new TreeRows(standIn<RecordStore>(store), noTree);
    assert.equal((await rows.item(nodeOf.record(record.key))).label, `${token} 0 · P1`);
    const shown = await rows.item(nodeOf.case(record.key, '1', '1'));
    assert.equal(shown.label, `1 ${token}`);
    assert.doesNotMatch(JSON.stringify(shown), /x{24}/);
  });

  it('offer only actions that the record’s judge supports', async () => {
    const record = judged('1', 1, 12);
    const offered = async (judge: Judge | null) =>
      (await wordsOf(record, judge)).filter((word) => /Page$|Code$/.test(word));
    assert.deepEqual(await offered(luogu), ['problemPage']);
    assert.deepEqual(await offered(described(dmoj, 'dmoj', {})), ['problemPage', 'recordPage']);
    assert.deepEqual(await offered(specifiedJudge({ url: service })), []);
    assert.deepEqual(await offered(null), []);
  });

  it('offer to define a record’s unknown code if its judge’s settings can define codes', async () => {
    const record = judged('1', 1, 99);
    assert.ok((await wordsOf(record, specifiedJudge({ url: service }))).includes('undefinedCode'));
    assert.ok(!(await wordsOf(record, luogu)).includes('undefinedCode'));
  });

  it('offer a record’s compiler output only if there is any', async () => {
    const quiet = envelope(12, [subtask(1, [oneCase(1, 12)])], {
      data: { compile: { success: true, message: '', opt2: null }, judge: null },
    });
    assert.ok((await wordsOf(judged('1', 1, 12))).includes('compiled'));
    assert.ok(!(await wordsOf(judged('2', 1, 12, quiet))).includes('compiled'));
  });
});
