/** Locates one result at a judge. */
export interface RequestName {
  readonly requestId: string;
  /** Additional data that the judge needs, in the adapter's own format: a domain, a contest. Null: none. */
  readonly hint: string | null;
}
