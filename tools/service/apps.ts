import { newToken, sameSecret } from './http/guards';
import { Quota } from './quota';

/** A client of the service: its token, its remaining points, and the owner of its submissions. */
export class App {
  readonly token = newToken();
  readonly quota: Quota;
  /** whether the token is revoked, so that it is rejected like an unknown one */
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

  /**
   * Returns the app with this token; null: none. Compares the credential with every token, so that the time doesn't
   * depend on the match.
   */
  find(credential: string | null): App | null {
    let matching: App | null = null;
    for (const app of this.list) {
      if (sameSecret(credential ?? '', app.token) && !app.revoked) matching = app;
    }
    return credential === null ? null : matching;
  }
}
