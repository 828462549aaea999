import * as v from 'valibot';
import { actionIds, type FromPage, type PanelKeys } from '../../panel/messages';

/** Values for the HTML of the page. */
export interface PageParts {
  /** URLs of script and style that the webview may load */
  readonly script: string;
  readonly style: string;
  /** origin of the webview, for styles */
  readonly source: string;
  /** different for each page; only the script with this nonce runs */
  readonly nonce: string;
  /** BCP 47 language tag */
  readonly language: string;
  readonly title: string;
}

/**
 * Creates the HTML of the record page. Its policy only allows its own style and the script with the nonce: no images,
 * fonts, frames, forms or connections.
 */
export function pageHtml({ script, style, source, nonce, language, title }: PageParts): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${escaped(style)}">
</head>
<body>
<script nonce="${escaped(nonce)}" src="${escaped(script)}"></script>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const side = v.picklist(['record', 'before']);
/** identities are short: an ID with its occurrence, or the name of an action */
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

/** Parses a message from the page; null: invalid. */
export function messageFromPage(message: unknown): FromPage | null {
  const result = v.safeParse(fromPage, message);
  return result.success ? result.output : null;
}

/** Reads the records from the saved state of a page; null: invalid. */
export function keysFromState(state: unknown): PanelKeys | null {
  const result = v.safeParse(savedState, state);
  return result.success ? result.output.keys : null;
}
