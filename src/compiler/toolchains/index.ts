import type { Toolchain } from '../toolchain';
import { clang } from './clang';
import { csharp, fsharp, vbc, vbnc } from './dotnet';
import { fpc } from './fpc';
import { gcc } from './gcc';
import { gfortran } from './gfortran';
import { ghc } from './ghc';
import { gnat } from './gnat';
import { go } from './go';
import { javac } from './javac';
import { julia } from './julia';
import { kotlinc } from './kotlinc';
import { linker } from './linker';
import { lua } from './lua';
import { msvc } from './msvc';
import { node } from './node';
import { ocaml } from './ocaml';
import { other } from './other';
import { perl } from './perl';
import { php } from './php';
import { python } from './python';
import { ruby } from './ruby';
import { rustc } from './rustc';
import { scala3 } from './scala3';
import { scalac } from './scalac';
import { tsc } from './tsc';

/** Every toolchain that is understood. Among equally sure ones the earlier line wins. */
export const toolchains: readonly Toolchain[] = [
  rustc,
  go,
  kotlinc,
  javac,
  scalac,
  scala3,
  ghc,
  gnat,
  ocaml,
  python,
  lua,
  ruby,
  php,
  julia,
  fpc,
  csharp,
  fsharp,
  vbnc,
  vbc,
  tsc,
  node,
  perl,
  msvc,
  gfortran,
  clang,
  gcc,
  linker,
  other,
];
