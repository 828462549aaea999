import { listenOnLoopback, portOf } from '../../../../tools/service/http/loopback';
import { answerNotices, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import http from 'node:http';
import { commands, EventEmitter, window, type QuickPickItem } from 'vscode';
import { chooseJudge } from '../../../../src/editor/judges/chooseJudge';
import type { Extension } from '../../../../src/editor/extension';
import { askSite } from '../../../../src/editor/judges/askSite';
import { nodeFetch } from '../../../../src/judges/http/nodeFetch';
import type { Judge } from '../../../../src/judges';
import type { HostNetwork } from '../../../../src/judges/http/network';
import { hydro } from '../../../../src/judges/adapters/hydro';
import { startLocalHydro, type LocalHydro } from '../../../../tools/hydro/hydro';
import { playedPrograms } from '../../../support/playedPrograms';
import { hydroSite } from '../../../support/profiles';
import { clientAt } from '../../judges/clients';
import { settle } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';

/** An input box. */
class Box {
  value = '';
  validationMessage: string | undefined;
  busy = false;
  private readonly changed = new EventEmitter<string>();
  private readonly accepted = new EventEmitter<void>();
  readonly onDidChangeValue = this.changed.event;
  readonly onDidAccept = this.accepted.event;
  readonly onDidTriggerButton = new EventEmitter<unknown>().event;
  readonly onDidHide = new EventEmitter<void>().event;
  readonly show = (): void => undefined;
  readonly dispose = (): void => undefined;

  /** Types the text and returns the validation message. */
  type(text: string): string | undefined {
    this.value = text;
    this.changed.fire(text);
    return this.validationMessage;
  }

  /** Presses Enter and returns the message shown afterwards. */
  async enter(text: string): Promise<string | undefined> {
    this.type(text);
    this.accepted.fire();
    do await settle();
    while (this.busy);
    return this.validationMessage;
  }
}

describe('A Hydro site’s plain HTTP URL, in Chinese', () => {
  let site: LocalHydro;
  let other: http.Server;
  let box: Box;
  /** URLs of the requests sent. */
  let asked: string[];

  before(async () => {
    site = await startLocalHydro({ programs: playedPrograms });
    other = http.createServer((_, response) => response.end('<!doctype html><title>School</title>'));
    await listenOnLoopback(other);
  });
  after(async () => {
    await site.stop();
    await new Promise((resolve) => other.close(resolve));
  });
  beforeEach(() => {
    speak('zh-cn');
    asked = [];
    box = new Box();
    Object.assign(window, { createInputBox: () => box });
  });
  afterEach(() => speak('en'));

  let network: HostNetwork = 'public';
  const clientWith = async (judge: Judge) =>
    clientAt(judge, {
      networkOf: async () => network,
      fetch: (url, init) => {
        asked.push(`${init.method} ${url}`);
        return nodeFetch(url.replace('http://school.test', site.url), init);
      },
    });
  const extension = (services: object) =>
    standIn<Extension>({
      judges: { credentials: { redaction: { text: (words: string) => words } }, ...services },
      log: { error: () => undefined },
    });
  const askAddress = () => {
    assert.ok(hydro.site);
    return askSite(extension({ clientWith }), 'hydro', hydro.site, 'Hydro', {}, '');
  };

  it('is rejected while typing if it is outside a private network', async () => {
    void askAddress();
    assert.match(box.type('http://8.8.8.8/p/P1001') ?? '', /未加密/);
    await box.enter('http://8.8.8.8/p/P1001');
    assert.deepEqual(asked, []);
  });

  it('is rejected before any request if its name isn’t known to be in a private network', async () => {
    void askAddress();
    assert.equal(box.type('http://oj.school.edu/p/P1001') ?? '', '');
    for (const [found, words] of [
      ['public', /未使用 HTTPS，也不在专用网络中/],
      ['unknown', /通过代理或在浏览器中无法确认/],
      ['unresolved', /找不到 oj\.school\.edu/],
    ] as const) {
      network = found;
      assert.match((await box.enter('http://oj.school.edu/p/P1001')) ?? '', words);
    }
    assert.deepEqual(asked, []);
  });

  it('is rejected with a message if the site isn’t Hydro', async () => {
    void askAddress();
    const port = portOf(other);
    const said = await box.enter(`http://127.0.0.1:${port}/d/class1`);
    assert.match(said ?? '', /不是 Hydro 站点/);
  });

  it('is expanded with a warning if it has no scheme and credentials may be sent unencrypted', async () => {
    void askAddress();
    const port = portOf(other);
    const withHttp = /请输入以 http:\/\/ 开头的 URL$/;
    assert.match((await box.enter(`127.0.0.1:${port}`)) ?? '', withHttp);
    assert.match((await box.enter(`localhost:${port}/p/P1001`)) ?? '', withHttp);
    assert.doesNotMatch((await box.enter(`https://127.0.0.1:${port}`)) ?? '', withHttp);
    // Nothing listens on this port.
    assert.match((await box.enter('nobody.invalid:9')) ?? '', withHttp);
  });

  it('is accepted in a private network with the user’s consent, before which no credential is sent', async () => {
    const taken = askAddress();
    const page = 'http://school.test/record/6b0287ea08066e6dc6a70976';
    const shown = answerNotices(undefined, '未加密发送');
    assert.match((await box.enter(page)) ?? '', /^未登录。不会以未加密的方式/);
    const question = {
      message: '要以未加密的方式向 http://school.test 发送凭据吗？',
      buttons: ['未加密发送'],
      detail: '此网络中的任何人都能读到你的密码。',
      modal: true,
    };
    assert.deepEqual(shown, [question]);
    assert.deepEqual(asked, ['GET http://school.test/']);
    await box.enter(page);
    assert.deepEqual(shown, [question, question]);
    assert.deepEqual(await taken, { type: 'hydro', url: 'http://school.test', allowPlainHttp: true });
  });

  it('is marked with a warning in the judge list', async () => {
    const judge = hydroSite('http://school.test', { allowPlainHttp: true }, 'school.test');
    const listed = { kind: 'chosen', judge };
    const pick = {
      items: [] as readonly QuickPickItem[],
      onDidAccept: new EventEmitter<void>().event,
      onDidChangeValue: new EventEmitter<string>().event,
      onDidTriggerItemButton: new EventEmitter<unknown>().event,
      onDidHide: (hidden: () => void) => {
        hidden();
        return { dispose: () => undefined };
      },
      show: () => undefined,
      dispose: () => undefined,
    };
    Object.assign(window, { createQuickPick: () => pick });
    Object.assign(commands, { getCommands: async () => [] });
    const services = {
      names: async () => ['school.test'],
      chosen: async () => judge,
      named: async () => listed,
    };
    assert.equal(await chooseJudge(extension(services)), null);
    const [row] = pick.items;
    assert.match(row?.label ?? '', /^\$\(warning\) .*school\.test/);
    assert.match(row?.detail ?? '', /凭据以未加密的方式发送/);
  });
});
