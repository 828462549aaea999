/** Sets environment variables for one test. */
export function environment(): (variables: Readonly<Record<string, string>>) => void {
  const outer = { ...process.env };
  afterEach(() => {
    for (const name of Object.keys(process.env)) if (!(name in outer)) delete process.env[name];
    Object.assign(process.env, outer);
  });
  return (variables) => void Object.assign(process.env, variables);
}
