import type { StatusCode, StatusKind, StatusLook, StatusMeaning, StatusTable } from '../../judge';

/** Code, kind, look, name, Chinese name, short name. */
export type StatusRow = readonly [StatusCode, StatusKind, StatusLook, string, string | null, string];

/** `running`: the pending codes that mean “being judged”, not only “in the queue”. */
export function statusTable(rows: readonly StatusRow[], running: readonly StatusCode[] = []): StatusTable {
  return Object.fromEntries(
    rows.map(([code, kind, look, name, chineseName, short]): [string, StatusMeaning] => [
      String(code),
      { code, kind, ...(running.includes(code) ? { running: true } : {}), look, name, chineseName, short },
    ]),
  );
}
