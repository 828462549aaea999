// Prints the content of the record page as YAML for golden files.
import assert from 'node:assert/strict';
import { Document, isCollection, isScalar, visit, type YAMLMap } from 'yaml';
import { dayAndTime } from '../../../../src/editor/labels/dateFormats';
import type { ShownRecords } from '../../../../src/editor/resultPanel/shownRecords';
import { submissionTime } from '../../../../src/records';
import type {
  CompileView,
  RecordHead,
  ShowMessage,
  Side,
  SubtaskView,
} from '../../../../src/resultPage/messages';

/**
 * Loads the records, and prints the title and the message to the page. Omits empty values, and the strings that are the
 * same for every record. Omits the buttons of cases, too: `buttons.yaml` has those. Prints times in UTC.
 */
export async function printedPage(shown: ShownRecords): Promise<string> {
  const message = await shown.load();
  assert.deepEqual(JSON.parse(JSON.stringify(message)), message, 'the message is plain JSON');
  return inUtc(asYaml({ title: shown.title(), ...contentOf(shown, message) }), shown);
}

function contentOf(shown: ShownRecords, { record, subtasks, comparison, keys }: ShowMessage): object {
  return {
    before: keys.before,
    record: headOf(shown, 'record', record),
    subtasks: subtasks.map(withoutButtons),
    comparison: comparison && headOf(shown, 'before', comparison.before),
  };
}

/** Removes the buttons of all cases, so that a new button changes few golden files. */
export function withoutButtons(subtask: SubtaskView): SubtaskView {
  const cases = subtask.cases.map((one) => {
    const before = one.before && { ...one.before, buttons: [] };
    return { ...one, before, buttons: [] };
  });
  return { ...subtask, cases };
}

function headOf(shown: ShownRecords, side: Side, head: RecordHead): object {
  return { ...head, compile: head.compile && compileOf(shown, side, head.compile) };
}

/** Replaces the offsets of links by their text and their target. */
function compileOf(shown: ShownRecords, side: Side, view: CompileView): object {
  const links = view.links.map(({ start, end }, index) => {
    const { note = null, diagnostic, messageLine } = shown.target(side, index) ?? assert.fail('no target');
    const { line, column } = note ?? diagnostic;
    return { text: view.text.slice(start, end), line, column, messageLine };
  });
  // false, true and unknown differ
  return { ...view, success: String(view.success), links };
}

/**
 * Prints plain JSON as YAML. Omits null, false, and whatever is empty. Prints cases and other small values in one line, and
 * repeated characters as their number: `x*1000`.
 */
export function asYaml(content: object): string {
  const document = new Document(content, { aliasDuplicateObjects: false });
  visit(document, {
    Pair: (_, { value }) => (isEmpty(value) ? visit.REMOVE : undefined),
    Scalar: (_, node) => {
      if (typeof node.value !== 'string') return;
      node.value = node.value.replace(/(.)\1{99,}/g, (run, one: string) => `${one}*${run.length}`);
    },
  });
  visit(document, { Map: (_, node) => (isSmall(node) ? inOneLine(node) : undefined) });
  return document.toString({
    lineWidth: 0,
    flowCollectionPadding: false,
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  });
}

function isEmpty(node: unknown): boolean {
  if (isScalar(node)) return node.value === null || node.value === '' || node.value === false;
  return isCollection(node) && node.items.length === 0;
}

/** Whether a map is a case, or contains neither maps nor lists. The text of a compilation needs lines of its own. */
function isSmall(map: YAMLMap): boolean {
  if (map.has('text') && map.has('title')) return false;
  return map.has('status') || map.has('change') || map.items.every(({ value }) => !isCollection(value));
}

function inOneLine(map: YAMLMap): void {
  visit(map, {
    Collection: (_, node) => void (node.flow = true),
    Scalar: (_, node) => {
      if (typeof node.value === 'string' && node.value.includes('\n')) node.type = 'QUOTE_DOUBLE';
    },
  });
}

/** Replaces the times of the records, which are in the computer's time zone. */
export function inUtc(text: string, shown: ShownRecords): string {
  const records = [shown.record('record'), shown.record('before')];
  const times = records.flatMap((record) =>
    record ? [submissionTime(record), record.addedAt, record.changedAt ?? 0] : [],
  );
  return times.reduce((all, time) => all.replaceAll(dayAndTime(time), new Date(time).toISOString()), text);
}
