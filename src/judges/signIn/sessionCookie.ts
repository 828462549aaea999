import { cookieIn } from '../adapters/shared/responseBody';
import type { PlainAnswer } from '../adapters/shared/makeResult';

/**
 * Keeps the session cookie that a judge opens for a credential. Without it, such a judge would open and store a new
 * session for each request.
 */
export class SessionCookie {
  private kept: { readonly credentialId: string; readonly value: string } | null = null;

  /** `name`: name of the cookie. `hide`: called with each new value, which must never be logged. */
  constructor(
    private readonly name: string,
    private readonly hide: ((secret: string) => void) | undefined,
  ) {}

  /** Returns the header with the session of a credential. Empty: none is open. Call `mayCarry` first. */
  headerFor(credentialId: string): Readonly<Record<string, string>> {
    return this.kept?.credentialId === credentialId ? { Cookie: `${this.name}=${this.kept.value}` } : {};
  }

  /** Keeps the session that a response opens. A response with status 401 ends the session. */
  keepFrom(answer: PlainAnswer & { readonly credentialId: string | null }): void {
    const { credentialId, status } = answer;
    if (status === 401) this.kept = null;
    const value = credentialId === null || status === 401 ? null : cookieIn(answer, this.name);
    if (credentialId === null || value === null) return;
    this.hide?.(value);
    this.kept = { credentialId, value };
  }
}
