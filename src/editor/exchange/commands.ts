import { copyAsMarkdown } from './copyAsMarkdown';
import { exportJson } from './exportResults';
import { importJson } from './importResults';
import type { ExchangeCommands } from './register';

export const exchangeCommands: ExchangeCommands = {
  copyAsMarkdown,
  exportJson,
  importJson,
};
