import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { workbenchUrl } from '../../tools/host/index';
import { eventually } from '../../tools/workbench/eventually';
import { QuickInput } from '../../tools/workbench/quick-input';
import { nameOf, type Judging } from './judgings';
import type { Lab } from './lab';
import { hostEnded, noticesOf } from './notices';
import { extensionHosts, isAlive } from './processes';
import { names, type HostReport } from './protocol';
import type { JudgedService } from './services';

/** Maximum time to start an extension host on a slow machine, ms. */
const startLimit = 90_000;

/** Maximum time to read pending requests after a start, and to show a notification after a result is written, ms. */
const [toStart, toTell] = [2000, 3000];

/** Lifetime of an extension host, ms since 1970. */
interface Life {
  readonly from: number;
  readonly until: number;
}

/** One window of VS Code with its extension host, controlled from outside. */
export class FaultWindow {
  /** submissions for which `track` hasn’t returned yet in this window */
  private readonly asked = new Set<string>();
  /** Number of calls of `track` that were repeated because a kill interrupted them. */
  askedAgain = 0;
  private readonly lives: Life[] = [];
  private readyAt = Date.now();

  private constructor(
    private readonly lab: Lab,
    readonly page: Page,
    /** its workspace folder, as in records */
    readonly folder: string,
    /** process ID of the extension host */
    public pid: number,
  ) {}

  static async open(lab: Lab, folder: string): Promise<FaultWindow> {
    const page = await lab.context.newPage();
    const before = await known(lab);
    await page.goto(workbenchUrl(lab.server, { folder }), { waitUntil: 'domcontentloaded' });
    return new FaultWindow(lab, page, pathToFileURL(folder).href, await newHost(lab, before));
  }

  get notices(): string[] {
    return noticesOf(this.page);
  }

  /** Whether the extension host ran long enough around a time (ms since 1970) to show a notification. */
  wasThereAt(moment: number): boolean {
    const lives = [...this.lives, { from: this.readyAt, until: Infinity }];
    return lives.some(({ from, until }) => moment > from + toStart && moment < until - toTell);
  }

  /** Signs in to the judges that need it, as a user does. */
  async signIn(services: readonly JudgedService[]): Promise<void> {
    const input = new QuickInput(this.page);
    for (const { id, description, name, secret, login, confirm } of services) {
      if (secret === null && !confirm) continue;
      await this.put(names.signIn(id));
      if (description['type'] === 'hydro') await input.pick('Session Cookie');
      if (login) await this.enterUser(login.username);
      if (secret !== null) await input.enter(secret);
      await eventually(() => {
        confirm?.();
        if (!this.notices.some((text) => text.includes(`Signed in to ${name}.`)))
          throw new Error(`not signed in to ${name}: ${this.notices.join('; ')}`);
      }, startLimit);
    }
    this.notices.length = 0;
  }

  /** Enters a user name, and waits until the password of this user can be entered. */
  private async enterUser(username: string): Promise<void> {
    const input = new QuickInput(this.page);
    await input.enter(username);
    await eventually(async () => {
      if (!(await input.message()).includes(username)) throw new Error('the password can’t be entered yet');
    });
  }

  /** Makes the companion call `track` in this window. */
  async track(judging: Judging): Promise<void> {
    this.asked.add(nameOf(judging));
    await this.put(names.track(nameOf(judging)));
  }

  /** Whether calls of `track` haven’t returned yet. */
  get isAsked(): boolean {
    return this.asked.size > 0;
  }

  /** Returns submissions for which `track` has returned since the last call. */
  async taken(): Promise<string[]> {
    const files = new Set(await fs.readdir(this.inbox));
    const taken: string[] = [];
    for (const name of this.asked) {
      if (files.has(names.refused(name))) {
        const why = await fs.readFile(path.join(this.inbox, names.refused(name)), 'utf8');
        throw new Error(`the extension rejected ${name}: ${why}`);
      }
      if (files.has(names.tracked(name))) taken.push(name);
    }
    for (const name of taken) this.asked.delete(name);
    return taken;
  }

  /** Kills the extension host, as a crash does, and reloads the page. */
  async kill(): Promise<void> {
    await this.restart(() => this.end());
  }

  /** Reloads the page, as “Reload Window” does. */
  async reload(): Promise<void> {
    await this.restart(() => Promise.resolve());
  }

  /** Closes the window. VS Code ends the extension host later. */
  async close(): Promise<void> {
    await this.page.close({ runBeforeUnload: true });
  }

  /** Kills the extension host, as a crash does, and closes the window. */
  async killForGood(): Promise<void> {
    await this.end();
    await this.page.close();
  }

  /** Returns figures of the extension host. */
  async report(): Promise<HostReport> {
    const file = path.join(this.inbox, names.report);
    await fs.rm(file, { force: true });
    await this.put(names.wantReport);
    return eventually(async () => JSON.parse(await fs.readFile(file, 'utf8')) as HostReport, startLimit);
  }

  private get inbox(): string {
    return path.join(this.lab.inbox, String(this.pid));
  }

  private async end(): Promise<void> {
    const { pid } = this;
    process.kill(pid, 'SIGKILL');
    await eventually(() => {
      if (isAlive(pid)) throw new Error(`the extension host ${pid} still runs after SIGKILL`);
    }, startLimit);
  }

  private async restart(end: () => Promise<void>): Promise<void> {
    const before = await known(this.lab);
    this.lives.push({ from: this.readyAt, until: Date.now() });
    await end();
    await this.taken();
    await this.page.reload({ waitUntil: 'domcontentloaded' });
    this.pid = await newHost(this.lab, before);
    this.readyAt = Date.now();
    this.notices.push(hostEnded);
    // repeats the calls of `track` that were interrupted
    this.askedAgain += this.asked.size;
    await Promise.all([...this.asked].map((name) => this.put(names.track(name))));
  }

  private async put(name: string): Promise<void> {
    await fs.writeFile(path.join(this.inbox, name), '');
  }
}

async function known(lab: Lab): Promise<ReadonlySet<number>> {
  return new Set((await fs.readdir(lab.inbox)).map(Number));
}

/** Waits for a new extension host that accepts messages. Returns its process ID. */
async function newHost(lab: Lab, before: ReadonlySet<number>): Promise<number> {
  return eventually(async () => {
    for (const pid of extensionHosts(lab.server.pid)) {
      if (before.has(pid)) continue;
      const ready = await fs.access(path.join(lab.inbox, String(pid), names.ready)).then(
        () => true,
        () => false,
      );
      if (ready) return pid;
    }
    throw new Error(`no new extension host started\n${lab.server.tail()}`);
  }, startLimit);
}
