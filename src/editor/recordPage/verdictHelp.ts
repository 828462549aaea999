import { commands, Uri } from 'vscode';
import type { VerdictTopic } from '../../panel/messages';
import { isChinese } from '../labels/text';
import type { Uses } from '../shared/extensionServices';

/** Opens the explanation of a verdict, a document that ships with the extension, in VS Code’s Markdown preview. */
export async function openVerdictHelp({ context }: Uses<'context'>, topic: VerdictTopic): Promise<void> {
  const names = isChinese() ? ['docs', 'zh-cn', 'verdicts.md'] : ['docs', 'verdicts.md'];
  const document = Uri.joinPath(context.extensionUri, ...names);
  await commands.executeCommand('markdown.showPreview', document.with({ fragment: topic }));
}
