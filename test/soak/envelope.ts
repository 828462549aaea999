import type { Verdict } from '../../tools/service';
import type { Role } from '../../tools/service/simulatedServices';
import type { Course } from './judgings';

/** Returns the envelope of a submission with this many finished cases, as a judge of the specification sends it. */
export function envelope(role: Role, id: string, { cases, mark, verdict: end }: Course, done: number) {
  const verdict: Verdict = done === cases ? end : 'judging';
  const passed = done === cases && end !== 'accepted' ? done - 1 : done;
  const figures = (points: number, of: Verdict, ms: number) => ({
    status: role.statusCodes[of],
    score: role.score(points),
    time: role.time(ms),
    memory: role.memory(800),
  });
  const one = (at: number) => {
    const of = at >= done ? 'waiting' : at < passed ? 'accepted' : verdict;
    const what = figures(of === 'accepted' ? 1 : 0, of, 3);
    return { id: at, ...what, signal: 0, exitCode: 0, description: at < done ? 'ok' : null };
  };
  const listed = Array.from({ length: cases }, (_, at) => one(at));
  const total = figures(passed, verdict, mark);
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
