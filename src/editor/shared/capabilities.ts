import type { Judge } from '../../judges';
import { editorLanguagesKnown, submittableDocuments } from '../../judges/languageNames';

/**
 * Capabilities of the chosen judge, for menus. Each one sets the context key `judgeResults.<name>`. Null: no judge is
 * chosen, so the menus offer commands that lead to the choice.
 */
export type Capabilities = ReturnType<typeof capabilities>;

/** `canRunHere`: whether programs can be run on this computer, which isn't possible in a browser */
export function capabilities(judge: Judge | null, canRunHere: boolean) {
  const { submission, browserSubmission, samples, signIn } = judge ?? {};
  const canSubmit = submission !== undefined || browserSubmission !== undefined;
  // a website accepts any program
  const documents = canSubmit ? submittableDocuments(submission ?? {}) : null;
  const hasSelfTest = submission?.selfTest !== undefined;
  const sampleLanguages = samples?.editorLanguages ?? (hasSelfTest ? (documents?.editorLanguages ?? []) : []);
  return {
    canSubmit: !judge || canSubmit,
    // separate key, because the palette also offers submitting before any key is set
    cannotSubmit: judge !== null && !canSubmit,
    // a judge that also accepts programs directly offers this only if its front blocks the request
    canSubmitInBrowser: browserSubmission !== undefined && submission === undefined,
    languages: documents?.editorLanguages ?? [],
    extensions: documents?.extensions ?? [],
    canRunHere,
    // only the judge “This Computer”, which has no results to fetch
    runsHere: judge?.runsHere !== undefined,
    localLanguages: canRunHere ? editorLanguagesKnown : [],
    canRunSamples: samples !== undefined || hasSelfTest || canRunHere,
    canRunSamplesAtJudge: samples !== undefined || hasSelfTest,
    // without a judge, the icon isn't in every editor of a program
    sampleLanguages: judge && canRunHere ? editorLanguagesKnown : sampleLanguages,
    canSignIn: signIn?.kind !== 'none',
    hasTokenPage: signIn?.kind === 'secret' && signIn.page !== null,
    canFollow: judge !== null && listsSubmissions(judge),
    hasCallbacks: Boolean(judge?.callback),
    hasQuota: Boolean(judge?.quota),
    hasStatements: Boolean(submission?.fetchStatement),
    asksJury: Boolean(judge?.contests?.clarifications),
    returnsSamples: Boolean(submission?.fetchSamples ?? submission?.formContainsSamples),
    listsByProblem: Boolean(judge?.problemSubmissions),
    hasProblemPages: Boolean(judge?.pages?.problem),
    hasRecordPages: Boolean(judge?.pages?.record),
    definesCodes: judge?.definesCodes ?? false,
  };
}

/** Returns whether the judge lists the signed-in user's submissions. */
export function listsSubmissions({ listing }: Judge): boolean {
  return listing !== undefined;
}
