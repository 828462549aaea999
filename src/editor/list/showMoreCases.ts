import type { RowArguments } from '../shared/commands/commandTargets';
import { isNode } from './treeNodes';
import type { Core } from '../shared/core';
import type { WithList } from './withList';

export async function showMoreCases(extension: Core & WithList, [node]: RowArguments): Promise<void> {
  if (isNode('more', node)) await extension.tree.showMore(node);
}
