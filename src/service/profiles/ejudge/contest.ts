import type { PlainAnswer } from '../answer';
import type { FoundProblem, ProblemForm, SubmissionLanguage } from '../../submission';
import { listedLanguage } from '../languageNames';
import { type Raw, numberOf, objectOf, objectsOf, textOf } from '../values';
import { resultIfAny } from './answers';

/** A problem as a contest lists it. Requests need its number; people and submissions use its short name. */
export interface ContestProblem {
  readonly number: number;
  readonly shortName: string;
  /** empty if it has none */
  readonly title: string;
}

/** A compiler as a contest lists it. */
interface Compiler {
  readonly number: number;
  readonly language: SubmissionLanguage;
}

/** What a contest lists. Both lists are empty before its start. */
export interface Contest {
  readonly problems: readonly ContestProblem[];
  readonly compilers: readonly Compiler[];
}

/** Reads the result of `contest-status-json`. */
export function contestIn(result: Raw): Contest {
  return {
    problems: objectsOf(result.problems).flatMap(({ id, short_name: short, long_name: long }) => {
      const number = numberOf(id);
      if (number === null) return [];
      return [{ number, shortName: textOf(short) ?? String(number), title: textOf(long) ?? '' }];
    }),
    compilers: objectsOf(result.compilers).flatMap((raw) => {
      const number = numberOf(raw.id);
      if (number === null) return [];
      const name = textOf(raw.short_name) ?? String(number);
      return [{ number, language: listedLanguage(name, textOf(raw.long_name), raw.src_sfx) }];
    }),
  };
}

/** Reads an answer to `contest-status-json` that other things don't depend on. */
export function contestIfAny(answer: PlainAnswer | undefined): Contest {
  return contestIn(resultIfAny(answer));
}

/** Finds the number of a problem as ejudge does: by its short name, else by its number. Null: the contest doesn't list it. */
export function numberOfProblem({ problems }: Contest, problemId: string): number | null {
  const named = problems.find(({ shortName }) => shortName === problemId);
  return (named ?? problems.find(({ number }) => String(number) === problemId))?.number ?? null;
}

export function foundProblems({ problems }: Contest): readonly FoundProblem[] {
  return problems.map(({ shortName, title }) => ({ problemId: shortName, place: null, title }));
}

/** The compilers of the contest that the problem takes. `status`: the result of `problem-status-json`, empty if it was refused. */
export function formIn(contest: Contest, problemId: string, status: Raw): ProblemForm {
  const problem = objectOf(status.problem);
  const taken: readonly unknown[] | null = Array.isArray(problem.compilers) ? problem.compilers : null;
  const bytes = Number(textOf(problem.max_vm_size) ?? NaN);
  const number = numberOfProblem(contest, problemId);
  const title = contest.problems.find((one) => one.number === number)?.title;
  return {
    languages: contest.compilers
      .filter((compiler) => taken?.includes(compiler.number) ?? true)
      .map(({ language }) => language),
    limits: { time: numberOf(problem.time_limit_ms), memory: bytes > 0 ? numberOf(bytes / 1024) : null },
    title: title || null,
  };
}
