/** What is used here of the page's own elements, whose types this project does without. */
export interface PageElement {
  readonly innerText: string;
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  getBoundingClientRect(): { readonly top: number };
}
