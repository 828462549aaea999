import type { Reply } from '../service/http/reply';

/** An error response of the API. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

export const contestNotFound = (id: string) => new ApiError(404, `Contest with ID '${id}' not found`);
export const objectNotFound = (id: string) => new ApiError(404, `Object with ID '${id}' not found`);

export function errorReply({ status, message, headers }: ApiError): Reply {
  return { status, body: { code: status, message }, headers };
}

/** Response to a request without valid credentials. It has no body. */
export const unauthorized: Reply = {
  status: 401,
  body: '',
  headers: { 'Content-Type': 'application/json', 'WWW-Authenticate': 'Basic realm="Secured Area"' },
};
