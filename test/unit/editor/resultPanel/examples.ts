// Pages of the golden files in test/fixtures/pages: what no record of the stored history contains.
import assert from 'node:assert/strict';
import type { AtJudge } from '../../../../src/editor/resultPanel/recordActions';
import { ShownRecords } from '../../../../src/editor/resultPanel/shownRecords';
import type { Case, Compilation, Envelope } from '../../../../src/results';
import {
  recordKey,
  demoJudge,
  type KnownRecord,
  type NewRecord,
  type RecordStore,
  type SubmissionDetails,
} from '../../../../src/records';
import { luogu } from '../../../support/profiles';
import {
  caseOf,
  envelopeOf,
  improved,
  judgementOf,
  judging,
  mixed,
  subtaskOf,
  unknownCodes,
} from '../../../ui/panel/records';

/** Creates the records of a page in an empty store. */
type Example = (store: RecordStore) => Promise<ShownRecords>;

const minute = 60_000;
const start = Date.UTC(2026, 10, 20, 8);

const submission: SubmissionDetails = {
  problemId: 'P1',
  title: 'Sum',
  place: null,
  language: 'cxx/17/gcc',
  optimise: true,
};

const source = { uri: 'file:///w/sum.cpp', how: 'submitted', textHash: 'abc' } as const;

/** Adds a record with this result; null: no result. Each is a minute later than the previous one. */
async function add(
  store: RecordStore,
  envelope: Envelope | null,
  more: Partial<NewRecord> = {},
): Promise<KnownRecord> {
  const number = store.records().length + 1;
  const added: NewRecord = {
    service: luogu.id,
    requestId: `request-${number}`,
    rules: luogu.rules,
    folder: null,
    addedAt: start + number * minute,
    ...more,
  };
  const key = recordKey(added.service, added.requestId);
  await store.add(added);
  if (envelope) {
    // a copy, because the page caches the views of cases
    const result = { envelope: structuredClone(envelope) };
    await store.receive(key, result, { via: 'refresh', receivedAt: start });
  }
  return store.get(key) ?? assert.fail('the record is missing');
}

/** Returns the page of a record alone. */
function pageOf(store: RecordStore, record: KnownRecord, atService?: AtJudge): ShownRecords {
  const at = atService && (() => Promise.resolve(atService));
  return new ShownRecords(store, { record: record.key, before: null }, at);
}

/** Shows a result without any other data. */
export function only(envelope: Envelope | null, more: Partial<NewRecord> = {}): Example {
  return async (store) => pageOf(store, await add(store, envelope, more));
}

/** Shows two results next to each other. */
function comparing(before: Envelope | null, after: Envelope | null, more: Partial<NewRecord> = {}): Example {
  return async (store) => {
    const [was, is] = [await add(store, before, more), await add(store, after, more)];
    return new ShownRecords(store, { record: is.key, before: was.key });
  };
}

/** Returns a result with one subtask. */
function ofCases(status: number, cases: readonly Case[], compile?: Compilation): Envelope {
  return envelopeOf(judgementOf(status, [subtaskOf(0, status, cases)]), compile);
}

/** Returns a result with compiler output. */
function compiled(success: boolean | null, message: string | null): Envelope {
  const judgement = success === false ? null : judgementOf(12, [subtaskOf(0, 12, [caseOf(1, 12)])]);
  return envelopeOf(judgement, { success, message, opt2: null });
}

const [accepted, wrong] = [ofCases(12, [caseOf(1, 12)]), ofCases(6, [caseOf(1, 6)])];

/** Changes of a case; each kind occurs. */
const changes: readonly (readonly [before: Partial<Case>, after: Partial<Case>])[] = [
  [{}, {}],
  [{ status: 6, score: 0 }, { time: 900 }],
  [{}, { status: 5, score: 0, time: 1 }],
  [
    { status: 6, score: 0 },
    { status: 7, score: 0 },
  ],
  [{ time: 100 }, { time: 130 }],
  [{ time: 130 }, { time: 100 }],
  [{ memory: 10_000 }, { memory: 20_000 }],
  [{ memory: 20_000 }, { memory: 10_000 }],
  [{}, { status: 1, score: null }],
  [{ status: 0, score: null }, {}],
];

const ownInput = [
  caseOf(1, 12, { description: '3\n', extra: { stdin: '1 2\n' } }),
  caseOf(2, 12, { description: '7\n', extra: { stdin: 'x'.repeat(1000) } }),
  caseOf(3, 12, { description: '0\n', extra: { stdin: '1\n2\n'.repeat(40) } }),
];

const manyLines = (last: string): string => `${'the same line\n'.repeat(30)}${last}\nmore\n`;

/** By name of the golden file, with spaces for hyphens. */
export const examples: Readonly<Record<string, Example>> = {
  'verdicts of every style': only(mixed, { source, submission, limits: { time: 1000, memory: 262_144 } }),

  'unknown codes': only(unknownCodes),

  'a judging with many cases': only(judging(4, 9), { submission }),

  'repeated and missing case IDs': only(
    envelopeOf(
      judgementOf(6, [
        subtaskOf(0, 6, [caseOf(3, 12), caseOf(null, 6), caseOf(3, 6), caseOf(null, 6), caseOf(4, 12)]),
        { ...subtaskOf(1, 12, [caseOf(1, 12), caseOf(2, 12)]), name: 'Large\u202e inputs', maximum: 50 },
      ]),
    ),
  ),

  'long and hostile texts': only(
    ofCases(6, [
      caseOf(1, 6, { description: `${'W'.repeat(1100)} end` }),
      caseOf(2, 6, { description: 'line\n'.repeat(12) }),
      caseOf(3, 6, { description: '<b onload="x()">&amp; $(error) [x](command:y) \u202egnp.exe' }),
      caseOf(4, 6, { description: '\u001b[31mred\u001b[0m \u0000 zero' }),
      caseOf(5, 6, { description: 'and so on…' }),
    ]),
    { label: 'name\u202e\nwith $(icon)', note: 'note\u0000 <b>\n[x](command:y)' },
  ),

  'expected and actual output': only(
    ofCases(6, [
      caseOf(1, 6, { extra: { expected: '11\n', stdout: '12\n' } }),
      caseOf(2, 6, { extra: { expected: '11\n', omitted: { stdout: 'tooLarge' } } }),
      caseOf(3, 6, { extra: { expected: manyLines('a'), stdout: manyLines('b') } }),
      caseOf(4, 6, { extra: { expected: `${'x'.repeat(2000)}a`, stdout: `${'x'.repeat(2000)}b` } }),
      caseOf(5, 6, { extra: { expected: '1\n', stdout: '' } }),
      caseOf(6, 6, { description: 'wrong answer On line 1 column 3, read -, expected 0.' }),
      caseOf(7, 6, { extra: { expected: `0\n${manyLines('b')}`, stdout: `1\n${manyLines('c')}` } }),
    ]),
  ),

  'error output': only(
    ofCases(7, [
      caseOf(1, 7, { extra: { stderr: 'Traceback:\n  a.py, line 1\n\u001b[31mKeyError\u001b[0m\r\n' } }),
      caseOf(2, 7, { extra: { stderr: `${manyLines('a')}\nthe last line` } }),
      caseOf(3, 7, { extra: { stderr: `${'x'.repeat(2000)}, the end of a long line` } }),
      caseOf(4, 7, { extra: { stderr: '\n' } }),
    ]),
  ),

  'a dialog with an interactor': only(
    ofCases(6, [
      caseOf(1, 6, {
        description: 'wrong answer expected 3, found 4',
        extra: {
          stdin: '3\n',
          stdout: '1\n4\n',
          expected: '3\n',
          dialog: {
            start: [
              { from: 'interactor', text: '10\n' },
              { from: 'program', text: '1\n2\n' },
            ],
            end: [
              { from: 'interactor', text: '\u001b[31mmore\u001b[0m\r\n' },
              { from: 'program', text: '\n' },
            ],
          },
        },
      }),
      caseOf(2, 6, { extra: { dialog: { start: [], end: [] } } }),
      caseOf(3, 6, { extra: { dialog: { start: [{ from: 'nobody', text: 1 }, null], end: 3 } } }),
    ]),
  ),

  'positions in compiler output': only(
    compiled(
      true,
      [
        '/tmp/c/src: In function int main():',
        '\u001b[01m/tmp/c/src:6:1:\u001b[0m warning: \u202eunused variable n [-Wunused-variable]\r',
        '/tmp/c/src:4:12: note: in this scope {\r',
        '/tmp/c/src:9:3: warning: no newline',
        '',
      ].join('\n'),
    ),
  ),

  'a failed compilation': only(
    compiled(
      false,
      'src:1:1: warning: a\nsrc:2:1: error: first\u0000 error\nsrc:2:3: note: b\nsrc:3:1: error: c\n',
    ),
    { source, submission },
  ),

  'a compilation without outcome': only(compiled(null, null)),

  'a run with custom input': only(ofCases(12, ownInput), {
    submission: { ...submission, isSelfTest: true },
  }),

  'a failed run with custom input': only(ofCases(7, [caseOf(1, 7, { signal: 11 })]), {
    source,
    submission: { ...submission, isSelfTest: true },
  }),

  'a run with samples': only(accepted, {
    source,
    submission: { ...submission, isSelfTest: true, hasSamples: true },
  }),

  'a submission in a contest': async (store) => {
    const contest = { title: 'Weekly contest', endsAt: null };
    const record = await add(store, wrong, { source, submission: { ...submission, contest, user: 'bob' } });
    return pageOf(store, record, {
      hasProblemPage: true,
      listsByProblem: true,
      hasRecordPage: true,
      mayChange: true,
      place: 'class1',
    });
  },

  'a linked file with a note': only(wrong, {
    source: { ...source, how: 'tied' },
    note: 'off by one',
  }),

  'a demo result': only(accepted, { service: demoJudge, requestId: 'sample-accepted', source }),

  'a preview': async (store) => {
    const shown = pageOf(store, await add(store, null));
    shown.isKept = false;
    return shown;
  },

  'a removed record': async (store) => {
    const record = await add(store, judging(4, 9));
    const shown = pageOf(store, record);
    await shown.load();
    await store.remove([record.key]);
    return shown;
  },

  'an older version of a file': async (store) => {
    const old = await add(store, wrong, { source, submission });
    await add(store, null, { source: { ...source, uri: 'file:///w/other.cpp' } });
    await add(store, accepted, { source, submission });
    await add(store, judging(4, 9), { source, submission });
    return pageOf(store, old);
  },

  'a newer version of a file': async (store) => {
    await add(store, wrong, { source, submission });
    await add(store, accepted, { source, submission: { ...submission, isSelfTest: true } });
    return pageOf(store, await add(store, judging(4, 9), { source, submission }));
  },

  'a comparison': comparing(mixed, improved, { source, submission }),

  'a comparison of two problems': async (store) => {
    const was = await add(store, wrong, { label: 'P1' });
    const is = await add(store, accepted, { label: 'P2' });
    return new ShownRecords(store, { record: is.key, before: was.key });
  },

  'a comparison without results': comparing(null, null),

  'all changes of a case': comparing(
    ofCases(
      6,
      changes.map(([before], index) => caseOf(index + 1, 12, before)),
    ),
    ofCases(
      12,
      changes.map(([, after], index) => caseOf(index + 1, 12, after)),
    ),
  ),

  'a comparison of other subtasks': comparing(
    envelopeOf(
      judgementOf(14, [
        subtaskOf(1, 14, [caseOf(1, 12), caseOf(2, 6), caseOf(3, 12)]),
        subtaskOf(2, 12, [caseOf(9, 12)]),
      ]),
    ),
    envelopeOf(
      judgementOf(12, [
        subtaskOf(3, 12, [caseOf(7, 12)]),
        subtaskOf(1, 12, [caseOf(3, 12), caseOf(2, 12), caseOf(4, 12)]),
      ]),
    ),
  ),
};
