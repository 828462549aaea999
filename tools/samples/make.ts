// npm run samples: judges the sample programs with the local judge, and writes the demo results to media/samples.json,
// in English and in Chinese. Requires g++ with Chinese messages.
import fs from 'node:fs/promises';
import path from 'node:path';
import { root } from '../root';
import { startLocalService, type LocalService } from '../service';
import { samples as samplePrograms } from './copy';
import { problems } from '../service/problems';
import { inEnglish } from './inEnglish';

const programs = [
  { name: 'accepted', file: 'P1001.cpp', problem: 'P1001', o2: true },
  { name: 'wrong-answer', file: 'P1115.cpp', problem: 'P1115', o2: false },
  { name: 'runtime-error', file: 'P1177-crash.cpp', problem: 'P1177', o2: false },
  { name: 'time-limit', file: 'P1177.cpp', problem: 'P1177', o2: false },
  { name: 'compile-error', file: 'P1115-compile-error.cpp', problem: 'P1115', o2: false },
];
/** Sample whose result is saved before it is final. */
const partial = { name: 'judging', file: 'P1216.cpp', problem: 'P1216', o2: true };

async function main(): Promise<void> {
  const samples: Record<string, unknown> = {};
  for (const language of ['en', 'zh-cn']) {
    const english = language === 'en';
    const service = await startLocalService({ listing: 'all', pace: 200, english });
    try {
      if (!english && !(await service.toolchain()).chinese)
        throw new Error('g++ has no Chinese messages. Install them, for example gcc-12-locales.');
      samples[language] = await judged(service, english);
    } finally {
      await service.close();
    }
  }
  await fs.writeFile(path.join(root, 'media/samples.json'), `${JSON.stringify(samples, null, 1)}\n`);
}

async function judged(service: LocalService, english: boolean): Promise<readonly unknown[]> {
  const samples = [];
  for (const { name, file, problem, o2 } of [...programs, partial]) {
    const chinese = await fs.readFile(path.join(samplePrograms, file), 'utf8');
    const code = english ? inEnglish(chinese) : chinese;
    const submission = { pid: problem, lang: 'cxx/17/gcc', code, o2, trackId: `sample-${name}` };
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
      envelope: withData(renamed(envelope, name), name, problem),
    });
    await done;
  }
  return samples;
}

/** Polls the request. Resolves to the first result that has both a finished case and an unfinished one. */
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

/** Replaces the request ID by one that is the same in every run. */
function renamed(envelope: unknown, name: string): unknown {
  return { ...(envelope as object), requestId: `sample-${name}` };
}

/** Failed cases of the demo. The program prints 0 if all numbers are negative. */
const explained = { name: 'wrong-answer', ids: [4, 5], first: 4 };

/**
 * Replaces the messages of the wrong answers, because the judge’s own messages contain only the first different
 * character. Adds the input and the outputs of the first one, as some judges send them, so that users can see the
 * mistake.
 */
function withData(envelope: unknown, name: string, problem: string): unknown {
  if (name !== explained.name) return envelope;
  const cases =
    problems
      .get(problem)
      ?.subtasks()
      .flatMap((subtask) => subtask.cases) ?? [];
  return JSON.parse(JSON.stringify(envelope), (_key, value: unknown) => {
    if (!isExplained(value)) return value;
    const data = cases[value.id - 1];
    if (!data) return value;
    const description = `Wrong Answer. wrong answer 1st numbers differ - expected: '${data.answer.trim()}', found: '0'`;
    const isFirst = value.id === explained.first;
    return isFirst
      ? { ...value, description, stdin: data.input, stdout: '0\n', expected: data.answer }
      : { ...value, description };
  }) as unknown;
}

function isExplained(value: unknown): value is { readonly id: number } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'exitCode' in value &&
    'id' in value &&
    typeof value.id === 'number' &&
    explained.ids.includes(value.id)
  );
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
