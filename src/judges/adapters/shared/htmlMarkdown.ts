/**
 * Returns Markdown that consists of this HTML. In Markdown, a blank line ends HTML unless it begins with `<pre>`. So the
 * result has blank lines only around and inside of `<pre>` elements.
 */
export function markdownWithHtml(html: string): string {
  const parts: string[] = [];
  const text = html.toWellFormed();
  // like `toLowerCase`, but keeps the positions of all characters
  const searched = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  let at = 0;
  while (at < text.length) {
    const start = indexOrEnd(searched, '<pre', at);
    const end = start === text.length ? start : indexOrEnd(searched, '</pre>', start) + '</pre>'.length;
    parts.push(withoutBlankLines(text.slice(at, start)), text.slice(start, end));
    at = end;
  }
  return parts.filter((part) => part !== '').join('\n\n');
}

function indexOrEnd(text: string, wanted: string, from: number): number {
  const index = text.indexOf(wanted, from);
  return index < 0 ? text.length : index;
}

function withoutBlankLines(html: string): string {
  const lines = html.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join('\n');
}
