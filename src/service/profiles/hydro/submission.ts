import type {
  FoundProblem,
  ProblemForm,
  ProblemName,
  Sample,
  Submission,
  SubmissionLanguage,
  SubmissionOffer,
  Submitted,
} from '../../submission';
import { refused, type PlainAnswer } from '../reading';
import { objectOf, textOf, type Raw } from '../values';
import { documentsOf } from '../languageNames';
import {
  contestIn,
  contestPath,
  getQuestion,
  limitsIn,
  understood,
  placeAt,
  placeOf,
  prefixOf,
  problemPlace,
  readPlace,
} from './answers';
import { longestExpected, samplesIn, selfTest, withExpected } from './samples';
import { statementIn } from './statement';
import { contestProblems, hiddenRecord, inContest } from './contest';

/** How a site takes programs. `domain`: where problems are looked for unless an address says another. */
export function submissionOffer(baseUrl: string, domain: string | null): SubmissionOffer {
  const problemPath = ({ problemId, place }: ProblemName): string =>
    `${prefixOf(readPlace(place, domain))}/p/${encodeURIComponent(problemId)}`;
  const queryOf = ({ place }: ProblemName): string => {
    const { contest } = problemPlace(place, domain);
    return contest === null ? '' : `?tid=${contest}`;
  };
  const contestPage = ({ place }: ProblemName): string | null => contestPath(problemPlace(place, domain));
  return {
    languages: [],
    documents: documentsOf([...families.keys()].map(familyOf)),
    formOf: (problem) =>
      inContest(
        contestPage(problem),
        getQuestion(`${problemPath(problem)}/submit${queryOf(problem)}`, formIn),
      ),
    search: (text) =>
      getQuestion(`${prefixOf({ domain })}/p?q=${encodeURIComponent(text)}`, (body, reader) =>
        reader.list(body.pdocs, 'pdocs', (raw) => foundProblem(raw, domain)),
      ),
    contestAt: (text) => {
      const place = placeAt(baseUrl, text, domain);
      return place && contestProblems(place);
    },
    placeName: (place) => {
      const { domain: own } = readPlace(place, null);
      return own === (domain ?? 'system') ? null : own;
    },
    placeKey: (place) => {
      const { contest, domain: own } = problemPlace(place, domain);
      // what a contest's problem is called, its ID alone tells
      return contest ?? own ?? 'system';
    },
    placeAfterContest: (place) => {
      const { domain: own } = readPlace(place, null);
      return own === domain ? null : own;
    },
    problemIn: (text) => {
      const place = placeAt(baseUrl, text, domain);
      const problemId = /^\/p\/([\w.-]{1,64})(?:\/submit)?$/.exec(place?.path ?? '')?.[1];
      if (!place || problemId === undefined) return null;
      return { problemId, place: placeOf(place) || null };
    },
    statementOf: (problem) => {
      const query = queryOf(problem);
      const path = problemPath(problem);
      return inContest(
        contestPage(problem),
        getQuestion(path + query, (body) => statementIn(body, `${baseUrl}${path}/file`, query)),
      );
    },
    hasOptimisation: false,
    hasSelfTest: true,
    longestExpected,
    trackIdLimit: 64,
    submit: (submission) =>
      inContest(contestPage(submission), {
        request: {
          method: 'POST',
          path: `${problemPath(submission)}/submit${queryOf(submission)}`,
          body: bodyOf(submission),
        },
        read: (answer, now) =>
          understood(answer, now, (body) => submittedIn(body, submission, domain, answer, now)).value,
      }),
  };
}

function bodyOf({ language, code, inputs }: Submission): unknown {
  return { lang: language, code, ...(inputs === null ? {} : { pretest: true, input: inputs }) };
}

/** A record's ID, or, in an OI contest, only where the contest's problems are. */
function submittedIn(
  body: Raw,
  { problemId, place, inputs, expected }: Submission,
  domain: string | null,
  answer: PlainAnswer,
  now: number,
): Submitted {
  const requestId = textOf(body.rid);
  if (requestId !== null && /^[0-9a-f]{24}$/i.test(requestId)) {
    const where = readPlace(place, domain);
    const path = /^(?:https?:\/\/[^/]+)?\/d\/([\w-]{1,64})\//.exec(textOf(body.url) ?? '')?.[1];
    const contest = inputs === null ? where.contest : selfTest;
    const hint = placeOf({ domain: path ?? where.domain, contest });
    return {
      kind: 'accepted',
      requestId,
      hint: (inputs && expected ? withExpected(hint, expected) : hint) || null,
    };
  }
  const url = textOf(body.url);
  const [, named = ''] = /\/(?:contest|homework)\/([\w-]{1,64})/.exec(url ?? '') ?? [];
  const contest = textOf(body.tid) ?? named;
  if (contest !== '') {
    const isId = /^[0-9a-f]{24}$/i.test(contest);
    return { kind: 'hidden', found: isId ? hiddenRecord({ problemId, place }, domain, contest, url) : null };
  }
  throw refused(answer, now, 400, { message: textOf(body.url) });
}

/** One that stands where the service's own do has no place: so it is the same one as where its ID was typed. */
function foundProblem(raw: Raw, domain: string | null): FoundProblem {
  const problemId = textOf(raw.pid) ?? (typeof raw.docId === 'number' ? String(raw.docId) : '');
  const own = textOf(raw.domainId);
  return { problemId, place: own === (domain ?? 'system') ? null : own, title: textOf(raw.title) ?? '' };
}

/** Families of languages: VS Code's name and the extensions, by what stands before the dot of Hydro's ID. */
const families = new Map(
  Object.entries<readonly [editor: string, extensions: string]>({
    c: ['c', '.c'],
    cc: ['cpp', '.cpp .cc .cxx .c++ .cp'],
    pas: ['pascal objectpascal', '.pas .pp .p'],
    java: ['java', '.java'],
    kt: ['kotlin', '.kt'],
    py: ['python', '.py'],
    php: ['php', '.php'],
    rs: ['rust', '.rs'],
    hs: ['haskell', '.hs'],
    js: ['javascript', '.js .cjs .mjs'],
    ts: ['typescript', '.ts'],
    go: ['go', '.go'],
    rb: ['ruby', '.rb'],
    cs: ['csharp', '.cs'],
    r: ['r', '.r'],
    lua: ['lua', '.lua'],
    bash: ['shellscript', '.sh'],
    perl: ['perl', '.pl'],
  }),
);

function formIn(body: Raw): ProblemForm {
  return {
    languages: languagesIn(body),
    limits: limitsIn(body.pdoc),
    title: textOf(objectOf(body.pdoc).title),
    contest: contestIn(body.tdoc),
    samples: samplesOf(body),
  };
}

/** The same in all languages of the statement. */
function samplesOf(body: Raw): readonly Sample[] {
  const texts = Object.values(statementIn(body, '', '').texts);
  return texts.map(samplesIn).find((samples) => samples.length > 0) ?? [];
}

/** The site's own, without those that the problem forbids where it names the ones it takes. */
function languagesIn(body: Raw): SubmissionLanguage[] {
  const { langs } = objectOf(objectOf(body.pdoc).config);
  const allowed = Array.isArray(langs) && langs.length > 0 ? new Set<unknown>(langs) : null;
  return Object.entries(objectOf(body.langRange))
    .slice(0, 200)
    .filter(([id]) => allowed?.has(id) ?? true)
    .map(([id, name]) => ({ id, name: textOf(name) ?? id, ...familyOf(id.split('.')[0] ?? '') }));
}

function familyOf(name: string): Pick<SubmissionLanguage, 'editorLanguages' | 'extensions'> {
  const [editor = '', extensions = ''] = families.get(name) ?? [];
  return {
    editorLanguages: editor.split(' ').filter((one) => one !== ''),
    extensions: extensions.split(' ').filter((one) => one !== ''),
  };
}
