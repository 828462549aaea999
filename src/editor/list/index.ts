export { DoubleClicks } from './doubleClicks';
export { type TreeNode, isNode } from './node';
export { reveal, unfold } from './reveal';
