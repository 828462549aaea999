import {
  nextSubmissionAt,
  type OmegaupCase,
  type OmegaupProblem,
  type OmegaupProblemset,
  type OmegaupRun,
  type OmegaupSite,
  type OmegaupUser,
} from './site';

/** Converts ms to the whole seconds of the API. */
export function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}

/** Points of a problem in a contest or a course. */
const POINTS = 100;

/** Returns the fields that a run has everywhere. Before it is ready, it is a judge error with zeros. */
function runFields(run: OmegaupRun): object {
  const isReady = run.status === 'ready';
  const verdict = isReady ? run.verdict : 'JE';
  const score = isReady && !run.problemset?.countsGroups ? run.score : 0;
  return {
    alias: run.problem.alias,
    guid: run.guid,
    language: run.language,
    status: run.status,
    verdict,
    runtime: isReady ? run.runtime : 0,
    penalty: 0,
    memory: isReady ? run.memory : 0,
    score,
    contest_score: run.problemset ? score * POINTS : null,
    time: seconds(run.at),
    submit_delay: 0,
    username: run.user.username,
    country: 'xx',
    type: run.type,
    classname: 'user-rank-unranked',
  };
}

/** Returns the response of `run/status`, in which the contest is always null. */
export function runStatus(run: OmegaupRun): object {
  return { ...runFields(run), contest_alias: null };
}

/** Returns a run in the list of its problem. Assignments have no alias there. */
export function listedRun(run: OmegaupRun): object {
  return {
    ...runFields(run),
    contest_alias: run.problemset?.course === null ? run.problemset.alias : null,
    score_by_group: Object.fromEntries(run.groups.map(({ name, score }) => [name, score])),
    suggestions: 0,
  };
}

/** Returns an entry of `submission/list`. */
export function recentRun(run: OmegaupRun): object {
  return {
    time: seconds(run.at),
    username: run.user.username,
    guid: run.guid,
    school_id: null,
    school_name: null,
    alias: run.problem.alias,
    title: run.problem.title,
    language: run.language,
    verdict: run.verdict,
    runtime: run.runtime,
    memory: run.memory,
    classname: 'user-rank-unranked',
  };
}

/** The part of a run's cases that a user may see. */
type ShownDetails = 'groups' | 'cases' | 'nothing';

function shownDetails(site: OmegaupSite, run: OmegaupRun): ShownDetails {
  const { problemset, problem, user } = run;
  if (problemset?.course === null && site.now() < problemset.endsAt) {
    const { feedback } = problemset;
    return feedback === 'detailed' ? 'cases' : feedback === 'summary' ? 'groups' : 'nothing';
  }
  const hasSolved = site.runs.some(
    (one) => one.user === user && one.problem === problem && one.status === 'ready' && one.verdict === 'AC',
  );
  return problem.showDiff !== 'none' || hasSolved ? 'cases' : 'nothing';
}

/** Returns the response of `run/details`. */
export function runDetails(site: OmegaupSite, run: OmegaupRun): object {
  const shown = shownDetails(site, run);
  const isReady = run.status === 'ready';
  return {
    admin: false,
    guid: run.guid,
    language: run.language,
    alias: run.problem.alias,
    feedback: run.feedback.map(({ author, text, line, at }, index) => ({
      submission_feedback_id: index + 1,
      author,
      author_classname: 'user-rank-unranked',
      feedback: text,
      range_bytes_start: line,
      range_bytes_end: null,
      date: seconds(at),
    })),
    source: run.source,
    ...(run.compileError === null ? {} : { compile_error: run.compileError }),
    ...(shown === 'nothing' || !isReady ? {} : { details: judging(run, shown) }),
    show_diff: run.problem.showDiff,
    cases: shownCases(run.problem),
  };
}

function judging(run: OmegaupRun, shown: 'groups' | 'cases'): object {
  const groups = run.groups.map(({ name, score, most, cases }) => ({
    group: name,
    score,
    contest_score: score * POINTS,
    max_score: most * POINTS,
    ...(shown === 'groups'
      ? { verdict: cases.find(({ verdict }) => verdict !== 'AC')?.verdict ?? 'AC' }
      : { cases: cases.map(caseObject) }),
  }));
  return {
    verdict: run.verdict,
    score: run.score,
    contest_score: run.score * POINTS,
    max_score: POINTS,
    time: run.runtime / 1000,
    wall_time: run.runtime / 1000,
    memory: run.memory,
    judged_by: 'standin',
    ...(run.compileError === null ? { groups } : { compile_error: run.compileError }),
  };
}

function caseObject({ name, verdict, score, most, time, memory }: OmegaupCase): object {
  return {
    verdict,
    name,
    score,
    contest_score: score * POINTS,
    max_score: most * POINTS,
    meta: { verdict: 'OK', time, sys_time: 0, wall_time: time, memory, exit_status: 0 },
  };
}

/** Returns the texts of the cases, by case; an empty list if the problem hides them. */
function shownCases(problem: OmegaupProblem): object {
  switch (problem.showDiff) {
    case 'all':
      return Object.fromEntries(
        namedCases(problem).map(({ name, input, answer }) => [name, { in: input, out: answer }]),
      );
    case 'examples': {
      const [sample] = namedCases(problem);
      return { sample: { in: sample?.input ?? '', out: sample?.answer ?? '' } };
    }
    case 'none':
      return [];
  }
}

/** Returns the cases of a problem, named as on the site: `1.0`, `1.1`, `2.0`. */
function namedCases({ cases }: OmegaupProblem): readonly {
  readonly name: string;
  readonly input: string;
  readonly answer: string;
}[] {
  return cases
    .subtasks()
    .flatMap((subtask, group) =>
      subtask.cases.map(({ input, answer }, index) => ({ name: `${group + 1}.${index}`, input, answer })),
    );
}

/** Returns the response of `problem/details`. */
export function problemDetails(
  site: OmegaupSite,
  user: OmegaupUser | null,
  problem: OmegaupProblem,
  problemset: OmegaupProblemset | null,
): object {
  const [sample] = namedCases(problem);
  const { limits } = problem.cases;
  const runs = site.runs.filter((run) => run.user === user && run.problem === problem);
  return {
    statement: {
      language: 'en',
      images: [],
      sources: [],
      markdown: `# Description\n\n${problem.cases.english.description}\n`,
    },
    settings: {
      cases: problem.acceptsSubmissions
        ? { sample: { in: sample?.input ?? '', out: sample?.answer ?? '', weight: 1 } }
        : [],
      limits: {
        ExtraWallTime: '0ms',
        MemoryLimit: `${limits.memory}KiB`,
        OutputLimit: String(limits.output),
        OverallWallTimeLimit: '60000ms',
        TimeLimit: `${limits.time}ms`,
      },
      validator: { name: problem.validator, tolerance: 1e-9 },
    },
    problem_id: site.problems.indexOf(problem) + 1,
    title: problem.title,
    alias: problem.alias,
    input_limit: 10_240,
    show_diff: problem.showDiff,
    languages: problem.acceptsSubmissions ? problem.languages : [''],
    accepts_submissions: problem.acceptsSubmissions,
    karel_problem: false,
    points: POINTS,
    score: Math.max(0, ...runs.map(({ score }) => score * POINTS)),
    ...(user ? { runs: runs.map(listedRun) } : {}),
    ...(user ? { nextSubmissionTimestamp: seconds(nextSubmissionAt(site, user, problem, problemset)) } : {}),
  };
}

/** Returns the problems of a contest or an assignment by letter. */
function listedProblems({ problems }: OmegaupProblemset): readonly object[] {
  return problems.map((problem, index) => ({
    title: problem.title,
    alias: problem.alias,
    visibility: problem.isPublic ? 2 : 0,
    input_limit: 10_240,
    order: index + 1,
    languages: problem.languages.join(','),
    points: POINTS,
    letter: String.fromCharCode(65 + index),
    accepts_submissions: problem.acceptsSubmissions,
  }));
}

/** Returns the data of a contest that everybody can read. */
export function publicContest(contest: OmegaupProblemset): object {
  return {
    problemset_id: contest.id,
    title: contest.title,
    alias: contest.alias,
    description: contest.title,
    start_time: seconds(contest.startsAt),
    finish_time: seconds(contest.endsAt),
    window_length: null,
    admission_mode: 'public',
    submissions_gap: contest.gap,
    feedback: contest.feedback,
    penalty_type: contest.needsOpenProblems ? 'problem_open' : 'none',
    score_mode: contest.countsGroups ? 'max_per_group' : 'partial',
    languages: contest.languages.join(','),
  };
}

/** Returns the response of `contest/details`. */
export function contestDetails(contest: OmegaupProblemset): object {
  return {
    ...publicContest(contest),
    languages: contest.languages.length === 0 ? [''] : contest.languages,
    problems: listedProblems(contest),
    opened: true,
    submission_deadline: seconds(contest.endsAt),
  };
}

/** Returns an entry of `contest/list`. */
export function listedContest(contest: OmegaupProblemset, user: OmegaupUser | null): object {
  return { ...publicContest(contest), participating: user !== null && contest.members.has(user) };
}

/** Returns the response of `course/assignmentDetails`. */
export function assignmentDetails(assignment: OmegaupProblemset): object {
  return {
    name: assignment.title,
    alias: assignment.alias,
    description: assignment.title,
    assignment_type: 'homework',
    start_time: seconds(assignment.startsAt),
    finish_time: seconds(assignment.endsAt),
    problems: listedProblems(assignment),
    problemset_id: assignment.id,
    admin: false,
  };
}
