import { answerNotices, settings, speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { window } from 'vscode';
import type { Extension } from '../../../../src/editor/extension';
import { addFound } from '../../../../src/editor/judges/editJudges';
import type { JudgeManager } from '../../../../src/editor/judges/judgeManager';
import { startLocalDomjudge, type LocalDomjudge } from '../../../../tools/domjudge/domjudge';
import type { DomjudgeVersion } from '../../../../tools/domjudge/site';
import { answerBoxes } from '../../support/answerBoxes';
import { standIn } from '../../support/standIn';
import { newJudges } from './newJudges';

const minute = 60_000;

describe('A contest that the user adds', () => {
  let site: LocalDomjudge;
  let judges: JudgeManager;

  afterEach(async () => {
    judges.dispose();
    delete settings['services'];
    delete settings['service'];
    Object.assign(window, { createInputBox: undefined });
    await site.stop();
  });

  async function start(version: DomjudgeVersion): Promise<void> {
    speak('en');
    site = await startLocalDomjudge({ version, compilers: false });
    site.addContest('finals', 'Finals', Date.now() + 12.5 * minute, Date.now() + 200 * minute);
    judges = newJudges();
  }

  const add = (contest: string) =>
    addFound(standIn<Extension>({ judges, log: { error: () => undefined } }), {
      kind: 'type',
      type: 'clics',
      fields: { url: `${site.url}/domjudge/api`, contest },
    });

  for (const version of ['9.0', '10'] as const) {
    it(`is named by its title, even before its start in DOMjudge ${version}`, async () => {
      await start(version);
      const shown = answerNotices();
      answerBoxes(site.alice.username, site.alice.password);
      const judge = await add('finals');
      assert.equal(judge?.name, 'Finals 2026');
      assert.match(shown[0]?.message ?? '', /^Signed in to Finals 2026\. The contest starts in 12 min/);
      assert.deepEqual(Object.keys(settings['services'] ?? {}), ['Finals 2026']);
    });
  }

  it('isn’t saved if the site doesn’t have it, until the user enters another one', async () => {
    await start('9.0');
    const prompts = answerBoxes(site.alice.username, site.alice.password, 'finals');
    assert.equal((await add('finale'))?.name, 'Finals 2026');
    assert.match(
      prompts.at(-1) ?? '',
      /^ID or short name of the contest.*\n\S+ shows you no contest with the ID finale/,
    );
    assert.deepEqual(Object.keys(settings['services'] ?? {}), ['Finals 2026']);
  });
});
