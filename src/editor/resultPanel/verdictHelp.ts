import { commands, Range, Uri, window, workspace } from 'vscode';
import { errorMessage } from '../../base/log';
import { verdictTopics, type VerdictTopic } from '../../resultPage/messages';
import { isChinese } from '../labels/sanitizeText';
import type { Core } from '../shared/core';

/** Opens the explanation of a verdict in VS Code’s Markdown preview. The document ships with the extension. */
export async function openVerdictHelp(
  { context, log }: Pick<Core, 'context' | 'log'>,
  topic: VerdictTopic,
): Promise<void> {
  const names = isChinese() ? ['docs', 'zh-cn', 'verdicts.md'] : ['docs', 'verdicts.md'];
  const document = Uri.joinPath(context.extensionUri, ...names);
  const text = new TextDecoder().decode(await workspace.fs.readFile(document));
  const { line, fragment } = headingOf(topic, text);
  try {
    await commands.executeCommand('markdown.showPreview', document.with({ fragment }));
  } catch (error) {
    // if VS Code's Markdown extension is disabled, shows the source text
    log.warn(`verdict help: ${errorMessage(error)}`);
    await window.showTextDocument(document, { selection: new Range(line, 0, line, 0) });
  }
}

interface Heading {
  /** 0-based */
  readonly line: number;
  /** fragment of its URL in VS Code's preview */
  readonly fragment: string;
}

/**
 * Finds the heading for a topic. In each language, the first heading is about accepted programs, and the others are in
 * the order of `verdictTopics`. `text`: of the document.
 */
export function headingOf(topic: VerdictTopic, text: string): Heading {
  const headings = text.split('\n').flatMap((content, line) => {
    const title = /^## (.+)$/.exec(content)?.[1];
    return title === undefined ? [] : [{ line, fragment: title.trim().toLowerCase().replaceAll(' ', '-') }];
  });
  return headings[verdictTopics.indexOf(topic) + 1] ?? { line: 0, fragment: '' };
}
