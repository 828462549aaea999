/**
 * npm run bench -- bounds: what files, statements, and streams of a hostile origin cost: 200 tests of CPH-NG that name one file,
 * a statement of 1 MiB, and an event stream that consists of comments.
 */
import '../unit/support/vscodeWords';
import fs from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { Uri, workspace } from 'vscode';
import { listenOnLoopback } from '../../tools/service/http/loopback';
import { findCphNgProblem } from '../../src/editor/samples/cphNgSamples';
import { withoutForeignPictures } from '../../src/editor/problemPages/statementPictures';
import { EventStreamSocket } from '../../src/judges/push/eventStream';
import { fastest, slowestUnits } from '../fuzz/growth';
import { ms, type Row, runAlone } from './row';

const testCount = 200;
const MiB = 2 ** 20;

/** Reads 200 tests that name one file of 1 MiB, which is the largest that is read. */
async function sharedFile(): Promise<Row> {
  const folder = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'judge-bench-')));
  try {
    const shared = path.join(folder, 'shared.in');
    const program = path.join(folder, 'A.cpp');
    await fs.writeFile(shared, 'x'.repeat(MiB));
    await fs.writeFile(program, '');
    const ids = Array.from({ length: testCount }, (_, at) => `t${at}`);
    const stored = {
      version: '0.6.1',
      name: 'A',
      url: 'https://codeforces.com/problemset/problem/4/A',
      testcases: Object.fromEntries(ids.map((id) => [id, { stdin: { path: shared }, answer: { data: id } }])),
      testcaseOrder: ids,
      src: { path: program, hash: null },
      checker: null,
      interactor: null,
    };
    await fs.mkdir(path.join(folder, '.cph-ng'));
    await fs.writeFile(path.join(folder, '.cph-ng/A.cpp.bin'), gzipSync(JSON.stringify(stored)));
    let bytes = 0;
    Object.assign(workspace, {
      workspaceFolders: [{ uri: Uri.file(folder) }],
      textDocuments: [],
      fs: {
        stat: async ({ fsPath }: Uri) => ({ type: 1, size: (await fs.stat(fsPath)).size }),
        readFile: async ({ fsPath }: Uri) => {
          const content = await fs.readFile(fsPath);
          bytes += content.byteLength;
          return content;
        },
      },
    });
    const before = process.memoryUsage().rss;
    const started = performance.now();
    const found = await findCphNgProblem(Uri.file(program), [Uri.file(folder)], (file) => fs.realpath(file));
    const time = performance.now() - started;
    const grown = (process.memoryUsage().rss - before) / MiB;
    if (!found || found.samples.length + found.skipped.length !== testCount)
      throw new Error('the tests weren’t found');
    const measure = `${testCount} tests of CPH-NG that name one file of 1 MiB`;
    return {
      measure,
      headline: measure,
      ours: `${ms(time)}, ${(bytes / MiB).toFixed(1)} MiB read, ${Math.max(0, grown).toFixed(0)} MiB more memory`,
      peer: `read for each test ${testCount} MiB`,
      ratio: bytes / (testCount * MiB),
      budget: '≤ 0.01, ≤ 100 MiB',
      met: bytes <= 0.01 * testCount * MiB && grown <= 100,
    };
  } finally {
    await fs.rm(folder, { recursive: true });
  }
}

/** Replaces the pictures in a statement of 1 MiB that repeats the slowest unit. */
function statement(): Row {
  const replace = (text: string): string =>
    withoutForeignPictures(text, 'https://judge.test', (host) => host);
  const parts = [...slowestUnits(replace, 10), '<img ', '![', '![a](', '<a style="', '<!--', '<img src=x>'];
  const timeOf = (part: string, length: number): number =>
    fastest(part.repeat(Math.ceil(length / part.length)), replace);
  const times = parts.map((part) => ({ part, time: timeOf(part, MiB) }));
  const slowest = times.reduce((one, other) => (other.time > one.time ? other : one));
  const share = timeOf(slowest.part, MiB / 16);
  const measure = 'pictures in a statement of 1 MiB, the slowest unit';
  return {
    measure,
    headline: measure,
    ours: ms(slowest.time),
    peer: `a sixteenth of it ${ms(share)}`,
    ratio: slowest.time / share,
    budget: '< 500 ms, ≤ 128',
    met: slowest.time < 500 && slowest.time <= 128 * share + 1,
  };
}

/** Connects to a stream of endless comments. */
async function comments(): Promise<Row> {
  let sent = 0;
  const part = ':\n'.repeat(8192);
  const server = http.createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const more = (): void => {
      do sent += part.length;
      while (response.write(part));
    };
    response.on('drain', more);
    more();
  });
  const port = await listenOnLoopback(server);
  const started = performance.now();
  const socket = new EventStreamSocket(new URL(`http://127.0.0.1:${port}/`), {
    headers: {},
    handshakeTimeout: 10_000,
    maxPayload: MiB,
  });
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('close', resolve));
  const time = performance.now() - started;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  const measure = 'an event stream of endless comments, until it ends';
  return {
    measure,
    headline: measure,
    ours: `${ms(time)}, ${(sent / 1024).toFixed(0)} KiB sent`,
    peer: '',
    budget: '≤ 8 MiB sent',
    met: sent <= 8 * MiB,
  };
}

export async function measure(): Promise<readonly Row[]> {
  return [await sharedFile(), statement(), await comments()];
}

runAlone(import.meta.filename, measure);
