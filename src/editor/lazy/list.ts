/** Rows and arrangement of the list. Loaded with the first row. */
export { TreeRows } from '../list/rows';
export { StoredArrangement } from '../list/storedArrangement';
