import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';

/** Unpacks Chromium from its package, together with the libraries and the font that a minimal system doesn't have. */
export async function unpackChromium(folder: string): Promise<void> {
  const packed = path.join(folder, 'node_modules', '@sparticuz', 'chromium', 'bin');
  const target = path.join(folder, 'chromium');
  await fs.mkdir(target);
  const unpack = (name: string, file: string, mode = 0o644) =>
    pipeline(
      createReadStream(path.join(packed, name)),
      createBrotliDecompress(),
      createWriteStream(path.join(target, file), { mode }),
    );
  await unpack('chromium.br', 'chromium', 0o755);
  for (const name of ['al2023.tar', 'fonts.tar']) {
    await unpack(`${name}.br`, name);
    // Extracted from a file and not from a pipe, because tar may close a pipe before the last byte.
    await promisify(execFile)('tar', ['-x', '--no-same-owner', '-f', name], { cwd: target });
    await fs.rm(path.join(target, name));
  }
  await fs.writeFile(path.join(target, 'fonts.conf'), fontConfiguration);
  await fs.rm(packed, { recursive: true });
}

const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
