import type { ExtraFields } from './model';

/** One field that the service refused (section 7.1; the items' shape as the public service sends them). */
export interface FieldError {
  readonly name: string | null;
  /** what was sent, as received */
  readonly value: unknown;
  readonly message: string | null;
}

/** A 40x answer in the service's error format (section 7). */
export interface ServiceError {
  readonly errorCode: number;
  readonly errorType: string | null;
  readonly errorMessage: string | null;
  /** as received; its shape depends on `errorType` */
  readonly errorData: unknown;
  /** present for a form error (section 7.1) */
  readonly form: FormError | null;
  readonly extra?: ExtraFields;
}

export interface FormError {
  readonly submitted: boolean | null;
  readonly valid: boolean | null;
  readonly fields: readonly FieldError[];
}
