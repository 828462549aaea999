import * as v from 'valibot';
import { actionIds, verdictTopics, type FromPage, type PanelKeys } from '../../resultPage/messages';

const side = v.picklist(['record', 'before']);

/** Identities are short: an ID with its occurrence, or the name of an action. */
const identity = v.pipe(v.string(), v.regex(/^.{0,64}$/s));
const key = v.pipe(v.string(), v.regex(/^.{1,4096}$/s));

const fromPage = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('action'), action: v.picklist(actionIds) }),
  v.object({ type: v.literal('openSource'), side }),
  v.object({ type: v.literal('openVersion'), key }),
  v.object({ type: v.literal('openCompileMessage'), side }),
  v.object({
    type: v.literal('openPosition'),
    side,
    link: v.pipe(
      v.number(),
      v.check((link) => Number.isInteger(link) && link >= 0),
    ),
  }),
  v.object({ type: v.literal('explainVerdict'), topic: v.picklist(verdictTopics) }),
  v.object({
    type: v.literal('caseButton'),
    button: identity,
    side,
    subtask: identity,
    case: identity,
  }),
]);
const savedState = v.object({
  keys: v.object({ record: key, before: v.nullable(key) }),
});

export function messageFromPage(message: unknown): FromPage | null {
  const result = v.safeParse(fromPage, message);
  return result.success ? result.output : null;
}

/** Reads the records from the saved state of a page; null: invalid. */
export function keysFromState(state: unknown): PanelKeys | null {
  const result = v.safeParse(savedState, state);
  return result.success ? result.output.keys : null;
}
