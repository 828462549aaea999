import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import {
  arrange,
  caseFits,
  readArrangement,
  unarranged,
  verdictsAmong,
  type ListedRecord,
  type RecordFilter,
  type SortOrder,
} from '../../../../src/editor/list/arrangement';
import { keysIn, listEntries } from '../../../../src/editor/list/groups';
import {
  recordKey,
  type KnownRecord,
  type RecordState,
  type SubmissionDetails,
} from '../../../../src/records';
import { luogu } from '../../../support/profiles';

const { rules, id: service } = luogu;

interface Given {
  readonly status?: number | null;
  readonly cause?: number;
  readonly score?: number | null;
  readonly cases?: readonly number[];
  readonly source?: string;
  readonly label?: string;
  readonly note?: string;
  readonly problem?: string;
  readonly state?: RecordState;
  readonly compiled?: boolean;
}

function entry(name: string, given: Given = {}): ListedRecord {
  const {
    status = 12,
    cause = null,
    score = null,
    cases,
    source,
    label,
    note,
    problem,
    state,
    compiled = true,
  } = given;
  const record: KnownRecord = {
    key: recordKey(service, name),
    service,
    requestId: name,
    rules,
    state: state ?? { kind: 'finished' },
    summary:
      status === null && compiled
        ? null
        : {
            completion: 'finished',
            status,
            cause,
            failed: 0,
            score,
            time: null,
            memory: null,
            compiled,
            hasCompilation: true,
            hasCompileMessage: false,
            progress: { done: 0, total: null },
            subtasks: 0,
            cases: cases?.length ?? 0,
            trackId: null,
          },
    label: label ?? null,
    note: note ?? null,
    source: source ? { uri: source, how: 'tied', textHash: null } : null,
    submission: problem
      ? { problemId: problem, title: null, place: null, language: 'cxx/17/gcc', optimise: false }
      : null,
    hint: null,
    limits: null,
    judgedHash: null,
    folder: null,
    addedAt: 0,
    changedAt: 0,
  };
  return { record, name: label ?? problem ?? name, caseStatuses: cases ? new Set(cases) : null };
}

function shown(
  entries: readonly ListedRecord[],
  filter: RecordFilter,
  sortBy: SortOrder = 'newest',
): string[] {
  return arrange(entries, { filter, sortBy }).map(({ requestId }) => requestId);
}

const text = (words: string): RecordFilter => ({ kind: 'text', text: words });

describe('The list filter', () => {
  it('shows all records, newest first, if no filter is set', () => {
    assert.deepEqual(shown([entry('b'), entry('a')], { kind: 'none' }), ['b', 'a']);
  });

  it('shows failures: failed verdicts, failed compilations, and rejected IDs', () => {
    const entries = [
      entry('accepted'),
      entry('wrong', { status: 6 }),
      entry('judging', { status: 1, state: { kind: 'judging' } }),
      entry('compile', { status: null, compiled: false }),
      entry('refused', { status: null, state: { kind: 'failed', status: 404, reason: null } }),
      entry('waiting', { status: null, state: { kind: 'waiting' } }),
    ];
    assert.deepEqual(shown(entries, { kind: 'failed' }), ['wrong', 'compile', 'refused']);
  });

  for (const words of ['WA', 'wa', 'Wrong Answer', 'wrong  answer', '答案错误']) {
    it(`finds records with the verdict ${JSON.stringify(words)}, but not records where only a case has it`, () => {
      const entries = [
        entry('accepted', { cases: [12] }),
        entry('of the record', { status: 6 }),
        entry('of a case', { status: 14, cases: [12, 6] }),
        entry('another', { status: 14, cases: [5] }),
      ];
      assert.deepEqual(shown(entries, text(words)), ['of the record']);
    });
  }

  it('finds a record by its full ID, even by a part that the row omits', () => {
    const entries = [entry('d85cd024-1548-4165-96c7-7bc88673f194'), entry('another')];
    for (const words of ['d85cd024-1548-4165-96c7-7bc88673f194', '1548-4165'])
      assert.deepEqual(shown(entries, text(words)), ['d85cd024-1548-4165-96c7-7bc88673f194']);
  });

  it('finds a record by its cause and by the judge’s verdict, but suggests only the cause', () => {
    const entries = [entry('a', { status: 14, cause: 6 }), entry('b', { status: 14, cause: 5 }), entry('c')];
    assert.deepEqual(shown(entries, text('WA')), ['a']);
    assert.deepEqual(shown(entries, text('UNAC')), ['a', 'b']);
    assert.deepEqual(
      verdictsAmong(entries).ofRecords.map(({ short }) => short),
      ['WA', 'TLE', 'AC'],
    );
  });

  it('finds records by a case verdict on request, whatever their own verdict is', () => {
    const entries = [
      entry('of the record only', { status: 6 }),
      entry('of a case', { status: 14, cases: [12, 6] }),
      entry('of another case', { status: 14, cases: [5] }),
    ];
    assert.deepEqual(shown(entries, { kind: 'cases', verdict: 'WA' }), ['of a case']);
  });

  it('finds a failed compilation without a status', () => {
    assert.deepEqual(shown([entry('a', { status: null, compiled: false }), entry('b')], text('CE')), ['a']);
  });

  it('treats a short code as a verdict, never as part of a name', () => {
    const entries = [entry('1', { source: 'file:///back.cpp', status: 6 }), entry('2')];
    assert.deepEqual(shown(entries, text('AC')), ['2']);
  });

  it('finds parts of file, label, note, problem, and request ID, ignoring case', () => {
    const entries = [
      entry('one', { source: 'file:///w/%E6%8E%92%E5%BA%8F/Sort.cpp' }),
      entry('two', { label: 'Attempt 3' }),
      entry('three', { problem: 'P1001' }),
      entry('four', { note: 'Off by one' }),
    ];
    assert.deepEqual(shown(entries, text('sort')), ['one']);
    assert.deepEqual(shown(entries, text('排序')), ['one']);
    assert.deepEqual(shown(entries, text('ATTEMPT')), ['two']);
    assert.deepEqual(shown(entries, text('off by')), ['four']);
    assert.deepEqual(shown(entries, text('p10')), ['three']);
    assert.deepEqual(shown(entries, text('thr')), ['three']);
  });

  it('requires every word to match', () => {
    const entries = [
      entry('1', { problem: 'P1001', status: 6 }),
      entry('2', { problem: 'P1001' }),
      entry('3', { problem: 'P2', status: 6 }),
    ];
    assert.deepEqual(shown(entries, text('p1001 WA')), ['1']);
  });

  it('shows matching cases for failures and verdicts, and all cases for other words', () => {
    const fit = (filter: RecordFilter) =>
      [12, 6, 5, 1, null].filter((status) => caseFits(status, rules, filter));
    assert.deepEqual(fit({ kind: 'failed' }), [6, 5]);
    assert.deepEqual(fit(text('TLE')), [5]);
    assert.deepEqual(fit({ kind: 'cases', verdict: 'WA' }), [6]);
    assert.deepEqual(fit(text('P1001')), [12, 6, 5, 1, null]);
  });

  it('suggests record and case verdicts, most frequent first', () => {
    const entries = [entry('1', { status: 14, cases: [6, 12] }), entry('2', { cases: [12] }), entry('3')];
    const { ofRecords, ofCases } = verdictsAmong(entries);
    assert.deepEqual(
      ofRecords.map(({ short }) => short),
      ['AC', 'UNAC'],
    );
    assert.deepEqual(
      ofCases.map(({ short }) => short),
      ['AC', 'WA'],
    );
  });

  it('suggests Compile Error for a failed compilation without a status', () => {
    const [verdict] = verdictsAmong([entry('1', { status: null, compiled: false })]).ofRecords;
    assert.equal(verdict?.short, 'CE');
  });
});

describe('The list order and groups', () => {
  const entries = [
    entry('new', { label: 'P10', status: 6, score: 30 }),
    entry('mid', { label: 'p9', status: 12, score: 100 }),
    entry('old', { label: 'P2', status: null, state: { kind: 'waiting' } }),
  ];

  it('sort numbers in names by value', () => {
    assert.deepEqual(shown(entries, { kind: 'none' }, 'name'), ['old', 'mid', 'new']);
  });

  it('sort worst verdicts first, and accepted ones last', () => {
    assert.deepEqual(shown(entries, { kind: 'none' }, 'verdict'), ['new', 'old', 'mid']);
  });

  it('sort best scores first, and missing ones last', () => {
    assert.deepEqual(shown(entries, { kind: 'none' }, 'score'), ['mid', 'new', 'old']);
  });

  it('keep equal entries newest first', () => {
    assert.deepEqual(shown([entry('b'), entry('a'), entry('c')], { kind: 'none' }, 'score'), ['b', 'a', 'c']);
  });

  it('group by source file in the order of each first record, with records without a file last', () => {
    const records = [
      entry('1'),
      entry('2', { source: 'file:///b' }),
      entry('3', { source: 'file:///a' }),
      entry('4', { source: 'file:///b' }),
    ].map(({ record }) => record);
    const [first, second, third, fourth] = records.map(({ key }) => key);
    assert.deepEqual(listEntries(records, 'source'), [
      { by: 'source', name: 'file:///b', keys: [second, fourth] },
      { by: 'source', name: 'file:///a', keys: [third] },
      { by: 'source', name: null, keys: [first] },
    ]);
  });

  describe('of contests', () => {
    const problem = (id: string, more: object): SubmissionDetails => ({
      problemId: id,
      title: null,
      place: null,
      language: null,
      optimise: false,
      ...more,
    });
    const ofProblem = (name: string, submission: SubmissionDetails, source?: string): KnownRecord => ({
      ...entry(name, source === undefined ? {} : { source }).record,
      submission,
    });
    const contest = (id: string) => ({ contest: { id, title: id, endsAt: null } });

    it('group by problem, and the others by file', () => {
      const records = [
        ofProblem('1', problem('a', contest('regional')), 'file:///A.cpp'),
        ofProblem('2', problem('b', {}), 'file:///A.cpp'),
        ofProblem('3', problem('a', contest('upsolve')), 'file:///A.cpp'),
        ofProblem('4', problem('a', contest('regional')), 'file:///B.cpp'),
        ofProblem('5', problem('b', {}), 'file:///A.cpp'),
      ];
      const [first, second, third, fourth, fifth] = records.map(({ key }) => key);
      assert.deepEqual(listEntries(records, 'several'), [
        { by: 'problem', name: `${service}\nregional\na`, keys: [first, fourth] },
        { by: 'several', name: 'file:///A.cpp', keys: [second, fifth] },
        { by: 'problem', name: `${service}\nupsolve\na`, keys: [third] },
      ]);
    });

    it('list the problems of a contest together, in the order of their letters', () => {
      const lettered = (id: string, letter: string, of = 'regional') =>
        problem(id, { ...contest(of), letter });
      const records = [
        ofProblem('1', lettered('tree', 'B')),
        ofProblem('2', problem('b', {}), 'file:///B.cpp'),
        ofProblem('3', lettered('sum', 'A', 'upsolve')),
        ofProblem('4', lettered('lake', 'A10')),
        ofProblem('5', lettered('sum', 'A2')),
        ofProblem('6', lettered('tree', 'B')),
      ];
      const [first, second, third, fourth, fifth, sixth] = records.map(({ key }) => key);
      const group = (name: string, ...keys: unknown[]) => ({
        by: 'problem',
        name: `${service}\n${name}`,
        keys,
      });
      assert.deepEqual(listEntries(records, 'several'), [
        group('regional\nsum', fifth),
        group('regional\nlake', fourth),
        group('regional\ntree', first, sixth),
        second,
        group('upsolve\nsum', third),
      ]);
      assert.deepEqual(listEntries(records, 'several', false)[0], group('regional\ntree', first, sixth));
    });

    it('keep homework, and results of an unknown problem, with their files', () => {
      const homework = { contest: { ...contest('week 1').contest, isHomework: true } };
      const records = [
        ofProblem('1', problem('a', homework), 'file:///A.cpp'),
        ofProblem('2', problem('', contest('regional')), 'file:///A.cpp'),
      ];
      const keys = records.map(({ key }) => key);
      assert.deepEqual(listEntries(records, 'several'), [{ by: 'several', name: 'file:///A.cpp', keys }]);
    });

    it('group by problem outside of contests if the user chose that, and results without a problem last', () => {
      const records = [
        ofProblem('1', problem('', {})),
        ofProblem('2', problem('a', { place: 'class' })),
        ofProblem('3', problem('a', {})),
        ofProblem('4', problem('a', { place: 'class' })),
      ];
      const [first, second, third, fourth] = records.map(({ key }) => key);
      assert.deepEqual(listEntries(records, 'problem'), [
        { by: 'problem', name: `${service}\nclass\na`, keys: [second, fourth] },
        { by: 'problem', name: `${service}\n\na`, keys: [third] },
        { by: 'problem', name: null, keys: [first] },
      ]);
    });
  });

  it('group the results of files with several results, leaving other results in place', () => {
    const records = [
      entry('1'),
      entry('2', { source: 'file:///b' }),
      entry('3', { source: 'file:///a' }),
      entry('4', { source: 'file:///b' }),
      entry('5'),
    ].map(({ record }) => record);
    const [first, second, third, fourth, fifth] = records.map(({ key }) => key);
    const entries = listEntries(records, 'several');
    const file = { by: 'several', name: 'file:///b', keys: [second, fourth] };
    assert.deepEqual(entries, [first, file, third, fifth]);
    assert.deepEqual(keysIn(entries), [first, second, fourth, third, fifth]);
  });
});

describe('The stored list arrangement', () => {
  it('is restored by the next window', () => {
    for (const filter of [
      { kind: 'text', text: 'WA' },
      { kind: 'cases', verdict: 'WA' },
    ]) {
      const kept = { filter, sortBy: 'name', groupBy: 'source' };
      assert.deepEqual(readArrangement(JSON.parse(JSON.stringify(kept))), kept);
    }
  });

  for (const stored of [
    undefined,
    null,
    7,
    [],
    {},
    { filter: 'x', sortBy: 'y', groupBy: {} },
    { filter: { kind: 'text', text: ' ' } },
    // of an earlier version
    { groupBy: 'day' },
  ]) {
    it(`is the default for ${JSON.stringify(stored)}`, () => {
      assert.deepEqual(readArrangement(stored), unarranged);
    });
  }
});
