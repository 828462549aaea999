import { parseUrl } from '../../judges';

/**
 * Elements that load something, or that change how a browser reads the text after them. `img` isn't among them, because it
 * is checked.
 */
const loadingElements = new Set([
  ...['audio', 'base', 'bgsound', 'body', 'button', 'embed', 'form', 'frame', 'frameset', 'head', 'html'],
  ...['iframe', 'image', 'input', 'link', 'meta', 'noscript', 'object', 'param', 'picture', 'plaintext'],
  ...['portal', 'script', 'source', 'style', 'svg', 'template', 'textarea', 'title', 'track', 'video', 'xmp'],
]);

/** An HTML tag whose attributes are unambiguous: their values contain no `<` and `>`, and all quotes are closed. */
const tag =
  /^<\/?([a-z][a-z\d-]{0,30})((?:\s{1,9}[a-z-]{1,30}(?:\s?=\s?(?:"[^"]{0,2000}"|'[^']{0,2000}'|[^\s"'`=]{1,500}))?){0,20})\s{0,9}\/?$/i;

/**
 * Changes a statement so that its preview loads pictures only from the judge. Other pictures become links, which the user
 * can click. Takes linear time.
 *
 * @param markdown may contain HTML
 * @param judgeUrl URL of the judge
 * @param label returns the text of a link to a picture on a host
 */
export function withoutForeignPictures(
  markdown: string,
  judgeUrl: string,
  label: (host: string) => string,
): string {
  const isAllowed = (address: string): boolean => isOwnAddress(address, judgeUrl);
  // A tag ends before the next `<` or `>`. Other characters `<` are followed by a space, which formulas ignore.
  const safeTags = markdown.replace(/<[a-z/!?][^<>]*/gi, (beginning, at: number) =>
    safeTag(beginning, markdown[at + beginning.length] === '>', isAllowed, label),
  );
  return safeTags.replace(
    /!\[(?:([^[\]\\\n]{0,500})\]\([ \n]{0,9}(<[^<>\s]{1,2000}>|[^\s()<>]{1,2000})(?=[\s)]))?/g,
    (picture, alternative: string | undefined, written: string | undefined) => {
      // a picture with a reference, or of an unusual form, becomes a link
      if (written === undefined || alternative === undefined) return '&#8203;[';
      const address = plainAddress(written.replace(/^<|>$/g, ''));
      if (isAllowed(address)) return picture;
      const name = alternative.trim() === '' ? label(hostIn(address)) : alternative;
      // not after a `!` that precedes the picture
      return `&#8203;[${name}](${written}`;
    },
  );
}

/** `beginning`: a tag without its `>`. Returns its replacement, also without `>`. */
function safeTag(
  beginning: string,
  isClosed: boolean,
  isAllowed: (address: string) => boolean,
  label: (host: string) => string,
): string {
  if (/^<!--/.test(beginning) || (isClosed && /^<(?:https?|mailto):[^\s]{1,2000}$/i.test(beginning)))
    return beginning;
  const [, name = '', attributes = ''] = tag.exec(beginning) ?? [];
  const spaced = `< ${beginning.slice(1)}`;
  if (name === '' || !isClosed) return mayLoad(beginning) ? spaced : beginning;
  if (name.toLowerCase() === 'img') {
    if (beginning.startsWith('</')) return spaced;
    return safePicture(attributes, isAllowed, label);
  }
  if (loadingElements.has(name.toLowerCase())) return spaced;
  return mayHavePicture(attributes) ? `<${name}` : beginning;
}

/** Returns whether a text that isn't an unambiguous tag may load something if a browser reads it as a tag. */
function mayLoad(beginning: string): boolean {
  const [, name = ''] = /^<[/!?]?([a-z][a-z\d-]*)/i.exec(beginning) ?? [];
  return beginning.includes('=') || name.toLowerCase() === 'img' || loadingElements.has(name.toLowerCase());
}

function mayHavePicture(attributes: string): boolean {
  if (/\bbackground\s?=/i.test(attributes)) return true;
  return /\bstyle\s?=/i.test(attributes) && /url|image|[\\&@]|\/\*/i.test(attributes);
}

/** Returns an `img` with only the attributes that are known, or a link to the picture, without the last `>`. */
function safePicture(
  attributes: string,
  isAllowed: (address: string) => boolean,
  label: (host: string) => string,
): string {
  const values = new Map<string, string>();
  const attribute = /([a-z-]{1,30})\s?=\s?(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^\s"'`=]{1,500}))/gi;
  for (const [, name = '', double, single, bare] of attributes.matchAll(attribute))
    if (!values.has(name.toLowerCase())) values.set(name.toLowerCase(), double ?? single ?? bare ?? '');
  const source = plainAddress(values.get('src') ?? '');
  if (!isAllowed(source)) return `<a href="${escaped(source)}">${escaped(label(hostIn(source)))}</a`;
  const kept = ['alt', 'title', 'width', 'height'].flatMap((name) => {
    const value = values.get(name);
    return value === undefined ? [] : [` ${name}="${escaped(value)}"`];
  });
  return `<img src="${escaped(source)}"${kept.join('')}`;
}

function escaped(text: string): string {
  return text
    .replace(/&(?![a-z\d#]{1,10};)/gi, '&amp;')
    .replace(/"/g, '&quot;')
    .replace(/</g, '&lt;');
}

/** Decodes the escapes that can hide the host of a URL: of HTML, and backslashes of Markdown. */
function plainAddress(written: string): string {
  const decoded = written.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(colon|sol|bsol|amp));?/gi,
    (...groups) => {
      const [, decimal, hex, name] = groups as unknown as readonly (string | undefined)[];
      if (name !== undefined) return { colon: ':', sol: '/', bsol: '\\', amp: '&' }[name.toLowerCase()] ?? '';
      const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return point <= 0x10ffff ? String.fromCodePoint(point) : '';
    },
  );
  return decoded.trim();
}

/** Returns whether a picture is on the judge, in the text itself, or relative, so that the preview doesn't load it. */
function isOwnAddress(address: string, judgeUrl: string): boolean {
  if (/^data:image\//i.test(address)) return true;
  // spaces and control characters can be ignored by a browser, and other escapes are unknown
  if (/[\s\\&]|[^\x20-\x7e]/.test(address.replace(/&(?=[\w-]{1,50}=)/g, ''))) return false;
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(address)) {
    const own = parseUrl(judgeUrl);
    const other = own && parseUrl(address.startsWith('//') ? own.protocol + address : address);
    return own !== null && other?.origin === own.origin;
  }
  return true;
}

function hostIn(address: string): string {
  return /^(?:[a-z]{1,10}:)?[/\\]{2}([\w.:-]{1,100})/i.exec(address)?.[1] ?? '…';
}
