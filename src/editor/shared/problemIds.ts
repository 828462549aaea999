/**
 * Returns whether the text is a valid problem ID: 1 to 64 letters, digits, `_`, `.` and `-`. Valid IDs can be part of a
 * URL.
 */
export function isProblemId(text: string): boolean {
  return /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63}$/u.test(text);
}

/**
 * Returns whether the text is a language ID, such as `cxx/17/gcc`. On some judges, it is the display name: `C++20 / g++`.
 */
export function isSubmissionLanguage(text: string): boolean {
  return text.length <= 64 && /^[\w./+#()-]+(?: [\w./+#()-]+)*$/.test(text);
}
