import { commands, Uri } from 'vscode';
import type { VerdictTopic } from '../../panel/messages';
import { isChinese } from '../labels/text';
import type { Uses } from '../shared/extensionServices';

/** Opens the explanation of a verdict, a document that ships with the extension, in an editor. */
export async function openVerdictHelp({ context }: Uses<'context'>, topic: VerdictTopic): Promise<void> {
  const names = isChinese() ? ['docs', 'zh-cn', 'verdicts.md'] : ['docs', 'verdicts.md'];
  const document = Uri.joinPath(context.extensionUri, ...names);
  await commands.executeCommand('vscode.open', document.with({ fragment: topic }));
}
