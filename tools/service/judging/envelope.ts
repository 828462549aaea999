import type { Role } from '../simulatedServices';
import type { CaseState, JudgingState, SubtaskState } from './state';
import type { Verdict } from './verdict';

const unfinished: ReadonlySet<Verdict> = new Set<Verdict>(['waiting', 'judging']);

/**
 * Converts a result to an envelope (specification, section 2). `listing`: whether a partial result lists all cases,
 * unfinished ones with their status, or only the finished ones.
 */
export function envelopeOf(
  request: { readonly id: string; readonly trackId: string | null },
  state: JudgingState,
  role: Role,
  listing: 'all' | 'done',
): Record<string, unknown> {
  const { judge, subtasks, compile } = state;
  const listed =
    listing === 'all' ? subtasks : subtasks.map(onlyDone).filter((subtask) => subtask.cases.length > 0);
  return {
    type: 'judge',
    requestId: request.id,
    trackId: request.trackId,
    data: {
      compile,
      judge: judge && {
        ...measured(judge, role),
        subtasks: listed.map((subtask) => ({
          ...measured(subtask, role),
          cases: subtask.cases.map((caseState) => caseOf(caseState, role)),
        })),
      },
    },
  };
}

function onlyDone(subtask: SubtaskState): SubtaskState {
  return { ...subtask, cases: subtask.cases.filter((caseState) => !unfinished.has(caseState.verdict)) };
}

function caseOf(caseState: CaseState, role: Role): Record<string, unknown> {
  const { signal, exitCode, description } = caseState;
  return { ...measured(caseState, role), signal, exitCode, description };
}

function measured(what: Omit<SubtaskState, 'cases'>, role: Role): Record<string, number> {
  return {
    id: what.id,
    status: role.statusCodes[what.verdict],
    score: role.score(what.score),
    time: role.time(what.time),
    memory: role.memory(what.memory),
  };
}
