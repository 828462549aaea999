import type { Reply } from '../service/http/reply';

/** Sentences of the site, in Spanish and English. */
const sentences = {
  loginRequired: [401, 'Necesitas iniciar sesión para realizar esa acción', 'Login required'],
  userNotAllowed: [
    403,
    'No tienes los permisos para realizar esa acción',
    'User is not allowed to perform this action',
  ],
  userInformationIsPrivate: [
    403,
    'La información de esta cuenta es privada',
    'The information of this account is private',
  ],
  problemNotFound: [404, 'Problema no encontrado', 'Problem not found'],
  problemIsPrivate: [403, 'El problema es privado', 'Problem is private'],
  problemIsNotPublic: [403, 'El problema no es público', 'Problem is not public'],
  runNotFound: [404, 'Envío no encontrado', 'Run not found.'],
  contestNotFound: [404, 'Concurso no encontrado', 'Contest not found'],
  problemsetNotFound: [404, 'Conjunto de problemas no encontrado', 'Problem set not found'],
  contestNotStarted: [412, 'Concurso no ha iniciado', 'Contest has not started'],
  runNotEvenOpened: [
    403,
    'Debes abrir el problema antes de intentar enviar una solución.',
    'You must open the problem before trying to submit a solution.',
  ],
  runNotInsideContest: [
    403,
    'El concurso ya terminó o aún no empieza.',
    'The contest has ended or has not started yet.',
  ],
  runWaitGap: [
    403,
    'Debes esperar unos segundos entre envíos consecutivos.',
    'You have to wait some seconds between consecutive submissions.',
  ],
  parameterEmpty: [400, 'El campo no puede estar vacío', 'Field cannot be empty'],
  parameterInvalid: [400, 'Parámetro inválido', 'Invalid parameter'],
  parameterNotFound: [400, 'No existe en la base de datos', 'Does not exist in the database'],
  parameterNotInExpectedSet: [400, 'El campo no está en el conjunto válido', 'Field is not in the valid set'],
  incompatibleArgs: [
    400,
    'Los parámetros problemset_id y contest_alias no se pueden utilizar al mismo tiempo',
    'The parameters problemset_id and contest_alias cannot be used at the same time',
  ],
  csrfException: [400, 'Intento de Cross-site Request Forgery', 'Cross-site Request Forgery attempt'],
  apiNotFound: [404, 'El API solicitada no fue encontrada.', 'The requested API was not found.'],
  methodNotAllowed: [
    405,
    'Este endpoint del API no permite peticiones GET. Usa POST, PUT o PATCH.',
    'This API endpoint does not allow GET requests. Use POST, PUT or PATCH.',
  ],
  apiTokenRateLimitExceeded: [
    429,
    'Se ha excedido el límite de peticiones',
    'The rate limit has been exceeded',
  ],
  generalError: [
    500,
    'Oops. Ocurrió un error interno. Por favor inténtalo nuevamente.',
    'Oops. There was an internal error. Please try again.',
  ],
  // the site has no text for it
  serviceUnavailable: [503, '{untranslated:serviceUnavailable}', '{untranslated:serviceUnavailable}'],
} as const;

export type ErrorName = keyof typeof sentences;

/** A refusal of the API. */
export class OmegaupError extends Error {
  constructor(
    readonly errorName: ErrorName,
    /** Field that was rejected, and other fields of the response. */
    readonly more: Readonly<Record<string, string>> = {},
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(errorName);
  }
}

/** Returns the response of a refusal, which the site sends as HTML. `language`: of the sentence; null: Spanish */
export function refusalReply({ errorName, more, headers }: OmegaupError, language: string | null): Reply {
  const [status, spanish, english] = sentences[errorName];
  const sentence = language === 'en' ? english : spanish;
  const { parameter } = more;
  const body = {
    status: 'error',
    error: parameter === undefined ? sentence : `${parameter}: ${sentence}`,
    errorname: errorName,
    errorcode: status,
    header: `HTTP/1.1 ${status}`,
    ...more,
    _id: '6b0b437e0000000000000',
  };
  return {
    status,
    body: JSON.stringify(body),
    headers: {
      'Content-Type': 'text/html; charset=UTF-8',
      ...(status === 401 ? { 'WWW-Authenticate': 'omegaUp location="/login"' } : {}),
      ...headers,
    },
  };
}
