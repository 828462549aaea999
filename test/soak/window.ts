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

/** A slow machine under load takes its time to start an extension host, ms. */
const startLimit = 90_000;

/** What a busy machine may take to read what is pending after a start, and to tell an end that is written, ms. */
const [toStart, toTell] = [2000, 3000];

/** When its extension host was there, ms since 1970. */
interface Life {
  readonly from: number;
  readonly until: number;
}

/** One window of VS Code with its extension host, handled from outside. */
export class FaultWindow {
  /** names of the judgings handed to this window and not yet known to be on its disk */
  private readonly asked = new Set<string>();
  /** How often `track` was called again because a kill came before its answer. */
  askedAgain = 0;
  private readonly lives: Life[] = [];
  private readyAt = Date.now();

  private constructor(
    private readonly lab: Lab,
    readonly page: Page,
    /** its workspace folder, as records name it */
    readonly folder: string,
    /** of the extension host */
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

  /** Whether its extension host had been there for a while at a moment, ms since 1970, and had the time to tell of it. */
  wasThereAt(moment: number): boolean {
    const lives = [...this.lives, { from: this.readyAt, until: Infinity }];
    return lives.some(({ from, until }) => moment > from + toStart && moment < until - toTell);
  }

  /** Sets the credentials of the services that want some, as a person does. */
  async signIn(services: readonly JudgedService[]): Promise<void> {
    const input = new QuickInput(this.page);
    for (const { id, description, name, secret } of services) {
      if (secret === null) continue;
      await this.put(names.signIn(id));
      if (description['type'] === 'hydro') await input.pick('Session');
      await input.enter(secret);
      await eventually(() => {
        if (!this.notices.some((text) => text.includes(`Signed in to ${name}.`)))
          throw new Error(`not signed in to ${name}: ${this.notices.join('; ')}`);
      }, startLimit);
    }
    this.notices.length = 0;
  }

  /** Has the companion call `track` in this window. */
  async track(judging: Judging): Promise<void> {
    this.asked.add(nameOf(judging));
    await this.put(names.track(nameOf(judging)));
  }

  /** Whether its product has not yet answered for all that was handed to it. */
  get isAsked(): boolean {
    return this.asked.size > 0;
  }

  /** Names of the judgings that were handed to this window and that its product has taken since the last call. */
  async taken(): Promise<string[]> {
    const files = new Set(await fs.readdir(this.inbox));
    const taken: string[] = [];
    for (const name of this.asked) {
      if (files.has(names.refused(name))) {
        const why = await fs.readFile(path.join(this.inbox, names.refused(name)), 'utf8');
        throw new Error(`the product refused to track ${name}: ${why}`);
      }
      if (files.has(names.tracked(name))) taken.push(name);
    }
    for (const name of taken) this.asked.delete(name);
    return taken;
  }

  /** Ends the extension host as a crash does, at once, and loads the page again. */
  async kill(): Promise<void> {
    await this.restart(() => this.end());
  }

  /** Loads the page again, as “Reload Window” does. */
  async reload(): Promise<void> {
    await this.restart(() => Promise.resolve());
  }

  /** Closes it; its extension host ends when VS Code has noticed. */
  async close(): Promise<void> {
    await this.page.close({ runBeforeUnload: true });
  }

  /** Ends the extension host as a crash does, and nobody opens the window again. */
  async killForGood(): Promise<void> {
    await this.end();
    await this.page.close();
  }

  /** What the extension host says of itself. */
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
      if (isAlive(pid)) throw new Error(`the extension host ${pid} outlives SIGKILL`);
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
    // who called `track` and got no answer calls again
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

/** The extension host that has come up since `before`, once it takes requests. */
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
    throw new Error(`no new extension host came up\n${lab.server.tail()}`);
  }, startLimit);
}
