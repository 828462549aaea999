/**
 * Returns whether the text is a valid problem ID: 1 to 64 letters, digits, `_`, `.` and `-`. Valid IDs can be part of a
 * URL.
 */
export function isProblemId(text: string): boolean {
  return /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63}$/u.test(text);
}

/** Returns whether the text is a language ID, such as `cxx/17/gcc`. */
export function isSubmissionLanguage(text: string): boolean {
  return /^[\w./+#-]{1,64}$/.test(text);
}
