import type { Case, JsonObject, Subtask } from '../../../judge';
import type { Answer, JudgeAdapter, ListedSubmission } from '../../adapter';
import { pastedUrl } from '../../address';
import type { ServiceFailed } from '../../failure';
import type { ServiceAddress } from '../../fields';
import { readAccepted } from '../accepted';
import { type ReadResult, caseOf, problemNamed, resultOf, subtaskOf } from '../results';
import { kindWithBuiltInCodes } from '../kindWithBuiltInCodes';
import { builtInRules } from '../serviceKind';
import { namedLanguages } from '../../languageNames';
import { javaAsMain } from '../../entryPoints/submittedProgram';
import { accepted, endedOrNotReady, recentOf } from '../listedSubmissions';
import { bodyOf, readObject } from '../responseBody';
import { refusal, throwIfBusy } from '../refusals';
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
} from '../jsonValues';
import { verdicts } from '../verdicts';

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

const languages = namedLanguages(
  'cpp20-gcc=cpp; cpp17-gcc=cpp; cpp11-gcc=cpp; cpp20-clang=cpp; cpp17-clang=cpp; cpp11-clang=cpp; c11-gcc=c; ' +
    'c11-clang=c; cs=csharp; go=go; hs=haskell; java=java; js=javascript; kt=kotlin; lua=lua; pas=pascal; ' +
    'py3=python; py2=python; rb=ruby; rs=rust; kj=; kp=; cat=plaintext',
);

const publicUrl = 'https://omegaup.com';

/** omegaUp, with the API in https://github.com/omegaup/omegaup/blob/main/frontend/server/src/Controllers/README.md */
export const omegaup = kindWithBuiltInCodes({
  rules,
  promptedFields: [{ field: 'url', defaultValue: publicUrl }],
  authentication: { scheme: 'header', headerName: 'Authorization', prefix: 'token ' },
  publicUrl,
  adapterFor: omegaupAdapter,
});

function omegaupAdapter({ baseUrl }: ServiceAddress): JudgeAdapter {
  return {
    signIn: { kind: 'secret', secret: 'apiToken', page: `${baseUrl}/profile/`, isOptional: false },

    refusalIn,

    async checkAccount(http) {
      const answer = await http.get('/api/session/currentSession/');
      const session = readObject(answer).object('session').raw;
      if (session.valid !== true) throw refusal(answer, { status: 401 });
      return { name: textOf(objectOf(session.identity).username) };
    },

    async fetchResult(http, { requestId }) {
      const query = `run_alias=${encoded(requestId)}`;
      const run = readObject(await http.get(`/api/run/status/?${query}`));
      if (run.raw.status !== 'ready') return readRun(run, {}, requestId);

      // a contest may hide the details
      const answer = await http.send({ method: 'GET', path: `/api/run/details/?${query}` });
      throwIfBusy(refusalIn(answer));
      const details = answer.status < 400 ? objectOf(bodyOf(answer)) : {};
      return readRun(run, details, requestId);
    },

    requestIdForm: { kind: 'hex', length: 32 },

    looksLikeRequestId(text) {
      return /^[0-9a-f]{32}$/i.test(text);
    },

    // the limit is 1,000 requests per hour and token
    pace: { interval: 4_000 },

    // lists the user's runs of one problem
    batch: {
      interval: 4_000,

      covers(pending) {
        const [problem, ...others] = new Set(pending.map(({ hint }) => hint));
        return pending.length > 1 && Boolean(problem) && others.length === 0;
      },

      async fetchStates(http, pending) {
        const problem = pending[0]?.hint ?? '';
        const answer = await http.get(`/api/problem/runs/?problem_alias=${encoded(problem)}`);
        const states = readObject(answer).list(
          'runs',
          ({ raw }) => [textOf(raw.guid) ?? '', endedOrNotReady(raw.status === 'ready')] as const,
        );
        return new Map(states);
      },
    },

    problemSubmissions: {
      needsAccount: false,
      code: 'returned',

      async fetchPage(http, { problemId }) {
        const answer = await http.get(`/api/problem/runs/?problem_alias=${encoded(problemId)}`);
        const runs = readObject(answer).list('runs', (run) => listedRun(run, problemId));
        return { submissions: runs.toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0)), next: null };
      },
    },

    submission: {
      languages,
      compiledAs: javaAsMain,

      async fetchForm(http, { problemId }) {
        const answer = await http.get(`/api/problem/details/?problem_alias=${encoded(problemId)}`);
        const listed = readObject(answer).raw.languages;
        const ids = typeof listed === 'string' ? listed.split(',') : [listed].flat();
        return { languages: languages.filter(({ id }) => ids.includes(id)), limits: null };
      },

      async submit(http, { problemId, language, code }) {
        const answer = await http.postForm('/api/run/create/', {
          problem_alias: problemId,
          language,
          source: code,
        });
        const guid = readAccepted(answer, () => {
          const run = readObject(answer);
          const id = run.text('guid') ?? '';
          return /^[0-9a-f]{32}$/.test(id) ? id : run.typeMismatch('guid', 'a request ID');
        });
        return accepted(guid, problemId);
      },

      problemAt(address) {
        const problemId = problemAt(baseUrl, address);
        return problemId === null ? null : { problemId, place: null };
      },
    },

    pages: {
      problem({ problemId }) {
        return `${baseUrl}/arena/problem/${encoded(problemId)}/`;
      },

      record({ requestId, hint: problemId }) {
        if (!problemId) return null;
        const problem = encoded(problemId);
        return `${baseUrl}/arena/problem/${problem}/#problems/${problem}/show-run:${encoded(requestId)}`;
      },

      readAddress(text) {
        const url = pastedUrl(text);
        if (!/^https?:/i.test(text) || url?.origin !== new URL(baseUrl).origin) return null;
        const id = /show-run:([0-9a-f]{32})(?![0-9a-f])/i.exec(url.hash)?.[1]?.toLowerCase();
        if (id === undefined) return { kind: 'addressWithoutId' };
        return { kind: 'requestId', id, hint: problemAt(baseUrl, text) };
      },
    },
  };
}

/** Returns the failure that a response reports. Checks `errorname`, because failures can have any content type. */
function refusalIn(answer: Answer): ServiceFailed | null {
  const body = objectOf(bodyOf(answer));
  const status = answer.status >= 400 ? answer.status : 400;
  const type = body.status === 'error' ? textOf(body.errorname) : null;
  if (type !== null) {
    return refusal(answer, {
      status,
      type,
      message: textOf(body.error),
      refusesAnybody: type !== 'userNotAllowed',
    });
  }
  return answer.status >= 400 ? refusal(answer) : null;
}

/** Reads the problem in `/arena/problem/<alias>/`. Null: the URL contains none. */
function problemAt(baseUrl: string, address: string): string | null {
  const url = pastedUrl(address);
  if (url?.origin !== new URL(baseUrl).origin) return null;
  return /\/arena\/problem\/([\w-]{1,100})(?:\/|$)/.exec(url.pathname)?.[1] ?? null;
}

/** Reads a run in the list of a problem. Its verdict and score are valid only if the status is `ready`. */
function listedRun(run: JsonObject, problemId: string): ListedSubmission {
  const isReady = run.raw.status === 'ready';
  return {
    ...recentOf({
      requestId: textOf(run.raw.guid) ?? '',
      hint: problemId,
      problem: problemId,
      problemId,
      status: textOf(isReady ? run.raw.verdict : run.raw.status),
      score: isReady ? scoreOf(run) : null,
      at: momentOf(run.raw.time),
    }),
    time: isReady ? run.number('runtime') : null,
    language: textOf(run.raw.language),
  };
}

/**
 * Reads the responses of `run/status` and `run/details`. The verdict and the score are valid only if the status is
 * `ready`.
 */
function readRun(run: JsonObject, details: Raw, requestId: string): ReadResult {
  const isReady = run.raw.status === 'ready';
  const status = textOf(isReady ? run.raw.verdict : run.raw.status) ?? run.typeMismatch('status', 'text');
  const isCompileError = status === 'CE';

  const judging = objectOf(details.details);
  const subtasks = subtasksIn(judging.groups, shownTexts(details));
  const hasCases = subtasks.some(({ cases }) => cases.length > 0);
  const judge = {
    score: scoreOf(run),
    time: run.number('runtime'),
    memory: kibibytes(run.number('memory')),
    subtasks,
  };

  const problem = textOf(run.raw.alias) ?? textOf(details.alias);
  return resultOf(
    {
      requestId,
      status,
      isCompileError,
      judge: isReady ? judge : {},
      hidesCases: isReady && !isCompileError && !hasCases,
      compileMessage: textOf(details.compile_error) ?? textOf(judging.compile_error),
      about: {
        hint: problem,
        problem: problemNamed(problem),
        code: textOf(details.source),
        language: textOf(run.raw.language),
        at: momentOf(run.raw.time),
      },
    },
    run,
  );
}

/** Returns the points in the contest, or else the score in percent. */
function scoreOf(run: JsonObject): number | null {
  const points = run.number('contest_score');
  const share = run.number('score');
  return rounded(points ?? (share === null ? null : share * 100));
}

/** Rounds a score to two decimals, because omegaUp sends binary fractions. */
function rounded(score: number | null): number | null {
  return score === null ? null : Math.round(score * 100) / 100;
}

/** Returns the input and the expected output of a case by its name; null: omegaUp doesn't show them. */
type ShownTexts = (name: string) => { readonly input: string; readonly expected: string } | null;

/**
 * Returns the texts of the problem’s cases, which omegaUp sends if they are small. If a problem shows only its examples,
 * their names are those of the examples, and only `sample` is the same case.
 */
function shownTexts({ show_diff: shows, cases }: Raw): ShownTexts {
  const texts = new Map(Object.entries(objectOf(cases)));
  return (name) => {
    if (shows !== 'all' && !(shows === 'examples' && name === 'sample')) return null;
    const { in: input, out: expected } = objectOf(texts.get(name));
    return typeof input === 'string' && typeof expected === 'string' ? { input, expected } : null;
  };
}

function subtasksIn(groups: unknown, textsOf: ShownTexts): readonly Subtask[] {
  let before = 0;
  return objectsOf(groups).map((group, index) => {
    const cases = objectsOf(group.cases).map((raw, at) => caseIn(raw, before + at + 1, textsOf));
    before += cases.length;
    const firstFailed = cases.find(({ status }) => status !== 'AC');
    const name = textOf(group.group)?.slice(0, 200);
    const maximum = rounded(numberOf(group.max_score));
    return subtaskOf({
      id: index + 1,
      status: textOf(group.verdict) ?? firstFailed?.status ?? cases[0]?.status ?? null,
      score: rounded(numberOf(group.contest_score)),
      cases,
      ...(name ? { name } : {}),
      ...(maximum === null ? {} : { maximum }),
    });
  });
}

function caseIn(raw: Raw, id: number, textsOf: ShownTexts): Case {
  const meta = objectOf(raw.meta);
  const texts = textsOf(textOf(raw.name) ?? '');
  return caseOf({
    id,
    name: textOf(raw.name)?.slice(0, 200) ?? null,
    status: textOf(raw.verdict),
    score: rounded(numberOf(raw.contest_score)),
    time: milliseconds(numberOf(meta.time)),
    memory: kibibytes(numberOf(meta.memory)),
    extra: {
      total: rounded(numberOf(raw.max_score)),
      stdin: texts && texts.input,
      expected: texts && texts.expected,
      omitted: texts && { stdout: 'notSent' },
    },
  });
}
