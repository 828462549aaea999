// Complete responses with huge parts. The reader of each judge gets the responses of all judges. Each results in a value of
// the declared type or in one `RequestFailed`, in linear time, and the value isn’t much larger than the response.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { encodeEnvelope } from '../../src/results/model';
import { fitsWithin } from '../../src/results/fieldReader';
import {
  RequestFailed,
  judgeTypeNames,
  type PlainAnswer,
  type ResultAnswer,
  type JudgeTypeName,
} from '../../src/judges';
import { fieldNames, hostileAnswer, randomFrom } from '../support/hostileAnswers';
import { resultAt, run } from '../support/operations';
import { leastJudge } from '../support/profiles';
import { isRead } from './answered';
import { calmBody } from './envelopeText';
import { areLinearAsync } from './growth';
import { bodyOfHydro, idOfHydro } from './hydro';
import { parsed } from './json';
import { ofCms, ofCodeforces, ofDmoj, ofJudge0, ofYandexContest } from './otherJudges';
import { target } from './target';

const now = Date.parse('2026-11-21T12:00:00Z');

/** Indexes of the parts of a response that are repeated. */
type Chosen = (part: number) => boolean;

/** Repeats some texts, lists, and objects of a response, up to about this size. Also returns the length and the JSON. */
class Growth {
  private part = 0;

  constructor(
    private readonly isChosen: Chosen,
    private readonly factor: number,
  ) {}

  /** Approximate number of characters. */
  static sizeOf(value: unknown, isChosen: Chosen, factor: number): number {
    return new Growth(isChosen, factor).size(value);
  }

  static grown(value: unknown, isChosen: Chosen, factor: number): string {
    return JSON.stringify(new Growth(isChosen, factor).grow(value));
  }

  private size(value: unknown): number {
    if (typeof value !== 'object' && typeof value !== 'string') return 5;
    const times = this.times();
    if (typeof value === 'string') return value.length * times + 2;
    return (
      times * Object.entries(value ?? {}).reduce((sum, [key, one]) => sum + key.length + this.size(one), 2)
    );
  }

  private grow(value: unknown): unknown {
    if (typeof value !== 'object' && typeof value !== 'string') return value;
    const times = this.times();
    if (typeof value === 'string') return value.repeat(times);
    if (Array.isArray(value)) {
      const items = value.map((one) => this.grow(one));
      return Array.from({ length: times }, () => items).flat();
    }
    const fields = Object.entries(value ?? {}).map(([key, one]) => [key, this.grow(one)] as const);
    const more = (at: number) => fields.map(([key, one]) => [`${key}${at}`, one] as const);
    return Object.fromEntries([
      ...fields,
      ...Array.from({ length: times - 1 }, (_, at) => more(at + 1)).flat(),
    ]);
  }

  private times(): number {
    this.part += 1;
    return this.isChosen(this.part) ? this.factor : 1;
  }
}

/** Repeats a text to about this many characters. */
function ofSize(size: number, value: unknown, isChosen: Chosen): string {
  let factor = 1;
  const next = () => factor + Math.max(1, factor >> 3);
  while (next() <= size && Growth.sizeOf(value, isChosen, next()) <= size) factor = next();
  return Growth.grown(value, isChosen, factor);
}

/** Repeats an item to about half of the characters. */
function many<One>(size: number, make: (at: number) => One): One[] {
  const length = JSON.stringify(make(10_000)).length + 1;
  return Array.from({ length: Math.ceil(size / 2 / length) }, (_, at) => make(at));
}

const numbered = (size: number, one: unknown) => Object.fromEntries(many(size, (at) => [at, one]));
const [text, names] = [(size: number) => 'x'.repeat(size / 2), (size: number) => '{0}'.repeat(size / 6)];

/** Responses in which two related parts are long, and responses that resemble none. */
const floods: readonly ((size: number) => unknown)[] = [
  (size) => rdoc({ testCases: many(size, (at) => ({ subtaskId: at })), subtasks: numbered(size, {}) }),
  (size) => rdoc({ testCases: [{ message: { message: names(size), params: [text(size)] } }] }),
  (size) => rdoc({ compilerTexts: [{ message: names(size), params: [text(size)] }] }),
  (size) => rdoc({ judgeTexts: many(2 * size, () => ({ message: '{0}{0}{0}', params: ['{0}'] })) }),
  (size) => ({ error: { name: 'XError', message: names(size), params: [text(size)] } }),
  (size) => judged({ subtasks: many(2 * size, (id) => ({ id, cases: [{ id }] })) }),
  (size) => judged({ subtasks: [{ id: 1, cases: many(2 * size, (status) => ({ status })) }] }),
  (size) => judged({ subtasks: numbered(2 * size, { cases: { a: {} } }) }),
  (size) => ({ submissions: many(2 * size, () => ({ status: { id: 3 }, stdout: 'eA==', stderr: 'eA==' })) }),
  (size) => ({ status: { id: 4 }, stdout: btoa(text(size)), stderr: btoa(text(size)) }),
  (size) => ({ data: { object: { id: 7, status: 'D', cases: many(2 * size, (at) => ({ case_id: at })) } } }),
  (size) => ({
    data: { object: { id: 7, status: 'D', cases: many(2 * size, () => ({ type: 'batch', cases: [{}] })) } },
  }),
  (size) => ({ status: 'OK', result: many(2 * size, (id) => ({ id, verdict: 'OK', problem: {} })) }),
  (size) => row('<i title="Test case 1/22: Wrong Answer">'.repeat(size / 40)),
  (size) => row('<i title="Test case 1/22:'.repeat(size / 25)),
  (size) => row('data-type="cpu"'.repeat(size / 15)),
  (size) => row(`data-type="lang"${' '.repeat(size)}`),
  (size) => row('Accepted ('.repeat(size / 10)),
  (size) => row('href="/contests/'.repeat(size / 16)),
  (size) => ({ status_id: 8, feedback_html: `${'<pre'.repeat(size / 8)}${'&amp'.repeat(size / 8)}` }),
  (size) => ({ ok: true, result: { run: { status: 5 }, testing_report: { tests: many(size, () => ({})) } } }),
  (size) => ({
    ok: true,
    result: { run: { status: 1 }, compiler_output: { content: { data: text(size) } } },
  }),
  (size) => ({ status: 'ready', verdict: 'WA', alias: text(size), guid: text(size) }),
  (size) => ({ status: 'FINISHED', verdict: 'OK', checkerLog: many(size, (at) => ({ testsetIdx: at })) }),
  (size) => ({
    status: 'FINISHED',
    verdict: 'PrecompileCheckFailed',
    precompileChecks: [{ checkerName: ' ('.repeat(size / 4), message: '\n '.repeat(size / 4) }],
  }),
  (size) => ({ status: 'FAILED', comment: `handle: ${text(size)} not found ${text(size)}` }),
];

const row = (html: string) => ({ status_id: 14, testcase_index: 3, row_html: html });

function rdoc(fields: object): object {
  return { rdoc: { _id: idOfHydro, status: 1, ...fields } };
}

function judged(fields: object): object {
  return { type: 'judge', requestId: 'r1', data: { judge: { id: 1, status: 12, ...fields } } };
}

const others: readonly ((size: number) => string)[] = [
  ...floods.map((flood) => (size: number) => JSON.stringify(flood(size))),
  (size) => '['.repeat(size),
  (size) => '{"data":'.repeat(size / 8),
  (size) => `${'['.repeat(size / 2)}${']'.repeat(size / 2)}`,
  (size) => `${' '.repeat(size)}<!doctype html>`,
  (size) => `{"data":${'1'.repeat(size)}}`,
  (size) => `{${'"data":null,'.repeat(size / 12)}"type":"judge"}`,
];

const namesOf = new Map(judgeTypeNames.map((type) => [type, fieldNames(type)]));
/** Responses with the field names of one type of judge. */
const ofAny = fc
  .tuple(fc.constantFrom(...judgeTypeNames), fc.nat(2 ** 31 - 1))
  .map(([type, seed]) => hostileAnswer(randomFrom(seed), namesOf.get(type) ?? []).text);
const body = fc.oneof(calmBody, bodyOfHydro, ofCms, ofCodeforces, ofDmoj, ofJudge0, ofYandexContest, ofAny);
const maker: fc.Arbitrary<(size: number) => string> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc
      .tuple(body, fc.array(fc.nat(3), { minLength: 40, maxLength: 40 }), fc.nat(2))
      .map(([text, choices, rarity]) => {
        const value = parsed(text);
        const canGrow = value !== undefined && fitsWithin(value, 100);
        // repeats all, half, or a quarter of the parts
        const isChosen: Chosen = (part) =>
          (choices[part % choices.length] ?? 0) >= rarity + 1 || rarity === 0;
        return (size: number) => (canGrow ? ofSize(size, value, isChosen) : text);
      }),
  },
  { weight: 10, arbitrary: fc.constantFrom(...others) },
);

const about = { status: 200, contentType: 'application/json' };

/** Reads the response to the first request. Returns null if it was rejected with a valid `RequestFailed`. */
async function readBy(type: JudgeTypeName, text: string): Promise<ResultAnswer | null> {
  const requestId = type === 'hydro' ? idOfHydro : '7';
  let isFirst = true;
  const reply = (): PlainAnswer => {
    const received = isFirst ? { ...about, text } : { ...about, status: 404, text: '' };
    isFirst = false;
    return received;
  };
  try {
    return await run(resultAt(leastJudge(type), { requestId, hint: null }), reply, now);
  } catch (error) {
    assert.ok(error instanceof RequestFailed, `${type}: ${String(error)}`);
    return null;
  }
}

/** Maximum number of characters of a response whose whole value is checked. */
const looked = 20_000;
/** Maximum ratio of the value to the response: a case `{}` is stored with all its fields. */
const mostTimes = 200;

export const wholeAnswers = target(
  'whole responses',
  fc.noShrink(maker),
  async (make) => {
    const text = make(looked);
    for (const type of judgeTypeNames) {
      const result = await readBy(type, text);
      if (result?.kind !== 'result') continue;
      isRead(result.envelope, result.about);
      const kept = encodeEnvelope(result.envelope).length + JSON.stringify(result.about ?? null).length;
      assert.ok(kept <= mostTimes * (text.length + 100), `${type}: ${kept} of ${text.length}`);
    }
    for (const type of judgeTypeNames) {
      await areLinearAsync(
        (size) => ({ [type]: make(size) }),
        (answer) => readBy(type, answer),
      );
    }
  },
  { cost: 100 },
);
