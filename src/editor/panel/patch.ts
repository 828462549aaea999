import { emptyColumns, figureColumns, textAt, type CaseColumns } from '../../panel/columns';
import type { PanelUpdate, SubtaskPatch, SubtaskView } from '../../panel/messages';
import type { RecordView } from './model';

/**
 * What makes `before` into `after`, holding only the cases that say something else. Null where subtasks or cases
 * went or moved: then everything is sent again. Linear in the cases of the subtasks that changed.
 */
export function patchOf(before: RecordView, after: RecordView): PanelUpdate | null {
  if (after.subtasks.length < before.subtasks.length) return null;
  const patches: SubtaskPatch[] = [];
  for (const [index, subtask] of after.subtasks.entries()) {
    const old = before.subtasks[index];
    if (old === subtask) continue;
    if (old && !grewFrom(old, subtask)) return null;
    patches.push(subtaskPatch(index, old?.cases ?? emptyColumns(0), subtask));
  }
  return { record: after.head, subtaskCount: after.subtasks.length, subtasks: patches };
}

function subtaskPatch(index: number, old: CaseColumns, subtask: SubtaskView): SubtaskPatch {
  const { key, id, figures, cases } = subtask;
  const at = changedRows(old, cases);
  return { index, key, id, figures, count: cases.id.length, at, cases: rowsOf(cases, at) };
}

/** The same subtask, whose cases are those from before and perhaps more behind them. */
function grewFrom(before: SubtaskView, after: SubtaskView): boolean {
  const { id } = before.cases;
  return before.key === after.key && id.every((one, index) => Object.is(one, after.cases.id[index]));
}

function changedRows(before: CaseColumns, after: CaseColumns): Uint32Array<ArrayBuffer> {
  const rows: number[] = [];
  const { length } = after.id;
  for (let index = 0; index < length; index += 1) {
    if (index >= before.id.length || !sameRow(before, after, index)) rows.push(index);
  }
  return Uint32Array.from(rows);
}

function sameRow(before: CaseColumns, after: CaseColumns, index: number): boolean {
  for (const name of figureColumns) {
    if (!Object.is(before[name][index], after[name][index])) return false;
  }
  return before.status[index] === after.status[index] && textAt(before, index) === textAt(after, index);
}

function rowsOf(columns: CaseColumns, at: Uint32Array<ArrayBuffer>): CaseColumns {
  const rows = emptyColumns(at.length);
  const texts = [''];
  const places = new Map<string, number>([['', 0]]);
  at.forEach((place, row) => {
    for (const name of figureColumns) rows[name][row] = columns[name][place] ?? Number.NaN;
    rows.status[row] = columns.status[place] ?? null;
    const text = textAt(columns, place);
    const known = places.get(text) ?? texts.push(text) - 1;
    places.set(text, known);
    rows.description[row] = known;
  });
  return { ...rows, texts };
}
