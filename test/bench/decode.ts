/**
 * How long decoding a record takes, measured against `JSON.parse` of the same body in the same run.
 * Budget: a record of 100,000 cases decodes in no more time than it parses, cold (the first time) and warm.
 */
import { decodeEnvelope } from '../../src/judge';

const caseCount = 100_000;
const rounds = 15;
const shapes = {
  'as specified': (one: object) => one,
  'numbers as text': (one: object) =>
    Object.fromEntries(
      Object.entries(one).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
    ),
  'with an unknown field': (one: object) => ({ ...one, judger: 'a' }),
};

console.log(`${caseCount} cases, ms, median of ${rounds} rounds (first round)`);
for (const [name, shape] of Object.entries(shapes)) {
  const ratios = measure(name, JSON.stringify(largeRecord(shape)));
  if (Math.max(...ratios) > 1) process.exitCode = 1;
}

function measure(name: string, body: string): readonly number[] {
  const parsing: number[] = [];
  const decoding: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    const json: unknown = JSON.parse(body);
    const parsed = performance.now();
    const decoded = decodeEnvelope(json);
    const done = performance.now();
    if (!decoded.ok) throw new Error(`${decoded.path}: expected ${decoded.expected}`);
    const subtasks = decoded.envelope.data?.judge?.subtasks ?? [];
    const cases = subtasks.reduce((sum, subtask) => sum + subtask.cases.length, 0);
    if (cases !== caseCount) throw new Error(`${cases} cases decoded`);
    parsing.push(parsed - start);
    decoding.push(done - parsed);
  }
  const cold = first(decoding) / first(parsing);
  const warm = median(decoding) / median(parsing);
  const figure = (times: readonly number[]) => `${median(times).toFixed(1)} (${first(times).toFixed(1)})`;
  console.log(
    `${name}, ${(body.length / 1e6).toFixed(1)} MB: JSON.parse ${figure(parsing)}, decodeEnvelope ` +
      `${figure(decoding)}, ratio ${warm.toFixed(2)} (${cold.toFixed(2)})`,
  );
  return [cold, warm];
}

function first(values: readonly number[]): number {
  return values[0] ?? Number.NaN;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function largeRecord(shape: (one: object) => object): unknown {
  const subtasks = Array.from({ length: 100 }, (_, subtask) => ({
    id: subtask,
    status: 14,
    score: 1,
    time: 1234,
    memory: 40960,
    cases: Array.from({ length: caseCount / 100 }, (_, index) =>
      shape({
        id: index,
        status: index % 3 === 0 ? 6 : 12,
        score: index % 3 === 0 ? 0 : 1,
        time: (index * 7) % 1000,
        memory: 800 + (index % 100),
        signal: 0,
        exitCode: 0,
        description: index % 3 === 0 ? `Wrong Answer. On line ${index}, read 1, expected 3.` : null,
      }),
    ),
  }));
  const judge = { id: 1, status: 14, score: 66, time: 123400, memory: 40960, subtasks };
  const compile = { success: true, message: '', opt2: true };
  return { type: 'judge', data: { compile, judge }, requestId: '1BwHdxEa4LTFnL619bxRwC', trackId: 'bench' };
}
