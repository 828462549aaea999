/** Prints the progress of a slow operation as one line. */
export function progress(line: string): void {
  process.stdout.write(`host: ${line}\n`);
}
