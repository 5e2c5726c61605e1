import { AppError } from '@app/common';
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { unauthorized } from '../token/unauthorized';

/** Characters of an issuer's text that are shown. */
const MOST_TOLD = 200;
/** The issuer's answer does not fit what was asked, or the checks of OpenID Connect. */
const UNFIT = /^OAUTH_(INVALID_RESPONSE|JWT_|PARSE_ERROR|JSON_ATTRIBUTE|UNSUPPORTED|MISSING)/;

/** Why there is no sign-in, for the person in front of the page. */
export function refusalOf(error: unknown, name: string): AppError {
  if (error instanceof AuthorizationResponseError) return refusedBy(name, error);
  if (error instanceof ResponseBodyError) return notExchanged(name, error);
  const code = codeOf(error);
  if (UNFIT.test(code)) return refused(`The answer of ${name} does not fit this sign-in (${code}). Begin again.`);
  return new AppError('SERVICE_UNAVAILABLE', `${name} does not answer. Try again in a moment.`, { cause: error });
}

/** The refusal where the browser brought back what belongs to no sign-in of it. */
export const notBegun = (): AppError =>
  unauthorized('absent', 'This sign-in was not begun in this browser, or longer than ten minutes ago. Begin again.');

export const refused = (message: string): AppError => unauthorized('absent', message);

/** Why a logout token ends nothing, for the operator of the issuer. */
export function notLoggedOut(message: string): AppError {
  const options = { details: [{ field: 'logout_token', message }], headers: { 'Cache-Control': 'no-store' } };
  return new AppError('BAD_REQUEST', `logout_token: ${message}`, options);
}

function refusedBy(name: string, { error, error_description: told }: AuthorizationResponseError): AppError {
  const reason = told ? `${told.slice(0, MOST_TOLD)} (${error.slice(0, MOST_TOLD)})` : error.slice(0, MOST_TOLD);
  return refused(`${name} refused the sign-in: ${reason}`);
}

function notExchanged(name: string, { error }: ResponseBodyError): AppError {
  if (error === 'invalid_grant')
    return refused(`${name} says that its answer was used before, or is too old. Begin again.`);
  const settings = 'whoever runs this service has to compare JWT_ISSUERS with what is registered there';
  const reason = `${name} does not take this service as its client (${error.slice(0, MOST_TOLD)}): ${settings}`;
  return new AppError('SERVICE_UNAVAILABLE', reason);
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
