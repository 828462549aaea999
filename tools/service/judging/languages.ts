import type { Toolchain } from './toolchain';

/** How a language is compiled and run on this computer. */
export type Language =
  | { readonly kind: 'cxx' | 'c'; readonly compiler: string; readonly standard: string }
  | { readonly kind: 'python'; readonly interpreter: string }
  | { readonly kind: 'javascript' };

/**
 * The languages of the public service. If one of them can't be judged here, the message differs from that for an
 * invalid one.
 */
const known = new Set([
  'c/99/gcc',
  'cxx/98/gcc',
  'cxx/11/gcc',
  'cxx/14/gcc',
  'cxx/17/gcc',
  'cxx/20/gcc',
  'cxx/noi/202107',
  'pascal/fpc',
  'python3/c',
  'python3/py',
  'rust/rustc',
  'haskell/ghc',
  'go',
  'php',
  'ruby',
  'js/node/lts',
  'perl',
  'java/8',
  'kotlin/jvm',
  'scala',
  'mono_cs',
  'mono_vb',
  'fsharp',
  'ocaml',
  'julia',
]);

/** Returns the language with this name, or an error message. */
export function languageOf(name: string, tools: Toolchain): Language | string {
  if (!known.has(name)) return `${name} is not a valid language`;
  if (name === 'js/node/lts') return { kind: 'javascript' };
  if (name === 'python3/c' && tools.python !== null) return { kind: 'python', interpreter: tools.python };
  const [family, version = ''] = name.split('/');
  const standard = version === 'noi' ? '14' : version;
  if (family === 'cxx' && tools.cxx !== null)
    return { kind: 'cxx', compiler: tools.cxx, standard: `c++${standard}` };
  if (family === 'c' && tools.c !== null) return { kind: 'c', compiler: tools.c, standard: `c${standard}` };
  return `${name} cannot be judged on this machine`;
}
