import type { AppError } from '@app/common';
import { checkNewPassword, readLoginPassword } from './password-rules';

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

describe('readLoginPassword', () => {
  it('reads base64 of UTF-8, with padding or without', () => {
    expect(readLoginPassword(base64('pässwörd!'), 'application/json')).toBe('pässwörd!');
    expect(readLoginPassword(base64('12345678').replace(/=+$/, ''), undefined)).toBe('12345678');
  });

  it.each([
    'application/json; password=plain',
    'application/json;password=plain; charset=utf-8',
    'application/json; charset=utf-8; Password="plain"',
  ])('reads the text itself with %s', (type) => {
    expect(readLoginPassword('not base64!', type)).toBe('not base64!');
  });

  it.each([
    ['no base64', 'geheim!!', 'application/json'],
    ['empty', '', 'application/json'],
    ['not UTF-8', Buffer.from([0xff, 0xfe, 0xfd]).toString('base64'), 'application/json'],
    ['another parameter', 'geheim!!', 'application/json; password=plainly'],
  ])('refuses what is %s, and says what is allowed', (_name, password, type) => {
    expect(() => readLoginPassword(password, type)).toThrow(
      /must be the base64 of the UTF-8 text, or .*password=plain/,
    );
  });
});

describe('checkNewPassword', () => {
  it.each(['password', 'PassWord1', '12345678', 'qwertyuiop', 'iloveyou'])(
    'refuses %s, which is tried first',
    (plain) => {
      let error: unknown;
      try {
        checkNewPassword('newPassword', plain);
      } catch (thrown) {
        error = thrown;
      }
      const message = 'is one of the 1,000 most common passwords, which are tried first: choose another one';
      expect((error as AppError).details).toEqual([{ field: 'newPassword', message }]);
      expect(() => checkNewPassword('newPassword', `${plain} and more`)).not.toThrow();
    },
  );

  it('counts characters, not bytes or code units', () => {
    expect(() => checkNewPassword('password', '🔑'.repeat(128))).not.toThrow();
    expect(() => checkNewPassword('password', '🔑'.repeat(7))).toThrow('8 to 128 characters long, this one has 7');
    expect(() => checkNewPassword('password', 'x'.repeat(129))).toThrow('8 to 128');
  });

  it('names the confirmation that differs', () => {
    const refused = (): void => checkNewPassword('newPassword', 'correct horse', 'correct house');
    expect(refused).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }) as AppError);
    expect(refused).toThrow('confirmPassword: is not equal to newPassword');
  });
});
