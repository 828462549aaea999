import type {
  AdapterSignIn,
  Contests,
  JudgeAdapter,
  Listing,
  Pages,
  PaceLimits,
  QuotaSupport,
  SampleSupport,
  SubmissionSupport,
} from '../adapter';
import type { ShownCredential, SignIn } from '../authentication';
import { judgeHttp, type JudgeHttp } from '../judgeHttp';
import type { Batch, Pace, ServiceProfile } from '../profile';
import { questionOf, type Question } from '../question';
import type { SampleOffer, SubmissionOffer } from '../submission';
import { bodyLimits, nothingOffered } from './kind';
import { offering, toldLanguages } from './languageNames';
import { inGroups } from './reading';
import { refusalByStatus } from './toolkit';

/** What a profile has besides its adapter. */
type Identity = Pick<
  ServiceProfile,
  'id' | 'type' | 'name' | 'baseUrl' | 'origin' | 'authentication' | 'rules'
> &
  Partial<Pick<ServiceProfile, 'chineseName' | 'definesCodes' | 'allowsPlainHttp'>>;

/** Makes a question of a function of the adapter. */
type Asked = <Value>(ask: (http: JudgeHttp) => Promise<Value>) => Question<Value>;

/** Bridge: an adapter as a profile, which all other code uses. It goes when that code uses adapters. */
export function adaptedProfile(identity: Identity, adapter: JudgeAdapter): ServiceProfile {
  const { refusalIn = refusalByStatus, batch, pages = {} } = adapter;
  const asked: Asked = (ask) => questionOf((http) => ask(judgeHttp({ refusalIn }, http.send)));
  return {
    ...nothingOffered,
    ...identity,
    refusalIn,
    bodyLimit: adapter.bodyLimit ?? bodyLimits.usual,
    resultLifetime: adapter.resultLifetime ?? null,
    idForm: adapter.requestIdForm ?? null,
    worksInBrowser: adapter.worksInBrowser ?? null,
    looksLikeRequestId: adapter.looksLikeRequestId,
    signIn: signInOf(adapter.signIn, asked),
    shown: shownOf(adapter, asked),
    checkAccount: adapter.checkAccount,
    fetchResult: adapter.fetchResult,
    pace: adapter.pace ? paceOf(adapter.pace) : null,
    describedFields: adapter.describedFields ?? null,
    push: adapter.push ?? null,
    callback: adapter.callback ?? null,
    recent: adapter.listing ? recentOf(adapter.listing, asked) : null,
    batch: batch ? batchOf(batch, asked) : null,
    samples: adapter.samples ? samplesOf(adapter.samples, asked) : null,
    submission: adapter.submission ? submissionOf(adapter.submission, asked) : null,
    problemIdIn: adapter.problemIdIn ?? null,
    ...contestsOf(adapter.contests, asked),
    ...quotaOf(adapter.quota, asked),
    ...pagesOf(pages),
  };
}

function signInOf(signIn: AdapterSignIn, asked: Asked): SignIn {
  if (signIn.kind !== 'password') return signIn;
  return {
    kind: 'password',
    cookie: signIn.cookie,
    signIn: (user, password, code) => asked((http) => signIn.signIn(http, user, password, code)),
    signOut: asked(async (http) => {
      await signIn.signOut(http);
      return null;
    }),
  };
}

function shownOf({ session, signature }: JudgeAdapter, asked: Asked): ShownCredential | null {
  if (signature) return { kind: 'signature', sign: signature.sign };
  if (!session) return null;
  return {
    kind: 'session',
    open: (secret) => asked((http) => session.open(http, secret)),
    headers: session.headers,
    stateAfter: session.stateAfter,
  };
}

function paceOf({ interval, maximum, besidePush, machine }: PaceLimits): Pace {
  return {
    interval,
    maximum: maximum ?? null,
    besidePush: besidePush ?? interval,
    machine: machine ?? null,
  };
}

function recentOf(listing: Listing, asked: Asked): ServiceProfile['recent'] {
  if (!listing.needsAccount) return (account) => asked((http) => listing.fetchRecent(http, account));
  return (account) => (account === null ? null : asked((http) => listing.fetchRecent(http, account)));
}

function contestsOf(
  contests: Contests | undefined,
  asked: Asked,
): Pick<ServiceProfile, 'openContests' | 'recentInContests'> {
  if (!contests) return { openContests: null, recentInContests: null };
  return {
    openContests: contests.fetchOpen.map((fetchOpen) => asked(fetchOpen)),
    recentInContests: (account, places) =>
      contests
        .select(places)
        .map((contest) => [asked((http) => contests.fetchRecent(http, contest, account))]),
  };
}

function batchOf(batch: NonNullable<JudgeAdapter['batch']>, asked: Asked): Batch {
  return {
    interval: batch.interval,
    question: (pending, account) =>
      batch.covers(pending, account) ? asked((http) => batch.fetchStates(http, pending, account)) : null,
  };
}

function samplesOf(samples: SampleSupport, asked: Asked): SampleOffer {
  return {
    editorLanguages: samples.editorLanguages,
    languages: asked(samples.fetchLanguages),
    limits: asked(samples.fetchLimits),
    run: (run, limits) =>
      inGroups(run.samples, limits.together).map((group) =>
        asked((http) => samples.run(http, { ...run, samples: group }, limits)),
      ),
  };
}

function submissionOf(support: SubmissionSupport, asked: Asked): SubmissionOffer {
  const { fetchForm, findProblems, fetchStatement, contestProblems, places, selfTest } = support;
  const known = support.languages ? offering(support.languages) : toldLanguages;
  return {
    languages: known.languages,
    documents: support.documents ?? known.documents,
    formOf: fetchForm ? (problem) => asked((http) => fetchForm(http, problem)) : null,
    search: findProblems ? (text) => asked((http) => findProblems(http, text)) : null,
    problemIn: support.problemAt ?? null,
    hasOptimisation: support.hasOptimisation ?? false,
    hasSelfTest: selfTest !== undefined,
    trackIdLimit: support.trackIdLimit ?? 64,
    submit: (submission) => asked((http) => support.submit(http, submission)),
    ...(fetchStatement ? { statementOf: (problem) => asked((http) => fetchStatement(http, problem)) } : {}),
    ...(contestProblems
      ? {
          contestAt: (address) => {
            const contest = contestProblems.contestAt(address);
            return contest === null ? null : asked((http) => contestProblems.fetchProblems(http, contest));
          },
        }
      : {}),
    ...(places
      ? { placeName: places.name, placeKey: places.key, placeAfterContest: places.afterContest }
      : {}),
    ...(selfTest ? { longestExpected: selfTest.maxExpected } : {}),
  };
}

function quotaOf(quota: QuotaSupport | undefined, asked: Asked): Pick<ServiceProfile, 'quota' | 'price'> {
  return { quota: quota ? asked(quota.fetchQuotas) : null, price: quota?.price ?? null };
}

function pagesOf(
  pages: Pages,
): Pick<ServiceProfile, 'problemPage' | 'isProblemPage' | 'recordPage' | 'readInput'> {
  return {
    problemPage: pages.problem ?? null,
    isProblemPage: pages.isProblemPage ?? null,
    recordPage: pages.record ?? null,
    readInput: pages.readAddress ?? null,
  };
}
