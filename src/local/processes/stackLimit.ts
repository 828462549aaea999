/** Stack of a program, KiB, as large as at judges. Smaller if the system has a lower maximum. */
const STACK_KIB = 1_048_576;

/** Stack of a program, bytes. */
export const STACK_BYTES = STACK_KIB * 1024;

/** Line of a shell that raises the limit of the stack for the programs that it starts. */
export const raisingStack = `ulimit -S -s ${STACK_KIB} || ulimit -S -s "$(ulimit -H -s)"`;
