export interface WithDemo {
  /** source files of the demo results; loaded on first use */
  readonly demoFiles: () => Promise<unknown>;
}
