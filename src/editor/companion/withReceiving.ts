export interface WithReceiving {
  /** receiving problems from the browser; loaded when it is used */
  readonly receiving: () => Promise<{ toggle(): Promise<void> }>;
}
