import type { Credential } from './credentials';
import { asServiceFailed, ServiceFailed } from './failure';
import type { ShownCredential } from './authentication';
import type { ServiceProfile } from './profile';
import type { Question, ServiceRequest } from './question';
import type { PlainAnswer } from './profiles/answer';

type SessionKind = Extract<ShownCredential, { kind: 'session' }>;

interface Session {
  readonly credential: string;
  readonly opened: Promise<string>;
  /** When it was opened, or last known to be valid; ms since 1970. */
  provenAt: number;
}

/** How long a session that was valid is trusted if an answer leaves it unclear whether it has ended, ms. */
const TRUSTED = 10 * 60_000;

interface ShownOptions {
  readonly credential: () => Promise<Credential | null>;
  readonly hide?: (secret: string) => void;
  readonly now?: () => number;
}

/** Makes the credential part of requests, for services that take none in a header. */
export class Shown {
  private session: Session | null = null;

  constructor(
    private readonly profile: Pick<ServiceProfile, 'shown'>,
    private readonly options: ShownOptions,
  ) {}

  /** `open` asks for a session; it rejects as `exchange` does, with `ServiceFailed` only. */
  async send<Received extends PlainAnswer>(
    request: ServiceRequest,
    exchange: (request: ServiceRequest) => Promise<Received>,
    open: (question: Question<string>) => Promise<string>,
  ): Promise<Received> {
    const { shown } = this.profile;
    const credential = shown && (await this.options.credential());
    if (!shown || !credential) return exchange(request);
    const { now = Date.now } = this.options;
    if (shown.kind === 'signature') return exchange(await shown.sign(request, credential.secret, now()));
    const withSession = async (session: Session): Promise<Received> =>
      exchange({ ...request, headers: { ...request.headers, ...shown.headers(await session.opened) } });
    // what may not be sent twice goes with a session that is surely new
    if (request.method !== 'GET') return withSession(this.begin(shown, credential, open, now()));
    const session =
      this.session?.credential === credential.id ? this.session : this.begin(shown, credential, open, now());
    const answer = await withSession(session);
    const state = shown.stateAfter(answer);
    if (state === 'valid') {
      session.provenAt = now();
      return answer;
    }
    const age = now() - session.provenAt;
    if (state === 'unclear' && age >= 0 && age < TRUSTED) return answer;
    // somebody else may have renewed it meanwhile
    const isRenewed = this.session !== null && this.session !== session;
    return withSession(isRenewed && this.session ? this.session : this.begin(shown, credential, open, now()));
  }

  private begin(
    shown: SessionKind,
    { id, secret }: Credential,
    open: (question: Question<string>) => Promise<string>,
    now: number,
  ): Session {
    const opened = open(shown.open(secret)).then(
      (session) => {
        this.options.hide?.(session);
        return session;
      },
      (error: unknown) => {
        // what it was opened for has not been sent
        throw new ServiceFailed(asServiceFailed(error).failure, { sent: 'no', credentialId: id });
      },
    );
    const session: Session = { credential: id, opened, provenAt: now };
    this.session = session;
    opened.catch(() => {
      if (this.session === session) this.session = null;
    });
    return session;
  }
}
