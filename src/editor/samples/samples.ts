import { Uri, workspace } from 'vscode';

/** A program and what the local judging service really said about it (`npm run samples`). */
export interface Sample {
  readonly name: string;
  readonly file: string;
  readonly problem: string;
  readonly code: string;
  /** as it came over the wire */
  readonly envelope: { readonly requestId: string };
}

/** What the package brings along. */
export async function readSamples(extensionUri: Uri): Promise<readonly Sample[]> {
  const content = await workspace.fs.readFile(Uri.joinPath(extensionUri, 'media', 'samples.json'));
  return (JSON.parse(new TextDecoder().decode(content)) as { readonly samples: readonly Sample[] }).samples;
}
