export interface PageParts {
  /** URL of the script, which the webview may load */
  readonly script: string;
  /** URL of the style sheet, which the webview may load */
  readonly style: string;
  /** source of styles in the page's content security policy */
  readonly source: string;
  /** differs between pages; only the script with this nonce runs */
  readonly nonce: string;
  /** BCP 47 language tag */
  readonly language: string;
  readonly title: string;
}

/**
 * Creates the HTML of a page. Its content security policy only allows its own style sheet and the script with
 * the nonce: no images, fonts, frames, forms, or connections.
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
