import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { codeLink } from '../../../../src/editor/diagnostics/makeProblem';

describe('The link for a compiler code', () => {
  it('leads to GCC’s option page for a GCC option', () => {
    assert.equal(
      codeLink({ toolchain: 'gcc', code: '-Wunused-variable' }),
      'https://gcc.gnu.org/onlinedocs/gcc/Warning-Options.html#index-Wunused-variable',
    );
    assert.equal(
      codeLink({ toolchain: 'gcc', code: '-Wformat=' }),
      'https://gcc.gnu.org/onlinedocs/gcc/Warning-Options.html#index-Wformat',
    );
    assert.equal(
      codeLink({ toolchain: 'gcc', code: '-Wc++17-extensions' }),
      'https://gcc.gnu.org/onlinedocs/gcc/Warning-Options.html#index-Wc_002b_002b17-extensions',
    );
  });

  it('leads to Clang’s reference for a Clang option, and to rustc’s index for a rustc error', () => {
    assert.equal(
      codeLink({ toolchain: 'clang', code: '-Wsign-compare' }),
      'https://clang.llvm.org/docs/DiagnosticsReference.html#wsign-compare',
    );
    assert.equal(
      codeLink({ toolchain: 'rustc', code: 'E0382' }),
      'https://doc.rust-lang.org/error_codes/E0382.html',
    );
  });

  it('is null for an unknown code', () => {
    assert.equal(codeLink({ toolchain: 'gcc', code: '-Wx"><script>' }), null);
    assert.equal(codeLink({ toolchain: 'rustc', code: 'unused_variables' }), null);
    assert.equal(codeLink({ toolchain: 'javac', code: 'deprecation' }), null);
    assert.equal(codeLink({ toolchain: 'gcc', code: null }), null);
  });
});
