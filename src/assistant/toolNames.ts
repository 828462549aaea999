/** The tools of VS Code and of the MCP server. */
export const toolNames = [
  'judge_list_results',
  'judge_get_result',
  'judge_get_case',
  'judge_get_diagnostics',
  'judge_get_code',
] as const;

export type ToolName = (typeof toolNames)[number];

export function isToolName(name: string): name is ToolName {
  return toolNames.some((known) => known === name);
}
