import type { Contest } from '../../results';
import type { JudgeHttp } from '../http/judgeHttp';

/** How requests carry the credential. */
export type Authentication =
  | { readonly scheme: 'none' }
  | { readonly scheme: 'basic' }
  | { readonly scheme: 'bearer' }
  | {
      readonly scheme: 'header';
      readonly headerName: string;
      /** precedes the secret in the header's value, e.g. `token `; absent: no prefix */
      readonly prefix?: string;
    }
  /** not in a fixed header: the adapter's `session` or `signature` adds the credential to requests */
  | { readonly scheme: 'own' };

/** State of the session according to a response. `unclear`: the session has ended, or the user lacks permission. */
export type SessionState = 'valid' | 'over' | 'unclear';

/** The owner of a credential. */
export interface Account {
  /** the user's name at the judge; null: the judge doesn't return one */
  readonly name: string | null;
  /**
   * Why the account can't submit. `noTeamRole`: it belongs to a team, but isn't a contestant's; `teamNotListed`: its team
   * is disabled, or not registered for the contest. Absent: it can, or that is unknown.
   */
  readonly cannotSubmit?: 'noTeam' | 'noTeamRole' | 'teamNotListed';
  /** The account is the jury's, so it need not submit. Absent: it isn't, or that is unknown. */
  readonly isJury?: true;
  /** the configured contest; absent: none, or unknown */
  readonly contest?: Contest;
}

export type SignIn =
  | { readonly kind: 'none' }
  /** the user types or pastes a secret, which requests carry according to `authentication` */
  | {
      readonly kind: 'secret';
      readonly secret: SecretKind;
      /** the judge's name for a secret of the kind `any`; absent: unknown */
      readonly name?: string;
      /** page of the judge that creates or explains the secret; null: unknown */
      readonly page: string | null;
      /** extracts the secret from the entered text; absent: the whole text is the secret */
      readonly secretIn?: (text: string) => string;
      /** some judges of this type don't need a secret */
      readonly isOptional: boolean;
      /** some judges of this type recognize the user without a secret, for example by the computer's IP address */
      readonly recognizesUser?: true;
      /** not requested while the user adds the judge, because most users have none */
      readonly later?: true;
    }
  /** The user name and password are sent once. The judge returns a session, which is stored. */
  | {
      readonly kind: 'password';
      /** `code`: of the second factor; null: not entered yet */
      readonly signIn: (
        http: JudgeHttp,
        user: string,
        password: string,
        code: string | null,
      ) => Promise<SignedIn>;
      readonly signOut: (http: JudgeHttp) => Promise<void>;
      /** Name of the cookie with the session, which can be pasted instead. */
      readonly cookie: string;
    }
  /** The user confirms the sign-in on a page of the judge. The judge creates the secret and the page for each sign-in. */
  | {
      readonly kind: 'browser';
      /** Starts a sign-in. Sent without credentials. */
      readonly start: (http: JudgeHttp) => Promise<StartedSignIn>;
      /**
       * Returns the owner of the new secret, with which the request is sent; null: the user must still confirm the
       * secret.
       */
      readonly fetchConfirmed: (http: JudgeHttp) => Promise<Account | null>;
      readonly signOut: (http: JudgeHttp) => Promise<void>;
    };

/** A sign-in that the user has to confirm in the browser. */
export interface StartedSignIn {
  /** not valid until the user has confirmed it */
  readonly secret: string;
  /** URL of the page on which the user confirms it; not secret on its own, but never logged */
  readonly page: string;
}

/** Kind of secret. `src/editor` has the labels of its input box. */
export type SecretKind =
  /** of a paid account */
  | 'openAppToken'
  /** from the user's own page */
  | 'apiToken'
  /** of an application that the user registers */
  | 'oauthToken'
  /** from a page that also shows a second secret, which isn't needed */
  | 'tokenOfPair'
  /** from the developer settings of the account */
  | 'accessKey'
  /** two input boxes, sent as HTTP Basic */
  | 'userAndPassword'
  /** an API key and its secret, also sent as HTTP Basic */
  | 'keyAndSecret'
  /** in a configuration file, from which `secretIn` extracts it */
  | 'file'
  /** any text */
  | 'any';

export type SignedIn =
  | { readonly kind: 'signedIn'; readonly secret: string }
  /** the account has a second factor, so its code is also required */
  | { readonly kind: 'secondFactor' };
