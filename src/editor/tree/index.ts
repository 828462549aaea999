/** What the list shows: loaded with its first row. */
export { Arranging } from './arranging';
export { TreeRows } from './rows';
