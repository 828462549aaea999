import { bytesToBase64 } from '../../base/base64';
import { type Case, jsonIn } from '../../judge';
import type { FieldReader } from '../fields';
import { shortName } from '../fields';
import type {
  Account,
  LaterRequest,
  Question,
  RecentSubmission,
  ServiceProfile,
  ServiceRequest,
  Sighting,
  Submission,
  SubmissionLanguage,
  Submitted,
} from '../profile';
import { isRequestId, requestIdInPath } from '../requestIdInput';
import { type PlainAnswer, type ResultAnswer, caseOf, flatSubtask, problemNamed, resultOf } from './answer';
import { type ServiceKind, builtInRules, profileOf } from './kind';
import { listedLanguage, mainClassOf, toldLanguages } from './languageNames';
import {
  type Raw,
  encoded,
  jsonOf,
  milliseconds,
  momentOf,
  numberOf,
  objectOf,
  objectsOf,
  refused,
  saidIn,
  textOf,
  wholeOf,
  recentOf,
} from './reading';
import { plainSubmission } from './specification';
import { verdicts } from './verdicts';
import { zipOf } from './zip';

const rules = builtInRules(
  'clics',
  verdicts('AC WA TLE MLE OLE RTE CE NO PE REJ QUEUED JUDGING', {
    JE: ['JE', 'Aborted', '已中止'],
    IE: ['JE', 'Import Error', '导入错误'],
  }),
);

/** The contest API of the ICPC, which DOMjudge and PC² speak. A team sees its own verdicts; cases are the jury's. */
export const clics: ServiceKind = {
  asks: [
    { field: 'url', otherwise: null },
    { field: 'contest', otherwise: null },
  ],
  offers: {
    field: 'contest',
    question: {
      request: { method: 'GET', path: '/contests' },
      read: (answer, now) =>
        listIn(answer, now).flatMap(({ id, formal_name: formal, name }) => {
          const value = textOf(id) ?? '';
          return isContest(value) ? [{ value, name: textOf(formal) ?? textOf(name) ?? value }] : [];
        }),
    },
  },
  speaksSpecification: false,
  rules,
  describe,
};

function isContest(text: string): boolean {
  return /^[\w.-]{1,64}$/.test(text);
}

const contestName = shortName;

function describe(name: string, fields: FieldReader): ServiceProfile | null {
  const authentication = { scheme: 'basic' } as const;
  const address = fields.address(authentication);
  const contest = fields.read('contest', contestName, '');
  if (contest === '') fields.fault('contest', { kind: 'expected', expected: 'text' });
  if (!address || contest === '') return null;
  const { baseUrl } = address;
  const site = /^(.*)\/api(?:\/v\d+)?$/.exec(baseUrl)?.[1] ?? null;
  const get = (place: string | null, path: string): ServiceRequest => ({
    method: 'GET',
    path: `/contests/${encoded(place ?? contest)}/${path}`,
  });
  return {
    ...profileOf(rules, name, address, authentication),
    signIn: { kind: 'secret', secret: 'userAndPassword', page: null, isOptional: false },
    check: accountQuestion,
    result: ({ requestId, hint }) => resultQuestion(requestId, hint ?? contest, (path) => get(hint, path)),
    together: {
      interval: 4_000,
      question: (pending) => {
        const [first] = pending;
        if (!first || pending.some(({ hint }) => (hint ?? contest) !== (first.hint ?? contest))) return null;
        return {
          request: get(first.hint, 'judgements'),
          read: (answer, now) => {
            const judged = new Set(listIn(answer, now).filter(isJudged).map(submissionOf));
            return new Map(
              pending.map(({ requestId }): [string, Sighting] => [
                requestId,
                { kind: judged.has(requestId) ? 'ended' : 'notReady' },
              ]),
            );
          },
        };
      },
    },
    recent: (account) => (account === null ? null : recentQuestion(contest, (path) => get(null, path))),
    submission: {
      ...plainSubmission,
      ...toldLanguages,
      formOf: ({ place }) => ({
        request: get(place, 'languages'),
        read: (answer, now) => ({ languages: listIn(answer, now).map(languageOf), limits: null }),
      }),
      search: (text) => ({
        request: get(null, 'problems'),
        read: (answer, now) =>
          listIn(answer, now)
            .map((raw) => ({
              problemId: textOf(raw.id) ?? '',
              place: contest,
              title: [textOf(raw.label), textOf(raw.name)].filter(Boolean).join(' '),
            }))
            .filter(({ problemId, title }) =>
              `${problemId} ${title}`.toLowerCase().includes(text.toLowerCase()),
            ),
      }),
      submit: (submission) => submitQuestion(submission, contest, (path) => get(submission.place, path)),
    },
    recordPage: site === null ? null : ({ requestId }) => `${site}/team/submission/${encoded(requestId)}`,
    readInput: (text) =>
      /^https?:/i.test(text)
        ? requestIdInPath(site ?? baseUrl, text, /^(?:\/team|\/jury)\/submissions?\/([\w-]{1,128})(?:\/|$)/)
        : null,
    looksLikeRequestId: (text) => /^\d{1,9}$/.test(text),
    worksInBrowser: false,
  };
}

/** The JSON of an answer that is no failure. DOMjudge has a sentence for some of them; PC² only pages. */
function understood(answer: PlainAnswer, now: number): unknown {
  if (answer.status >= 400)
    throw refused(answer, now, answer.status, { message: saidIn(jsonIn(answer.text)) });
  return jsonOf(answer);
}

function listIn(answer: PlainAnswer, now: number): readonly Raw[] {
  return objectsOf(understood(answer, now));
}

/** Open to nobody at PC²; at DOMjudge the second one tells who is signed in, as the first is open there. */
const accountQuestion: Question<Account> = {
  request: { method: 'GET', path: '/contests' },
  more: [{ method: 'GET', path: '/user' }],
  read: (answer, now, [user] = []) => {
    understood(answer, now);
    if (!user || user.status === 404) return { name: null };
    return { name: textOf(objectOf(understood(user, now)).username) };
  },
};

function isJudged({ judgement_type_id: type, valid }: Raw): boolean {
  return typeof type === 'string' && valid !== false;
}

function submissionOf({ submission_id: id }: Raw): string {
  return textOf(id) ?? '';
}

/** Submission → its judgement → what is judged so → its cases, where this account may see them. */
function resultQuestion(
  requestId: string,
  contest: string,
  get: (path: string) => ServiceRequest,
): Question<ResultAnswer> {
  const own = (answer: PlainAnswer | undefined): Raw | undefined =>
    all(answer).findLast((one) => submissionOf(one) === requestId && one.valid !== false);
  const more: readonly LaterRequest[] = [
    get(`judgements?submission_id=${encoded(requestId)}`),
    ([, judgements]) => (isJudged(own(judgements) ?? {}) ? get('judgement-types') : null),
    ([, judgements]) => {
      const id = encoded(textOf(own(judgements)?.id) ?? '');
      return get(`runs?judgement_id=${id}&judging_id=${id}`);
    },
  ];
  return {
    request: get(`submissions/${encoded(requestId)}`),
    more,
    read: (answer, now, [judgements, types, runs] = []) => {
      const submission = objectOf(understood(answer, now));
      if (judgements) understood(judgements, now);
      const judgement = own(judgements);
      const solved = new Map(all(types).map((one) => [one.id, one]));
      const meaning = codeOf(judgement, solved);
      const cases = all(runs).filter(({ judgement_id: id }) => id === undefined || id === judgement?.id);
      return resultOf({
        requestId,
        status: meaning.code,
        judge: {
          score: numberOf(judgement?.score),
          time: milliseconds(numberOf(judgement?.max_run_time)),
          subtasks: flatSubtask(cases.map((one, index) => caseIn(one, index, solved))),
          ...(meaning.name === null ? {} : { description: meaning.name }),
        },
        isCompileError: meaning.code === 'CE',
        about: {
          hint: contest,
          problem: problemNamed(textOf(submission.problem_id)),
          language: textOf(submission.language_id),
          at: momentOf(submission.time),
        },
      });
    },
  };
}

/** The objects of a list; none where it is refused, or isn't there. */
function all(answer: PlainAnswer | undefined): readonly Raw[] {
  return answer && answer.status < 400 ? objectsOf(jsonIn(answer.text)) : [];
}

/** A code that only this site has is accepted or rejected, as the site's list says, under the site's own name. */
function codeOf(judgement: Raw | undefined, types: ReadonlyMap<unknown, Raw>) {
  if (!judgement) return { code: 'QUEUED', name: null };
  const code = textOf(judgement.judgement_type_id);
  if (code === null) return { code: 'JUDGING', name: null };
  const type = types.get(code);
  if (Object.hasOwn(rules.statuses, code) || !type) return { code, name: null };
  return { code: type.solved === true ? 'AC' : 'REJ', name: textOf(type.name)?.slice(0, 200) ?? code };
}

function caseIn(run: Raw, index: number, types: ReadonlyMap<unknown, Raw>): Case {
  const { code, name } = codeOf(run, types);
  return caseOf({
    id: wholeOf(run.ordinal) ?? index + 1,
    status: code,
    score: numberOf(run.score),
    time: milliseconds(numberOf(run.run_time)),
    description: name,
  });
}

/** The list has other teams' submissions, too. */
function recentQuestion(
  contest: string,
  get: (path: string) => ServiceRequest,
): Question<readonly RecentSubmission[]> {
  return {
    request: { method: 'GET', path: '/user' },
    more: [get('submissions'), get('judgements')],
    read: (user, now, [submissions, judgements] = []) => {
      const { team_id: team } = objectOf(understood(user, now));
      const own = submissions ? listIn(submissions, now).filter((one) => one.team_id === team) : [];
      const judged = new Map(
        all(judgements)
          .filter(isJudged)
          .map((one) => [submissionOf(one), one]),
      );
      const recent = own.flatMap((one): RecentSubmission[] => {
        const requestId = textOf(one.id) ?? '';
        if (!isRequestId(requestId) || typeof team !== 'string') return [];
        const status = textOf(judged.get(requestId)?.judgement_type_id) ?? 'QUEUED';
        const [problem, at] = [textOf(one.problem_id), momentOf(one.time)];
        return [recentOf({ requestId, hint: contest, problem, status, at })];
      });
      return recent.toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0)).slice(0, 50);
    },
  };
}

function languageOf(raw: Raw): SubmissionLanguage {
  return listedLanguage(textOf(raw.id) ?? '', textOf(raw.name), raw.extensions);
}

/**
 * The language says which file names it takes, and whether it wants to know where the program begins. DOMjudge, whose
 * contests have a short name, takes a form; others take JSON with an archive in it, as the standard has it.
 */
function submitQuestion(
  { problemId, place, language, code }: Submission,
  contest: string,
  get: (path: string) => ServiceRequest,
): Question<Submitted> {
  const post = (contests: PlainAnswer | undefined, languages: PlainAnswer | undefined): ServiceRequest => {
    const known = all(languages).find(({ id }) => id === language) ?? {};
    const isRequired = known.entry_point_required === true;
    const entryPoint = isRequired ? mainClassOf(textOf(known.name) ?? language, code) : null;
    const fileName = `${entryPoint?.replace(/Kt$/, '') ?? 'main'}${languageOf(known).extensions[0] ?? ''}`;
    const more: Readonly<Record<string, string>> = entryPoint === null ? {} : { entry_point: entryPoint };
    const listed = all(contests);
    const takesForm = listed.length === 0 || listed.some(({ shortname }) => typeof shortname === 'string');
    const files = [{ data: bytesToBase64(zipOf(fileName, code)), mime: 'application/zip' }];
    return {
      ...get('submissions'),
      method: 'POST',
      ...(takesForm
        ? { form: { problem: problemId, language, ...more, 'code[]': { fileName, text: code } } }
        : { body: { problem_id: problemId, language_id: language, ...more, files } }),
    };
  };
  return {
    request: { method: 'GET', path: '/contests' },
    more: [get('languages'), ([contests, languages]) => post(contests, languages)],
    read: (contests, now, [languages = contests, answer = languages] = []) => {
      const id = textOf(objectOf(understood(answer, now)).id) ?? '';
      if (!isRequestId(id)) throw refused(answer, now, 400, { message: saidIn(jsonIn(answer.text)) });
      return { kind: 'accepted', requestId: id, hint: place ?? contest };
    },
  };
}
