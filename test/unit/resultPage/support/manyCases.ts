import { caseOf, envelopeOf, judgementOf, subtaskOf } from '../../../ui/panel/records';

/** Three subtasks with 40 cases each. Two cases of the last one failed. */
export const manyCases = envelopeOf(
  judgementOf(
    14,
    [0, 1, 2].map((id) =>
      subtaskOf(
        id,
        id === 2 ? 14 : 12,
        Array.from({ length: 40 }, (_, at) => caseOf(at + 1, id === 2 && at % 30 === 7 ? 6 : 12)),
      ),
    ),
  ),
);
