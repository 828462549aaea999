import { pathBelow } from './address';
import type { ProblemName, ServiceProfile } from './profile';

/** Whether an address is that of a problem's page at a service, in any of the forms that the service knows. */
export function isProblemPage(profile: ServiceProfile, address: string, problem: ProblemName): boolean {
  if (profile.isProblemPage) return profile.isProblemPage(address, problem);
  return profile.problemPage !== null && pathBelow(profile.problemPage(problem), address)?.path === '';
}
