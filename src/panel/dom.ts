type Attribute = string | number | boolean | null;
type Child = Node | string | null;

/** Makes an element. Text is only ever set as text: nothing that comes from outside is read as markup. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  element.append(...children.filter((child) => child !== null));
  return element;
}

export function makeButton(
  attributes: Readonly<Record<string, Attribute>>,
  click: () => void,
  ...children: readonly Child[]
): HTMLButtonElement {
  const button = make('button', { type: 'button', ...attributes }, ...children);
  button.addEventListener('click', click);
  return button;
}

/** The same for a drawing. */
function makeSvg(
  tag: keyof SVGElementTagNameMap,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly SVGElement[]
): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  element.append(...children);
  return element;
}

/** A drawing of lines, 16 by 16, in the color of the text. */
export function icon(path: string): SVGElement {
  const size = { viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true' };
  return makeSvg('svg', size, makeSvg('path', { d: path }));
}

/** Sets what differs; null and false take the attribute away. */
export function setAttribute(element: Element, name: string, value: Attribute): void {
  if (value === null || value === false) {
    element.removeAttribute(name);
    return;
  }
  const text = value === true ? '' : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Replaces the children; the focus stays on the element of the same `data-focus`, if there still is one. */
export function replaceChildren(element: Element, ...children: readonly Child[]): void {
  // a page without the focus must not take it
  const focused =
    document.hasFocus() && element.contains(document.activeElement)
      ? document.activeElement?.getAttribute('data-focus')
      : null;
  element.replaceChildren(...children.filter((child) => child !== null));
  if (focused) element.querySelector<HTMLElement>(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
}
