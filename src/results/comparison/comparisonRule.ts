/** How the output of a program is compared with the expected one. Absent fields: letter case and all characters count. */
export type ComparisonRule = {
  /** ignores a byte order mark at the start of both texts, or only of the output */
  readonly ignoresByteOrderMark?: true | 'output';
} & (TextRule | LinesRule | WordsRule);

/** Compares the whole texts. CRLF equals LF. */
export interface TextRule {
  readonly unit: 'text';
  /** ignores blanks at the end of the text */
  readonly ignoresEnd?: true;
  /** CRLF in the output differs from LF */
  readonly keepsCarriageReturns?: true;
}

/** Compares line by line. Ignores blanks at the ends of lines, and empty lines at the end of the text. */
export interface LinesRule {
  readonly unit: 'lines';
  readonly caseless?: true;
  /** Blanks, see `WordsRule`; `cOrNul`: also NUL. Absent: `c` */
  readonly blanks?: 'c' | 'cOrNul' | 'testlib';
  /** lines of blanks at the end of the text count */
  readonly keepsBlankLines?: true;
  /** an output without any byte is wrong, even if none is expected */
  readonly refusesEmptyOutput?: true;
}

export interface WordsRule {
  readonly unit: 'tokens';
  /**
   * `blanks`: like other blanks; `counted`: each counts, except at the end of the text; `countedButForEmptyLines`: they
   * differ from other blanks, but several are like one (if there is a tolerance, lines of blanks count). Absent: `blanks`
   */
  readonly lineEnds?: 'blanks' | 'counted' | 'countedButForEmptyLines';
  /** ignores the case of letters: of ASCII, or of Unicode with its simple case folding. Absent: the case counts */
  readonly caseless?: 'ascii' | 'unicode';
  /**
   * The characters that separate words. `c`: `isspace` of C; `testlib`: space, tab, LF, CR; `unicode`: all blanks of
   * Unicode; `notNumeric`: everything except digits, points, and minus signs. Absent: `c`
   */
  readonly blanks?: 'c' | 'testlib' | 'unicode' | 'notNumeric';
  /** a NUL ends a word, and the rest of the word is ignored */
  readonly ignoresAfterNul?: true;
  /** Absent: numbers are compared as text. */
  readonly tolerance?: Tolerance;
}

/** Numbers are equal if the absolute or the relative error is small enough. */
export interface Tolerance {
  readonly absolute: number;
  /** relative to the expected number */
  readonly relative: number;
  /** `nan` and `inf`: `equal` to other spellings of the same value, or always `wrong`. Absent: compared as text */
  readonly special?: 'equal' | 'wrong';
}

/** The rule of most judges. */
export const usualComparison: ComparisonRule = { unit: 'lines' };
