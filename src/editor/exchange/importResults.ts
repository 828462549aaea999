import { l10n, window, workspace, type QuickPickItem, type Uri } from 'vscode';
import type { JudgeSemantics } from '../../results';
import { recordKey, type KnownRecord } from '../../records';
import { displayAddress, rulesOfType, type JudgeId } from '../../judges';
import { fileName } from '../labels/recordLabels';
import { nameOfJudge } from '../labels/judgeLabels';
import { sanitizeForUi } from '../labels/sanitizeText';
import { reveal } from '../list';
import { currentFolder } from '../shared/files/files';
import { MAX_IMPORT_BYTES } from './limits';
import { readSaved, type SavedResult } from './savedResult';
import type { Core } from '../shared/core';
import type { WithList } from '../list';

type SavedRecord = Extract<SavedResult, { kind: 'result' }>;

/** Judge ID of imported records, which can't be fetched from any judge. */
const importedFrom = 'import:';

interface CodesItem extends QuickPickItem {
  readonly service: JudgeId;
  readonly rules: JudgeSemantics;
}

/**
 * Imports saved results. If a file doesn't determine the meaning of its status codes, lets the user choose which judge's
 * codes to use.
 */
export async function importJson(extension: Core & WithList): Promise<void> {
  const files = await window.showOpenDialog({
    canSelectMany: true,
    filters: { JSON: ['json'] },
    openLabel: l10n.t('Import'),
  });
  if (!files || files.length === 0) return;
  const results: SavedRecord[] = [];
  for (const file of files) {
    const saved = await read(file);
    if (saved.kind === 'result') results.push(saved);
    else void window.showErrorMessage(importFailure(saved, fileName(file.path)));
  }
  let asked: CodesItem | undefined;
  let last: KnownRecord | null = null;
  for (const result of results) {
    const codes = codesOf(result) ?? (asked ??= await askCodes(extension));
    if (!codes) return;
    last = (await take(extension, result, codes)) ?? last;
  }
  if (last) await reveal(extension, last.key);
}

async function take(
  { store }: Core,
  { requestId, envelope, raw, about: { type, label, note } }: SavedRecord,
  { service, rules }: Pick<CodesItem, 'service' | 'rules'>,
): Promise<KnownRecord | null> {
  const key = recordKey(service, requestId);
  const accepted = await store.receive(
    key,
    { envelope, raw, form: type === null ? 'received' : 'own' },
    {
      via: 'import',
      receivedAt: Date.now(),
      add: { service, requestId, label, note, rules, folder: currentFolder() },
    },
  );
  return accepted.kind === 'unknown' ? null : store.get(key);
}

async function read(file: Uri): Promise<SavedResult> {
  if ((await workspace.fs.stat(file)).size > MAX_IMPORT_BYTES) return { kind: 'tooLarge' };
  return readSaved(new TextDecoder().decode(await workspace.fs.readFile(file)), fileName(file.path));
}

/**
 * Returns the status codes of the judge type in the file. Null: the file contains no type, or each judge of that type
 * has its own codes.
 */
function codesOf({ about: { type } }: SavedRecord): Pick<CodesItem, 'service' | 'rules'> | null {
  const rules = rulesOfType(type);
  return rules && { service: importedFrom, rules };
}

async function askCodes(extension: Core): Promise<CodesItem | undefined> {
  const items: CodesItem[] = (await extension.judges.all())
    .filter(({ runsHere }) => !runsHere)
    .map((judge) => ({
      label: nameOfJudge(judge),
      description: sanitizeForUi(displayAddress(judge.baseUrl), 200),
      service: judge.id,
      rules: judge.rules,
    }));
  items.push({
    label: l10n.t('Luogu-compatible API'),
    description: l10n.t('Status codes aren’t defined; shown as “Status 6”'),
    service: importedFrom,
    rules: {
      profile: 'import',
      statuses: {},
      units: { time: null, memory: null, score: null },
      compileFailureIsFinal: false,
    },
  });
  return window.showQuickPick(items, { title: l10n.t('Select the judge of this result') });
}

function importFailure(saved: Exclude<SavedResult, { kind: 'result' }>, file: string): string {
  const name = sanitizeForUi(file, 100);
  switch (saved.kind) {
    case 'notJson':
      return l10n.t('{0} isn’t JSON.', name);
    case 'tooLarge':
      return l10n.t('{0} is too large to be a result.', name);
    case 'shape':
      return saved.path === ''
        ? l10n.t('{0} isn’t a result.', name)
        : l10n.t('{0} isn’t a result. Check “{1}”.', name, sanitizeForUi(saved.path, 200));
  }
}
