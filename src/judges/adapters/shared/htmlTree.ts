import { plainOf } from './htmlText';
import { MAX_HTML_ATTRIBUTE, MAX_HTML_DEPTH, MAX_HTML_NODES } from '../limits';

export interface HtmlElement {
  /** in lowercase; empty: the root */
  readonly name: string;
  readonly classes: readonly string[];
  /** the decoded values of the attributes that were requested, by name in lowercase; absent: none of them */
  readonly attributes?: Readonly<Record<string, string>>;
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

/**
 * Elements that end an unclosed element in front of them, or in which an end tag can't end an outer element. These are
 * the “special” elements of the HTML standard, without those that it ignores in a page.
 */
const blocks = new Set(
  (
    'address article aside blockquote body button caption center colgroup dd details dialog dir div dl dt fieldset ' +
    'figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe li main menu nav ol p ' +
    'pre search section select summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

/** Blocks that can be inside of a list item whose end tag is missing. */
const blocksInItems = new Set(['address', 'div', 'p']);

const tableScope = new Set(['table']);
const cellScope = new Set(['table', 'td', 'th', 'caption', 'button', 'object']);
const itemScope = new Set([...blocks].filter((name) => !blocksInItems.has(name)));
const selectScope = new Set(['select', 'datalist']);

/** The open elements that a start tag ends. */
interface ImpliedEnd {
  readonly ends: ReadonlySet<string>;
  /** elements whose content can't end an element outside of them */
  readonly scope: ReadonlySet<string>;
}

const cells = ['td', 'th'];
const rowParts = [...cells, 'tr', 'caption', 'colgroup'];
const sections = ['thead', 'tbody', 'tfoot'];
const sectionEnd: ImpliedEnd = { ends: new Set([...sections, ...rowParts]), scope: tableScope };
const cellEnd: ImpliedEnd = { ends: new Set(cells), scope: tableScope };
const entryEnd: ImpliedEnd = { ends: new Set(['dt', 'dd']), scope: itemScope };

/** Start tags in front of which the end tags of other elements may be missing (HTML standard, “Optional tags”). */
const impliedEnds: Readonly<Record<string, ImpliedEnd>> = {
  td: cellEnd,
  th: cellEnd,
  tr: { ends: new Set(rowParts), scope: tableScope },
  thead: sectionEnd,
  tbody: sectionEnd,
  tfoot: sectionEnd,
  li: { ends: new Set(['li']), scope: itemScope },
  dt: entryEnd,
  dd: entryEnd,
  option: { ends: new Set(['option']), scope: selectScope },
  optgroup: { ends: new Set(['option', 'optgroup']), scope: selectScope },
};

const paragraphEnd: ImpliedEnd = { ends: new Set(['p']), scope: cellScope };

/** Blocks that can be inside of a paragraph, or that aren't part of the page's body. */
const keepsParagraph = new Set(['button', 'iframe', 'select', 'html', 'head', 'body', 'frameset']);

/** Elements whose content isn't HTML. It is ignored. */
const rawElements = new Set(['script', 'style', 'template', 'textarea', 'title']);

/** Patterns that begin at their `lastIndex`. */
interface Patterns {
  readonly tagName: RegExp;
  /** an attribute with or without a value, the end of the tag, or any other character, which is ignored */
  readonly attribute: RegExp;
}

/**
 * Parses HTML in linear time. An end tag without a start tag is ignored. A missing end tag is added at the end of its
 * parent, or as the HTML standard implies it: `<tr>` ends the row before it. Elements below `MAX_HTML_DEPTH` become
 * siblings. Null: more than `MAX_HTML_NODES` tags. `attributes`: the attributes to read in addition to `class`, in
 * lowercase
 */
export function parseHtml(html: string, attributes: readonly string[] = []): HtmlElement | null {
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

    const tag = tagAt(html, start, patterns, attributes);
    at = tag.end;
    switch (tag.kind) {
      case 'text':
        top.children.push('<');
        break;
      case 'other':
        break;
      case 'end': {
        const index = endedBy(tag.name, open);
        if (index > 0) open.length = index;
        break;
      }
      case 'start': {
        endImplied(tag.name, open);
        const element: OpenElement = {
          name: tag.name,
          classes: tag.classes,
          ...(tag.attributes ? { attributes: tag.attributes } : {}),
          children: [],
        };
        (open.at(-1) ?? root).children.push(element);
        if (rawElements.has(tag.name)) at = endOfRaw(html, at, tag.name);
        else if (!emptyElements.has(tag.name) && open.length < MAX_HTML_DEPTH) open.push(element);
        break;
      }
    }
  }
}

/** Ends the open elements whose end tag may be missing in front of this start tag. */
function endImplied(name: string, open: OpenElement[]): void {
  if (blocks.has(name) && !keepsParagraph.has(name)) endOutermost(paragraphEnd, open);
  const implied = Object.hasOwn(impliedEnds, name) ? impliedEnds[name] : undefined;
  if (implied) endOutermost(implied, open);
}

/** Ends the outermost of these elements within the innermost scope, with all elements in it. */
function endOutermost({ ends, scope }: ImpliedEnd, open: OpenElement[]): void {
  let outermost = open.length;
  for (let index = open.length - 1; index > 0; index -= 1) {
    const name = open[index]?.name ?? '';
    if (ends.has(name)) outermost = index;
    else if (scope.has(name)) break;
  }
  open.length = outermost;
}

/** Returns the index of the open element that an end tag ends; at most 0: none. */
function endedBy(tagName: string, open: readonly OpenElement[]): number {
  const index = open.findLastIndex(({ name }) => name === tagName);
  const isTablePart = tagName === 'table' || sectionEnd.ends.has(tagName);
  const scope = isTablePart ? tableScope : cellScope;
  const border = open.findLastIndex(({ name }) => name !== tagName && scope.has(name));
  return tagName === 'table' || index > border ? index : -1;
}

/** `end`: index of the first character after the tag. */
type Tag =
  | {
      readonly kind: 'start';
      readonly name: string;
      readonly classes: readonly string[];
      readonly attributes: Readonly<Record<string, string>> | null;
      readonly end: number;
    }
  | { readonly kind: 'end'; readonly name: string; readonly end: number }
  /** a comment, a declaration, or an incomplete tag at the end of the page */
  | { readonly kind: 'other'; readonly end: number }
  /** a `<` that isn't part of a tag */
  | { readonly kind: 'text'; readonly end: number };

function tagAt(
  html: string,
  start: number,
  { tagName, attribute }: Patterns,
  wanted: readonly string[],
): Tag {
  const next = html[start + 1] ?? '';
  if (html.startsWith('<!--', start)) return { kind: 'other', end: after(html, '-->', start + 4) };
  if (next === '!' || next === '?') return { kind: 'other', end: after(html, '>', start) };

  const isEnd = next === '/';
  tagName.lastIndex = start + (isEnd ? 2 : 1);
  const name = tagName.exec(html)?.[0].toLowerCase();
  if (name === undefined) return { kind: 'text', end: start + 1 };
  const { classes, attributes, end } = attributesAt(html, tagName.lastIndex, attribute, wanted);
  if (end < 0) return { kind: 'other', end: html.length };
  return isEnd ? { kind: 'end', name, end } : { kind: 'start', name, classes, attributes, end };
}

interface ReadAttributes {
  readonly classes: readonly string[];
  /** null: none of those that were requested */
  readonly attributes: Readonly<Record<string, string>> | null;
  /** index after the `>` of the tag; −1: the tag is incomplete */
  readonly end: number;
}

/** Reads attributes up to the end of a tag. `wanted`: those to return */
function attributesAt(
  html: string,
  from: number,
  attribute: RegExp,
  wanted: readonly string[],
): ReadAttributes {
  let classes: readonly string[] = [];
  const attributes = new Map<string, string>();
  const ended = (end: number): ReadAttributes => ({
    classes,
    attributes: attributes.size === 0 ? null : Object.fromEntries(attributes),
    end,
  });
  attribute.lastIndex = from;
  for (;;) {
    const found = attribute.exec(html);
    if (!found) return ended(-1);
    const [text, name = '', double, single, unquoted] = found;
    if (text === '>') return ended(attribute.lastIndex);
    const key = name.toLowerCase();
    const value = double ?? single ?? unquoted ?? '';
    if (key === 'class') classes = classesIn(value);
    else if (wanted.includes(key) && !attributes.has(key))
      attributes.set(key, plainOf(value.slice(0, MAX_HTML_ATTRIBUTE)));
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
