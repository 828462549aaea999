import { bytesToBase64 } from '../../base/base64';
import { type Case, jsonIn } from '../../judge';
import { requiredName } from '../fields';
import type { RecentSubmission } from '../profile';
import type { Question, ServiceRequest } from '../question';
import type { Submission, Submitted } from '../submission';
import { isRequestId, requestIdInPath } from '../requestIdInput';
import { type PlainAnswer, type ResultAnswer, caseOf, flatSubtask, problemNamed, resultOf } from './answer';
import { builtInKind, builtInRules, required } from './kind';
import { listedLanguage, mainClassOf, programFile, toldLanguages } from './languageNames';
import {
  accepted,
  answersBy,
  getting,
  problemsLike,
  recentOf,
  refused,
  saidIn,
  endedOrNotReady,
} from './reading';
import { plainSubmission } from './specification';
import {
  type Raw,
  encoded,
  milliseconds,
  momentOf,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
  wholeOf,
} from './values';
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
export const clics = builtInKind(rules, {
  asks: required('url', 'contest'),
  offers: {
    field: 'contest',
    question: {
      request: getting('/contests'),
      read: (answer, now) =>
        listIn(answer, now).flatMap(({ id, formal_name: formal, name }) => {
          const value = textOf(id) ?? '';
          return /^[\w.-]{1,64}$/.test(value)
            ? [{ value, name: textOf(formal) ?? textOf(name) ?? value }]
            : [];
        }),
    },
  },
  authentication: { scheme: 'basic' },
  reads: (fields) => ({ contest: fields.read('contest', requiredName, '') }),
  profile: ({ baseUrl, contest }) => {
    const site = /^(.*)\/api(?:\/v\d+)?$/.exec(baseUrl)?.[1] ?? null;
    return {
      signIn: { kind: 'secret', secret: 'userAndPassword', page: null, isOptional: false },
      // open to nobody at PC²; at DOMjudge the second one tells who is signed in, as the first is open there
      check: {
        request: getting('/contests'),
        more: [getting('/user')],
        read: (answer, now, [user] = []) => {
          understood(answer, now, () => null);
          if (!user || user.status === 404) return { name: null };
          return { name: understood(user, now, (json) => textOf(objectOf(json).username)) };
        },
      },
      result: ({ requestId, hint }) => resultQuestion(requestId, hint ?? contest),
      batch: {
        interval: 4_000,
        question: (pending) => {
          const [hint, ...others] = new Set(pending.map((one) => one.hint ?? contest));
          if (hint === undefined || others.length > 0) return null;
          return asked(below(hint, 'judgements'), (json) => {
            const judged = new Set(objectsOf(json).filter(isJudged).map(submissionOf));
            return new Map(pending.map(({ requestId: id }) => [id, endedOrNotReady(judged.has(id))]));
          });
        },
      },
      recent: (account) => (account === null ? null : recentQuestion(contest)),
      submission: {
        ...{ ...plainSubmission, ...toldLanguages },
        formOf: ({ place }) =>
          asked(below(place ?? contest, 'languages'), (json) => ({
            languages: objectsOf(json).map(languageOf),
            limits: null,
          })),
        search: (text) =>
          asked(below(contest, 'problems'), (json) =>
            problemsLike(
              text,
              objectsOf(json).map(({ id, label, name }) => ({
                ...{ problemId: textOf(id) ?? '', place: contest },
                title: [label, name].map(textOf).filter(Boolean).join(' '),
              })),
            ),
          ),
        submit: (submission) => submitQuestion(submission, submission.place ?? contest),
      },
      recordPage: site === null ? null : ({ requestId }) => `${site}/team/submission/${encoded(requestId)}`,
      readInput: (text) =>
        /^https?:/i.test(text)
          ? requestIdInPath(site ?? baseUrl, text, /^(?:\/team|\/jury)\/submissions?\/([\w-]{1,128})(?:\/|$)/)
          : null,
      looksLikeRequestId: (text) => /^\d{1,9}$/.test(text),
      worksInBrowser: false,
    };
  },
});

function below(contest: string, path: string): ServiceRequest {
  return getting(`/contests/${encoded(contest)}/${path}`);
}

const { asked, understood } = answersBy(
  (answer, now) => {
    if (answer.status >= 400) throw refusal(answer, now, answer.status);
  },
  (json) => json,
);

/** DOMjudge has a sentence for some failures; PC² only pages. */
function refusal(answer: PlainAnswer, now: number, status: number) {
  return refused(answer, now, status, { message: saidIn(jsonIn(answer.text)) });
}

function listIn(answer: PlainAnswer, now: number): readonly Raw[] {
  return understood(answer, now, objectsOf);
}

function isJudged({ judgement_type_id: type, valid }: Raw): boolean {
  return typeof type === 'string' && valid !== false;
}

function submissionOf({ submission_id: id }: Raw): string {
  return textOf(id) ?? '';
}

/** Submission → its judgement → what is judged so → its cases, where this account may see them. */
function resultQuestion(requestId: string, contest: string): Question<ResultAnswer> {
  const own = (answer: PlainAnswer | undefined): Raw | undefined =>
    all(answer).findLast((one) => submissionOf(one) === requestId && one.valid !== false);
  return {
    request: below(contest, `submissions/${encoded(requestId)}`),
    more: [
      below(contest, `judgements?submission_id=${encoded(requestId)}`),
      ([, judgements]) => (isJudged(own(judgements) ?? {}) ? below(contest, 'judgement-types') : null),
      ([, judgements]) => {
        const id = encoded(textOf(own(judgements)?.id) ?? '');
        return below(contest, `runs?judgement_id=${id}&judging_id=${id}`);
      },
    ],
    read: (answer, now, [judgements, types, runs] = []) => {
      const submission = understood(answer, now, objectOf);
      if (judgements) understood(judgements, now, () => null);
      const judgement = own(judgements);
      const solved = new Map(all(types).map((one) => [one.id, one]));
      const meaning = codeOf(judgement, solved);
      const cases = all(runs).filter(({ judgement_id: id }) => id === undefined || id === judgement?.id);
      return resultOf({
        ...{ requestId, status: meaning.code, isCompileError: meaning.code === 'CE' },
        judge: {
          score: numberOf(judgement?.score),
          time: milliseconds(numberOf(judgement?.max_run_time)),
          subtasks: flatSubtask(cases.map((one, index) => caseIn(one, index, solved))),
        },
        description: meaning.name,
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
function recentQuestion(contest: string): Question<readonly RecentSubmission[]> {
  return {
    request: getting('/user'),
    more: [below(contest, 'submissions'), below(contest, 'judgements')],
    read: (user, now, [submissions, judgements] = []) => {
      const { team_id: team } = understood(user, now, objectOf);
      const judged = new Map(
        all(judgements)
          .filter(isJudged)
          .map((one) => [submissionOf(one), one]),
      );
      return (submissions ? listIn(submissions, now) : [])
        .filter((one) => typeof team === 'string' && one.team_id === team)
        .map(({ id, problem_id: problem, time }) => {
          const requestId = textOf(id) ?? '';
          const status = textOf(judged.get(requestId)?.judgement_type_id) ?? 'QUEUED';
          return recentOf({ requestId, hint: contest, problem: textOf(problem), status, at: momentOf(time) });
        })
        .filter(({ requestId }) => isRequestId(requestId))
        .toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0))
        .slice(0, 50);
    },
  };
}

function languageOf({ id, name, extensions }: Raw) {
  return listedLanguage(textOf(id) ?? '', textOf(name), extensions);
}

/**
 * The language says which file names it takes, and whether it wants to know where the program begins. DOMjudge, whose
 * contests have a short name, takes a form; others take JSON with an archive in it, as the standard has it.
 */
function submitQuestion({ problemId, language, code }: Submission, contest: string): Question<Submitted> {
  const post = ([contests, languages]: readonly PlainAnswer[]): ServiceRequest => {
    const known = all(languages).find(({ id }) => id === language) ?? {};
    const isRequired = known.entry_point_required === true;
    const entryPoint = isRequired ? mainClassOf(textOf(known.name) ?? language, code) : null;
    const file = programFile(entryPoint, languageOf(known).extensions, code);
    const more: Readonly<Record<string, string>> = entryPoint === null ? {} : { entry_point: entryPoint };
    const listed = all(contests);
    const takesForm = listed.length === 0 || listed.some(({ shortname }) => typeof shortname === 'string');
    const files = [{ data: bytesToBase64(zipOf(file.fileName, code)), mime: 'application/zip' }];
    return {
      ...below(contest, 'submissions'),
      method: 'POST',
      ...(takesForm
        ? { form: { problem: problemId, language, ...more, 'code[]': file } }
        : { body: { problem_id: problemId, language_id: language, ...more, files } }),
    };
  };
  return {
    request: getting('/contests'),
    more: [below(contest, 'languages'), post],
    read: (contests, now, [languages = contests, answer = languages] = []) => {
      const id = textOf(understood(answer, now, objectOf).id) ?? '';
      if (!isRequestId(id)) throw refusal(answer, now, 400);
      return accepted(id, contest);
    },
  };
}
