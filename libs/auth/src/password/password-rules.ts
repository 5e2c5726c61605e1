import { badRequest, invalidFields } from '@app/common';
import { isCommonPassword } from './common-passwords';

const MIN = 8;
const MAX = 128;

/** 400 where a new password is not 8 to 128 characters (code points), is one of the most common ones, or is not repeated equally. */
export function checkNewPassword(field: string, plain: string, confirmation?: string): void {
  const length = [...plain].length;
  if (length < MIN || length > MAX) {
    throw invalidFields([{ field, message: `must be ${MIN} to ${MAX} characters long, this one has ${length}` }]);
  }
  if (isCommonPassword(plain)) {
    const message = 'is one of the 1,000 most common passwords, which are tried first: choose another one';
    throw invalidFields([{ field, message }]);
  }
  if (confirmation !== undefined && confirmation !== plain) {
    throw invalidFields([{ field: 'confirmPassword', message: `is not equal to ${field}` }]);
  }
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The password of a login: base64 of the clear text, or with `Content-Type: application/json; password=plain` that text. */
export function readLoginPassword(password: string, contentType: string | undefined): string {
  if (/;\s*password\s*=\s*"?plain"?\s*(;|$)/i.test(contentType ?? '')) return password;
  const bytes = Buffer.from(password, 'base64');
  if (!BASE64.test(password) || bytes.length === 0) throw notBase64();
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw notBase64();
  }
}

function notBase64(): Error {
  const message =
    'must be the base64 of the UTF-8 text, or the text itself with Content-Type: application/json; password=plain';
  return badRequest(`password ${message}`, [{ field: 'password', message }]);
}
