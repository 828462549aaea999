/** The required part of the DOM's element type. DOM types aren't available in this project. */
export interface PageElement {
  readonly innerText: string;
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  getBoundingClientRect(): { readonly top: number };
}
