import { type Case, type Reader, type Subtask, jsonIn } from '../../judge';
import { pastedUrl } from '../address';
import type { FieldReader } from '../fields';
import type { Question, ServiceProfile, Sighting, Submission, Submitted } from '../profile';
import { type PlainAnswer, type ResultAnswer, caseOf, problemNamed, resultOf, subtaskOf } from './answer';
import { type ServiceKind, builtInRules, profileOf } from './kind';
import { documentsOf, namedLanguages } from './languageNames';
import {
  type Raw,
  encoded,
  milliseconds,
  momentOf,
  numberOf,
  objectOf,
  objectsOf,
  questionsBy,
  readAnswer,
  refused,
  textOf,
} from './reading';
import { plainSubmission } from './specification';
import { verdicts } from './verdicts';

const rules = builtInRules(
  'omegaup',
  verdicts('AC WA TLE MLE OLE RTE CE JE', {
    uploading: ['QUEUED', 'Uploading', '上传中'],
    new: ['QUEUED', 'New', '新提交'],
    waiting: ['QUEUED', 'Waiting', '等待评测'],
    compiling: 'COMPILING',
    running: ['JUDGING', 'Running', '运行中'],
    PA: 'PART',
    'NO-AC': ['REJ', 'Not Accepted', '未通过'],
    RFE: 'RF',
    VE: ['JE', 'Validator Error', '校验器错误'],
    ...{ TO: 'TLE', OL: 'OLE', ML: 'MLE', RE: 'RTE', FO: 'RF', OF: 'RF' },
  }),
);

const publicAddress = 'https://omegaup.com';

/** omegaUp. A run's verdict is shown only once its status is `ready`: until then it says `JE`. */
export const omegaup: ServiceKind = {
  asks: [{ field: 'url', otherwise: publicAddress }],
  speaksSpecification: false,
  rules,
  describe,
};

function describe(name: string, fields: FieldReader): ServiceProfile | null {
  const authentication = { scheme: 'header', headerName: 'Authorization', prefix: 'token ' } as const;
  const address = fields.address(authentication, publicAddress);
  if (!address) return null;
  const { baseUrl } = address;
  return {
    ...profileOf(rules, name, address, authentication),
    signIn: { kind: 'secret', secret: 'apiToken', page: `${baseUrl}/profile/`, isOptional: false },
    check: asked('/api/session/currentSession/', (json, reader, answer, now) => {
      const session = reader.object(reader.object(json, '').session, 'session');
      if (session.valid !== true) throw refused(answer, now, 401);
      return { name: textOf(objectOf(session.identity).username) };
    }),
    // 1,000 requests in an hour for a token
    pace: { interval: 4_000, maximum: null, besidePush: 4_000, machine: null },
    result: ({ requestId }) => resultQuestion(requestId),
    together: {
      interval: 4_000,
      question: (pending) => {
        const [first] = pending;
        const isOfOne = pending.length > 1 && pending.every(({ hint }) => hint === first?.hint);
        return isOfOne && first?.hint ? sightings(first.hint) : null;
      },
    },
    submission: {
      ...plainSubmission,
      languages,
      documents: documentsOf(languages),
      formOf: ({ problemId }) =>
        asked(`/api/problem/details/?problem_alias=${encoded(problemId)}`, (json, reader) => {
          const taken = reader.object(json, '').languages;
          const named = typeof taken === 'string' ? taken.split(',') : Array.isArray(taken) ? taken : [];
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
      return id === undefined
        ? { kind: 'addressWithoutId' }
        : { kind: 'requestId', id, hint: problemAt(baseUrl, text) };
    },
    looksLikeRequestId: (text) => /^[0-9a-f]{32}$/i.test(text),
  };
}

/** `/arena/problem/<alias>/`. Null: it is no problem's page there. */
function problemAt(baseUrl: string, text: string): string | null {
  const url = pastedUrl(text);
  if (url?.origin !== new URL(baseUrl).origin) return null;
  return /\/arena\/problem\/([\w-]{1,100})(?:\/|$)/.exec(url.pathname)?.[1] ?? null;
}

const asked = questionsBy(refuseFailure);

/** How the run is doing; once it is ready also what its cases have, which a contest may keep to itself. */
function resultQuestion(requestId: string): Question<ResultAnswer> {
  const alias = encoded(requestId);
  return {
    request: { method: 'GET', path: `/api/run/status/?run_alias=${alias}` },
    more: [
      ([first]) =>
        first && objectOf(jsonIn(first.text)).status === 'ready'
          ? { method: 'GET', path: `/api/run/details/?run_alias=${alias}` }
          : null,
    ],
    read: (answer, now, [whole] = []) => {
      refuseFailure(answer, now);
      // refused details are none: the contest keeps them
      const known = whole && whole.status < 400 ? objectOf(jsonIn(whole.text)) : {};
      return readAnswer(answer, (json, reader) => readRun(reader.object(json, ''), known, requestId, reader))
        .value;
    },
  };
}

function readRun(run: Raw, known: Raw, requestId: string, reader: Reader): ResultAnswer {
  const status = codeOf(run) ?? reader.misfit('status', 'text', run.status);
  const isEnd = run.status === 'ready';
  const details = objectOf(known.details);
  const points = reader.number(run.contest_score, 'contest_score');
  const share = reader.number(run.score, 'score');
  const bytes = reader.number(run.memory, 'memory');
  const problem = textOf(run.alias) ?? textOf(known.alias);
  return resultOf({
    requestId,
    status,
    judge: !isEnd
      ? {}
      : {
          // a share of the problem where no contest gives points
          score: rounded(points ?? (share === null ? null : share * 100)),
          time: reader.number(run.runtime, 'runtime'),
          memory: bytes === null ? null : bytes / 1024,
          subtasks: groupsOf(details.groups),
        },
    compileMessage: textOf(known.compile_error) ?? textOf(details.compile_error),
    isCompileError: status === 'CE',
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
  let number = 0;
  return objectsOf(groups).map((group, index) => {
    const cases = objectsOf(group.cases).map((one): Case => {
      const meta = objectOf(one.meta);
      const bytes = numberOf(meta.memory);
      const total = rounded(numberOf(one.max_score));
      number += 1;
      return caseOf({
        id: number,
        name: textOf(one.name)?.slice(0, 200) ?? null,
        status: textOf(one.verdict),
        score: rounded(numberOf(one.contest_score)),
        time: milliseconds(numberOf(meta.time)),
        memory: bytes === null ? null : bytes / 1024,
        ...(total === null ? {} : { extra: { total } }),
      });
    });
    return subtaskOf({
      id: index + 1,
      status:
        textOf(group.verdict) ??
        cases.find(({ status }) => status !== 'AC')?.status ??
        cases[0]?.status ??
        null,
      score: rounded(numberOf(group.contest_score)),
      cases,
    });
  });
}

/** One's own runs of a problem. */
function sightings(problem: string): Question<ReadonlyMap<string, Sighting>> {
  return asked(`/api/problem/runs/?problem_alias=${encoded(problem)}`, (json, reader) => {
    const runs = reader.list(reader.object(json, '').runs, 'runs', (raw): [string, Sighting] => [
      textOf(raw.guid) ?? '',
      { kind: raw.status === 'ready' ? 'ended' : 'notReady' },
    ]);
    return new Map(runs);
  });
}

const languages = namedLanguages(
  'cpp20-gcc=cpp; cpp17-gcc=cpp; cpp11-gcc=cpp; cpp20-clang=cpp; cpp17-clang=cpp; cpp11-clang=cpp; c11-gcc=c; ' +
    'c11-clang=c; cs=csharp; go=go; hs=haskell; java=java; js=javascript; kt=kotlin; lua=lua; pas=pascal; ' +
    'py3=python; py2=python; rb=ruby; rs=rust; kj=; kp=; cat=plaintext',
);

function submitQuestion({ problemId, language, code }: Submission): Question<Submitted> {
  const form = { problem_alias: problemId, language, source: code };
  return asked({ method: 'POST', path: '/api/run/create/', form }, (json, reader) => {
    const { guid } = reader.object(json, '');
    const requestId = textOf(guid) ?? '';
    if (!/^[0-9a-f]{32}$/.test(requestId)) return reader.misfit('guid', 'a request ID', guid);
    return { kind: 'accepted', requestId, hint: problemId };
  });
}

/** A failure has a name of its own, whatever type its body says it has. */
function refuseFailure(answer: PlainAnswer, now: number): void {
  const { status, error, errorname: type } = objectOf(jsonIn(answer.text));
  const isFailure = status === 'error' && typeof type === 'string';
  if (!isFailure && answer.status < 400) return;
  const meant = answer.status >= 400 ? answer.status : 400;
  if (!isFailure) throw refused(answer, now, meant);
  throw refused(answer, now, meant, {
    type,
    message: textOf(error),
    refusesAnybody: type !== 'userNotAllowed',
  });
}
