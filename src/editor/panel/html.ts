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
