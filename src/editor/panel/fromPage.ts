import * as v from 'valibot';
import { actionIds, type FromPage, type PanelKeys } from '../../panel/messages';

const side = v.picklist(['record', 'before']);
/** identities are short: a number, and which one it is */
const identity = v.pipe(v.string(), v.maxLength(64));
const key = v.pipe(v.string(), v.minLength(1), v.maxLength(4096));

const fromPage = v.variant('type', [
  v.strictObject({ type: v.literal('ready') }),
  v.strictObject({ type: v.literal('action'), action: v.picklist(actionIds) }),
  v.strictObject({ type: v.literal('openSource'), side }),
  v.strictObject({ type: v.literal('openVersion'), key }),
  v.strictObject({ type: v.literal('openCompileMessage'), side }),
  v.strictObject({
    type: v.literal('openPosition'),
    side,
    link: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  v.strictObject({
    type: v.picklist(['wholeDescription', 'compareOutput']),
    side,
    subtask: identity,
    case: identity,
  }),
]);

const savedState = v.object({
  keys: v.strictObject({ record: key, before: v.nullable(key) }),
});

/** What the page said; null where it is nothing that the page says. */
export function messageFromPage(message: unknown): FromPage | null {
  const result = v.safeParse(fromPage, message);
  return result.success ? result.output : null;
}

/** Which records a page showed, from what it saved; null where that cannot be read. */
export function keysFromState(state: unknown): PanelKeys | null {
  const result = v.safeParse(savedState, state);
  return result.success ? result.output.keys : null;
}
