import fs from 'node:fs/promises';
import path from 'node:path';

/** Files below a folder that hold any form of a secret. */
export async function filesWith(secret: string, folder: string): Promise<string[]> {
  const forms = [secret, Buffer.from(secret).toString('base64'), encodeURIComponent(secret)].map((form) =>
    Buffer.from(form),
  );
  const found: string[] = [];
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const content = await fs.readFile(file).catch(() => Buffer.alloc(0)); // a scratch file, gone meanwhile
    if (forms.some((form) => content.includes(form))) found.push(file);
  }
  return found;
}
