import type { Question } from '../../question';
import type { Submission, Submitted } from '../../submission';
import type { PlainAnswer } from '../answer';
import { accepted, getting } from '../reading';
import { isRefused, isRefusedWith, understood } from './answers';
import { contestIfAny, numberOfProblem } from './contest';
import { newestRunOf } from './runs';

/** Paths of the requests. */
interface Paths {
  readonly submit: string;
  readonly contest: string;
  readonly runsOf: (problem: number) => string;
}

/**
 * Submits a program. ejudge refuses one that is equal to the newest run of the same problem, without the ID of that run,
 * which is then looked up.
 */
export function submitQuestion({ problemId, language, code }: Submission, paths: Paths): Question<Submitted> {
  const isDuplicate = (answer: PlainAnswer | undefined): boolean =>
    isRefusedWith(answer, 'ERR_DUPLICATE_SUBMIT');
  const numberIn = (contest: PlainAnswer | undefined): number | null =>
    numberOfProblem(contestIfAny(contest), problemId);
  return {
    request: {
      method: 'POST',
      path: paths.submit,
      form: { prob_id: problemId, lang_id: language, file: { fileName: 'source', text: code } },
    },
    more: [
      ([answer]) => (isDuplicate(answer) ? getting(paths.contest) : null),
      ([, contest]) => {
        const number = numberIn(contest);
        return number === null ? null : getting(paths.runsOf(number));
      },
    ],
    read: (answer, now, [contest, runs] = []) => {
      const number = numberIn(contest);
      const isListed = runs !== undefined && number !== null && !isRefused(runs);
      const same = isListed ? newestRunOf(runs, now, number) : null;
      if (same !== null) return accepted(same);
      return understood(answer, now, (result, reader) => {
        const id = reader.integer(result.run_id, 'run_id') ?? -1;
        return id < 0 ? reader.misfit('run_id', 'a request ID', result.run_id) : accepted(String(id));
      });
    },
  };
}
