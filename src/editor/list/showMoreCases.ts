import type { ExtensionServices } from '../shared/extensionServices';
import type { RowArguments } from '../shared/commandTargets';
import { isNode } from './treeNodes';

export async function showMoreCases(extension: ExtensionServices, [node]: RowArguments): Promise<void> {
  if (isNode('more', node)) await extension.tree.showMore(node);
}
