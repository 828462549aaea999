import type { Toolchain } from '../toolchain';
import { bash } from './bash';
import { bun } from './bun';
import { clojure } from './clojure';
import { d } from './d';
import { deno } from './deno';
import { assertion } from './crashes/assertion';
import { dotnetException } from './crashes/dotnet';
import { goPanic } from './crashes/go';
import { ocamlException } from './crashes/ocaml';
import { pascalError } from './crashes/pascal';
import { rustPanic } from './crashes/rust';
import { sanitizer } from './crashes/sanitizer';
import { csharp, fsharp, vbc, vbnc, msvc } from './dotnet';
import { elixir, erlang } from './erlang';
import { fpc } from './fpc';
import { gfortran } from './gfortran';
import { gnat } from './gnat';
import { clang, gcc } from './gnu';
import { ghc } from './ghc';
import { go } from './go';
import { groovy } from './groovy';
import { javac } from './javac';
import { julia } from './julia';
import { jvm } from './jvm';
import { kotlinc } from './kotlinc';
import { linker } from './linker';
import { lua } from './lua';
import { nim } from './nim';
import { esbuild } from './esbuild';
import { node, tsc } from './javascript';
import { ocaml } from './ocaml';
import { octave } from './octave';
import { other } from './other';
import { perl } from './perl';
import { php } from './php';
import { precompileCheck } from './precompileCheck';
import { python } from './python';
import { r } from './r';
import { ruby } from './ruby';
import { rustc, rustcShort } from './rustc';
import { sbcl } from './sbcl';
import { scala3, scalac } from './scala';
import { sqlite } from './sqlite';
import { swift } from './swift';
import { swipl } from './swipl';

/** All supported toolchains. If several are equally certain, the earlier one gets each line first. */
export const toolchains: readonly Toolchain[] = [
  rustPanic,
  goPanic,
  dotnetException,
  ocamlException,
  pascalError,
  sanitizer,
  assertion,
  precompileCheck,
  elixir,
  octave,
  deno,
  bun,
  rustc,
  rustcShort,
  d,
  nim,
  erlang,
  groovy,
  clojure,
  jvm,
  sbcl,
  swift,
  swipl,
  sqlite,
  r,
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
  esbuild,
  tsc,
  node,
  bash,
  perl,
  msvc,
  gfortran,
  clang,
  gcc,
  linker,
  other,
];

const crashReaders = new Set(
  toolchains.filter((toolchain) => toolchain.readsCrashes).map(({ name }) => name),
);

/** Returns whether the toolchain with this name reads crash reports, see `Toolchain.readsCrashes`. */
export function readsCrashes(toolchain: string): boolean {
  return crashReaders.has(toolchain);
}
