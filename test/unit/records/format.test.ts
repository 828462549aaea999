import assert from 'node:assert/strict';
import type { JudgeSemantics, StatusKind } from '../../../src/results';
import type { KnownRecord, StoredRecord } from '../../../src/records';
import { currentFormat } from '../../../src/records/disk/document';
import {
  decodeIndex,
  decodeRecord,
  decodeListed,
  encodeIndex,
  encodeRecord,
} from '../../../src/records/disk/format';
import { key, service, rules as plainRules } from './fixtures';

const accepted = plainRules.statuses['12'];
assert.ok(accepted);
const rules: JudgeSemantics = { ...plainRules, statuses: { '12': { ...accepted, chineseName: '通过' } } };

const whole: StoredRecord = {
  revision: 3,
  plan: {
    startedAt: 1,
    dueAt: 5,
    askedAt: 3,
    unfinishedAt: 3,
    lastChangeAt: 2,
    idlePollMs: 4,
    failures: 1,
    missing: 0,
    readings: [{ at: 3, done: 2, total: 9 }],
    expeditedAt: 0,
    known: true,
    lifetime: { safe: 6, end: 7 },
  },
  result: { id: 'a-B_9', receivedAt: 7 },
  record: {
    key,
    service,
    requestId: 'r1',
    rules,
    state: { kind: 'finished' },
    label: 'mine',
    note: 'wrong bound',
    summary: {
      completion: 'finished',
      status: 12,
      score: 100,
      time: 3,
      memory: 800,
      compiled: true,
      hasCompilation: true,
      hasCompileMessage: false,
      progress: { done: 2, total: 2 },
      subtasks: 1,
      cases: 2,
      trackId: 't',
      cause: 14,
      failed: 0,
    },
    source: { uri: 'file:///a.cpp', how: 'tied', textHash: 'ab'.repeat(32) },
    submission: { problemId: 'P1', title: 'Sum', place: 'dom2', language: 'cpp', optimise: true },
    hint: 'dom2',
    limits: { time: 1000, memory: 65_536 },
    judgedHash: 'cd'.repeat(32),
    folder: 'file:///w',
    addedAt: 1,
    changedAt: 2,
  },
};

/** A record without any optional field. */
const bare: StoredRecord = {
  revision: 0,
  result: null,
  plan: null,
  record: {
    ...whole.record,
    state: { kind: 'waiting' },
    summary: null,
    label: null,
    note: null,
    source: null,
    submission: null,
    hint: null,
    limits: null,
    judgedHash: null,
    folder: null,
    changedAt: null,
  },
};

function having(more: Partial<KnownRecord>): StoredRecord {
  // The plan of a newer version's record isn't read.
  return {
    ...whole,
    plan: more.state?.kind === 'newer' ? null : whole.plan,
    record: { ...whole.record, ...more },
  };
}

describe('encodeRecord and decodeRecord', () => {
  const kept = (stored: StoredRecord) =>
    assert.deepEqual(decodeRecord(encodeRecord(stored)), { kind: 'ok', value: stored });

  it('restore a record', () => {
    kept(whole);
    kept(bare);
    const failed = { ...whole.record.summary, status: 14, cause: 6, failed: 2 } as KnownRecord['summary'];
    kept(having({ summary: failed }));
    for (const textHash of [null, 'f'.repeat(64)]) {
      kept(having({ source: { uri: 'x', how: 'submitted', textHash } }));
    }
  });

  it('restore every state and completion', () => {
    for (const kind of ['waiting', 'judging', 'finished', 'settled', 'stopped'] as const) {
      kept(having({ state: { kind } }));
    }
    for (const reason of [null, 'no']) kept(having({ state: { kind: 'failed', status: 404, reason } }));
    for (const why of ['gaveUp', 'gone'] as const) kept(having({ state: { kind: 'expired', why } }));
    const { summary } = whole.record;
    assert.ok(summary);
    for (const completion of ['unfinished', 'finished', 'unknown'] as const) {
      kept(having({ summary: { ...summary, completion } }));
    }
    const unknown = { status: null, score: null, time: null, memory: null, compiled: null, trackId: null };
    kept(having({ summary: { ...summary, ...unknown, progress: { done: 0, total: null } } }));
  });

  it('restore every kind and style of a status code, and unknown units', () => {
    const kinds: StatusKind[] = ['pending', 'accepted', 'partial', 'failed', 'error'];
    const styles = [
      ...['accepted', 'wrongAnswer', 'runtimeError', 'limitExceeded'],
      ...['compileError', 'serviceError', 'pending'],
    ] as const;
    const one = {
      code: 1,
      kind: 'failed',
      style: 'pending',
      name: 'N',
      chineseName: '名',
      short: 'S',
    } as const;
    const units = { time: null, memory: null, score: null };
    for (const kind of kinds) {
      kept(having({ rules: { ...rules, units, statuses: { '1': { ...one, kind } } } }));
    }
    for (const style of styles) {
      const known = { ...one, style, chineseName: null } as (typeof rules.statuses)[string];
      kept(having({ rules: { ...rules, statuses: { '1': known } } }));
    }
  });

  it('restore optional fields of a submission and a result', () => {
    const { submission, summary } = whole.record;
    assert.ok(submission && summary);
    for (const contest of [
      { title: 'Weekly', endsAt: 5 },
      { title: null, endsAt: null },
      { title: 'Finals', endsAt: 9, startsAt: 5, acceptsSubmissions: false, warning: 'not here' },
      { title: 'Finals', endsAt: null, startsAt: null },
    ] as const) {
      kept(
        having({
          submission: {
            ...submission,
            contest,
            languageName: 'C++17(O2)',
            isSelfTest: true,
            hasSamples: true,
            user: 'bob',
          },
        }),
      );
    }
    kept(having({ summary: { ...summary, notRun: 3, first: '2-1' } }));
    for (const line of [7, null]) kept(having({ summary: { ...summary, errors: { count: 1, line } } }));
  });

  it('restore optional fields of the verdict table', () => {
    const [judging] = Object.values(rules.statuses);
    assert.ok(judging);
    const running = { '1': { ...judging, kind: 'pending', running: true } } as const;
    for (const unknownStatusIsFinal of [true, false]) {
      kept(having({ rules: { ...rules, statuses: running, unknownStatusIsFinal } }));
    }
    const suspended = { '11': { ...judging, kind: 'pending', suspended: true } } as const;
    kept(having({ rules: { ...rules, statuses: suspended } }));
    for (const noVerdict of ['notRun', 'inReview'] as const) {
      const skipped = { '9': { ...judging, kind: 'error', style: 'pending', noVerdict } } as const;
      kept(having({ rules: { ...rules, statuses: skipped } }));
    }
    const ofNewerVersion: object = { unknownStatusIsFinal: 'yes' };
    const odd = having({ rules: { ...rules, ...ofNewerVersion } });
    assert.equal(decodeRecord(encodeRecord(odd)).kind, 'newer');
  });

  it('store a status style as `look`, the name that earlier versions read', () => {
    const { record } = JSON.parse(encodeRecord(whole)) as { record: { rules: typeof rules } };
    const [stored] = Object.values(record.rules.statuses);
    const { style, ...same } = Object.values(rules.statuses)[0] ?? {};
    assert.deepEqual(stored, { ...same, look: style });
  });

  it('omit unknown fields and write only readable numbers', () => {
    const { record } = whole;
    const more = { ...whole, more: 1, record: { ...record, more: 1, rules: { ...rules, more: 1 } } };
    assert.equal(encodeRecord(more), encodeRecord(whole));
    assert.equal(encodeIndex([more]), encodeIndex([whole]));
    // JSON writes NaN as null.
    assert.equal(decodeRecord(encodeRecord(having({ changedAt: NaN }))).kind, 'ok');
  });

  it('report a record with an unknown field anywhere as written by a newer version', () => {
    const document = JSON.parse(encodeRecord(whole)) as object;
    const objects = [[], ...paths(document)].filter((path) => isObjectAt(document, path));
    assert.ok(objects.length > 8);
    for (const path of objects) {
      const more = [...path, 'ofANewerVersion'];
      const read = decodeRecord(changed(document, more, { a: [1] }));
      assert.equal(read.kind, 'newer', path.join('.'));
      // The table of status codes accepts more codes, but only in the known form.
      if (path.at(-1) !== 'statuses')
        assert.ok(read.kind === 'newer' && read.reason === `${more.join('.')}: not known`);
    }
  });

  it('report a record with a missing or mistyped field as written by a newer version', () => {
    const document = JSON.parse(encodeRecord(whole)) as object;
    for (const path of paths(document)) {
      if (path[0] === 'format') continue;
      const name = path.join('.');
      // The table may have fewer entries.
      const isOptional = path.at(-2) === 'statuses';
      if (!isOptional) assert.equal(decodeRecord(changed(document, path, undefined)).kind, 'newer', name);
      for (const wrong of [[[]], {}, true, 'no such thing', 1]) {
        if (sameKind(wrong, path, document)) continue;
        assert.equal(
          decodeRecord(changed(document, path, wrong)).kind,
          'newer',
          `${name}: ${JSON.stringify(wrong)}`,
        );
      }
    }
  });

  it('reject IDs and hashes that are unsafe as file names', () => {
    for (const id of ['', '../x', 'a/b', 'a.b', 'x'.repeat(65), 'ok\n../x', ' ok', 'ok ', '.']) {
      const odd = encodeRecord({ ...whole, result: { id, receivedAt: 1 } });
      assert.equal(decodeRecord(odd).kind, 'newer', id);
    }
    for (const textHash of ['a'.repeat(63), 'a'.repeat(65), 'g'.repeat(64), `../${'a'.repeat(64)}`]) {
      const odd = encodeRecord(having({ source: { uri: 'x', how: 'tied', textHash } }));
      assert.equal(decodeRecord(odd).kind, 'newer', textHash);
    }
  });

  it('restore the reason for a missing verdict, which format 4 stored only as kind and style', () => {
    const meaning = (code: number, short: string) => ({
      code,
      kind: 'error',
      look: 'pending',
      name: short,
      chineseName: null,
      short,
    });
    const [skipped, review] = [meaning(18, 'SKIP'), meaning(16, 'REVIEW')];
    const broken = { ...meaning(6, 'JE'), look: 'serviceError' };
    const document = JSON.parse(encodeRecord(whole)) as object;
    const old = changed(document, ['format'], 4);
    const statuses = { '6': broken, '16': review, '18': skipped };
    const read = decodeRecord(changed(JSON.parse(old) as object, ['record', 'rules', 'statuses'], statuses));
    assert.ok(read.kind === 'ok');
    const inMemory = ({ look: style, ...same }: ReturnType<typeof meaning>) => ({ ...same, style });
    assert.deepEqual(read.value.record.rules.statuses, {
      '6': inMemory(broken),
      '16': { ...inMemory(review), noVerdict: 'inReview' },
      '18': { ...inMemory(skipped), noVerdict: 'notRun' },
    });
  });

  it('share equal verdict tables in memory', () => {
    const [one, other] = [whole, bare].map((stored) => decodeRecord(encodeRecord(stored)));
    assert.ok(one?.kind === 'ok' && other?.kind === 'ok');
    assert.equal(one.value.record.rules, other.value.record.rules);
    const apart = decodeRecord(encodeRecord(having({ rules: { ...rules, profile: 'another' } })));
    assert.equal(apart.kind === 'ok' && apart.value.record.rules.profile, 'another');
  });
});

describe('A newer version’s record', () => {
  const document = JSON.parse(encodeRecord(whole)) as object;
  const listed: StoredRecord = {
    revision: whole.revision,
    result: null,
    plan: null,
    record: {
      key: whole.record.key,
      service: whole.record.service,
      requestId: whole.record.requestId,
      hint: null,
      rules: {
        profile: '',
        statuses: {},
        units: { time: null, memory: null, score: null },
        compileFailureIsFinal: false,
      },
      state: { kind: 'newer' },
      summary: null,
      label: null,
      note: null,
      source: null,
      submission: null,
      limits: null,
      judgedHash: null,
      folder: null,
      addedAt: whole.record.addedAt,
      changedAt: null,
    },
  };

  it('appears only with its name, whichever part of its file has another format', () => {
    const documents = [
      changed(document, ['format'], currentFormat + 1),
      changed(document, ['plan'], { dueAt: 1 }),
      changed(document, ['result'], { id: 'x', format: 2 }),
      changed(document, ['record', 'state'], { kind: 'queued' }),
      changed(document, ['record', 'summary', 'more'], 1),
      changed(document, ['record', 'source', 'how'], 'pasted'),
      changed(document, ['record', 'rules'], 'luogu'),
      changed(document, ['record', 'label'], undefined),
    ];
    for (const text of documents) assert.deepEqual(shown(text), listed, text);
  });

  it('is the oldest in the list if its time can’t be read', () => {
    const oldest = { ...listed, record: { ...listed.record, addedAt: 0 } };
    assert.deepEqual(shown(changed(document, ['record', 'addedAt'], 'today')), oldest);
  });

  it('isn’t listed if its name can’t be read', () => {
    for (const path of [['revision'], ['record'], ['record', 'service'], ['record', 'requestId']]) {
      assert.equal(shown(changed(document, path, null)), null, path.join('.'));
    }
    for (const text of ['null', '[]', '{}', '{"format":1']) assert.equal(shown(text), null, text);
  });
});

function shown(text: string): StoredRecord | null {
  const read = decodeListed(text);
  return read.kind === 'ok' ? read.value : null;
}

describe('encodeIndex and decodeIndex', () => {
  it('restore the rows, each with its own verdict table', () => {
    const rows = [whole, bare, having({ rules: { ...rules, profile: 'another' } })];
    assert.deepEqual(decodeIndex(encodeIndex(rows)), { kind: 'ok', value: rows });
    assert.equal(
      encodeIndex(rows).split('"statuses"').length - 1,
      2,
      'those that are alike are written once',
    );
  });

  it('report an index with a newer row or without a verdict table as written by a newer version', () => {
    const document = JSON.parse(encodeIndex([whole])) as object;
    for (const path of [['rules'], ['rows'], ['rows', '0', 'revision'], ['rows', '0', 'record', 'state']]) {
      assert.equal(decodeIndex(changed(document, path, 'x')).kind, 'newer', path.join('.'));
    }
    const rulesOf = ['rows', '0', 'record', 'rules'];
    assert.equal(decodeIndex(changed(document, rulesOf, rules)).kind, 'newer');
    const read = decodeIndex(changed(document, rulesOf, 7));
    assert.ok(read.kind === 'newer' && read.reason === 'no rules 7');
  });
});

function at(document: object, path: readonly string[]): unknown {
  return path.reduce<unknown>((field, name) => (field as Record<string, unknown>)[name], document);
}

function isObjectAt(document: object, path: readonly string[]): boolean {
  const value = at(document, path);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the path of every field of a document. */
function paths(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => [
    [name],
    ...paths(field).map((rest) => [name, ...rest]),
  ]);
}

/** Returns the document as text with another value at `path`. */
function changed(document: object, [name = '', ...rest]: readonly string[], value: unknown): string {
  const field = (document as Record<string, unknown>)[name];
  const next: unknown = rest.length > 0 ? JSON.parse(changed(field as object, rest, value)) : value;
  const entries = Array.isArray(document)
    ? document.map((one: unknown, at) => (String(at) === name ? next : one))
    : { ...document, [name]: next };
  return JSON.stringify(entries);
}

/** Whether the format allows `value` at `path`. */
function sameKind(value: unknown, path: readonly string[], document: object): boolean {
  const there = at(document, path);
  if (typeof there === 'object') return path.at(-1) === 'statuses' && JSON.stringify(value) === '{}';
  // A status code is a number or letters.
  const isCode =
    path.at(-1) === 'code' || (path.at(-2) === 'summary' && ['status', 'cause'].includes(path.at(-1) ?? ''));
  if (isCode && ['number', 'string'].includes(typeof value)) return true;
  const choices = ['kind', 'how', 'completion', 'look', 'textHash', 'id'];
  return typeof value === typeof there && !choices.includes(path.at(-1) ?? '');
}
