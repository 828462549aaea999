import { newRequestId, roles, type Step, type Verdict } from '../../tools/service';

/** A simulated judging: what the service says while it goes on, and how it ends. */
export interface Judging {
  readonly id: string;
  readonly steps: readonly (Step & { readonly forMs: number })[];
  /** the end, in the service's own numbers */
  readonly final: { readonly status: number; readonly score: number };
}

const role = roles.custom;
const ends: readonly Verdict[] = [
  'accepted',
  'accepted',
  'wrongAnswer',
  'timeLimit',
  'runtimeError',
  'invalid',
];

/**
 * A judging by chance: some time in the queue, then the compilation, then case after case. `seconds` is about the
 * longest time it takes.
 */
export function randomJudging(random: () => number, seconds: number): Judging {
  const id = newRequestId();
  const cases = 2 + Math.floor(random() * 18);
  const verdict = ends[Math.floor(random() * ends.length)] ?? 'accepted';
  const forMs = () => Math.ceil(random() * 1000);
  const steps: (Step & { readonly forMs: number })[] = [
    { status: 204, forMs: forMs() },
    { body: envelope(id, cases, 0, 'judging'), forMs: forMs() },
  ];
  const left = seconds * 1000 * random();
  for (let done = 1; done < cases; done += 1 + Math.floor(random() * 4)) {
    steps.push({ body: envelope(id, cases, done, 'judging'), forMs: left / cases });
  }
  const last = envelope(id, cases, cases, verdict);
  steps.push({ body: last, forMs: 0 });
  const { status, score } = last.data.judge;
  return { id, steps, final: { status, score } };
}

function envelope(id: string, cases: number, done: number, verdict: Verdict) {
  const isEnd = done === cases;
  const passed = isEnd && verdict !== 'accepted' ? done - 1 : done;
  const figures = (points: number, of: Verdict) => ({
    status: role.statusCodes[of],
    score: role.score(points),
    time: role.time(3),
    memory: role.memory(800),
  });
  const one = (at: number) => {
    const of = at >= done ? 'waiting' : at < passed ? 'accepted' : verdict;
    const what = figures(of === 'accepted' ? 1 : 0, of);
    return { id: at, ...what, signal: 0, exitCode: 0, description: at < done ? 'ok' : null };
  };
  const listed = Array.from({ length: cases }, (_, at) => one(at));
  const total = figures(passed, verdict);
  return {
    type: 'judge',
    requestId: id,
    trackId: null,
    data: {
      compile: { success: true, message: '', opt2: false },
      judge: { id: 1, ...total, subtasks: [{ id: 0, ...total, cases: listed }] },
    },
  };
}
