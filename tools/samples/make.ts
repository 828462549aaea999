// npm run samples: judges the sample programs with the local service and writes media/samples.json, the records that
// «Try with Samples» shows. Needs a C++ compiler that speaks Chinese.
import fs from 'node:fs/promises';
import path from 'node:path';
import { root } from '../root';
import { startLocalService } from '../service';

const programs = [
  { name: 'accepted', file: 'P1001.cpp', problem: 'P1001', o2: true },
  { name: 'wrong-answer', file: 'P1115.cpp', problem: 'P1115', o2: false },
  { name: 'runtime-error', file: 'P1177-crash.cpp', problem: 'P1177', o2: false },
  { name: 'time-limit', file: 'P1177.cpp', problem: 'P1177', o2: false },
  { name: 'compile-error', file: 'P1115-compile-error.cpp', problem: 'P1115', o2: false },
];
/** The one that is shown as it was half way. */
const partial = { name: 'judging', file: 'P1216.cpp', problem: 'P1216', o2: true };

async function main(): Promise<void> {
  const service = await startLocalService({ listing: 'all', pace: 200 });
  try {
    if (!(await service.toolchain()).chinese)
      throw new Error('a C++ compiler with Chinese messages is needed');
    const samples = [];
    for (const { name, file, problem, o2 } of [...programs, partial]) {
      const code = await fs.readFile(path.join(root, 'test/workspace', file), 'utf8');
      const trackId = `sample-${name}`;
      const submission = { pid: problem, lang: 'cxx/17/gcc', code, o2, trackId };
      const { requestId, done } = await service.submit(submission);
      const envelope =
        name === partial.name ? await halfWay(service.origin, service.credentials, requestId) : await done;
      samples.push({
        name,
        file,
        problem,
        language: 'cxx/17/gcc',
        o2,
        code,
        envelope: renamed(envelope, name),
      });
      await done;
    }
    await fs.writeFile(path.join(root, 'media/samples.json'), `${JSON.stringify({ samples }, null, 1)}\n`);
  } finally {
    await service.close();
  }
}

/** The first result that has a finished case and an unfinished one. */
async function halfWay(
  origin: string,
  headers: Readonly<Record<string, string>>,
  requestId: string,
): Promise<unknown> {
  for (;;) {
    const answer = await fetch(`${origin}/judge/result?id=${requestId}`, { headers });
    if (answer.status === 200) {
      const envelope: unknown = await answer.json();
      const statuses = [...JSON.stringify(envelope).matchAll(/"status":(\d+)/g)].map(([, code]) =>
        Number(code),
      );
      if (statuses.some((code) => code > 2) && statuses.some((code) => code < 2)) return envelope;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The same at each run: an ID that says what it is. */
function renamed(envelope: unknown, name: string): unknown {
  return { ...(envelope as object), requestId: `sample-${name}` };
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
