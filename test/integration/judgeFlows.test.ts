import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { startLocalDmoj } from '../../tools/dmoj/dmoj';
import { startLocalHydro, type LocalHydro } from '../../tools/hydro/hydro';
import { startLocalJudge0 } from '../../tools/judge0/judge0';
import { startLocalService } from '../../tools/service';
import { eventually } from '../../tools/workbench/eventually';
import { startLocalJudge } from '../support/judges';
import { startEolympStandIn } from '../support/standIns/eolymp';
import { jsonDescription, judgeSites, startJsonApi } from './support/judgeSites';
import { useNewRecords } from './support/newRecords';
import { answering, pagesOpenedBy, useNotices, type Answer } from './support/person';
import { setting } from './support/session';

describe('From judge setup to verdict, the extension', function () {
  this.timeout(120_000);
  const notices = useNotices();
  const records = useNewRecords();
  let folder: string;

  before(() => {
    folder = path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'judge-flows');
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('judgeResults.stopAll');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await fs.rm(folder, { recursive: true, force: true });
    for (const name of ['service', 'services']) await setting(name, undefined);
  });

  const run = (command: string, ...answers: readonly Answer[]) =>
    answering(answers, () => vscode.commands.executeCommand(`judgeResults.${command}`));

  /** Writes the files, and opens the first one. */
  async function openProgram(files: Readonly<Record<string, string>>): Promise<vscode.TextDocument> {
    await fs.mkdir(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) await fs.writeFile(path.join(folder, name), text);
    const [program = ''] = Object.keys(files);
    const { document } = await vscode.window.showTextDocument(vscode.Uri.file(path.join(folder, program)));
    return document;
  }

  for (const [judge, start] of Object.entries(judgeSites)) {
    it(`adds ${judge} and shows the verdicts of a new and an earlier submission`, async () => {
      const { name, settings, signedIn, confirm, submission, other, stop } = await start();
      try {
        if (settings) await setting('services', { [name]: settings });
        if (signedIn.length > 0) {
          const opened = await pagesOpenedBy(() => run('chooseService', ...signedIn), confirm);
          assert.equal(opened.length, confirm ? 1 : 0, opened.join());
          await notices.expect(new RegExp(`^Signed in to ${name}\\.$`));
        } else {
          await setting('service', name);
        }

        if (submission) {
          const { files, submit, end, verdict, score } = submission;
          await openProgram(files);
          await submit();
          await eventually(() => assert.equal(records.of(name).length, 1));
          end?.();
          await eventually(() => {
            const [record] = records.of(name);
            assert.deepEqual(
              [record?.state, record?.verdict?.short, record?.score],
              ['finished', verdict, score],
            );
            assert.equal(path.basename(record?.source ?? ''), Object.keys(files)[0]);
          });
        }

        const { id, fetched, verdict } = await other();
        await answering([fetched], async () => {
          // It waits for an answer to the offer to use the active file as the source.
          void vscode.commands.executeCommand('judgeResults.fetch');
          await eventually(() =>
            assert.equal(records.of(name).find((one) => one.id === id)?.verdict?.short, verdict),
          );
        });
      } finally {
        await stop();
      }
    });
  }

  it('offers a DOMjudge contest that only its teams see, after one sign-in', async () => {
    const site = await startLocalJudge('clics');
    try {
      await run(
        'chooseService',
        { choose: /^DOMjudge, PC²$/ },
        { enter: `${site.url}/api`, asked: /^URL of the site/ },
        { choose: /^Sign In…$/ },
        { enter: 'team', asked: /^User name/ },
        { enter: 'wrong', asked: /^Password/, rejected: /^Wrong user name or password\./ },
        { enter: 'password' },
        { choose: /^Winter Camp$/ },
      );
      await notices.expect(/^Signed in to Winter Camp\.$/);
    } finally {
      await site.stop();
    }
  });

  it('continues at Judge0 after one sign-in if the token is replaced meanwhile', async () => {
    const host = await startLocalJudge0();
    try {
      await setting('services', { Lab: { type: 'judge0', url: host.url } });
      await setting('service', 'Lab');
      await run('setCredentials', { enter: host.token });
      await notices.expect(/^Signed in to Lab\.$/);
      notices.clear();
      const one = host.submit({ language_id: 63, source_code: '1', expected_output: '3' }, false);
      await answering([{ typing: one.token, choose: /Fetch/ }], async () => {
        void vscode.commands.executeCommand('judgeResults.fetch');
        await eventually(() => assert.equal(records.of('Lab').length, 1));
      });
      host.renewToken();
      const { buttons } = await notices.expect(/^Signed out of Lab/);
      assert.ok(buttons.includes('Sign In'), buttons.join());
      const asked = host.received;
      host.change(one, { status: 5, time: 2, memory: 800 });
      await answering([{ enter: host.token }], async () => {
        await notices.press(/^Signed out of Lab/, 'Sign In');
        await notices.expect(/^Signed in to Lab\.$/);
      });
      // Nothing was requested before the sign-in, and nobody was asked twice.
      assert.equal(host.requests.filter(({ status }) => status === 401).length <= 1, true);
      assert.ok(host.received > asked);
      assert.equal(notices.shown.filter(({ message }) => /^Signed out/.test(message)).length, 1);
      await eventually(() => assert.equal(records.of('Lab')[0]?.verdict?.short, 'TLE'));
    } finally {
      await host.stop();
    }
  });

  it('shows a result of Eolymp that only an event contains', async () => {
    const site = await startEolympStandIn();
    try {
      const { url, contestId: contest } = site;
      await setting('services', { Olympiad: { type: 'eolymp', url, contest } });
      await setting('service', 'Olympiad');
      await run('setCredentials', { enter: site.token });
      await notices.expect(/^Signed in to Olympiad\.$/);
      const id = site.submitInBrowser('int main() {}', true);
      await answering([{ typing: id, choose: /Fetch/ }], async () => {
        void vscode.commands.executeCommand('judgeResults.fetch');
        await eventually(() => assert.equal(records.of('Olympiad').length, 1));
      });
      await site.untilWatches(1);
      site.tooManyRequests = true;
      site.progress(id, 'TESTING');
      site.finish(id, 'partial');
      await eventually(() => {
        const [record] = records.of('Olympiad');
        assert.deepEqual([record?.state, record?.verdict?.short, record?.score], ['finished', 'PART', 40]);
      });
    } finally {
      await site.stop();
    }
  });

  it('tests a JSON API with an ID, and updates the report for new settings without another request', async () => {
    const { origin, token, asked, close } = await startJsonApi();
    const described = jsonDescription(origin);
    const document = (name: string) =>
      vscode.workspace.textDocuments.find(
        ({ uri }) => uri.scheme === 'judge-service-test' && uri.path === `/${name}`,
      );
    try {
      await setting('services', {
        mine: { ...described, result: { path: '/runs/{id}', fields: { status: 'verdict', score: 'score' } } },
      });
      await setting('service', 'mine');
      await run('setCredentials', { enter: token });
      await run('testService', { typing: '7', choose: /7$/ });
      await eventually(() => {
        assert.match(
          document('answer.jsonc')?.getText() ?? '',
          /^\/\/ GET http:.*\/runs\/7\n\/\/ 200\n[^]*"verdict": "wrong"/,
        );
        assert.match(document('report.md')?.getText() ?? '', /result\.fields\.score.*isn’t in the response/);
      });
      const before = asked.length;
      await setting('services', { mine: described });
      await eventually(() => {
        assert.doesNotMatch(document('report.md')?.getText() ?? '', /isn’t in the response/);
        assert.match(document('report.md')?.getText() ?? '', /57 ms/);
      });
      assert.deepEqual(asked.slice(before), []);
    } finally {
      await close();
    }
  });

  it('leads a new user from “Submit” to the choice of a judge, and later to a second judge', async () => {
    const sites = await Promise.all([1, 2].map(() => startLocalHydro({ english: true })));
    const [first = assert.fail(), second = assert.fail()] = sites;
    const hostOf = (site: LocalHydro): string => new URL(site.url).host;
    const adding = (site: LocalHydro): readonly Answer[] => [
      { choose: /^Hydro$/ },
      { enter: site.url, asked: /^URL of the site/ },
      { choose: /^User name and password$/ },
      { enter: site.alice.uname, asked: /^User name or email/ },
      { enter: site.alice.password, asked: /^Password of alice/ },
    ];
    const submitting: readonly Answer[] = [
      { choose: /P1001/ },
      { choose: /Other Language…$/ },
      { choose: /^NodeJS/ },
      { choose: / to .+ · / },
    ];
    const isAccepted = (site: LocalHydro) =>
      eventually(() => {
        const [record] = records.of(hostOf(site));
        assert.deepEqual([record?.state, record?.verdict?.short], ['finished', 'AC']);
      });
    try {
      await openProgram({
        'P1001.js':
          "const [a, b] = require('fs').readFileSync(0, 'utf8').trim().split(/\\s+/).map(Number);\nconsole.log(a + b);\n",
      });
      await run('submit', ...adding(first), ...submitting);
      await isAccepted(first);
      await run('chooseService', ...adding(second));
      const stored = vscode.workspace.getConfiguration('judgeResults').inspect('services');
      assert.deepEqual(stored?.globalValue, {
        [hostOf(first)]: { type: 'hydro', url: first.url },
        [hostOf(second)]: { type: 'hydro', url: second.url },
      });
      await run('submit', ...submitting);
      await isAccepted(second);
      // Returns to the first one without a new sign-in.
      await run('chooseService', { choose: new RegExp(`^${hostOf(first)}$`) });
      const question = `hasn’t changed since the last submission[^]*Judge: ${hostOf(first)} \\(${first.url}\\)`;
      await run('submitAgain', { confirm: 'Submit Again', asked: new RegExp(question) });
      await eventually(() =>
        assert.deepEqual(
          sites.map((site) => site.records.size),
          [2, 1],
        ),
      );
    } finally {
      await Promise.all(sites.map((site) => site.stop()));
    }
  });

  it('accepts a pasted Hydro session, continues after it expired, and shows the site’s error messages', async () => {
    const site = await startLocalHydro({ english: true });
    try {
      await setting('services', { School: { type: 'hydro', url: site.url } });
      await setting('service', 'School');
      site.oddities.oauthOnly = true;
      await run(
        'setCredentials',
        { choose: /^User name and password$/ },
        { enter: site.alice.uname, asked: /^User name or email/ },
        { enter: site.alice.password, rejected: /Builtin login is disabled/ },
        { cancel: true },
      );
      site.oddities.oauthOnly = false;
      const session = () => `sid=${site.signIn(site.alice)}; path=/; HttpOnly`;
      await run(
        'setCredentials',
        { choose: /^Session Cookie$/ },
        { enter: 'sid=an-old-one; path=/', asked: /“sid” cookie/, rejected: /rejected the credentials/ },
        { enter: session() },
      );
      await notices.expect(/^Signed in to School\.$/);

      // The session ends before the question for the language, which depends on the problem, and again before the
      // submission.
      const program = await openProgram({ 'program.js': 'console.log(1);\n' });
      const another = { enter: '', asked: /“sid” cookie/ };
      site.endSessions();
      await run(
        'submit',
        { typing: 'P1001', choose: /P1001/ },
        { enter: session(), asked: /“sid” cookie/ },
        { choose: /Other Language…$/ },
        { choose: /^NodeJS/ },
        {
          choose: / to .+ · /,
          before: async () => {
            site.endSessions();
            another.enter = session();
          },
        },
        another,
      );
      await eventually(() => assert.equal(site.records.size, 1));
      const statement = () =>
        vscode.window.visibleTextEditors.find(({ viewColumn }) => viewColumn === vscode.ViewColumn.Two)
          ?.document;
      await run('showStatement');
      await eventually(() => assert.match(statement()?.getText() ?? '', /Description/));
      // A statement opens in the column of the earlier one, even if that has the focus.
      const shown = statement();
      assert.ok(shown);
      await vscode.window.showTextDocument(shown, vscode.ViewColumn.Two);
      await run('showStatement');
      assert.equal(vscode.window.tabGroups.all.length, 2);

      // The problem no longer accepts its language.
      site.oddities.allowedLanguages.set('P1001', ['cc']);
      const editor = await vscode.window.showTextDocument(program, vscode.ViewColumn.One);
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// changed\n'));
      await answering([], async () => {
        // It waits for an answer to the notification.
        void vscode.commands.executeCommand('judgeResults.submitAgain');
        await notices.expect(/This language is not allowed to submit\. Allowed: C\+\+\./);
      });
    } finally {
      await site.stop();
    }
  });

  it('runs the samples of a Hydro problem’s statement as one self-test, whose outputs it compares', async () => {
    const site = await startLocalHydro({ english: true });
    try {
      await setting('services', { Practice: { type: 'hydro', url: site.url } });
      await setting('service', 'Practice');
      await run(
        'setCredentials',
        { choose: /^User name and password$/ },
        { enter: site.alice.uname },
        { enter: site.alice.password },
      );
      await openProgram({
        'P1001.js':
          "const [a, b] = require('fs').readFileSync(0, 'utf8').trim().split(/\\s+/).map(Number);\nconsole.log(a - b);\n",
      });
      await run(
        'submit',
        { choose: /P1001/ },
        { choose: /Other Language…$/ },
        { choose: /^NodeJS/ },
        { choose: / to .+ · / },
      );
      await eventually(() => assert.equal(records.of('Practice')[0]?.state, 'finished'));
      const before = site.requests.length;
      await run('runSamples', { confirm: 'Run Samples', asked: /^Run .+ of P1001\.js on Practice\?/ });
      await eventually(() => {
        const [record, ...others] = records.of('Practice');
        assert.equal(others.length, 1);
        assert.deepEqual([record?.state, record?.verdict?.short], ['finished', 'WA']);
      });
      const sent = site.requests.slice(before).filter(({ method }) => method === 'POST');
      assert.deepEqual(
        sent.map(({ path: one }) => one),
        ['/p/P1001/submit'],
      );
    } finally {
      await site.stop();
    }
  });

  it('offers to choose another judge if one that was added without credentials requires them', async () => {
    const service = await startLocalService({ role: 'custom' });
    try {
      await answering(
        [
          { choose: /^Luogu-compatible API$/ },
          { enter: service.origin, asked: /^Judge’s URL/ },
          { choose: /^No authentication$/ },
          { choose: /^Skip$/ },
          { enter: 'Open judge', asked: /^Name of the judge/ },
        ],
        async () => {
          void vscode.commands.executeCommand('judgeResults.chooseService');
          // The connection check reports it.
          await notices.expect(/^Open judge requires sign-in \(401\)/);
        },
      );
      notices.clear();
      // No command asks for credentials that the judge supposedly doesn't need.
      await answering([{ typing: 'a-result-1', choose: /Fetch a-result-1$/ }], async () => {
        void vscode.commands.executeCommand('judgeResults.fetch');
        await notices.press(/requires sign-in \(401\)/, 'Sign In');
        const { buttons } = await notices.expect(/set up without authentication/);
        assert.ok(buttons.includes('Choose Online Judge'), buttons.join());
      });
    } finally {
      await service.close();
    }
  });

  it('opens the DMOJ page on which users create tokens', async () => {
    const site = await startLocalDmoj();
    try {
      await setting('services', { Club: { type: 'dmoj', url: site.url } });
      await setting('service', 'Club');
      assert.deepEqual(await pagesOpenedBy(() => run('getToken')), [`${site.url}/edit/profile/`]);
    } finally {
      await site.stop();
    }
  });
});
