import type { CompilerDiagnostic } from '../../compiler';

/**
 * The page that explains a code, from our own table: an address in a message is never followed. Null where there is
 * none (the compile message is opened at that place instead).
 */
export function codeLink({ toolchain, code }: Pick<CompilerDiagnostic, 'toolchain' | 'code'>): string | null {
  if (code === null || !/^[\w+=-]+$/.test(code)) return null;
  switch (toolchain) {
    case 'gcc':
      return gccLink(code);
    case 'clang': {
      const warning = /^-W(?:error=)?([\w+-]+)/.exec(code)?.[1];
      return warning
        ? `https://clang.llvm.org/docs/DiagnosticsReference.html#w${encodeURIComponent(warning.toLowerCase())}`
        : null;
    }
    case 'rustc':
      return /^E\d{4}$/.test(code) ? `https://doc.rust-lang.org/error_codes/${code}.html` : null;
    default:
      return null;
  }
}

const gccPages = 'https://gcc.gnu.org/onlinedocs/gcc';

/** `-Wformat=2` is described as `-Wformat`; a few families have pages of their own. */
function gccLink(code: string): string | null {
  const option = /^-([Wf][\w+-]+)/.exec(code)?.[1]?.replace(/^Werror$/, '');
  if (!option) return null;
  const page = option.startsWith('Wanalyzer-')
    ? 'Static-Analyzer-Options.html'
    : option.startsWith('f')
      ? 'C_002b_002b-Dialect-Options.html'
      : 'Warning-Options.html';
  return `${gccPages}/${page}#index-${option.replace(/\+/g, '_002b')}`;
}
