import type { ExtensionServices } from '../shared/extensionServices';
import type { RowArguments } from '../shared/targets';
import { isNode } from './node';

export async function showMoreCases(extension: ExtensionServices, [node]: RowArguments): Promise<void> {
  if (isNode('more', node)) await extension.tree.showMore(node);
}
