// Pictures of each view, a notice, and the walkthrough in the languages that few of the project's people read, for translators:
//   npm run test:ui -- test/ui/pictures/languages.test.ts
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../../tools/root';
import { eventually, useWorkbench } from '../harness/index';

type Texts = Readonly<Record<string, string>>;

const read = (file: string): Texts => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')) as Texts;
const english = read('package.nls.json');

/** English sentences whose translations differ from them. */
function untranslated(manifest: Texts, bundle: Texts): readonly string[] {
  const pairs = [
    ...Object.entries(bundle),
    ...Object.entries(english).map(([key, text]) => [text, manifest[key] ?? ''] as const),
  ];
  return pairs
    .filter(([text, translated]) => text !== translated && /\w \w/.test(text) && !/[{[`*]/.test(text))
    .map(([text]) => text);
}

for (const language of ['es', 'ja', 'pt-br', 'ru'] as const) {
  describe(`A window in the language ${language}`, function () {
    this.timeout(240_000);
    const manifest = read(`package.nls.${language}.json`);
    const bundle = read(`l10n/bundle.l10n.${language}.json`);
    const englishSentences = untranslated(manifest, bundle);
    const named = (key: string): string => manifest[key] ?? key;
    const run = (key: string) => workbench().runCommand(`${named('command.category')}: ${named(key)}`);
    const workbench = useWorkbench({ locale: language, viewport: { width: 1280, height: 900 } });
    const content = () => workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');

    /** Saves a picture, and checks that a text contains no English sentence of the extension. */
    async function picture(name: string, text: string): Promise<void> {
      await workbench().screenshot(`languages/${language}-${name}`);
      assert.deepEqual(
        englishSentences.filter((sentence) => text.includes(sentence)),
        [],
        name,
      );
    }

    it('shows each view, a notice, and the walkthrough without English sentences', async () => {
      const { page } = workbench();
      await workbench().openContainer(named('extension.displayName'));
      await eventually(async () => assert.ok((await workbench().welcome()).length > 0));
      await picture('welcome', await workbench().welcome());

      await run('command.openSample');
      await content().locator('.details').waitFor();
      await picture('page', await content().locator('main.record').innerText());
      await page.setViewportSize({ width: 900, height: 900 });
      await eventually(async () => {
        const isCut = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
        assert.equal(await content().locator('body').evaluate(isCut), false);
      });
      await workbench().screenshot(`languages/${language}-narrow`);
      await page.setViewportSize({ width: 1280, height: 900 });

      await workbench()
        .treeItem(/^\s*WA 50/)
        .click({ button: 'right' });
      await picture('menu', (await workbench().menuEntries()).join('\n'));
      await page.keyboard.press('Escape');

      await run('command.chooseService');
      const { quickInput } = workbench();
      await quickInput.row(bundle['Add Online Judge…'] ?? '').waitFor();
      await picture('judges', (await quickInput.rows()).join('\n'));
      await quickInput.cancel();

      await run('command.copyMcpConfiguration');
      const { notifications } = workbench();
      await eventually(async () => assert.notDeepEqual(await notifications.shown(), []));
      const notices = await notifications.shown();
      await picture('notice', notices.map(({ message }) => message).join('\n'));
      await notifications.clear();

      await workbench().closeEditors();
      await workbench().runCommand('Welcome: Open Walkthrough...');
      await quickInput.row(new RegExp(named('walkthrough.title'))).click();
      const steps = page.locator('.getting-started-step');
      await steps.first().waitFor();
      await picture('walkthrough', (await steps.allInnerTexts()).join('\n'));
    });
  });
}
