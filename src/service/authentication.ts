import type { JudgeHttp } from './judgeHttp';

/** How a credential is shown to a service. */
export type Authentication =
  | { readonly scheme: 'none' }
  | { readonly scheme: 'basic' }
  | { readonly scheme: 'bearer' }
  | {
      readonly scheme: 'header';
      readonly headerName: string;
      /** stands before the secret in the header's value: `token `; absent: nothing does */
      readonly prefix?: string;
    }
  /** no header holds it: `session` or `signature` of the adapter adds it to requests */
  | { readonly scheme: 'own' };

/** What an answer shows of the session. `unclear`: it has ended, or the user may not see what was requested. */
export type SessionState = 'valid' | 'over' | 'unclear';

/** Who a credential belongs to. */
export interface Account {
  /** the user's name at the service; null: it has none, or doesn't tell */
  readonly name: string | null;
}

/** How a person signs in. */
export type SignIn =
  | { readonly kind: 'none' }
  /** a secret that is typed or pasted, shown as `authentication` says */
  | {
      readonly kind: 'secret';
      readonly secret: SecretKind;
      /** the page of the service where it is made, or that says how; null: not known */
      readonly page: string | null;
      /** the secret in what was typed or pasted; absent: all of it */
      readonly secretIn?: (text: string) => string;
      /** some services of this type want none */
      readonly isOptional: boolean;
      /** not asked for while a service is added: most people have none */
      readonly later?: true;
    }
  /** The user name and password are sent once. The judge returns a session, which is stored. */
  | {
      readonly kind: 'password';
      /** `code`: of the second factor; null: not asked for yet */
      readonly signIn: (
        http: JudgeHttp,
        user: string,
        password: string,
        code: string | null,
      ) => Promise<SignedIn>;
      /** Ends the session at the judge. */
      readonly signOut: (http: JudgeHttp) => Promise<void>;
      /** Name of the cookie with the session, which can be pasted instead. */
      readonly cookie: string;
    };

/** What kind of secret is asked for; its words are made where it is asked. */
export type SecretKind =
  /** of an account that pays for it */
  | 'openAppToken'
  /** from the user's own page */
  | 'apiToken'
  /** from a page that shows it next to a secret, which isn't needed */
  | 'tokenOfPair'
  /** asked for one after the other, and shown as HTTP Basic has them */
  | 'userAndPassword'
  /** the same with a key of an API and its secret */
  | 'keyAndSecret'
  /** in a file of the person's own, which `secretIn` reads */
  | 'file'
  /** whatever the service has */
  | 'any';

export type SignedIn =
  | { readonly kind: 'signedIn'; readonly secret: string }
  /** the account is protected by a second factor: its code is wanted, too */
  | { readonly kind: 'secondFactor' };
