/** An error in Hydro's format: a template with its parameters, and a name that version 4 omits. */
export class HydroError extends Error {
  constructor(
    override readonly name: string,
    readonly template: string,
    readonly params: readonly unknown[] = [],
    readonly status = 403,
  ) {
    super(template);
  }

  body(version: HydroVersion): object {
    const { name, template, params, status } = this;
    const named = version === 5 ? { name, code: status } : {};
    return { error: { message: template, stack: '', params, ...named } };
  }
}

export type HydroVersion = 4 | 5;

/** A redirect. Clients that accept JSON receive status 200 with the `url` instead. */
export class Redirect extends Error {
  constructor(readonly url: string) {
    super(`redirect to ${url}`);
  }
}

export const validation = (field: string, status = 403) =>
  new HydroError('ValidationError', 'Field {0} validation failed.', [field], status);

export const recordNotFound = (rid: string) =>
  new HydroError('RecordNotFoundError', 'Record {0} not found.', [rid], 404);

export const problemNotFound = (domain: string, pid: string) =>
  new HydroError('ProblemNotFoundError', 'Problem {1} not found.', [domain, pid], 404);

export const contestNotFound = (domain: string, tid: string) =>
  new HydroError('ContestNotFoundError', 'Contest {1} not found.', [domain, tid], 404);

export const noPermission = (permission: string) =>
  new HydroError('PermissionError', "You don't have the required permission ({0}) in this domain.", [
    permission,
  ]);

export const tooFrequent = (operation: string, seconds: number, limit: number) =>
  new HydroError(
    'OpcountExceededError',
    'Too frequent operations of {0} (limit: {2} operations in {1} seconds).',
    [operation, seconds, limit],
  );

/** Version 5's error for failures in its hooks: an unknown domain, or the limit for all requests. */
export const aggregate = () => new HydroError('AggregateError', '', [], 500);
