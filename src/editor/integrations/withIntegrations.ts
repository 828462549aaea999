export interface WithIntegrations {
  /** HTTP callbacks; loaded when they are enabled */
  readonly callbacks: () => Promise<{ copyAddress(): Promise<void> }>;
  /** copies the configuration of the MCP server for other programs */
  readonly copyMcpConfiguration: () => Promise<void>;
}
