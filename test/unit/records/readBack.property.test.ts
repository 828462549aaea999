import assert from 'node:assert/strict';
import fs from 'node:fs';
import fc from 'fast-check';
import { decodeEnvelope, encodeEnvelope, type Envelope } from '../../../src/results';
import { recordKey, type KnownRecord } from '../../../src/records';
import { RequestFailed, judgeTypeNames, type ReadResult, type JudgeTypeName } from '../../../src/judges';
import { fieldNames, idOf } from '../../support/hostileAnswers';
import { sentCases, testedTypes } from '../../support/judgeTypes';
import { leastJudge } from '../../support/profiles';
import { resultAt, run } from '../../support/operations';
import { openWindow, temporaryFolder } from './folders';

/** Field names of the extension's own form, and names that no service should use. */
const ownNames = [
  ...[
    'passed',
    'description',
    'total',
    'hidesCases',
    'hidden',
    'name',
    'maximum',
    'isPreliminary',
    'isIgnored',
    'remarks',
  ],
  ...['cases', 'subtasks', 'status', 'extra', 'compile', 'judge', 'data', '__proto__', 'constructor'],
];
const oddValues = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, 1, -0, 1.5, -1, 12, 1e300, 5e-324, 2 ** 53, 2 ** 60),
  fc.constantFrom<unknown>(
    '',
    '0',
    '12',
    '1e999',
    ' 7 ',
    'AC',
    'x',
    '\u0000\u202e',
    '\ud800',
    [],
    {},
    [1],
    [{}],
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A field to set or add in one of the objects of a response. */
interface Change {
  /** Index of the object, from the outside. */
  readonly at: number;
  readonly name: string;
  /** The value in JSON. */
  readonly value: string;
}

const changesOf = (type: JudgeTypeName): fc.Arbitrary<readonly Change[]> =>
  fc.array(
    fc.record({
      at: fc.nat(20),
      name: fc.oneof(fc.constantFrom(...ownNames), fc.constantFrom(...fieldNames(type))),
      value: oddValues.map((value) => JSON.stringify(value)),
    }),
    { maxLength: 8 },
  );

function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [...(Array.isArray(value) ? [] : [value]), ...Object.values(value).flatMap(objectsIn)];
}

/** Returns the response with these changes, as JSON text: `__proto__` is an ordinary field. */
function changed(body: string, changes: readonly Change[]): string {
  const json = JSON.parse(body) as unknown;
  for (const { at, name, value } of changes) {
    const objects = objectsIn(json);
    const object = objects[at % objects.length];
    if (object)
      Object.defineProperty(object, name, {
        value: JSON.parse(value),
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return JSON.stringify(json);
}

/** Reads the changed response with the adapter of `type`; null if it is rejected. */
async function readChanged(type: JudgeTypeName, changes: readonly Change[]): Promise<ReadResult | null> {
  const judge = leastJudge(type);
  try {
    const answer = await run(resultAt(judge, { requestId: idOf(type), hint: null }), ({ path }) => ({
      status: 200,
      contentType: 'application/json',
      text: changed(
        testedTypes[type].bodyWithCases(JSON.stringify(sentCases(type).full), judge.baseUrl + path),
        changes,
      ),
    }));
    return answer.kind === 'result' ? answer : null;
  } catch (error) {
    assert.ok(error instanceof RequestFailed, String(error));
    return null;
  }
}

/** Converts −0 to 0 as JSON does. */
function inJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

for (const type of judgeTypeNames) {
  describe(`Results of a ${type} judge`, () => {
    const folder = temporaryFolder();
    const { id: service, rules } = leastJudge(type);

    /** Stores these results and reads them in another window. Returns those that the store rejected. */
    async function assertReadBack(results: readonly ReadResult[]): Promise<void> {
      fs.rmSync(folder(), { recursive: true, force: true });
      const first = openWindow(folder());
      const stored: { readonly record: KnownRecord; readonly envelope: Envelope }[] = [];
      for (const [at, { envelope, raw, about = null }] of results.entries()) {
        const requestId = `r${at}`;
        const outcome = await first.store.receive(
          recordKey(service, requestId),
          { envelope, raw, about },
          { via: 'refresh', receivedAt: 7, add: { service, requestId, rules, folder: null, addedAt: 6 } },
        );
        assert.ok(outcome.kind === 'taken');
        stored.push({ record: outcome.record, envelope });
      }
      await first.store.close();
      const next = openWindow(folder());
      await next.store.loadAll();
      for (const { record, envelope } of stored) {
        const raw = await next.store.rawResult(record.key);
        assert.deepEqual(inJson(await next.store.loadEnvelope(record.key)), inJson(envelope), raw ?? '');
        assert.deepEqual(inJson(next.store.get(record.key)), inJson(record), raw ?? '');
      }
      await next.store.close();
      assert.deepEqual([...first.problems, ...next.problems], []);
    }

    it('decode from their stored text as they were received, whatever the response contained', async () => {
      let accepted = 0;
      await fc.assert(
        fc.asyncProperty(changesOf(type), async (changes) => {
          const result = await readChanged(type, changes);
          if (!result) return;
          accepted += 1;
          const { raw, envelope } = result;
          const text = raw ?? encodeEnvelope(envelope);
          const decoded = decodeEnvelope(JSON.parse(text), raw === null ? 'stored' : 'service');
          assert.ok(decoded.ok, `${decoded.ok ? '' : decoded.path} ${text}`);
          assert.deepEqual(inJson(decoded.envelope), inJson(envelope), text);
        }),
        { numRuns: 2000 },
      );
      assert.ok(accepted > 400, `only ${accepted} responses were accepted`);
    });

    it('are restored from disk with all fields of their records', async () => {
      let accepted = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(changesOf(type), { minLength: 1, maxLength: 20 }), async (responses) => {
          const read = await Promise.all(responses.map((changes) => readChanged(type, changes)));
          const results = read.filter((result) => result !== null);
          accepted += results.length;
          await assertReadBack(results);
        }),
        { numRuns: 15 },
      );
      assert.ok(accepted > 20, `only ${accepted} responses were accepted`);
    });
  });
}
