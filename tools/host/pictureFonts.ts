import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { cached, fingerprint } from './cache';

const run = promisify(execFile);

/** Debian packages of the fonts, and the files that are used. Noto Sans is the default of current Linux desktops. */
const fonts: Readonly<Record<string, readonly string[]>> = {
  'fonts-noto-core': [
    'NotoSans-Regular.ttf',
    'NotoSans-Bold.ttf',
    'NotoSans-Italic.ttf',
    'NotoSansSymbols2-Regular.ttf',
    'NotoSansMath-Regular.ttf',
  ],
  'fonts-noto-mono': ['NotoSansMono-Regular.ttf', 'NotoSansMono-Bold.ttf'],
  'fonts-noto-cjk': ['NotoSansCJK-Regular.ttc', 'NotoSansCJK-Bold.ttc'],
};

/**
 * Returns a font configuration with the fonts of a Linux desktop, for pictures in documents. The fonts are downloaded
 * from Debian into the cache, not installed, so tests keep the fonts of this computer.
 * @throws if this isn't Debian
 */
export async function pictureFonts(): Promise<string> {
  const name = `picture-fonts-${fingerprint(JSON.stringify(fonts), configuration)}`;
  const folder = await cached(name, async (draft) => {
    await run('apt-get', ['update', '-q', '-o', 'Acquire::Retries=5']);
    await run('apt-get', ['download', '-q', '-o', 'Acquire::Retries=5', ...Object.keys(fonts)], {
      cwd: draft,
    });
    for (const file of await fs.readdir(draft)) await run('dpkg', ['-x', file, 'unpacked'], { cwd: draft });
    const unpacked = path.join(draft, 'unpacked');
    const fontFiles = new Set(Object.values(fonts).flat());
    await fs.mkdir(path.join(draft, 'fonts'));
    for (const file of await fs.readdir(unpacked, { recursive: true })) {
      const base = path.basename(file);
      if (fontFiles.has(base)) await fs.rename(path.join(unpacked, file), path.join(draft, 'fonts', base));
    }
    await fs.writeFile(path.join(draft, 'fonts.conf'), configuration);
  });
  return path.join(folder, 'fonts.conf');
}

function alias(family: string, ...preferred: string[]): string {
  const families = preferred.map((name) => `<family>${name}</family>`).join('');
  return `  <alias binding="same"><family>${family}</family><prefer>${families}</prefer></alias>`;
}

const configuration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
${['system-ui', 'sans', 'sans-serif', 'Ubuntu', 'Droid Sans'].map((name) => alias(name, 'Noto Sans', 'Noto Sans CJK SC')).join('\n')}
${['monospace', 'Droid Sans Mono'].map((name) => alias(name, 'Noto Sans Mono', 'Noto Sans CJK SC')).join('\n')}
</fontconfig>
`;
