/** One line on the terminal about something that takes a while. */
export function progress(line: string): void {
  process.stdout.write(`host: ${line}\n`);
}
