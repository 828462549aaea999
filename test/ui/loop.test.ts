import fs from 'node:fs/promises';
import path from 'node:path';
import UPNG from 'upng-js';
import { startLocalService, type LocalService } from '../../tools/service';
import { savePicture, withoutHost } from '../../tools/workbench/pictures';
import { useWorkbench } from './harness/index';
import { settingsOf, signIn } from './support/steps';

/** Size limit of the marketplaces for pictures in a README, which also keeps loading fast, bytes. */
const largest = 1_000_000;

const name = 'sum P1001.cpp';
const program = (line: string) =>
  `#include <iostream>\n\nint main() {\n  int a, b;\n  std::cin >> a >> b;\n  ${line}\n}\n`;
const wrong = 'std::cout << a - b << std::endl;';
const right = 'std::cout << a + b << std::endl;';

describe('A program that is submitted, fails, is fixed, and submitted again', () => {
  let service: LocalService;
  const workbench = useWorkbench(async () => {
    service = await startLocalService({ role: 'luogu', points: 50 });
    return {
      settings: {
        ...settingsOf(service),
        'window.commandCenter': false,
        'workbench.layoutControl.enabled': false,
        'editor.minimap.enabled': false,
        'breadcrumbs.enabled': false,
        'editor.occurrencesHighlight': 'off',
        'editor.lineNumbers': 'on',
        'window.zoomLevel': 0.5,
      },
      viewport: { width: 1080, height: 540 },
    };
  });
  after(() => service.close());

  const film: { readonly png: Buffer; readonly ms: number }[] = [];

  /** Adds a picture of the window to the film, shown for `ms`. */
  async function frame(ms: number): Promise<void> {
    const { page } = workbench();
    await page.mouse.move(500, 2);
    film.push({ png: await page.screenshot(), ms });
  }

  before('opens the program', async () => {
    const { page, folder } = workbench();
    await signIn(workbench(), service);
    await page.addStyleTag({ content: withoutHost });
    await fs.writeFile(path.join(folder, name), program(wrong));
    await workbench().openFile(name);
    await workbench().page.locator('.statusbar-item', { hasText: 'Activating' }).waitFor({ state: 'hidden' });
  });

  const content = () => workbench().page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');

  it('shows its verdict and the first failed case, then the result that it replaces', async () => {
    const { page, quickInput, notifications } = workbench();
    await frame(1500);
    await workbench().runCommand('Judge: Submit Active File…');
    await quickInput.row(/P1001$/).waitFor();
    await frame(1500);
    await quickInput.pick(/P1001$/);
    await quickInput.pick(/^C\+\+17/);
    await quickInput.pick(/Submit without -O2$/);
    await notifications.expect(/^WA \d+ · .*P1001.*failed/);
    await frame(2500);
    await notifications.press(/^WA \d+/, 'Show Case');
    await content().locator('.details h2', { hasText: 'Case' }).waitFor();
    await notifications.clear();
    await frame(3500);
    await workbench().openFile(name);
    await workbench().page.locator('.view-line', { hasText: 'std::cout' }).first().click();
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.insertText(right);
    await page.keyboard.press('Control+S');
    await workbench().page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
    await frame(2000);
    await page.keyboard.press('Control+Alt+J');
    await notifications.expect(/^AC 100 .*was WA \d+/);
    await workbench().treeItem('AC 100 · 2 results').waitFor();
    await frame(4000);
  });

  it('becomes a film for the README', async () => {
    const frames = film.map(({ png }) => {
      const image = UPNG.decode(new Uint8Array(png).buffer);
      const [pixels] = UPNG.toRGBA8(image);
      if (!pixels) throw new Error('a picture without pixels');
      return { ...image, pixels };
    });
    const { width, height } = frames[0]!;
    const colors = 128;
    const animation = UPNG.encode(
      frames.map(({ pixels }) => pixels),
      width,
      height,
      colors,
      film.map(({ ms }) => ms),
    );
    if (animation.byteLength > largest) throw new Error(`${animation.byteLength} bytes`);
    await savePicture('loop', Buffer.from(animation), true);
  });
});
