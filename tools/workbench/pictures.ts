import fs from 'node:fs/promises';
import path from 'node:path';
import { wantedAge } from '../host/index';
import { root } from '../root';

/** Every run's pictures; not committed. */
export const screenshots = path.join(
  root,
  wantedAge() === 'oldest' ? 'out/screenshots-oldest' : 'out/screenshots',
);
/** The README's pictures; written only by `npm run test:ui -- --update-pictures`. */
const readmePictures = path.join(root, 'media/screenshots');

/** Hides what belongs to the host that the tests run in, and to no desktop: its ports and the layout of its keyboard. */
export const withoutHost = `
  .statusbar-item[id="status.host"], .statusbar-item[id="status.forwardedPorts"], .statusbar-item[aria-label^="Layout"],
  .panel .composite-bar .action-item:has([aria-label^="Ports"]) { display: none !important; }
`;

export const updateVariable = 'UPDATE_PICTURES';

/** Keeps a picture under this name; a README's one replaces the committed one when that was asked for. */
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
