import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../root';

interface Bom {
  readonly metadata: { readonly component: Readonly<Record<string, unknown>> };
}

/**
 * Returns the bill of materials (CycloneDX): the packages that the extension contains, as npm reads them from the
 * lockfile.
 */
export async function billOfMaterials(name: string): Promise<string> {
  const args = ['sbom', '--package-lock-only', '--omit', 'dev', '--sbom-format', 'cyclonedx'];
  const script = process.env.npm_execpath;
  const [command, ...prefix] = script?.endsWith('.js') ? [process.execPath, script] : ['npm'];
  const { stdout } = await promisify(execFile)(command, [...prefix, ...args], { cwd: root, maxBuffer: 64e6 });
  const bom = JSON.parse(stdout) as Bom;
  // npm uses the name of the folder and the type `library`.
  const component = { ...bom.metadata.component, name, type: 'application', description: undefined };
  return `${JSON.stringify({ ...bom, metadata: { ...bom.metadata, component } }, null, 2)}\n`;
}

export const sbomFile = (vsix: string): string => `${path.basename(vsix, '.vsix')}.cdx.json`;
