// As much of a browser's document as Preact needs to render a page on Node. It has no layout and no focus.

interface PageEvent {
  readonly type: string;
  readonly target: PageElement;
  preventDefault(): void;
}

type Listener = (this: PageElement, event: PageEvent) => void;

abstract class PageNode {
  parentNode: PageElement | null = null;

  get nextSibling(): PageNode | null {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  remove(): void {
    const siblings = this.parentNode?.childNodes ?? [];
    siblings.splice(siblings.indexOf(this), 1);
    this.parentNode = null;
  }
}

class PageText extends PageNode {
  readonly nodeType = 3;

  constructor(public data: string) {
    super();
  }
}

class Style {
  /** By name; custom properties start with `--`. */
  readonly values = new Map<string, string>();

  setProperty(name: string, value: string): void {
    this.values.set(name, value);
  }
}

/** A style to which any property can be assigned. */
function recordedStyle(): Style {
  return new Proxy(new Style(), {
    set: (style, name, value) => {
      style.setProperty(String(name), String(value));
      return true;
    },
  });
}

export class PageElement extends PageNode {
  readonly nodeType = 1;
  readonly childNodes: PageNode[] = [];
  readonly style = recordedStyle();
  readonly ownerDocument = {
    createElementNS: (_: string, name: string) => new PageElement(name),
    createTextNode: (text: string) => new PageText(text),
  };
  private readonly values = new Map<string, string>();
  private readonly listeners = new Map<string, Listener>();

  constructor(readonly localName: string) {
    super();
  }

  get firstChild(): PageNode | null {
    return this.childNodes[0] ?? null;
  }

  insertBefore(node: PageNode, before: PageNode | null): void {
    if (node.parentNode) node.remove();
    const index = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(index, 0, node);
    node.parentNode = this;
  }

  setAttribute(name: string, value: unknown): void {
    this.values.set(name.toLowerCase(), String(value));
  }

  removeAttribute(name: string): void {
    this.values.delete(name.toLowerCase());
  }

  getAttribute(name: string): string | null {
    return this.values.get(name) ?? null;
  }

  addEventListener(type: string, listener: Listener): void {
    this.listeners.set(type, listener);
  }

  removeEventListener(type: string): void {
    this.listeners.delete(type);
  }

  focus(): void {
    // Nothing has the focus.
  }

  /** All elements below this one, in document order. */
  get descendants(): PageElement[] {
    return this.children.flatMap((child) => [child, ...child.descendants]);
  }

  /** The closest element with a class, which may be this one. `selector`: `.name` */
  closest(selector: string): PageElement | null {
    return this.classes.includes(selector.slice(1)) ? this : (this.parentNode?.closest(selector) ?? null);
  }

  get classes(): readonly string[] {
    return this.getAttribute('class')?.split(' ') ?? [];
  }

  /** The attributes that start with `data-`, without it. */
  get dataset(): Readonly<Record<string, string>> {
    const data = [...this.values].filter(([name]) => name.startsWith('data-'));
    return Object.fromEntries(data.map(([name, value]) => [name.slice('data-'.length), value]));
  }

  get text(): string {
    return this.childNodes
      .map((node) => (node instanceof PageElement ? node.text : node instanceof PageText ? node.data : ''))
      .join('');
  }

  /** Calls the listeners of this element and of those around it. */
  click(): void {
    const event: PageEvent = { type: 'click', target: this, preventDefault: () => undefined };
    this.dispatch(event);
  }

  private dispatch(event: PageEvent): void {
    this.listeners.get(event.type)?.call(this, event);
    this.parentNode?.dispatch(event);
  }

  private get children(): PageElement[] {
    return this.childNodes.filter((node) => node instanceof PageElement);
  }

  /**
   * Prints this element and its content: an element with text in one line, others with one line for each child. A line
   * break in the text is `⏎`.
   */
  print(indentation = ''): string {
    if (this.childNodes.some((node) => node instanceof PageText)) {
      const text = this.inline().replace(/(.)\1{99,}/gu, (run, one: string) => `${one}*${run.length}`);
      return `${indentation}${text.replaceAll('\n', `⏎\n${indentation}`)}\n`;
    }
    const children = this.children.map((child) => child.print(`${indentation}  `));
    return `${indentation}${this.tag()}\n${children.join('')}`;
  }

  private inline(): string {
    const content = this.childNodes.map((node) =>
      node instanceof PageElement ? node.inline() : node instanceof PageText ? escaped(node.data) : '',
    );
    return `${this.tag()}${content.join('')}</${this.localName}>`;
  }

  private tag(): string {
    const attributes = [...this.values].map(([name, value]) => ` ${name}="${escaped(value)}"`);
    const styles = [...this.style.values].map(([name, value]) => `${name}: ${value}`);
    const style = styles.length > 0 ? ` style="${styles.join('; ')}"` : '';
    return `<${this.localName}${attributes.join('')}${style}>`;
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
