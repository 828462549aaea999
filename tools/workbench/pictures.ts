import fs from 'node:fs/promises';
import path from 'node:path';
import { wantedAge } from '../host/index';
import { root } from '../root';

/** Folder for the screenshots of every run. It isn't committed. */
export const screenshots = path.join(
  root,
  wantedAge() === 'oldest' ? 'out/screenshots-oldest' : 'out/screenshots',
);
/** Screenshots in the README. Only `npm run pictures -- --update-pictures` writes them. */
const readmePictures = path.join(root, 'media/screenshots');

/** Hides parts of the window that exist only in the test host and not in desktop VS Code: ports and keyboard layout. */
export const withoutHost = `
  .statusbar-item[id="status.host"], .statusbar-item[id="status.forwardedPorts"], .statusbar-item[aria-label^="Layout"], .statusbar-item[aria-label^="布局"],
  .panel .composite-bar .action-item:has([aria-label^="Ports"], [aria-label^="端口"]) { display: none !important; }
`;

export const updateVariable = 'UPDATE_PICTURES';

/**
 * Saves a screenshot with this name. With `forReadme`, also replaces the committed one if `updateVariable` is set.
 * Returns its path.
 */
export async function savePicture(name: string, png: Buffer, forReadme = false): Promise<string> {
  const file = path.join(screenshots, `${name}.png`);
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, png);
  if (forReadme && process.env[updateVariable]) {
    await fs.mkdir(readmePictures, { recursive: true });
    await fs.writeFile(path.join(readmePictures, `${name}.png`), png);
  }
  return file;
}
