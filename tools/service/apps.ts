import { newToken, sameSecret } from './http/guards';
import { Quota } from './quota';

/** Someone who may use the service: a token, what it has left, and what it submitted. */
export class App {
  readonly token = newToken();
  readonly quota: Quota;
  /** a revoked token is as unknown as one that never was */
  revoked = false;

  constructor(points: number) {
    this.quota = new Quota(points);
  }
}

export class Apps {
  private readonly list: App[] = [];

  add(points: number): App {
    const app = new App(points);
    this.list.push(app);
    return app;
  }

  /** The app that a credential belongs to, or null. Every token is compared, whichever fits. */
  find(credential: string | null): App | null {
    let found: App | null = null;
    for (const app of this.list) {
      if (sameSecret(credential ?? '', app.token) && !app.revoked) found = app;
    }
    return credential === null ? null : found;
  }
}
