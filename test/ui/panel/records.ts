// Records of every kind that the panel has to show.
import type { Case, Compilation, Envelope, Judgement, Subtask } from '../../../src/results';

export function envelopeOf(judge: Judgement | null, compile: Compilation | null = compiled): Envelope {
  return { type: 'judge', data: { compile, judge }, requestId: '1BwHdxEa4LTFnL619bxRwC', trackId: null };
}

export function judgementOf(status: number, subtasks: readonly Subtask[]): Judgement {
  const all = subtasks.flatMap(({ cases }) => cases);
  return {
    id: 1,
    status,
    score: subtasks.reduce((sum, { score }) => sum + (score ?? 0), 0),
    time: Math.max(0, ...subtasks.map(({ time }) => time ?? 0)),
    memory: all.reduce((most, { memory }) => Math.max(most, memory ?? 0), 0),
    subtasks,
  };
}

export function subtaskOf(id: number | null, status: number | null, cases: readonly Case[]): Subtask {
  return {
    id,
    status,
    score: cases.reduce((sum, { score }) => sum + (score ?? 0), 0),
    time: cases.reduce((sum, { time }) => sum + (time ?? 0), 0),
    memory: cases.reduce((most, { memory }) => Math.max(most, memory ?? 0), 0),
    cases,
  };
}

export function caseOf(id: number | null, status: number | null, more: Partial<Case> = {}): Case {
  const accepted = status === 12;
  return {
    id,
    status,
    score: accepted ? 10 : 0,
    time: 3,
    memory: 800,
    signal: 0,
    exitCode: 0,
    description: accepted ? 'ok accepted' : null,
    ...more,
  };
}

const compiled: Compilation = { success: true, message: '', opt2: true };

const warnings = `/tmp/compiler_y2u2icgr/src: 在函数‘void dfs(int, int, char, int)’中:
/tmp/compiler_y2u2icgr/src:28:16: 警告：数组下标类型为‘char’ [-Wchar-subscripts]
    move_to(psw[wy]);
                ^
/tmp/compiler_y2u2icgr/src: In function 'int main()':
/tmp/compiler_y2u2icgr/src:40:9: warning: unused variable 'n' [-Wunused-variable]
     int n;
         ^
`;

const errors = `/tmp/compiler_y2u2icgr/src: In function 'int main()':
/tmp/compiler_y2u2icgr/src:5:10: error: 'x' was not declared in this scope
    5 |   return x;
      |          ^
/tmp/compiler_y2u2icgr/src:6:1: error: expected '}' at end of input
    6 | }
      | ^
/tmp/compiler_y2u2icgr/src:4:12: note: to match this '{'
    4 | int main() {
      |            ^
`;

/** Three subtasks with verdicts of every color, and warnings. */
export const mixed: Envelope = envelopeOf(
  judgementOf(14, [
    subtaskOf(
      0,
      12,
      [1, 2, 3, 4].map((id) => caseOf(id, 12, { time: id * 30, memory: 600 * id })),
    ),
    subtaskOf(1, 14, [
      caseOf(5, 12, { time: 998, memory: 5980 }),
      caseOf(6, 6, {
        time: 4,
        description: 'Wrong Answer. wrong answer On line 1 column 3, read -, expected 0.',
      }),
      caseOf(7, 7, { time: 12, signal: 11, exitCode: 0, memory: 131_072, description: null }),
      caseOf(8, 5, { time: 1201, memory: 65_000 }),
      caseOf(9, 4, { time: 400, memory: 262_144 }),
      caseOf(10, 3),
      caseOf(11, 11, { description: 'the checker could not be started' }),
    ]),
    subtaskOf(2, 12, [caseOf(12, 12)]),
  ]),
  { success: true, message: warnings, opt2: true },
);

export const single: Envelope = envelopeOf(judgementOf(12, [subtaskOf(0, 12, [caseOf(1, 12)])]));

export const noCases: Envelope = envelopeOf(judgementOf(11, []));

export const compileError: Envelope = envelopeOf(null, { success: false, message: errors, opt2: true });

/** Some are done, the others are listed as waiting or being judged. */
export const unfinished: Envelope = judging(34, 50);

/** `done` of `all` cases have a verdict. */
export function judging(done: number, all: number): Envelope {
  const cases = Array.from({ length: all }, (_, index) =>
    index < done
      ? caseOf(index + 1, index % 9 === 4 ? 6 : 12, { time: 20 + ((index * 37) % 400) })
      : caseOf(index + 1, index === done ? 1 : 0, {
          score: null,
          time: null,
          memory: null,
          description: null,
        }),
  );
  return envelopeOf(judgementOf(1, [subtaskOf(0, 1, cases)]));
}

/** Codes that nobody knows, missing values, repeated IDs and none. */
export const unknownCodes: Envelope = envelopeOf(
  judgementOf(99, [
    subtaskOf(7, 99, [
      caseOf(1, 99),
      caseOf(1, 123_456_789),
      caseOf(null, null, { score: null, time: null, memory: null, signal: null, exitCode: null }),
      caseOf(-3, 12, { time: 0.25, memory: 1e18 }),
    ]),
    subtaskOf(null, null, []),
    subtaskOf(7, 12, [caseOf(2 ** 53, 12)]),
  ]),
);

const nasty =
  '<img src=x onerror="document.title=1"><script>document.title=1</script> &amp; $(error) [x](command:y) \u202egnp.exe';

/** Text that tries to be markup, to turn around or to never end. */
export const hostile: Envelope = envelopeOf(
  judgementOf(14, [
    subtaskOf(0, 14, [
      caseOf(1, 6, { description: nasty }),
      caseOf(2, 6, { description: `${'W'.repeat(5000)} end` }),
      caseOf(3, 6, { description: 'line\n'.repeat(120) }),
      caseOf(4, 6, { description: '\u001b[31mred\u001b[0m \u0000 zero' }),
    ]),
  ]),
  { success: false, message: `${nasty}\n${errors}${'x'.repeat(100_000)}`, opt2: null },
);

/** `count` cases, in `subtasks` subtasks of the same length. */
export function large(count: number, subtasks = 1): Envelope {
  const length = Math.ceil(count / subtasks);
  return envelopeOf(
    judgementOf(
      14,
      Array.from({ length: subtasks }, (_, subtask) =>
        subtaskOf(
          subtask,
          14,
          Array.from({ length }, (_, index) =>
            caseOf(subtask * length + index + 1, index % 7 === 3 ? 6 : 12, {
              time: (index * 7919) % 1000,
              memory: 800 + ((index * 104_729) % 60_000),
              description:
                index % 7 === 3
                  ? `Wrong Answer. wrong answer On line ${index + 1}, read 1, expected 3.`
                  : 'ok accepted',
            }),
          ),
        ),
      ),
    ),
  );
}

/** `mixed`, judged again after some changes to the program. */
export const improved: Envelope = envelopeOf(
  judgementOf(14, [
    subtaskOf(
      0,
      12,
      [1, 2, 3, 4].map((id) =>
        caseOf(id, 12, { time: id === 3 ? 640 : id * 30, memory: id === 4 ? 32_000 : 600 * id }),
      ),
    ),
    subtaskOf(1, 14, [
      caseOf(5, 5, { time: 1300, memory: 5980 }),
      caseOf(6, 12, { time: 4 }),
      caseOf(7, 12, { time: 12, memory: 131_072 }),
      caseOf(8, 7, { time: 30, memory: 65_000, signal: 6 }),
      caseOf(9, 4, { time: 400, memory: 262_144 }),
      caseOf(10, 0, { time: null, memory: null, score: null }),
      caseOf(13, 12),
    ]),
    subtaskOf(2, 12, [caseOf(12, 12)]),
  ]),
  { success: true, message: warnings, opt2: true },
);
