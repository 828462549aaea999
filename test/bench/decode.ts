/**
 * npm run bench -- decode: time of decoding a record, compared with `JSON.parse` of the same body in the same run.
 * Budget: decoding a record of 100,000 cases takes at most as long as parsing it. The first time in a process has no budget.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { decodeEnvelope } from '../../src/results';
import { median, ms, runAlone } from './row';
import type { Row } from './row';

const caseCount = 100_000;
const rounds = 15;
/** Number of processes that decode once, before V8 has compiled the code. */
const beginnings = 5;
const shapes = {
  'as specified': (one: object) => one,
  'numbers as text': (one: object) =>
    Object.fromEntries(
      Object.entries(one).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
    ),
  'with an unknown field': (one: object) => ({ ...one, judger: 'a' }),
};

type Shape = keyof typeof shapes;

export async function measure(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const shape of Object.keys(shapes) as Shape[]) {
    const body = JSON.stringify(largeRecord(shapes[shape]));
    const firsts: Times[] = [];
    for (let at = 0; at < beginnings; at += 1) firsts.push(await firstTime(shape));
    rows.push(row(`${shape}, ${(body.length / 1e6).toFixed(1)} MB`, times(body, rounds)));
    // no budget: V8 has compiled neither side
    const first = row(`${shape} (first time)`, together(firsts));
    rows.push({ ...first, budget: '', met: undefined });
  }
  return rows;
}

function row(name: string, { parsing, decoding }: Times): Row {
  const ratio = median(decoding) / median(parsing);
  return {
    measure: `decoding ${caseCount.toLocaleString('en')} cases, ${name}`,
    ours: ms(median(decoding)),
    peer: `JSON.parse ${ms(median(parsing))}`,
    ratio,
    ...(name.startsWith('as specified,')
      ? { headline: `decoding ${caseCount.toLocaleString('en')} cases` }
      : {}),
    budget: '≤ 1',
    met: ratio <= 1,
  };
}

/** Times of each round, ms. */
interface Times {
  readonly parsing: readonly number[];
  readonly decoding: readonly number[];
}

function together(all: readonly Times[]): Times {
  return { parsing: all.flatMap((one) => one.parsing), decoding: all.flatMap((one) => one.decoding) };
}

async function firstTime(shape: Shape): Promise<Times> {
  const child = fork(import.meta.filename, [firstMark, shape]);
  const [measured] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the process ended early'))),
  ])) as [Times];
  return measured;
}

const firstMark = 'first';

function times(body: string, rounds: number): Times {
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
  return { parsing, decoding };
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

const [mark, shape] = process.argv.slice(2);
if (mark === firstMark && shape)
  process.send?.(times(JSON.stringify(largeRecord(shapes[shape as Shape])), 1));
else runAlone(import.meta.filename, measure);
