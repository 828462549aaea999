import assert from 'node:assert/strict';
import { apiItems, knownJudgeItems } from '../../../../src/editor/judges/addableJudges';
import { addAddable } from '../../../../src/editor/judges/editJudges';
import type { Extension } from '../../../../src/editor/extension';
import type { Judge } from '../../../../src/judges';

/** Adds a judge as if the user chose the row with that label. */
export async function addKind(extension: Extension, label: string): Promise<Judge | null> {
  const row = [...knownJudgeItems(), ...apiItems()].find((item) => item.label === label);
  return addAddable(extension, row?.adds ?? assert.fail(label));
}
