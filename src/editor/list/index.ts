export { DoubleClicks } from './doubleClicks';
export { type TreeNode, isNode } from './treeNodes';
export { reveal, unfold } from './reveal';
export type { PinnedRow } from './rowProvider';
export type { WithList } from './withList';
