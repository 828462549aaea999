/**
 * How a checker or an interactor reports its verdict. `problemPackage`: the format of problem packages, which Kattis and
 * DOMjudge use. `cmsTask`: CMS, which has checkers only.
 */
export type CheckerProtocol = 'testlib' | 'problemPackage' | 'cmsTask';

/** Guesses the protocol of a checker from its text. CMS' can't be recognized, so the user selects it. */
export function protocolIn(code: string): CheckerProtocol {
  if (code.includes('testlib.h')) return 'testlib';
  const hasCodes = /\b42\b/.test(code) && /\b43\b/.test(code);
  return hasCodes ? 'problemPackage' : 'testlib';
}
