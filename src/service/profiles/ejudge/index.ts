import * as v from 'valibot';
import { bodyLimits, builtInKind, required } from '../kind';
import { toldLanguages } from '../languageNames';
import { batchBy, getting, problemsLike } from '../reading';
import { plainSubmission } from '../specification';
import { encoded } from '../values';
import { fieldsIn, runIn } from './addresses';
import { asked, resultIfAny, understood } from './answers';
import { contestIfAny, contestIn, formIn, foundProblems, numberOfProblem } from './contest';
import { rules } from './rules';
import { recentQuestion, resultQuestion, statesQuestion } from './runs';
import { submitQuestion } from './submission';

const contestNumber = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.check((text) => /^[1-9]\d{0,5}$/.test(text)),
);

/** Most bytes of each text of a test. */
const MAX_CONTENT = 65_536;

/** A contest of an ejudge site, by an API token that its participant makes. */
export const ejudge = builtInKind(rules, {
  asks: required('url', 'contest'),
  fieldsIn,
  authentication: { scheme: 'bearer' },
  // as the page of tokens shows it
  secretParts: (secret) => [secret.replace(/^AQAA/, '')],
  reads: (fields) => ({ contest: fields.read('contest', contestNumber, '') }),
  profile: ({ baseUrl, contest }) => {
    // every address of a site takes the action as a parameter, REST addresses included
    const path = (action: string, more = ''): string => `?action=${action}&contest_id=${contest}${more}`;
    const [status, runs] = [path('contest-status-json'), path('list-runs-json')];
    const problemStatus = (number: number): string => path('problem-status-json', `&problem=${number}`);
    return {
      place: `${baseUrl}#${contest}`,
      bodyLimit: bodyLimits.long,
      signIn: { kind: 'secret', secret: 'tokenOfPair', page: null, secretIn, isOptional: false },
      check: asked(status, () => ({ name: null })),
      result: ({ requestId }) => {
        const more = `&run_id=${encoded(requestId)}&max_content_size=${MAX_CONTENT}`;
        return resultQuestion(requestId, path('run-status-json', more), status);
      },
      batch: batchBy(3_000, rules, 'notReady', () => statesQuestion(runs)),
      recent: () => recentQuestion(runs, status),
      submission: {
        ...plainSubmission,
        ...toldLanguages,
        formOf: ({ problemId }) => ({
          request: getting(status),
          more: [
            ([answer]) => {
              const number = numberOfProblem(contestIfAny(answer), problemId);
              return number === null ? null : getting(problemStatus(number));
            },
          ],
          read: (answer, now, [problem] = []) =>
            formIn(understood(answer, now, contestIn), problemId, resultIfAny(problem)),
        }),
        search: (text) => asked(status, (result) => problemsLike(text, foundProblems(contestIn(result)))),
        submit: (submission) =>
          submitQuestion(submission, {
            submit: path('submit-run'),
            contest: status,
            runsOf: (number) => path('list-runs-json', `&prob_id=${number}`),
          }),
      },
      readInput: (text) => runIn(text, baseUrl, contest),
      idForm: { kind: 'digits', length: 12 },
      looksLikeRequestId: (text) => /^\d{1,7}$/.test(text),
      worksInBrowser: false,
    };
  },
});

/** Adds the prefix that requests need to a token as its page shows it, which is 43 characters long. */
function secretIn(text: string): string {
  const token = text.replace(/^bearer\s+/i, '');
  return token.length === 43 ? `AQAA${token}` : token;
}
