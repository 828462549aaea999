import type { Session } from '../adapter';
import type { Credential } from './credentials';
import { asRequestFailed, RequestFailed } from '../requestFailed';
import type { Judge } from '../judge';
import type { Operation, OutgoingRequest } from '../http/judgeHttp';
import type { PlainAnswer } from '../adapters/shared/makeResult';
import { SESSION_TRUSTED_MS } from '../limits';

interface OpenSession {
  readonly credential: string;
  readonly opened: Promise<string>;
  /** Time when the session was opened or last proved valid, ms since 1970. */
  provenAt: number;
}

interface AuthSessionOptions {
  readonly credential: () => Promise<Credential | null>;
  readonly hide?: (secret: string) => void;
  readonly now?: () => number;
}

/** Adds credentials to requests for judges that use sessions or signatures instead of a header. */
export class AuthSession {
  private session: OpenSession | null = null;

  constructor(
    private readonly judge: Pick<Judge, 'session' | 'signature'>,
    private readonly options: AuthSessionOptions,
  ) {}

  /**
   * Sends a request with the session or the signature. `open` runs the operation that opens a session. `exchange` and
   * `open` reject only with `RequestFailed`.
   */
  async send<Received extends PlainAnswer>(
    request: OutgoingRequest,
    exchange: (request: OutgoingRequest) => Promise<Received>,
    open: (operation: Operation<string>) => Promise<string>,
  ): Promise<Received> {
    const { session: support, signature } = this.judge;
    if (!support && !signature) return exchange(request);
    const credential = await this.options.credential();
    if (!credential) return exchange(request);
    const { now = Date.now } = this.options;
    if (signature) return exchange(await signature.sign(request, credential.secret, now()));
    if (!support) return exchange(request);
    const withSession = async (session: OpenSession): Promise<Received> =>
      exchange({
        ...request,
        headers: { ...request.headers, ...support.headers(await session.opened, request) },
      });
    // A request that must not be sent twice gets a fresh session, which can't have ended.
    if (request.method !== 'GET') return withSession(this.begin(support, credential, open, now()));
    const session =
      this.session?.credential === credential.id
        ? this.session
        : this.begin(support, credential, open, now());
    const answer = await withSession(session);
    const state = support.stateAfter(answer);
    if (state === 'valid') {
      session.provenAt = now();
      return answer;
    }
    const age = now() - session.provenAt;
    if (state === 'unclear' && age >= 0 && age < SESSION_TRUSTED_MS) return answer;
    // another request may have renewed the session meanwhile
    const isRenewed = this.session !== null && this.session !== session;
    return withSession(
      isRenewed && this.session ? this.session : this.begin(support, credential, open, now()),
    );
  }

  private begin(
    support: Session,
    { id, secret }: Credential,
    open: (operation: Operation<string>) => Promise<string>,
    now: number,
  ): OpenSession {
    const opened = open((http) => support.open(http, secret)).then(
      (session) => {
        this.options.hide?.(session);
        return session;
      },
      (error: unknown) => {
        // the request that needs the session has not been sent
        throw new RequestFailed(asRequestFailed(error).failure, { sent: 'no', credentialId: id });
      },
    );
    const session: OpenSession = { credential: id, opened, provenAt: now };
    this.session = session;
    opened.catch(() => {
      if (this.session === session) this.session = null;
    });
    return session;
  }
}
