import type { Judge } from '../../service';
import { submittableDocuments } from '../../service/languageNames';

/**
 * Capabilities of the chosen judge, for menus. Each one sets the context key `judgeResults.<name>`. Null: no judge is
 * chosen, so the menus offer commands that lead to the choice.
 */
export type Capabilities = ReturnType<typeof capabilities>;

export function capabilities(judge: Judge | null) {
  const { submission, browserSubmission, samples, signIn } = judge ?? {};
  const canSubmit = submission !== undefined || browserSubmission !== undefined;
  // a website accepts any program
  const documents = canSubmit ? submittableDocuments(submission ?? {}) : null;
  const hasSelfTest = submission?.selfTest !== undefined;
  return {
    canSubmit: !judge || canSubmit,
    // separate key, because the palette also offers submitting before any key is set
    cannotSubmit: judge !== null && !canSubmit,
    canSubmitInBrowser: browserSubmission !== undefined,
    languages: documents?.editorLanguages ?? [],
    extensions: documents?.extensions ?? [],
    canRunSamples: samples !== undefined || hasSelfTest,
    sampleLanguages: samples?.editorLanguages ?? (hasSelfTest ? (documents?.editorLanguages ?? []) : []),
    canSignIn: signIn?.kind !== 'none',
    hasTokenPage: signIn?.kind === 'secret' && signIn.page !== null,
    canFollow: judge !== null && listsSubmissions(judge),
    hasCallbacks: Boolean(judge?.callback),
    hasQuota: Boolean(judge?.quota),
    hasStatements: Boolean(submission?.fetchStatement),
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
