import type { Judge } from '../../service';
import { submittableDocuments } from '../../service/languageNames';

/**
 * Capabilities of the chosen judge, for menus. Each one sets the context key `judgeResults.<name>`. Null: no judge is
 * chosen, so the menus offer commands that lead to the choice.
 */
export type Capabilities = ReturnType<typeof capabilities>;

export function capabilities(profile: Judge | null) {
  const { submission, browserSubmission, samples, signIn } = profile ?? {};
  const canSubmit = submission !== undefined || browserSubmission !== undefined;
  // a website accepts any program
  const documents = canSubmit ? submittableDocuments(submission ?? {}) : null;
  const hasSelfTest = submission?.selfTest !== undefined;
  return {
    canSubmit: !profile || canSubmit,
    // separate key, because the palette also offers submitting before any key is set
    cannotSubmit: profile !== null && !canSubmit,
    canSubmitInBrowser: browserSubmission !== undefined,
    languages: documents?.editorLanguages ?? [],
    extensions: documents?.extensions ?? [],
    canRunSamples: samples !== undefined || hasSelfTest,
    sampleLanguages: samples?.editorLanguages ?? (hasSelfTest ? (documents?.editorLanguages ?? []) : []),
    canSignIn: signIn?.kind !== 'none',
    hasTokenPage: signIn?.kind === 'secret' && signIn.page !== null,
    canFollow: profile !== null && listsSubmissions(profile),
    hasCallbacks: Boolean(profile?.callback),
    hasQuota: Boolean(profile?.quota),
    hasStatements: Boolean(submission?.fetchStatement),
    hasProblemPages: Boolean(profile?.pages?.problem),
    hasRecordPages: Boolean(profile?.pages?.record),
    definesCodes: profile?.definesCodes ?? false,
  };
}

/** Whether the judge lists the signed-in user's submissions. */
export function listsSubmissions({ listing }: Judge): boolean {
  return listing !== undefined;
}
