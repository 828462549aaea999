import { plainOf } from './html';
import { MAX_HTML_DEPTH, MAX_HTML_NODES } from './limits';

/** An element of an HTML page. */
export interface HtmlElement {
  /** in lowercase; empty: the root */
  readonly name: string;
  readonly classes: readonly string[];
  /** elements, and texts whose entities aren't decoded yet */
  readonly children: readonly (HtmlElement | string)[];
}

interface OpenElement extends HtmlElement {
  readonly children: (HtmlElement | string)[];
}

/** Elements without an end tag. */
const emptyElements = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** Elements whose content isn't HTML. It is ignored. */
const rawElements = new Set(['script', 'style', 'template', 'textarea', 'title']);

/** Patterns that begin at their `lastIndex`. */
interface Patterns {
  readonly tagName: RegExp;
  /** an attribute with or without a value, the end of the tag, or any other character, which is ignored */
  readonly attribute: RegExp;
}

/**
 * Parses HTML that a known template of a judge created, in linear time. An end tag without a start tag is ignored, and
 * a missing end tag is added where its parent ends. Elements below `MAX_HTML_DEPTH` become siblings. Null: more than
 * `MAX_HTML_NODES` tags.
 */
export function parseHtml(html: string): HtmlElement | null {
  const patterns: Patterns = {
    tagName: /[A-Za-z][^\s/>]{0,63}/y,
    attribute: /\s+|>|([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?|./sy,
  };
  const root: OpenElement = { name: '', classes: [], children: [] };
  const open: OpenElement[] = [root];
  let nodes = 0;
  let at = 0;
  for (;;) {
    nodes += 1;
    if (nodes > MAX_HTML_NODES) return null;
    const top = open.at(-1) ?? root;
    const start = html.indexOf('<', at);
    const text = html.slice(at, start < 0 ? html.length : start);
    if (text !== '') top.children.push(text);
    if (start < 0) return root;

    const tag = tagAt(html, start, patterns);
    at = tag.end;
    switch (tag.kind) {
      case 'text':
        top.children.push('<');
        break;
      case 'other':
        break;
      case 'end': {
        const index = open.findLastIndex(({ name }) => name === tag.name);
        if (index > 0) open.length = index;
        break;
      }
      case 'start': {
        const element: OpenElement = { name: tag.name, classes: tag.classes, children: [] };
        top.children.push(element);
        if (rawElements.has(tag.name)) at = endOfRaw(html, at, tag.name);
        else if (!emptyElements.has(tag.name) && open.length < MAX_HTML_DEPTH) open.push(element);
        break;
      }
    }
  }
}

/** `end`: index of the first character after the tag. */
type Tag =
  | {
      readonly kind: 'start';
      readonly name: string;
      readonly classes: readonly string[];
      readonly end: number;
    }
  | { readonly kind: 'end'; readonly name: string; readonly end: number }
  /** a comment, a declaration, or an incomplete tag at the end of the page */
  | { readonly kind: 'other'; readonly end: number }
  /** a `<` that isn't part of a tag */
  | { readonly kind: 'text'; readonly end: number };

/** Reads the tag that begins with the `<` at `start`. */
function tagAt(html: string, start: number, { tagName, attribute }: Patterns): Tag {
  const next = html[start + 1] ?? '';
  if (html.startsWith('<!--', start)) return { kind: 'other', end: after(html, '-->', start + 4) };
  if (next === '!' || next === '?') return { kind: 'other', end: after(html, '>', start) };

  const isEnd = next === '/';
  tagName.lastIndex = start + (isEnd ? 2 : 1);
  const name = tagName.exec(html)?.[0].toLowerCase();
  if (name === undefined) return { kind: 'text', end: start + 1 };
  const { classes, end } = attributesAt(html, tagName.lastIndex, attribute);
  if (end < 0) return { kind: 'other', end: html.length };
  return isEnd ? { kind: 'end', name, end } : { kind: 'start', name, classes, end };
}

/** Reads attributes up to the end of a tag. `end`: index after its `>`; −1: the tag is incomplete. */
function attributesAt(
  html: string,
  from: number,
  attribute: RegExp,
): { readonly classes: readonly string[]; readonly end: number } {
  let classes: readonly string[] = [];
  attribute.lastIndex = from;
  for (;;) {
    const found = attribute.exec(html);
    if (!found) return { classes, end: -1 };
    const [text, name = '', double, single, unquoted] = found;
    if (text === '>') return { classes, end: attribute.lastIndex };
    if (name.toLowerCase() === 'class') classes = classesIn(double ?? single ?? unquoted ?? '');
  }
}

function classesIn(value: string): readonly string[] {
  return value.slice(0, 1_000).split(/\s/).filter(Boolean);
}

/** Returns the index after the next `mark`, or the length of the page. */
function after(html: string, mark: string, from: number): number {
  const index = html.indexOf(mark, from);
  return index < 0 ? html.length : index + mark.length;
}

/** Returns the index of the end tag of an element whose content isn't HTML. */
function endOfRaw(html: string, from: number, name: string): number {
  const end = new RegExp(`</${name}`, 'gi');
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

/** Returns all elements below this one, in the order of the page. Doesn't look inside of those that `isWanted` accepts. */
export function findElements(
  element: HtmlElement,
  isWanted: (element: HtmlElement) => boolean,
): readonly HtmlElement[] {
  const found: HtmlElement[] = [];
  const visit = ({ children }: HtmlElement): void => {
    for (const child of children) {
      if (typeof child === 'string') continue;
      if (isWanted(child)) found.push(child);
      else visit(child);
    }
  };
  visit(element);
  return found;
}

/** Returns the decoded text of an element and of all elements below it. */
export function textIn(element: HtmlElement): string {
  const texts: string[] = [];
  const visit = ({ children }: HtmlElement): void => {
    for (const child of children) {
      if (typeof child === 'string') texts.push(child);
      else visit(child);
    }
  };
  visit(element);
  return plainOf(texts.join(''));
}
