/**
 * The command that runs the npm this project was started with, or else the one on the path.
 * On Windows npm is a batch file, which Node starts only through a shell: there npm's own script is run with Node.
 */
export function npmCommand(): [string, ...string[]] {
  const script = process.env['npm_execpath'];
  return script?.endsWith('.js') ? [process.execPath, script] : ['npm'];
}
