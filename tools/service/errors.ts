import type { Role } from './simulatedServices';

/** An entry in the `fields` of a form error, in the format of the public service. */
export interface FieldError {
  readonly name: string;
  readonly value: unknown;
  readonly message: string;
}

/** An error response of the service (specification, section 7), independent of the simulated service. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly status: number,
    message: string,
    readonly fields: readonly FieldError[] | null = null,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

export function formError(fields: readonly FieldError[]): Refusal {
  return new Refusal(400, 'Invalid form.', fields);
}

const typeNames: Readonly<Record<number, string>> = {
  400: 'BadRequestHttpException',
  401: 'UnauthorizedHttpException',
  402: 'PaymentRequiredHttpException',
  403: 'AccessDeniedHttpException',
  404: 'NotFoundHttpException',
  405: 'MethodNotAllowedHttpException',
  413: 'PayloadTooLargeHttpException',
  415: 'UnsupportedMediaTypeHttpException',
};

/** Returns the body of a refusal in the error format of the specification, section 7. */
export function errorBody(role: Role, refusal: Refusal): Record<string, unknown> {
  const { status, message, fields } = refusal;
  return {
    errorCode: status,
    errorType: fields ? role.formErrorType : role.errorTypePrefix + (typeNames[status] ?? 'HttpException'),
    errorMessage: message,
    errorData: fields ? { [role.formErrorMarker]: 1, submitted: true, valid: false, fields } : {},
  };
}
