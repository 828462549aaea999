import { l10n } from 'vscode';
import type { ProblemForm } from '../../judges';
import { askLanguage, fitsDocument, proposeLanguages } from '../program';
import { back, type QuestionStep } from '../shared/dialogs/quickPick';
import {
  askProblem,
  type ChosenProblem,
  confirmedProblemOfFile,
  knownProblems,
  JudgeProblems,
} from '../problemPages';
import {
  confirmSamples,
  chooseSamples,
  findSamples,
  showSampleSources,
  showSkipped,
  withExpected,
} from '../samples';
import { fetchProblemForm, languageNameIn, titleAndContest } from './problemForm';
import { languageChoice, lastOf, loadRecents } from '../shared/storage/recentSubmissions';
import { nameOfJudge } from '../labels/judgeLabels';
import { canRunHere, showNoSamples } from '../localRuns';
import { submitChosen } from './submit';
import type { Core } from '../shared/core';
import type { WithFollowing } from '../following';
import type { Prepared, WithSubmissions } from './submitSteps';

/** `judgeUnavailable`: the judge can't run the samples now, but this computer has samples and can run them. */
type SamplesOutcome = 'done' | 'judgeUnavailable';

/**
 * “Run Samples” for a judge with problems: runs the samples of the statement and those next to the file as one self-test.
 * Uses the last problem and language, or prompts for them. Doesn't prompt for the problem if this computer can run
 * samples that are next to the file.
 */
export async function runProblemSamples(
  extension: Core & WithFollowing & WithSubmissions,
  prepared: Prepared,
): Promise<SamplesOutcome> {
  let outcome: SamplesOutcome | 'tryAgain';
  do outcome = await attempt(extension, prepared);
  while (outcome === 'tryAgain');
  return outcome;
}

/** `tryAgain`: a request failed, and the user wants to try again */
async function attempt(
  extension: Core & WithFollowing & WithSubmissions,
  prepared: Prepared,
): Promise<SamplesOutcome | 'tryAgain'> {
  const { judge, offer, source } = prepared;
  const reading = new AbortController();
  try {
    const fromFiles = await findSamples(source.uri, extension.realPath);
    const without =
      fromFiles.samples.length > 0 && canRunHere(extension, source.uri) ? 'judgeUnavailable' : 'done';
    const problem =
      (await confirmedProblemOfFile(extension, judge, source.uri, reading.signal)) ??
      (without === 'done' ? await askForProblem(extension, prepared, reading.signal) : undefined);
    if (!problem) return without;
    if (problem === 'startOver') return 'tryAgain';
    const fetched = await fetchProblemForm(extension, prepared, problem, reading.signal);
    if (fetched.kind !== 'form') return fetched.kind === 'tryAgain' ? 'tryAgain' : without;
    const { form } = fetched;
    const known = [...(form.samples ?? []), ...withExpected(fromFiles.samples)];
    const found = chooseSamples(known, { longestExpected: offer.selfTest?.maxExpected });
    const { samples } = found;
    const skipped = [...found.skipped, ...fromFiles.skipped];
    if (samples.length === 0) {
      if (without === 'done') showNoSamples(extension, source, skipped, problem.problemId);
      return without;
    }
    if (!(await confirmSamples(extension, judge, source, samples.length))) return 'done';
    const language = await languageToRun(extension, prepared, form);
    if (language === undefined) return 'done';
    showSkipped(skipped);
    await submitChosen(extension, prepared, {
      problemId: problem.problemId,
      place: problem.place,
      language,
      optimise: false,
      inputs: samples.map(({ input }) => input),
      expected: samples.map(({ expected }) => expected),
      ...titleAndContest(problem, form),
      limits: form.limits,
      languageName: languageNameIn(form, language),
    });
    const ofJudge = samples.filter((sample) => form.samples?.includes(sample)).length;
    showSampleSources(source, {
      judge: { name: nameOfJudge(judge), count: ofJudge },
      own: samples.length - ofJudge,
    });
    return 'done';
  } finally {
    reading.abort();
  }
}

async function askForProblem(
  extension: Core,
  prepared: Prepared,
  signal: AbortSignal,
): Promise<ChosenProblem | 'startOver' | undefined> {
  const { judge, source } = prepared;
  const problems = new JudgeProblems(extension, judge, null, source.uri, true, signal);
  const answer = await askProblem(onlyStep(prepared), null, knownProblems(extension, judge), problems);
  return answer === undefined || answer === back || (answer !== 'startOver' && 'kind' in answer)
    ? undefined
    : answer;
}

/** Returns the last language if it fits the file and the problem still accepts it. If not, prompts for a language. */
async function languageToRun(
  { context }: Core,
  prepared: Prepared,
  form: ProblemForm,
): Promise<string | undefined> {
  const { judge, source } = prepared;
  const recents = loadRecents(context.globalState);
  const last =
    lastOf(recents, judge.id, source.uri.toString()) ??
    languageChoice(recents, judge.id, source.editorLanguage);
  const about = { editorLanguage: source.editorLanguage, fileName: source.name };
  const listed = form.languages.find(({ id }) => id === last?.language);
  if (listed && fitsDocument(listed, about)) return listed.id;
  const proposals = proposeLanguages(form, about, null);
  const answer = await askLanguage(onlyStep(prepared), proposals, { mayType: false });
  return typeof answer === 'symbol' ? undefined : answer;
}

function onlyStep({ judge, source }: Prepared): QuestionStep {
  const title = l10n.t('Run samples of {0} on {1}', source.name, nameOfJudge(judge));
  return { title, step: 1, steps: 1, canGoBack: false };
}
