import '../../support/vscodeWords';
import { Uri } from 'vscode';
import assert from 'node:assert/strict';
import type { KnownRecord, NewRecord, SubmissionDetails } from '../../../../src/records';
import { addRecord } from '../../../../src/records/recordUpdates';
import {
  confirmedProblemOfFile,
  knownProblems,
  placeNow,
  problemIdElsewhere,
  problemOfFile,
  problemStates,
  withKnownPlaces,
} from '../../../../src/editor/problemPages/knownProblems';
import { typedAnywhere } from '../../../../src/editor/problemPages/typedProblem';
import { entryName } from '../../../../src/editor/shared/storage/storageKeys';
import type { KnownProblem, LastSubmission } from '../../../../src/editor/shared/storage/recentSubmissions';
import { RequestFailed, type Operation } from '../../../../src/judges';
import { firstRequestOf, on, run } from '../../../support/operations';
import { clics } from '../../../../src/judges/adapters/clics';
import { described, hydroSite } from '../../../support/profiles';
import { answer } from '../../judges/adapters/answers';
import { newRecord } from '../../records/fixtures';
import { standIn } from '../../support/standIn';

const site = hydroSite('https://oj.example.org');
const tid = '6b0287f308066e6dc6a709e1';
const [past, future] = [Date.now() - 1000, Date.now() + 3_600_000];

function record(
  problemId: string,
  more: Partial<SubmissionDetails>,
  of: Partial<NewRecord> = {},
): KnownRecord {
  const submission = { problemId, title: null, place: null, language: 'cc', optimise: false, ...more };
  const added = newRecord(`${problemId}${submission.place ?? ''}`, { service: site.id, submission, ...of });
  return addRecord(added, 1)(null)!.record;
}

const file = { path: '/w/P1001.cpp', toString: () => 'file:///w/P1001.cpp' };
const source = { uri: file.toString(), how: 'submitted', textHash: null } as const;

function extensionWith(
  records: readonly KnownRecord[],
  problems: readonly KnownProblem[] = [],
  last: Partial<LastSubmission> | null = null,
) {
  const submitted = { problemId: 'P1001', place: null, language: 'cc', optimise: false, textHash: '' };
  const files = last ? { [entryName(site.id, source.uri)]: { ...submitted, ...last } } : {};
  const recents = { files, languages: {}, problems: { [site.id]: problems } };
  return standIn<Parameters<typeof knownProblems>[0]>({
    context: { globalState: { get: () => recents } },
    store: { records: () => records },
  });
}

const places = (...given: Parameters<typeof extensionWith>) =>
  knownProblems(extensionWith(...given), site).map(({ problemId, place }) => [problemId, place]);

describe('The problem of a file in another contest of the site', () => {
  const api = 'https://judge.example.edu/api';
  const [regional, upsolving] = ['regional', 'upsolve'].map((contest) =>
    described(clics, contest, { url: api, contest }),
  );
  assert.ok(regional && upsolving);
  const elsewhere = (...records: readonly KnownRecord[]) =>
    problemIdElsewhere(extensionWith(records), upsolving, file);
  const inRegional = { service: regional.id, source };

  it('is that of its newest result there', () => {
    assert.equal(elsewhere(record('digits', {}, inRegional)), 'digits');
  });

  it('is none for another file, another site, or the judge itself', () => {
    const uri = 'file:///w/other.cpp';
    assert.equal(elsewhere(record('digits', {}, { ...inRegional, source: { ...source, uri } })), null);
    assert.equal(elsewhere(record('digits', {}, { service: site.id, source })), null);
    assert.equal(elsewhere(record('digits', {}, { service: upsolving.id, source })), null);
    assert.equal(elsewhere(), null);
  });
});

describe('The user’s results of a judge’s problems', () => {
  const judge = { ...site, contests: { only: 'finals' } };
  const ids = (records: readonly KnownRecord[], problemId: string, place: string | null) =>
    problemStates(extensionWith(records), judge)({ problemId, place }).last?.requestId ?? null;

  it('are those of its contest or its domain', () => {
    const inContest = { contest: { title: null, endsAt: null, id: 'finals' } };
    const other = { contest: { title: null, endsAt: null, id: 'other' } };
    const own = record('A', { place: 'hint', ...inContest });
    assert.equal(ids([own], 'A', null), own.requestId);
    assert.equal(ids([own], 'A', 'finals'), own.requestId);
    assert.equal(ids([own], 'B', null), null);
    assert.equal(ids([record('A', { place: 'hint', ...other })], 'A', null), null);
    assert.equal(
      ids([record('A', { place: 'hint', ...inContest }, { service: 'another' })], 'A', null),
      null,
    );
    const ofClass = record('A', { place: 'class1' });
    assert.equal(ids([ofClass], 'A', 'class1'), ofClass.requestId);
    assert.equal(ids([ofClass], 'A', null), null);
  });
});

describe('A judge’s known problems', () => {
  it('include the problems of records, in their domain or contest', () => {
    const contest = { title: 'Weekly contest', endsAt: future };
    const records = [
      record('D1', { place: 'class1' }),
      record('2', { place: `system#${tid}`, contest }),
      record('Q1', { place: 'x' }, { service: 'another' }),
    ];
    assert.deepEqual(knownProblems(extensionWith(records), site), [
      { problemId: 'D1', place: 'class1', title: null, contest: null },
      { problemId: '2', place: `system#${tid}`, title: null, contest: 'Weekly contest' },
    ]);
  });

  it('are listed once for each domain and contest, in any notation, with any record’s title', () => {
    const records = [
      record('P1', { place: `system#${tid}`, title: 'Sum' }),
      record('P1', { place: 'system', title: 'Practice' }),
      record('P1', { place: `system#${'0'.repeat(24)}` }),
    ];
    const problem = { problemId: 'P1', place: `#homework/${tid}`, title: null, contest: 'Week 3' };
    assert.deepEqual(knownProblems(extensionWith(records, [problem]), site), [
      { ...problem, title: 'Sum' },
      { problemId: 'P1', place: 'system', title: 'Practice', contest: null },
    ]);
  });

  it('name the domain of found problems in the same notation, so that none is offered twice', () => {
    const known = knownProblems(extensionWith([record('P1001', { place: 'system' })]), site);
    const found = [
      { problemId: 'P1001', place: null, title: 'A+B Problem' },
      { problemId: 'P1001', place: 'class1', title: 'A+B Problem' },
      { problemId: 'P1002', place: null, title: 'Next' },
    ];
    assert.deepEqual(
      withKnownPlaces(found, known, site).map(({ problemId, place }) => [problemId, place]),
      [
        ['P1001', 'system'],
        ['P1001', 'class1'],
        ['P1002', null],
      ],
    );
    const typed = typedAnywhere(
      'P1001',
      known,
      withKnownPlaces(found.slice(0, 1), known, site),
      () => false,
      true,
    );
    assert.equal(typed.kind, 'problem');
  });

  it('exclude problems with an unknown domain or contest', () => {
    assert.deepEqual(places([record('P1', { contest: { title: 'Weekly contest', endsAt: null } })]), []);
  });

  it('are removed from a contest after it ends', () => {
    const contest = { title: 'Weekly contest', endsAt: past };
    const ended = record('P1', { place: `class1#${tid}`, contest });
    const known = { problemId: 'P1', place: `class1#${tid}`, title: 'Sum', contest: 'Weekly contest' };
    assert.deepEqual(knownProblems(extensionWith([ended], [known]), site), [
      { ...known, place: 'class1', contest: null },
    ]);
    assert.equal(placeNow(extensionWith([ended]), site, `class1#${tid}`), 'class1');
    const own = hydroSite('https://oj.example.org', { domain: 'class1' });
    assert.equal(own.submission?.places?.afterContest?.(`class1#${tid}`), null);
    const running = record('P1', { place: `class1#${tid}`, contest: { ...contest, endsAt: future } });
    assert.deepEqual(places([running]), [['P1', `class1#${tid}`]]);
  });
});

describe('A file’s problem', () => {
  const guess = (...given: Parameters<typeof extensionWith>) =>
    problemOfFile(extensionWith(...given), site, file);
  const contest = { title: 'Weekly contest', endsAt: future };
  const inContest = record('P1001', { place: `system#${tid}`, contest });

  it('is the last submitted problem, in the same domain or contest', () => {
    const records = [record('P7', { place: 'class1' }, { source })];
    assert.deepEqual(guess(records, [], { problemId: 'D1', place: 'class1' }), {
      id: 'D1',
      place: 'class1',
      from: 'lastTime',
    });
  });

  it('is its newest record’s problem, otherwise the ID in its name, in the known domain or contest', () => {
    assert.deepEqual(guess([record('D1', { place: 'class1' }, { source }), inContest]), {
      id: 'D1',
      place: 'class1',
      from: 'lastTime',
    });
    assert.deepEqual(guess([inContest]), { id: 'P1001', place: `system#${tid}`, from: 'fileName' });
    assert.deepEqual(guess([]), { id: 'P1001', place: null, from: 'fileName' });
  });

  it('isn’t guessed if a problem with the ID is known in several places', () => {
    assert.equal(guess([inContest, record('P1001', {})]), null);
  });

  it('is no longer in the contest after the contest has ended', () => {
    const ended = record('P1001', { place: `#${tid}`, contest: { ...contest, endsAt: past } });
    assert.deepEqual(guess([ended], [], { place: `#${tid}` }), {
      id: 'P1001',
      place: null,
      from: 'lastTime',
    });
  });

  it('is spelled like a known problem whose ID differs only in case', () => {
    assert.deepEqual(guess([record('p1001', {})]), { id: 'p1001', place: null, from: 'fileName' });
    const both = [record('p1001', {}), record('P1001', { place: 'class1' })];
    assert.deepEqual(guess(both), { id: 'P1001', place: 'class1', from: 'fileName' });
  });
});

describe('A file’s problem, for a command that doesn’t ask for it,', () => {
  const lower = Uri.file('/w/p1001.cpp');
  const asked: string[] = [];
  const confirmed = (pdocs: readonly object[] | null, records: readonly KnownRecord[] = []) => {
    asked.length = 0;
    const extension = standIn<Parameters<typeof confirmedProblemOfFile>[0]>({
      ...extensionWith(records),
      log: { error: () => undefined },
      judges: {
        ask: async (_: unknown, operation: Operation<unknown>) => {
          const search = on(site, operation);
          asked.push((await firstRequestOf(search)).path);
          if (!pdocs) throw new RequestFailed({ kind: 'status', status: 500, error: null, retryAfter: null });
          return run(search, () => answer({ pdocs }));
        },
      },
    });
    return confirmedProblemOfFile(extension, site, lower);
  };

  it('is looked up in the site’s spelling if only the file name suggests it', async () => {
    const problem = await confirmed([{ pid: 'P1001', docId: 1, domainId: 'system', title: 'A+B Problem' }]);
    assert.deepEqual(problem, { problemId: 'P1001', place: null, title: 'A+B Problem', contest: null });
    assert.deepEqual(asked, ['/p?q=p1001']);
  });

  it('is null if the site doesn’t have it, and the suggestion if the site can’t be reached', async () => {
    assert.equal(await confirmed([{ pid: 'P10011', docId: 2, title: 'Other' }]), null);
    assert.deepEqual(await confirmed(null), { problemId: 'p1001', place: null });
  });

  it('isn’t looked up if it is known, and keeps its names', async () => {
    assert.deepEqual(await confirmed(null, [record('P1001', { title: 'A+B Problem', letter: 'A' })]), {
      problemId: 'P1001',
      place: null,
      title: 'A+B Problem',
      contest: null,
      letter: 'A',
    });
    assert.deepEqual(asked, []);
  });
});
