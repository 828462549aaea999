import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { startLocalHydro, type LocalHydro } from '../../tools/hydro/hydro';
import { startLocalProxy, type LocalProxy } from '../support/proxy';
import { eventually, useWorkbench } from './harness/index';

const words = {
  en: {
    view: 'Judge Results',
    choose: 'Judge: Choose Service…',
    add: 'Add Service…',
    notEncrypted: /isn’t encrypted/,
    noSite: /^No Hydro site found at http/,
    ask: /Send credentials unencrypted to http:\/\/school\.test\?\s+Everyone on this network can read your password\./,
    send: 'Send Unencrypted',
    nothingSent: /^Nothing was sent/,
    withPassword: 'User name and password',
    password: /^Password of alice/,
    signedIn: /^Signed in to school\.test\.$/,
    unencrypted: /Credentials are sent unencrypted/,
  },
  'zh-cn': {
    view: '评测结果',
    choose: '评测: 选择评测平台（OJ）…',
    add: '添加平台…',
    notEncrypted: /未加密/,
    noSite: /不是 Hydro 站点/,
    ask: /要以未加密的方式向 http:\/\/school\.test 发送凭据吗？\s+此网络中的任何人都能读到你的密码。/,
    send: '未加密发送',
    nothingSent: /^未发送任何内容/,
    withPassword: '用户名和密码',
    password: /alice/,
    signedIn: /school\.test/,
    unencrypted: /凭据以未加密的方式发送/,
  },
} as const;

for (const locale of ['en', 'zh-cn'] as const) {
  const say = words[locale];
  describe(`The address of a Hydro site on plain http (${locale})`, () => {
    let site: LocalHydro;
    let other: http.Server;
    let proxy: LocalProxy;
    const workbench = useWorkbench(async () => {
      site = await startLocalHydro({ english: locale === 'en' });
      other = http.createServer((_, response) => response.end('<!doctype html><title>School</title>'));
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const port = Number(new URL(site.url).port);
      proxy = await startLocalProxy({ 'school.test': port, 'oj.school.edu': port });
      return { settings: { 'http.proxy': proxy.url }, ...(locale === 'en' ? {} : { locale }) };
    });
    after(async () => {
      await proxy.close();
      await new Promise((resolve) => other.close(resolve));
      await site.stop();
    });
    const boxSays = (pattern: RegExp): Promise<void> =>
      eventually(async () => assert.match(await workbench().quickInput.message(), pattern));

    it('is refused while it is typed, outside a private network', async () => {
      const { quickInput } = workbench();
      await workbench().openContainer(say.view);
      await workbench().runCommand(say.choose);
      await quickInput.pick(say.add);
      await quickInput.pick('Hydro');
      await eventually(async () => assert.equal(await quickInput.placeholder(), 'https://oj.school.edu'));
      await quickInput.enter('http://oj.school.edu/p/P1001');
      await boxSays(say.notEncrypted);
      assert.deepEqual(proxy.asked, []);
    });

    it('is refused in words where there is another site', async () => {
      const { port } = other.address() as AddressInfo;
      await workbench().quickInput.enter(`http://127.0.0.1:${port}/d/class1`);
      await boxSays(say.noSite);
      await workbench().screenshot(`hydro-no-site-${locale}`);
    });

    it('is taken in a private network after a choice, without which nothing of the person is sent', async () => {
      const { page, quickInput } = workbench();
      await quickInput.enter('http://school.test/record/6b0287ea08066e6dc6a70976');
      const dialog = workbench().dialog();
      await eventually(async () => assert.match(await dialog.innerText(), say.ask));
      await workbench().screenshot(`hydro-plain-http-${locale}`);
      await page.keyboard.press('Escape');
      await boxSays(say.nothingSent);
      assert.deepEqual(proxy.asked, ['GET http://school.test/']);
      await quickInput.accept();
      await dialog.getByRole('button', { name: say.send }).click();
      await quickInput.pick(say.withPassword);
      await eventually(async () => assert.equal(await quickInput.isOpen(), true));
      await quickInput.enter(site.alice.uname);
      await boxSays(say.password);
      await quickInput.enter(site.alice.password);
      await workbench().notifications.expect(say.signedIn);
      await workbench().notifications.clear();
      assert.ok(proxy.asked.includes('POST http://school.test/login'), proxy.asked.join('\n'));
    });

    it('is marked with a warning where services are chosen', async () => {
      const { page, quickInput } = workbench();
      await workbench().runCommand(say.choose);
      const row = quickInput.row(/school\.test/);
      await row.locator('.codicon-warning').waitFor();
      await page.locator('.quick-input-widget').getByText(say.unencrypted).waitFor();
      await workbench().screenshot(`hydro-plain-http-chosen-${locale}`);
      await quickInput.cancel();
    });
  });
}
