import type { ServiceProfile } from '../../service';

/**
 * What the chosen service can do, for the menus: each is a context key, `judgeResults.<name>`. Null: none is chosen. What
 * leads to the choice of one is offered then.
 */
export type Capabilities = ReturnType<typeof capabilities>;

export function capabilities(profile: ServiceProfile | null) {
  const { submission = null, samples = null, signIn = null } = profile ?? {};
  return {
    canSubmit: !profile || submission !== null,
    // the palette also offers submission while the extension is still starting and no key is set
    cannotSubmit: profile !== null && submission === null,
    languages: submission?.documents.editorLanguages ?? [],
    extensions: submission?.documents.extensions ?? [],
    canRunSamples: samples !== null || submission?.longestExpected !== undefined,
    sampleLanguages:
      samples?.editorLanguages ??
      (submission?.longestExpected === undefined ? [] : submission.documents.editorLanguages),
    canSignIn: signIn?.kind !== 'none',
    hasTokenPage: signIn?.kind === 'secret' && signIn.page !== null,
    canFollow: profile !== null && listsSubmissions(profile),
    hasCallbacks: Boolean(profile?.callback),
    hasQuota: Boolean(profile?.quota),
    hasStatements: Boolean(submission?.statementOf),
    hasProblemPages: Boolean(profile?.problemPage),
    hasRecordPages: Boolean(profile?.recordPage),
    definesCodes: profile?.definesCodes ?? false,
  };
}

/** Whether it lists the user's submissions, for whoever is signed in. */
export function listsSubmissions({ recent }: ServiceProfile): boolean {
  return Boolean(recent?.('somebody'));
}
