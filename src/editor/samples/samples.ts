import { env, Uri, workspace } from 'vscode';

/** A program and the result that the local judging service returned for it (`npm run samples`). */
export interface Sample {
  readonly name: string;
  readonly file: string;
  readonly problem: string;
  readonly code: string;
  /** as it came over the wire */
  readonly envelope: { readonly requestId: string };
}

/** media/samples.json: the same programs with comments and compile messages in each language. */
export type Samples = Readonly<Record<'en' | 'zh-cn', readonly Sample[]>>;

/** The packaged samples in the display language. */
export async function readSamples(extensionUri: Uri): Promise<readonly Sample[]> {
  const content = await workspace.fs.readFile(Uri.joinPath(extensionUri, 'media', 'samples.json'));
  const samples = JSON.parse(new TextDecoder().decode(content)) as Samples;
  return samples[env.language === 'zh-cn' ? 'zh-cn' : 'en'];
}
