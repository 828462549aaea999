import type { Environment } from '../environment';
import { findTool } from '../tools/findTool';
import { PlainRunner } from './plainRunner';
import type { ProgramRunner } from './programRunner';
import { openSupervisor } from './supervisor';

/** Returns the runner with the best measurements that this computer has. Close it after the last program. */
export async function openRunner(environment: Environment): Promise<ProgramRunner> {
  const python = process.platform === 'linux' ? await pythonOfSystem(environment) : null;
  return (python === null ? null : await openSupervisor(python)) ?? new PlainRunner();
}

/** Returns the system's own Python if there is one. Others may be scripts that first choose a version. */
async function pythonOfSystem(environment: Environment): Promise<string | null> {
  return (await findTool('/usr/bin/python3', environment)) ?? findTool('python3', environment);
}
