import { format } from 'node:util';
import vm from 'node:vm';
import type { Programs } from '../../tools/service/judging/programs';

/**
 * Runs JavaScript in this process immediately and without limits, for tests of clients. A program may read its standard
 * input, write, and throw.
 */
export const playedPrograms: Programs = {
  compile: async (_language, code) => ({
    success: true,
    timedOut: false,
    message: '',
    opt2: false,
    program: { command: '', args: [String(code)], needsNode: false },
  }),
  run: async ({ args: [code = ''] }, input) => {
    const written = { output: '', errors: '' };
    const writeTo =
      (where: keyof typeof written) =>
      (text: unknown, ...more: unknown[]) => {
        written[where] += `${format(text, ...more)}\n`;
      };
    let exitCode = 0;
    try {
      vm.runInNewContext(code, {
        require: () => ({ readFileSync: () => input.toString() }),
        console: { log: writeTo('output'), error: writeTo('errors') },
      });
    } catch (error) {
      writeTo('errors')(error);
      exitCode = 1;
    }
    const [output, errors] = [Buffer.from(written.output), Buffer.from(written.errors)];
    return { time: 1, memory: 1000, signal: 0, exitCode, exceeded: null, output, errors };
  },
};
