import type { Answer, JudgeHttp, SubmissionSupport } from '../../adapter';
import type {
  FoundProblem,
  ProblemForm,
  ProblemName,
  Sample,
  Submission,
  SubmissionLanguage,
  Submitted,
} from '../../submission';
import { javaAsMain } from '../../entryPoints/submittedProgram';
import { fileTypesOf, joinFileTypes, type FileTypes } from '../../fileExtensions';
import { notUnderstood, readAccepted } from '../shared/acceptedResponse';
import { readObject } from '../shared/responseBody';
import { objectOf, textOf, type Raw } from '../shared/jsonValues';
import { contestIn } from './contest';
import { contestPath, placeAt, placeOf, prefixOf, problemPlace, readPlace } from './addresses';
import { limitsIn } from './result';
import { fetchHiddenRecord, fetchInContest, inContest } from './contest';
import { MAX_HYDRO_EXPECTED_LENGTH } from '../limits';
import { comparison } from './record';
import { samplesIn, selfTest, withExpected } from './samples';
import { statedRule } from '../shared/comparisonInStatement';
import { statementIn } from './statement';

/** Creates the submission support of a site. `domain`: default domain; URLs may contain another one. */
export function submissionSupport(baseUrl: string, domain: string | null): SubmissionSupport {
  return {
    documents: joinFileTypes([...families.keys()].map(familyOf)),
    compiledAs: javaAsMain,

    async submit(http, submission) {
      const path = `${problemPath(submission, domain)}/submit${contestQuery(submission, domain)}`;
      const page = contestPageOf(submission, domain);
      const answer = await inContest(page, http.postJson(path, bodyOf(submission)));
      return readAccepted(answer, () => readSubmitted(answer, submission, domain));
    },

    async fetchForm(http, problem) {
      const path = `${problemPath(problem, domain)}/submit${contestQuery(problem, domain)}`;
      const answer = await fetchInContest(http, path, problemPlace(problem.place, domain));
      return formIn(readObject(answer).raw);
    },

    async findProblems(http, text) {
      const answer = await http.get(`${prefixOf({ domain })}/p?q=${encodeURIComponent(text)}`);
      return readObject(answer).list('pdocs', ({ raw }) => foundProblem(raw, domain));
    },

    async fetchStatement(http, problem) {
      const path = problemPath(problem, domain);
      const query = contestQuery(problem, domain);
      const answer = await fetchInContest(http, path + query, problemPlace(problem.place, domain));
      return statementIn(readObject(answer).raw, `${baseUrl}${path}/file`, query);
    },

    problemAt(address) {
      const place = placeAt(baseUrl, address, domain);
      const problemId = /^\/p\/([\w.-]{1,64})(?:\/submit)?$/.exec(place?.path ?? '')?.[1];
      if (!place || problemId === undefined) return null;
      return { problemId, place: placeOf(place) || null };
    },

    places: {
      name(place) {
        const { domain: ownDomain } = readPlace(place, null);
        return ownDomain === (domain ?? 'system') ? null : ownDomain;
      },

      // a contest ID is unique among all domains, so the key doesn't need the domain
      key(place) {
        const { contest, domain: ownDomain } = problemPlace(place, domain);
        return contest ?? ownDomain ?? 'system';
      },

      afterContest(place) {
        const { domain: ownDomain } = readPlace(place, null);
        return ownDomain === domain ? null : ownDomain;
      },
    },

    formContainsSamples: true,
    selfTest: { maxExpected: MAX_HYDRO_EXPECTED_LENGTH },
  };
}

function problemPath({ problemId, place }: ProblemName, domain: string | null): string {
  return `${prefixOf(readPlace(place, domain))}/p/${encodeURIComponent(problemId)}`;
}

function contestQuery({ place }: ProblemName, domain: string | null): string {
  const { contest } = problemPlace(place, domain);
  return contest === null ? '' : `?tid=${contest}`;
}

function contestPageOf({ place }: ProblemName, domain: string | null): string | null {
  return contestPath(problemPlace(place, domain));
}

function bodyOf({ language, code, inputs }: Submission): unknown {
  return { lang: language, code, ...(inputs === null ? {} : { pretest: true, input: inputs }) };
}

/** Reads the ID of the new record. OI contests send only the URL of their problem list. */
function readSubmitted(answer: Answer, submission: Submission, domain: string | null): Submitted {
  const { problemId, place, inputs, expected } = submission;
  const body = readObject(answer).raw;
  const url = textOf(body.url);
  const requestId = textOf(body.rid);
  if (requestId !== null && /^[0-9a-f]{24}$/i.test(requestId)) {
    const where = readPlace(place, domain);
    const ownDomain = /^(?:https?:\/\/[^/]+)?\/d\/([\w-]{1,64})\//.exec(url ?? '')?.[1];
    const contest = inputs === null ? where.contest : selfTest;
    const hint = placeOf({ domain: ownDomain ?? where.domain, contest });
    return {
      kind: 'accepted',
      requestId,
      hint: (inputs && expected ? withExpected(hint, expected) : hint) || null,
    };
  }
  const [, named = ''] = /\/(?:contest|homework)\/([\w-]{1,64})/.exec(url ?? '') ?? [];
  const contest = textOf(body.tid) ?? named;
  if (contest === '') throw notUnderstood();
  if (!/^[0-9a-f]{24}$/i.test(contest)) return { kind: 'hidden' };
  const findRecord = (http: JudgeHttp) => fetchHiddenRecord(http, { problemId, place }, domain, contest, url);
  return { kind: 'hidden', findRecord };
}

/** Reads a found problem. In the judge's own domain its scope is null, so it equals a problem whose ID was typed. */
function foundProblem(raw: Raw, domain: string | null): FoundProblem {
  const problemId = textOf(raw.pid) ?? (typeof raw.docId === 'number' ? String(raw.docId) : '');
  const ownDomain = textOf(raw.domainId);
  return {
    problemId,
    place: ownDomain === (domain ?? 'system') ? null : ownDomain,
    title: textOf(raw.title) ?? '',
  };
}

/** VS Code's language IDs of Hydro's language families. The family is the part of Hydro's ID before the dot. */
const families = new Map(
  Object.entries({
    c: 'c',
    cc: 'cpp',
    pas: 'pascal objectpascal',
    java: 'java',
    kt: 'kotlin',
    py: 'python',
    php: 'php',
    rs: 'rust',
    hs: 'haskell',
    js: 'javascript',
    ts: 'typescript',
    go: 'go',
    rb: 'ruby',
    cs: 'csharp',
    r: 'r',
    lua: 'lua',
    bash: 'shellscript',
    perl: 'perl',
  }),
);

function formIn(body: Raw): ProblemForm {
  return {
    languages: languagesIn(body),
    ...(takesAnswer(body.pdoc) ? { takesAnswer: true as const } : {}),
    limits: limitsIn(body.pdoc),
    title: textOf(objectOf(body.pdoc).title),
    contest: contestIn(body.tdoc),
    samples: samplesOf(body),
    ...statedRule(comparison, Object.values(statementIn(body, '', '').texts)[0] ?? ''),
    remaining: { endsAt: ownEnd(body), submissions: null },
  };
}

/**
 * Returns whether the problem is a questionnaire or takes output files. Hydro would judge a program as the answer, which
 * uses up a submission.
 */
function takesAnswer(pdoc: unknown): boolean {
  const { type, langs } = objectOf(objectOf(pdoc).config);
  const isOnlyPlaceholder = Array.isArray(langs) && langs.length === 1 && langs[0] === '_';
  return type === 'objective' || type === 'submit_answer' || isOnlyPlaceholder;
}

/**
 * Returns the end of the contest for the user, ms since 1970. If the contest has a duration, the user's time begins
 * when the user starts, and ends after the duration or with the contest. Null: no contest, or the user's start is
 * unknown.
 */
function ownEnd({ tdoc, tsdoc }: Raw): number | null {
  const end = contestIn(tdoc)?.endsAt ?? null;
  const { duration } = objectOf(tdoc);
  if (end === null || typeof duration !== 'number' || duration <= 0) return end;
  const startedAt = Date.parse(textOf(objectOf(tsdoc).startAt) ?? '');
  return Number.isNaN(startedAt) ? null : Math.min(startedAt + duration * HOUR, end);
}

const HOUR = 3_600_000;

/** Returns the samples of the first text that contains samples. All languages of a statement have the same samples. */
function samplesOf(body: Raw): readonly Sample[] {
  const texts = Object.values(statementIn(body, '', '').texts);
  return texts.map(samplesIn).find((samples) => samples.length > 0) ?? [];
}

/** Reads the site's languages. If the problem lists its languages, returns only these. */
function languagesIn(body: Raw): SubmissionLanguage[] {
  const { langs } = objectOf(objectOf(body.pdoc).config);
  const allowed = Array.isArray(langs) && langs.length > 0 ? new Set<unknown>(langs) : null;
  return Object.entries(objectOf(body.langRange))
    .slice(0, 200)
    .filter(([id]) => allowed?.has(id) ?? true)
    .map(([id, name]) => ({ id, name: textOf(name) ?? id, ...familyOf(id.split('.')[0] ?? '') }));
}

function familyOf(name: string): FileTypes {
  return fileTypesOf(families.get(name) ?? '');
}
