/** What is used now and then, loaded together: one file in the package instead of a dozen small ones. */
export * from './commands/arrange';
export { Arranging } from './tree/arranging';
export * from './commands/exchange';
export * from './commands/samples';
export { SampleFiles } from './samples/sampleFiles';
export * from './assistant/tool';
