/** How a checker or an interactor reports its verdict. CMS has checkers only. */
export type CheckerProtocol = 'testlib' | 'kattis' | 'cms';

/** Guesses the protocol of a checker from its text. CMS' can't be recognized, so its checkers are chosen. */
export function protocolIn(code: string): CheckerProtocol {
  if (code.includes('testlib.h')) return 'testlib';
  const hasCodes = /\b42\b/.test(code) && /\b43\b/.test(code);
  return hasCodes ? 'kattis' : 'testlib';
}
