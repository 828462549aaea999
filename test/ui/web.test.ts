import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { listenOnLoopback } from '../../tools/service/http/loopback';
import { mixed } from './panel/records';
import { startLocalService, type LocalService } from '../../tools/service';
import { eventually, useWorkbench } from './harness/index';
import { openSamples, settingsFor, setSetting } from './support/steps';
import { installedExtensions } from './support/vsix';

/** The package with a manifest without a Node entry, as VS Code for the Web uses it. */
async function forBrowsersOnly(): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-web-'));
  await fs.cp(installedExtensions(), folder, { recursive: true });
  const [name] = (await fs.readdir(folder)).filter((one) => one.startsWith('judge-results.'));
  assert.ok(name);
  const file = path.join(folder, name, 'package.json');
  const { main, extensionKind, ...manifest } = JSON.parse(await fs.readFile(file, 'utf8')) as Record<
    string,
    unknown
  >;
  assert.ok(main && extensionKind && manifest['browser']);
  await fs.writeFile(file, JSON.stringify(manifest));
  for (const left of ['extension.js', 'extension.mjs', 'chunks'])
    await fs.rm(path.join(folder, name, 'dist', left), { recursive: true });
  return folder;
}

/** A service that allows requests from web pages of any origin. */
async function startOpenService(): Promise<{ origin: string; asked: http.IncomingMessage[]; close(): void }> {
  const asked: http.IncomingMessage[] = [];
  const server = http.createServer((request, response) => {
    asked.push(request);
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', 'authorization');
    response.setHeader('Content-Type', 'application/json');
    const requestId = new URL(request.url ?? '/', 'http://localhost').searchParams.get('id');
    response.end(request.method === 'OPTIONS' ? '' : JSON.stringify({ ...mixed, requestId }));
  });
  const port = await listenOnLoopback(server);
  return { origin: `http://127.0.0.1:${port}`, asked, close: () => void server.close() };
}

function openTo(url: string): Record<string, unknown> {
  return settingsFor({
    type: 'judge',
    url,
    statusCodes: { 6: { name: 'Wrong Answer', kind: 'failed', short: 'WA' } },
  });
}

describe('The packaged extension in VS Code for the Web', () => {
  let extensions: string;
  let refusing: LocalService;
  let open: Awaited<ReturnType<typeof startOpenService>>;

  const workbench = useWorkbench(async () => {
    [extensions, refusing, open] = await Promise.all([
      forBrowsersOnly(),
      startLocalService(),
      startOpenService(),
    ]);
    return { settings: openTo(open.origin), extensions };
  });
  after(async () => {
    open.close();
    await refusing.close();
    await fs.rm(extensions, { recursive: true, force: true });
  });

  async function fetch(id: string): Promise<void> {
    await workbench().runCommand('Judge: Fetch Judge Result');
    await workbench().quickInput.enter(id);
  }

  it('shows demo results, their compiler output as Problems, and a record page @core', async () => {
    await openSamples(workbench());
    await eventually(async () => {
      const problems = (await workbench().problems()).map(({ text }) => text);
      assert.ok(problems.length > 1, problems.join('\n'));
    });
    const first = workbench().treeItem(/Demo/);
    await first.click();
    await workbench().runCommand('Judge: Open Result');
    const panel = workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await panel.locator('.square').first().waitFor();
    await workbench().screenshot('web');
    await workbench().closeEditors();
  });

  it('imports a saved result', async () => {
    const file = path.join(workbench().folder, 'saved.json');
    await fs.writeFile(file, JSON.stringify({ ...mixed, requestId: 'saved-1' }));
    await workbench().runInView('Import Saved Result…');
    await workbench().quickInput.pick('saved.json');
    await workbench().quickInput.pick(/Luogu|洛谷/);
    await eventually(async () => assert.ok((await workbench().rowsIn('saved-1')).length > 0));
  });

  it('fetches from a judge that allows browsers, without triggering preflight requests @core', async () => {
    await fetch('web-1');
    await eventually(async () => {
      const labels = (await workbench().rowsIn('web-1')).map(({ label }) => label);
      assert.ok(labels.includes('Compilation'), labels.join());
    });
    // A browser would send OPTIONS before any request that needs permission.
    assert.deepEqual([...new Set(open.asked.map(({ method }) => method))], ['GET']);
  });

  it('reports that another judge doesn’t allow browsers', async () => {
    await setSetting(workbench(), 'judgeResults.services', openTo(refusing.origin)['judgeResults.services']);
    await fetch('web-2');
    const { severity, buttons } = await workbench().notifications.expect(/doesn’t allow browser access/);
    assert.equal(severity, 'error');
    assert.ok(buttons.includes('Try Again'), buttons.join());
    await workbench().screenshot('web-refused');
  });
});
