import type { StatusCode } from '../judge/status';

/** Cases column by column, one entry a case. NaN: the service doesn't say. */
export interface CaseColumns {
  readonly id: Float64Array<ArrayBuffer>;
  readonly score: Float64Array<ArrayBuffer>;
  readonly time: Float64Array<ArrayBuffer>;
  readonly memory: Float64Array<ArrayBuffer>;
  readonly signal: Float64Array<ArrayBuffer>;
  readonly exitCode: Float64Array<ArrayBuffer>;
  /** 1: expected and actual output can be compared */
  readonly outputs: Float64Array<ArrayBuffer>;
  /** the service's codes; null: none */
  readonly status: (StatusCode | null)[];
  /** an index in `texts` */
  readonly description: Uint32Array<ArrayBuffer>;
  /** each text once; the first is empty and means none. One that ends in `…` was cut at `longestText` */
  readonly texts: readonly string[];
}

/** Most UTF-16 units of a description that goes with all the others. */
export const longestText = 1000;

export const figureColumns = ['id', 'score', 'time', 'memory', 'signal', 'exitCode', 'outputs'] as const;

export function emptyColumns(count: number): CaseColumns {
  const column = () => new Float64Array(count).fill(Number.NaN);
  return {
    id: column(),
    score: column(),
    time: column(),
    memory: column(),
    signal: column(),
    exitCode: column(),
    outputs: column(),
    status: Array<StatusCode | null>(count).fill(null),
    description: new Uint32Array(count),
    texts: [''],
  };
}

/** `columns` with `count` cases, of which those at the places `at` are those of `rows`. */
export function withRows(
  columns: CaseColumns,
  count: number,
  at: Uint32Array<ArrayBuffer>,
  rows: CaseColumns,
): CaseColumns {
  const next = { ...emptyColumns(count), texts: joinTexts(columns, rows) };
  const kept = Math.min(count, columns.id.length);
  for (const name of figureColumns) next[name].set(columns[name].subarray(0, kept));
  for (let index = 0; index < kept; index += 1) next.status[index] = columns.status[index] ?? null;
  next.description.set(columns.description.subarray(0, kept));
  at.forEach((place, row) => {
    for (const name of figureColumns) next[name][place] = rows[name][row] ?? Number.NaN;
    next.status[place] = rows.status[row] ?? null;
    const text = rows.description[row] ?? 0;
    next.description[place] = text === 0 ? 0 : columns.texts.length - 1 + text;
  });
  return next;
}

export function textAt(columns: CaseColumns, index: number): string {
  return columns.texts[columns.description[index] ?? 0] ?? '';
}

/** A case's identity within its subtask: its ID, and which one it is where the ID repeats (`3~2`). */
export function keyOfCase(columns: CaseColumns, index: number): string {
  const id = columns.id[index] ?? Number.NaN;
  let occurrence = 1;
  for (let before = 0; before < index; before += 1) {
    if (Object.is(columns.id[before], id)) occurrence += 1;
  }
  const name = Number.isNaN(id) ? '-' : String(id);
  return occurrence === 1 ? name : `${name}~${occurrence}`;
}

/** Where the case of that identity stands; -1: there is none. */
export function indexOfCase(columns: CaseColumns, key: string): number {
  const [name = '', which = '1'] = key.split('~');
  const id = name === '-' ? Number.NaN : Number(name);
  if (name === '' || (name !== '-' && Number.isNaN(id))) return -1;
  let left = Number(which);
  return columns.id.findIndex((one) => Object.is(one, id) && (left -= 1) === 0);
}

/** All texts of both, without the second's empty one. */
function joinTexts(columns: CaseColumns, rows: CaseColumns): readonly string[] {
  return rows.texts.length > 1 ? [...columns.texts, ...rows.texts.slice(1)] : columns.texts;
}
