// The objects of the API.
import {
  hasBegun,
  isJury,
  shownId,
  type DomjudgeClarification,
  type DomjudgeContest,
  type DomjudgeJudgement,
  type DomjudgeProblem,
  type DomjudgeSite,
  type DomjudgeSubmission,
  type DomjudgeTeam,
  type DomjudgeUser,
} from './site';

type Json = Readonly<Record<string, unknown>>;

export function infoOf({ version, folder }: DomjudgeSite): Json {
  const full = { '8.3': '8.3.2', '9.0': '9.0.0', '10': '10.0.0DEV' }[version];
  return {
    version: '2023-06',
    version_url: 'https://ccs-specs.icpc.io/2023-06/contest_api',
    name: 'DOMjudge',
    provider: { name: 'DOMjudge', version: full },
    domjudge: {
      apiversion: 4,
      version: full,
      environment: 'prod',
      doc_url: `http://localhost${folder}/api/doc`,
    },
  };
}

export function userObject(site: DomjudgeSite, { number, username, roles, team }: DomjudgeUser): Json {
  return {
    last_login_time: null,
    team: team?.name ?? null,
    team_id: team && shownId(site, team),
    roles,
    type: roles.includes('jury') ? 'judge' : 'team',
    id: site.version === '8.3' ? String(number) : username,
    username,
    name: `User ${username}`,
    email: null,
    ip: null,
    enabled: true,
  };
}

export function contestObject(site: DomjudgeSite, contest: DomjudgeContest): Json {
  const { number, id, name, startsAt, endsAt } = contest;
  return {
    formal_name: `${name} 2026`,
    scoreboard_type: contest.isScored ? 'score' : 'pass-fail',
    start_time: startsAt === null ? null : moment(startsAt, false),
    end_time: moment(endsAt, false),
    scoreboard_thaw_time: null,
    duration: startsAt === null ? '5:00:00.000' : span(endsAt - startsAt),
    scoreboard_freeze_duration: startsAt === null ? '1:00:00.000' : span(endsAt - freezeOf(contest)),
    ...(site.version === '9.0' ? { cid: number } : {}),
    id: shownId(site, contest),
    ...(site.version === '8.3' ? { external_id: id } : {}),
    name,
    shortname: id,
    allow_submit: contest.allowsSubmissions,
    runtime_as_score_tiebreaker: false,
    warning_message: contest.warning,
    penalty_time: 20,
  };
}

export function teamObject(site: DomjudgeSite, team: DomjudgeTeam): Json {
  return { id: shownId(site, team), name: team.id, display_name: team.name };
}

export function clarificationObject(
  site: DomjudgeSite,
  { number, contest, problem, replyTo, from, to, text, at }: DomjudgeClarification,
): Json {
  return {
    time: moment(at),
    contest_time: span(at - (contest.startsAt ?? at)),
    problem_id: problem && shownId(site, problem),
    reply_to_id: replyTo === null ? null : String(replyTo),
    from_team_id: from && shownId(site, from),
    to_team_id: to && shownId(site, to),
    id: String(number),
    text,
  };
}

/** The files of a submission, which only the jury can read. */
export function sourceCodeObjects({ id, files }: DomjudgeSubmission): readonly Json[] {
  return files.map(({ name, content }, index) => ({
    id: String(index + 1),
    submission_id: id,
    filename: name,
    source: content.toString('base64'),
  }));
}

/** The state of a contest. Before its start, every field is null. */
export function stateObject(site: DomjudgeSite, contest: DomjudgeContest): Json {
  const begun = hasBegun(site, contest);
  const { startsAt, endsAt } = contest;
  return {
    started: begun && startsAt !== null ? moment(startsAt) : null,
    ended: begun && endsAt <= site.now() ? moment(endsAt) : null,
    frozen: begun && freezeOf(contest) <= site.now() ? moment(freezeOf(contest)) : null,
    thawed: null,
    finalized: null,
    end_of_updates: null,
  };
}

/** Returns the description of a contest in YAML, which teams can also read before the start. */
export function contestYaml(site: DomjudgeSite, contest: DomjudgeContest): string {
  const {
    formal_name: title,
    start_time: start,
    duration,
    warning_message: warning,
  } = contestObject(site, contest);
  const quoted = (value: unknown): string =>
    typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : 'null';
  return [
    `id: ${contest.id}`,
    `formal_name: ${quoted(title)}`,
    `name: ${contest.id}`,
    `start_time: ${quoted(start)}`,
    "end_time: '+5:00:00'",
    `duration: ${quoted(duration)}`,
    'penalty_time: 20',
    "activate_time: '-1:00:00'",
    ...(warning === null ? [] : [`warning_message: ${quoted(warning)}`]),
    `scoreboard_freeze_duration: ${quoted(span(contest.endsAt - freezeOf(contest)))}`,
    '',
  ].join('\n');
}

export function scoreboardObject(site: DomjudgeSite, contest: DomjudgeContest): Json {
  return {
    event_id: '275',
    time: moment(site.now()),
    contest_time: span(site.now() - (contest.startsAt ?? site.now())),
    state: stateObject(site, contest),
    rows: [],
  };
}

export function problemObject(
  site: DomjudgeSite,
  problem: DomjudgeProblem,
  index: number,
  reader: DomjudgeUser | null,
): Json {
  const { id, label, name, time, cases } = problem;
  const tests = cases.subtasks().reduce((sum, subtask) => sum + subtask.cases.length, 0);
  return {
    ordinal: index,
    short_name: label,
    rgb: null,
    color: null,
    label,
    time_limit: time / 1000,
    statement: [],
    attachments: [],
    id: shownId(site, problem),
    ...(site.version === '8.3' ? { externalid: id } : {}),
    name,
    ...(reader && isJury(reader) ? { test_data_count: tests } : {}),
  };
}

export function languageObjects(site: DomjudgeSite): readonly Json[] {
  return site.languages.map(({ id, name, extensions, entryPointName }) => ({
    id,
    name,
    extensions,
    filter_compiler_files: true,
    allow_judge: true,
    time_factor: 1,
    entry_point_required: site.oddities.entryPointRequired.includes(id),
    entry_point_name: entryPointName,
  }));
}

/** Name and kind of each verdict, by ID. */
export const verdicts: Readonly<Record<string, { readonly name: string; readonly solved: boolean }>> = {
  CE: { name: 'compiler error', solved: false },
  MLE: { name: 'memory limit', solved: false },
  OLE: { name: 'output limit', solved: false },
  RTE: { name: 'run error', solved: false },
  TLE: { name: 'timelimit', solved: false },
  WA: { name: 'wrong answer', solved: false },
  NO: { name: 'no output', solved: false },
  AC: { name: 'correct', solved: true },
};

export function judgementTypeObjects(): readonly Json[] {
  return Object.entries(verdicts).map(([id, { name, solved }]) => ({
    id,
    name,
    penalty: id !== 'CE' && id !== 'AC',
    solved,
  }));
}

export function submissionObject(
  site: DomjudgeSite,
  submission: DomjudgeSubmission,
  reader: DomjudgeUser | null,
): Json {
  const { number, id, contest, problem, team, language, at, entryPoint } = submission;
  const forJury = reader !== null && isJury(reader);
  return {
    language_id: language.id,
    time: moment(at),
    contest_time: contestTime(contest, at),
    team_id: shownId(site, team),
    problem_id: shownId(site, problem),
    files: [],
    ...(site.version === '9.0' ? { submitid: number } : {}),
    id,
    ...(site.version === '8.3' ? { external_id: null } : {}),
    ...(forJury ? { entry_point: entryPoint, import_error: null } : {}),
  };
}

export function judgementObject(
  site: DomjudgeSite,
  submission: DomjudgeSubmission,
  judgement: DomjudgeJudgement,
): Json {
  const { contest } = submission;
  const { number, startedAt, endedAt, verdict, time, score } = judgement;
  return {
    start_time: moment(startedAt),
    start_contest_time: contestTime(contest, startedAt),
    end_time: endedAt === null ? null : moment(endedAt),
    end_contest_time: endedAt === null ? null : contestTime(contest, endedAt),
    submission_id: submission.id,
    max_run_time: time,
    id: String(number),
    valid: true,
    ...(site.version === '10' ? { score: contest.isScored ? score.toFixed(9) : null } : {}),
    judgement_type_id: verdict,
  };
}

export function runObjects(judgement: DomjudgeJudgement, contest: DomjudgeContest): readonly Json[] {
  return judgement.tests.map(({ verdict, time, score }, index) => ({
    ordinal: index + 1,
    time: moment(judgement.startedAt),
    contest_time: contestTime(contest, judgement.startedAt),
    run_time: time,
    judgement_id: String(judgement.number),
    id: String(judgement.number * 1000 + index),
    score: contest.isScored ? score.toFixed(9) : null,
    judgement_type_id: verdict,
  }));
}

/** Returns when the scoreboard is frozen, ms since 1970. */
function freezeOf({ startsAt, endsAt, freezesAt }: DomjudgeContest): number {
  return freezesAt ?? endsAt - (endsAt - (startsAt ?? endsAt)) / 5;
}

function contestTime({ startsAt }: DomjudgeContest, at: number): string {
  return span(at - (startsAt ?? at));
}

/** Formats a time with an offset, as sites in Europe do: `2026-11-28T22:04:16.240+01:00`. */
function moment(at: number, hasMilliseconds = true): string {
  const local = new Date(at + 3_600_000).toISOString();
  return `${local.slice(0, hasMilliseconds ? 23 : 19)}+01:00`;
}

/** Formats a duration: `5:00:00.000`. */
function span(duration: number): string {
  const whole = Math.abs(duration);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const milliseconds = String(Math.floor(whole % 1000)).padStart(3, '0');
  const time = `${Math.floor(whole / 3_600_000)}:${two((whole / 60_000) % 60)}:${two((whole / 1000) % 60)}`;
  return `${duration < 0 ? '-' : ''}${time}.${milliseconds}`;
}
