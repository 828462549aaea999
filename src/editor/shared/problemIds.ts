/** A problem ID that can be sent and be a part of an address: 1 to 64 letters, digits, `_`, `.` and `-`. */
export function isProblemId(text: string): boolean {
  return /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63}$/u.test(text);
}

/** The name of a language as a service writes it: `cxx/17/gcc`. */
export function isSubmissionLanguage(text: string): boolean {
  return /^[\w./+#-]{1,64}$/.test(text);
}
