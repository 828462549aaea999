/** What finds one result at a service. */
export interface RequestName {
  readonly requestId: string;
  /** what the service needs besides the ID, in the profile's own form: a domain, a contest; null: nothing */
  readonly hint: string | null;
}
