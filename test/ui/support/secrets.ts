import fs from 'node:fs/promises';
import path from 'node:path';

/** Returns the files below a folder that contain a secret in any encoding. */
export async function filesWith(secret: string, folder: string): Promise<string[]> {
  const forms = [secret, Buffer.from(secret).toString('base64'), encodeURIComponent(secret)].map((form) =>
    Buffer.from(form),
  );
  const found: string[] = [];
  for (const entry of await fs.readdir(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      found.push(...(await orIfGone([], filesWith(secret, place))));
    } else if (entry.isFile()) {
      const content = await orIfGone(Buffer.alloc(0), fs.readFile(place));
      if (forms.some((form) => content.includes(form))) found.push(place);
    }
  }
  return found;
}

/** Returns `nothing` if the file is missing: locks and scratch files change while VS Code runs. */
async function orIfGone<Value>(nothing: Value, reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return nothing;
    throw error;
  }
}
