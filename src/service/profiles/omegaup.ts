import type { Case, Reader, Subtask } from '../../judge';
import { pastedUrl } from '../address';
import type { BatchAnswer } from '../profile';
import type { Question } from '../question';
import type { Submission, Submitted } from '../submission';
import { type PlainAnswer, type ResultAnswer, caseOf, problemNamed, resultOf, subtaskOf } from './answer';
import { builtInKind, builtInRules } from './kind';
import { namedLanguages, offering } from './languageNames';
import { accepted, answersBy, bodyOf, getting, refused, endedOrNotReady, whole } from './reading';
import { plainSubmission } from './specification';
import {
  type Raw,
  encoded,
  kibibytes,
  milliseconds,
  momentOf,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
} from './values';
import { verdicts } from './verdicts';

const rules = builtInRules(
  'omegaup',
  verdicts(
    'AC WA TLE MLE OLE RTE CE JE PA=PART RFE=RF compiling=COMPILING TO=TLE OL=OLE ML=MLE RE=RTE FO=RF OF=RF',
    {
      uploading: ['QUEUED', 'Uploading', '上传中'],
      new: ['QUEUED', 'New', '新提交'],
      waiting: ['QUEUED', 'Waiting', '等待评测'],
      running: ['JUDGING', 'Running', '运行中'],
      'NO-AC': ['REJ', 'Not Accepted', '未通过'],
      VE: ['JE', 'Validator Error', '校验器错误'],
    },
  ),
);

const publicAddress = 'https://omegaup.com';

/** omegaUp. A run's verdict is shown only once its status is `ready`: until then it says `JE`. */
export const omegaup = builtInKind(rules, {
  asks: [{ field: 'url', otherwise: publicAddress }],
  url: publicAddress,
  authentication: { scheme: 'header', headerName: 'Authorization', prefix: 'token ' },
  profile: ({ baseUrl }) => ({
    signIn: { kind: 'secret', secret: 'apiToken', page: `${baseUrl}/profile/`, isOptional: false },
    check: asked('/api/session/currentSession/', (answer, reader, sent, now) => {
      const session = reader.object(answer.session, 'session');
      if (session.valid !== true) throw refused(sent, now, 401);
      return { name: textOf(objectOf(session.identity).username) };
    }),
    // 1,000 requests in an hour for a token
    pace: { interval: 4_000, maximum: null, besidePush: 4_000, machine: null },
    result: ({ requestId }) => resultQuestion(requestId),
    batch: {
      interval: 4_000,
      question: (pending) => {
        const [problem, ...others] = new Set(pending.map(({ hint }) => hint));
        return pending.length > 1 && problem && others.length === 0 ? batchQuestion(problem) : null;
      },
    },
    submission: {
      ...{ ...plainSubmission, ...offering(languages) },
      formOf: ({ problemId }) =>
        asked(`/api/problem/details/?problem_alias=${encoded(problemId)}`, ({ languages: taken }) => {
          const named = typeof taken === 'string' ? taken.split(',') : [taken].flat();
          return { languages: languages.filter(({ id }) => named.includes(id)), limits: null };
        }),
      problemIn: (text) => {
        const problemId = problemAt(baseUrl, text);
        return problemId === null ? null : { problemId, place: null };
      },
      submit: submitQuestion,
    },
    problemPage: ({ problemId }) => `${baseUrl}/arena/problem/${encoded(problemId)}/`,
    recordPage: ({ requestId, hint }) =>
      hint &&
      `${baseUrl}/arena/problem/${encoded(hint)}/#problems/${encoded(hint)}/show-run:${encoded(requestId)}`,
    readInput: (text) => {
      const url = pastedUrl(text);
      if (!/^https?:/i.test(text) || url?.origin !== new URL(baseUrl).origin) return null;
      const id = /show-run:([0-9a-f]{32})(?![0-9a-f])/i.exec(url.hash)?.[1]?.toLowerCase();
      if (id === undefined) return { kind: 'addressWithoutId' };
      return { kind: 'requestId', id, hint: problemAt(baseUrl, text) };
    },
    idForm: { kind: 'hex', length: 32 },
    looksLikeRequestId: (text) => /^[0-9a-f]{32}$/i.test(text),
  }),
});

/** `/arena/problem/<alias>/`. Null: it is no problem's page there. */
function problemAt(baseUrl: string, text: string): string | null {
  const url = pastedUrl(text);
  if (url?.origin !== new URL(baseUrl).origin) return null;
  return /\/arena\/problem\/([\w-]{1,100})(?:\/|$)/.exec(url.pathname)?.[1] ?? null;
}

const { asked, understood } = answersBy(refuseFailure, whole);

/** How the run is doing; once it is ready also what its cases have, which a contest may keep to itself. */
function resultQuestion(requestId: string): Question<ResultAnswer> {
  const alias = encoded(requestId);
  const details = getting(`/api/run/details/?run_alias=${alias}`);
  return {
    request: getting(`/api/run/status/?run_alias=${alias}`),
    more: [([first]) => (objectOf(bodyOf(first)).status === 'ready' ? details : null)],
    read: (answer, now, [all] = []) => {
      // refused details are none: the contest keeps them
      const known = all && all.status < 400 ? objectOf(bodyOf(all)) : {};
      return understood(answer, now, (run, reader) => readRun(run, known, requestId, reader));
    },
  };
}

function readRun(run: Raw, known: Raw, requestId: string, reader: Reader): ResultAnswer {
  const status = codeOf(run) ?? reader.misfit('status', 'text', run.status);
  const details = objectOf(known.details);
  const isCompileError = status === 'CE';
  const subtasks = groupsOf(details.groups);
  const hasCases = subtasks.some(({ cases }) => cases.length > 0);
  const points = reader.number(run.contest_score, 'contest_score');
  const share = reader.number(run.score, 'score');
  const judge = {
    // a share of the problem where no contest gives points
    score: rounded(points ?? (share === null ? null : share * 100)),
    time: reader.number(run.runtime, 'runtime'),
    memory: kibibytes(reader.number(run.memory, 'memory')),
    subtasks,
  };
  const problem = textOf(run.alias) ?? textOf(known.alias);
  return resultOf({
    requestId,
    status,
    isCompileError,
    ...(run.status === 'ready' ? { judge, hidesCases: !isCompileError && !hasCases } : {}),
    compileMessage: textOf(known.compile_error) ?? textOf(details.compile_error),
    about: {
      hint: problem,
      problem: problemNamed(problem),
      code: textOf(known.source),
      language: textOf(run.language),
      at: momentOf(run.time),
    },
  });
}

/** The verdict once it is ready, before that how far it is. */
function codeOf({ status, verdict }: Raw): string | null {
  return status === 'ready' ? textOf(verdict) : textOf(status);
}

/** Scores are binary fractions. */
function rounded(score: number | null): number | null {
  return score === null ? null : Math.round(score * 100) / 100;
}

function groupsOf(groups: unknown): readonly Subtask[] {
  let before = 0;
  return objectsOf(groups).map((group, index) => {
    const cases = objectsOf(group.cases).map((one, at) => caseIn(one, before + at + 1));
    before += cases.length;
    const shown = cases.find(({ status }) => status !== 'AC')?.status ?? cases[0]?.status ?? null;
    const name = textOf(group.group)?.slice(0, 200);
    const maximum = rounded(numberOf(group.max_score));
    return subtaskOf({
      id: index + 1,
      status: textOf(group.verdict) ?? shown,
      score: rounded(numberOf(group.contest_score)),
      cases,
      ...(name ? { name } : {}),
      ...(maximum === null ? {} : { maximum }),
    });
  });
}

function caseIn(one: Raw, id: number): Case {
  const meta = objectOf(one.meta);
  return caseOf({
    id,
    name: textOf(one.name)?.slice(0, 200) ?? null,
    status: textOf(one.verdict),
    score: rounded(numberOf(one.contest_score)),
    time: milliseconds(numberOf(meta.time)),
    memory: kibibytes(numberOf(meta.memory)),
    extra: { total: rounded(numberOf(one.max_score)) },
  });
}

/** One's own runs of a problem. */
function batchQuestion(problem: string): Question<ReadonlyMap<string, BatchAnswer>> {
  return asked(`/api/problem/runs/?problem_alias=${encoded(problem)}`, ({ runs }, reader) => {
    const all = reader.list(runs, 'runs', ({ guid, status }): [string, BatchAnswer] => [
      textOf(guid) ?? '',
      endedOrNotReady(status === 'ready'),
    ]);
    return new Map(all);
  });
}

const languages = namedLanguages(
  'cpp20-gcc=cpp; cpp17-gcc=cpp; cpp11-gcc=cpp; cpp20-clang=cpp; cpp17-clang=cpp; cpp11-clang=cpp; c11-gcc=c; ' +
    'c11-clang=c; cs=csharp; go=go; hs=haskell; java=java; js=javascript; kt=kotlin; lua=lua; pas=pascal; ' +
    'py3=python; py2=python; rb=ruby; rs=rust; kj=; kp=; cat=plaintext',
);

function submitQuestion({ problemId, language, code }: Submission): Question<Submitted> {
  const form = { problem_alias: problemId, language, source: code };
  return asked({ method: 'POST', path: '/api/run/create/', form }, ({ guid }, reader) => {
    const isId = typeof guid === 'string' && /^[0-9a-f]{32}$/.test(guid);
    return isId ? accepted(guid, problemId) : reader.misfit('guid', 'a request ID', guid);
  });
}

/** A failure has a name of its own, whatever type its body says it has. */
function refuseFailure(answer: PlainAnswer, now: number): void {
  const { status, error, errorname } = objectOf(bodyOf(answer));
  const type = status === 'error' ? textOf(errorname) : null;
  const meant = answer.status >= 400 ? answer.status : 400;
  if (type !== null) {
    throw refused(answer, now, meant, {
      type,
      message: textOf(error),
      refusesAnybody: type !== 'userNotAllowed',
    });
  }
  if (answer.status >= 400) throw refused(answer, now, meant);
}
