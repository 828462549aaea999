import process from 'node:process';

/**
 * Replaces the JSON Schema validators of the MCP SDK in the build, see `esbuild.js`. The SDK validates only the output of
 * tools with an output schema, and input that a server requests from the user. This server has neither. The validators
 * would be 40 % of its size.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('This server has no JSON Schema validators.');
  }
}

export { process };
