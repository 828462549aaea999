import * as v from 'valibot';
import { actionIds, type FromPage, type PanelKeys } from '../../panel/messages';

/** What the page is put together from. */
export interface PageParts {
  /** addresses of page and style, as the webview may read them */
  readonly script: string;
  readonly style: string;
  /** the webview's own source, for the style */
  readonly source: string;
  /** another one for each page: only the script that carries it runs */
  readonly nonce: string;
  /** a BCP 47 tag */
  readonly language: string;
  readonly title: string;
}

/**
 * The page of the record panel. Nothing may be loaded but its own style and the one script with the nonce: no
 * pictures, fonts, frames, forms or connections.
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
/** identities are short: a number, and which one it is, or the name of an action */
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
