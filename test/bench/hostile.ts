/**
 * npm run bench -- hostile: cost of a hostile response, from the bytes on the wire to the result or the failure, for each
 * type of judge. The responses are compressed, and contain millions of entries in place of the cases.
 * Budget: a few times as long as downloading the maximum number of bytes, and a limited amount of memory. Times are CPU
 * times.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { listenOnLoopback } from '../../tools/service/http/loopback';
import { encodeEnvelope } from '../../src/results';
import { JudgeClient, RequestFailed, type Judge, type JudgeTypeName } from '../../src/judges';
import { nodeFetch } from '../../src/judges/http/nodeFetch';
import { judgeTypeNames } from '../../src/judges/adapters';
import { idOf } from '../support/hostileAnswers';
import { testedTypes } from '../support/judgeTypes';
import { leastJudge } from '../support/profiles';
import { median, ms, runAlone, worstOf, type Row } from './row';

const mebibyte = 1024 * 1024;
const budget = { ratio: 8, memory: 500 };
/** A process without a result is ended after this time, ms. */
const patience = 60_000;

/** Lists of about this many bytes. */
const lists = {
  'empty objects': (size: number) => `[${'{},'.repeat(size / 3)}{}]`,
  'lists in objects': (size: number) => `[${'{"a":[]},'.repeat(size / 9)}{}]`,
  'unique names': (size: number) =>
    JSON.stringify(Array.from({ length: size / 24 }, (_, at) => ({ [`n${at}`]: 0, [`m${at}`]: 0 }))),
  // the maximum number of objects, most of them with a unique combination of names
  'the maximum number of objects': (_size: number) =>
    JSON.stringify(
      Array.from({ length: 290_000 }, (_, at) =>
        Object.fromEntries([0, 1, 2, 3].map((part) => [`${part}-${Math.floor(at / 30 ** part) % 30}`, 0])),
      ),
    ),
  'nested lists': (size: number) => '['.repeat(size / 2) + ']'.repeat(size / 2),
} as const;

interface Job {
  readonly type: JudgeTypeName;
  readonly list: keyof typeof lists;
  /** bytes of a response after it is decompressed */
  readonly size: number;
}

/** The larger size exceeds the limit of most types, the smaller one is below the limit of every type. */
const jobs: readonly Job[] = [
  ...judgeTypeNames.flatMap((type): Job[] => [
    { type, list: 'empty objects', size: 60 * mebibyte },
    { type, list: 'empty objects', size: 15 * mebibyte },
  ]),
  { type: 'clics', list: 'lists in objects', size: 15 * mebibyte },
  { type: 'clics', list: 'unique names', size: 15 * mebibyte },
  { type: 'clics', list: 'nested lists', size: 15 * mebibyte },
  { type: 'clics', list: 'the maximum number of objects', size: 15 * mebibyte },
  { type: 'judge', list: 'the maximum number of objects', size: 15 * mebibyte },
];

interface Measured {
  /** CPU time until the result is encoded, or the response is rejected, ms */
  readonly reading: number;
  /** CPU time to download and decompress the maximum number of bytes, ms */
  readonly download: number;
  /** maximum memory beyond that before the request, MB */
  readonly memory: number;
  /** the result or the failure, as text */
  readonly end: string;
}

interface Cost extends Measured {
  /** bytes of the largest compressed response */
  readonly wire: number;
}

export async function measure(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const job of jobs) {
    const row = rowOf(job, await inProcess(job));
    console.log(`${row.measure}: ${row.ours}`);
    rows.push(row);
  }
  return worstOf('a hostile response', rows, 'higher').map((row) =>
    row.role === 'worst' ? { ...row, headline: row.measure } : row,
  );
}

function rowOf({ type, list, size }: Job, cost: Cost | string): Row {
  const bytes = `${type}, ${size / mebibyte} MiB of ${list}`;
  const limits = { budget: `≤ ${budget.ratio}, ≤ ${budget.memory} MB` };
  if (typeof cost === 'string')
    return { measure: bytes, ours: cost, peer: '', ratio: Number.MAX_VALUE, ...limits, met: false };
  const ratio = cost.reading / cost.download;
  const row: Row = {
    measure: `${bytes} (${Math.round(cost.wire / 1000)} kB on the wire)`,
    ours: `${cost.end} after ${ms(cost.reading)}, ${cost.memory.toFixed(0)} MB`,
    peer: `download ${ms(cost.download)}`,
    ratio,
    ...limits,
    met: ratio <= budget.ratio && cost.memory <= budget.memory,
  };
  if (list !== 'the maximum number of objects') return row;
  const ifMissed =
    'JSON.parse alone takes eight times as long as the download if most objects have a unique combination of names.';
  return { ...row, ifMissed };
}

/** Measures a job in a process of its own. Returns how the process ended if it didn’t report figures. */
async function inProcess(job: Job): Promise<Cost | string> {
  const service = await serve(job);
  const child = fork(import.meta.filename, [childMark, job.type, service.origin], {
    execArgv: [...process.execArgv, '--expose-gc', '--max-old-space-size=4096'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), patience);
  const measured = once(child, 'message').then(([message]) => ({
    ...(message as Measured),
    wire: service.wire(),
  }));
  const ended = once(child, 'exit').then(([code, signal]) =>
    signal === 'SIGKILL' ? `no result after ${patience / 1000} s` : `the process ended (${signal ?? code})`,
  );
  const cost = await Promise.race([measured, ended]);
  clearTimeout(timer);
  service.server.closeAllConnections();
  service.server.close();
  return cost;
}

async function serve({ type, list, size }: Job) {
  const text = lists[list](size);
  const compressed = new Map<string, Buffer>();
  let wire = 0;
  const server = http.createServer((request, response) => {
    const body = testedTypes[type].bodyWithCases(text, request.url ?? '');
    const sent = compressed.get(body) ?? gzipSync(body, { level: 9 });
    compressed.set(body, sent);
    wire = Math.max(wire, sent.byteLength);
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(sent);
  });
  const port = await listenOnLoopback(server);
  return {
    server,
    origin: `http://127.0.0.1:${port}`,
    wire: () => wire,
  };
}

const childMark = 'child';

async function measured(type: JudgeTypeName, origin: string): Promise<Measured> {
  const judge = leastJudge(type);
  const client = new JudgeClient(judge, {
    fetch: (url, init) => nodeFetch(origin + new URL(url).pathname + new URL(url).search, init),
    userAgent: 'bench',
    credential: async () => null,
    timeout: patience,
  });
  const download = () => timeToDownload(`${origin}/runs`, judge);
  // warms up: the server compresses the response, and code is loaded
  await download();
  const downloads = [await download(), await download(), await download()];
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const start = process.cpuUsage();
  const end = await endOf(client, idOf(type));
  const reading = processorTimeSince(start);
  const memory = Math.max(0, process.resourceUsage().maxRSS * 1024 - before) / 1e6;
  return { reading, download: median(downloads), memory, end };
}

async function endOf(client: JudgeClient, requestId: string): Promise<string> {
  try {
    const answer = await client.result({ requestId, hint: null });
    if (answer.kind !== 'result') return answer.kind;
    const { length } = answer.raw ?? encodeEnvelope(answer.envelope);
    return `a result of ${(length / 1e6).toFixed(1)} MB`;
  } catch (error) {
    return error instanceof RequestFailed ? `“${error.failure.kind}”` : String(error);
  }
}

async function timeToDownload(url: string, { bodyLimit }: Judge): Promise<number> {
  const start = process.cpuUsage();
  const { signal } = new AbortController();
  const { body } = await nodeFetch(url, { method: 'GET', headers: {}, redirect: 'manual', signal });
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const chunk of body ?? []) {
    if (typeof chunk !== 'string') bytes += decoder.decode(chunk, { stream: true }).length;
    if (bytes > bodyLimit) break;
  }
  return processorTimeSince(start);
}

/** Returns CPU time in ms, which other programs hardly change. */
function processorTimeSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

if (process.argv[2] === childMark) {
  const [, , , type, origin] = process.argv;
  void measured(type as JudgeTypeName, origin ?? '').then((cost) =>
    process.send?.(cost, () => process.exit()),
  );
} else {
  runAlone(import.meta.filename, measure);
}
