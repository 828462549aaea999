/** Tools for assistants: bounded answers in JSON from stored results. Nothing here writes, or sends requests. */
export type { ResultSource } from './source';
export type { ToolInput } from './toolInput';
export { toolNames, type ToolName } from './toolNames';
export { failedFetch, findRecord, refusalOf, runTool, type ToolAnswer } from './tools';
