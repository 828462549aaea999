import type { Judge } from '../../service';
import { submittableDocuments } from '../../service/languageNames';

/**
 * What the chosen service can do, for the menus: each is a context key, `judgeResults.<name>`. Null: none is chosen. What
 * leads to the choice of one is offered then.
 */
export type Capabilities = ReturnType<typeof capabilities>;

export function capabilities(profile: Judge | null) {
  const { submission, samples, signIn } = profile ?? {};
  const documents = submission ? submittableDocuments(submission) : null;
  const hasSelfTest = submission?.selfTest !== undefined;
  return {
    canSubmit: !profile || submission !== undefined,
    // the palette also offers submission while the extension is still starting and no key is set
    cannotSubmit: profile !== null && submission === undefined,
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

/** Whether it lists the user's submissions, for whoever is signed in. */
export function listsSubmissions({ listing }: Judge): boolean {
  return listing !== undefined;
}
