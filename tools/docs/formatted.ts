import path from 'node:path';
import prettier from 'prettier';
import { root } from '../root';

/** Formats a generated file like the project's other files. `file`: path below the project's folder. */
export async function formatted(file: string, text: string): Promise<string> {
  const filepath = path.join(root, file);
  const options = await prettier.resolveConfig(filepath);
  return prettier.format(text, { ...options, filepath });
}
