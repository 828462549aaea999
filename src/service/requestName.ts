/** Locates one result at a judge. */
export interface RequestName {
  readonly requestId: string;
  /** What the judge needs besides the ID, in a form of its own: a domain, a contest. Null: nothing. */
  readonly hint: string | null;
}
