import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { JudgeRecord, JudgeResultsApi } from '../../../src/api';

/** The records that a test has added. Earlier tests of the window leave theirs in the list. */
export interface NewRecords {
  /** Returns the new records of a judge, newest first. */
  of(judge: string): readonly JudgeRecord[];
}

/** Remembers before each test which records exist. */
export function useNewRecords(): NewRecords {
  let api: JudgeResultsApi;
  let known: ReadonlySet<string>;
  const keyOf = ({ service, id }: JudgeRecord): string => `${service}\n${id}`;
  before('activates the extension', async () => {
    const extension = vscode.extensions.getExtension<JudgeResultsApi>('judge-results.judge-results');
    assert.ok(extension);
    api = await extension.activate();
  });
  beforeEach('remembers the existing records', () => {
    known = new Set(api.records.map(keyOf));
  });
  return {
    of: (judge) => api.records.filter((one) => one.service.endsWith(` ${judge}`) && !known.has(keyOf(one))),
  };
}
