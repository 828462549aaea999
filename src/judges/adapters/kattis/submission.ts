import type { Answer, JudgeHttp, SubmissionSupport } from '../../adapter';
import { entryPointOfSubmission, filesToSend } from '../../entryPoints/submittedProgram';
import { namedLanguages } from '../../languageNames';
import type { JudgeAddress } from '../../settingFields';
import type { Submission, SubmissionLanguage, Submitted } from '../../submission';
import { notUnderstood } from '../shared/acceptedResponse';
import { lineOf } from '../shared/htmlText';
import { accepted } from '../shared/listedSubmissions';
import { botCheckIn, refusal, throwIf } from '../shared/refusals';
import { problemAt, type KattisPaths } from './addresses';
import { fetchSamples } from './samples';

/** Languages for which Kattis requires the name of the main file if a program has several files. */
const namesMainFile = new Set(
  (
    'Ada; Bash; Common Lisp; Crystal; Dart; JavaScript (Node.js); JavaScript (SpiderMonkey); Julia; Lua; Nim; ' +
    'Octave; Pascal; Perl; PHP; Python 2; Python 3; Racket; Ruby; Rust; TypeScript; Zig'
  ).split('; '),
);

/** Languages for which Kattis requires the name of the main class. */
const namesMainClass = new Set(['Java', 'Kotlin', 'Scala']);

/** Kattis' languages, with VS Code's language ID of each. */
const languages = withEntryPoints(
  namedLanguages(
    'Ada=ada; Bash=shellscript; C=c; C#=csharp; C++=cpp; COBOL=cobol; Common Lisp=lisp; Crystal=crystal; D=d; Dart=dart; ' +
      'Elixir=elixir; Erlang=erlang; F#=fsharp; Fortran=fortran; Go=go; Haskell=haskell; Java=java; ' +
      'JavaScript (Node.js)=javascript; JavaScript (SpiderMonkey)=javascript; Julia=julia; Kotlin=kotlin; Lua=lua; ' +
      'Nim=nim; Objective-C=objective-c; OCaml=ocaml; Octave=octave; Odin=odin; Pascal=pascal; Perl=perl; PHP=php; ' +
      'Prolog=prolog; Python 3=python; Python 2=python; Racket=racket; Ruby=ruby; Rust=rust; Scala=scala; ' +
      'Swift=swift; TypeScript=typescript; Visual Basic=vb; Zig=zig',
  ),
);

/** Adds Kattis' name for the entry point to each language that needs one. */
function withEntryPoints(all: readonly SubmissionLanguage[]): readonly SubmissionLanguage[] {
  return all.map((language) => {
    if (namesMainClass.has(language.name)) return { ...language, entryPoint: 'Main class' };
    return namesMainFile.has(language.name) ? { ...language, entryPoint: 'Main file' } : language;
  });
}

/** Returns how a site accepts programs, and where its samples are. */
export function submissionAt({ baseUrl, submitPath }: JudgeAddress & KattisPaths): SubmissionSupport {
  return {
    languages,
    acceptsSeveralFiles: true,
    keepsFileNames: true,
    fetchSamples,

    async submit(http, submission) {
      return submit(http, submitPath, submission);
    },

    problemAt(address) {
      return problemAt(baseUrl, address);
    },
  };
}

/** Sends a program with the form of Kattis' own client. `path`: below the base URL */
async function submit(http: JudgeHttp, path: string, submission: Submission): Promise<Submitted> {
  const { problemId, place: contest, language, others } = submission;
  const entry = entryPointOfSubmission(submission, languages.find(({ id }) => id === language) ?? null);
  const mainFile = others && namesMainFile.has(language) ? entry.mainFile : null;
  const answer = await http.send({
    method: 'POST',
    path,
    form: {
      submit: 'true',
      submit_ctr: '2',
      language,
      mainclass: entry.mainClass ?? entry.fallbackClass ?? mainFile ?? '',
      problem: problemId.toLowerCase(),
      tag: '',
      script: 'true',
      ...(contest === null ? {} : { contest }),
      'sub_file[]': filesToSend(entry),
    },
  });
  return accepted(submittedId(answer));
}

/**
 * Reads the request ID in the response to a submission. The response is a sentence, and has status 200 even if Kattis
 * rejected the program.
 */
function submittedId(answer: Answer): string {
  throwIf(botCheckIn(answer));
  if (answer.status >= 400) throw refusal(answer, { refusesAnybody: false });

  const sentence = lineOf(answer.text);
  const requestId = /\bID: (\d{1,12})(?!\d)/.exec(sentence)?.[1];
  if (requestId !== undefined) return requestId;

  const seconds = /\btokens\b.{0,200}? in (\d{1,6}) seconds/.exec(sentence)?.[1];
  if (seconds !== undefined) {
    throw refusal(answer, { status: 429, message: sentence, retryAfter: Number(seconds) * 1000 });
  }
  // a text without an ID is a rejection, but anything else may follow an accepted submission
  if (sentence === '' || /^\s*</.test(answer.text)) throw notUnderstood();
  throw refusal(answer, { status: 400, message: sentence.slice(0, 500) });
}
