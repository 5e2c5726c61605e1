import type { Claims } from '../token/claims';
import { isOfLogout, logoutTokenOf } from './logout-token';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const WHOLE: Claims = { iss: 'i', exp: 9, iat: 7.5, jti: 'j', sub: 's', sid: 'd', events: { [EVENT]: {}, other: 1 } };

describe('logoutTokenOf', () => {
  it('reads who is to be signed out', () => {
    const read = { issuer: 'i', exp: 9, issuedAt: 7.5, jti: 'j', subject: 's', session: 'd' };
    expect(logoutTokenOf(WHOLE)).toEqual(read);
    expect(logoutTokenOf({ ...WHOLE, sub: undefined, unknown: true })).toEqual({ ...read, subject: undefined });
    expect(logoutTokenOf({ ...WHOLE, sid: undefined })).toEqual({ ...read, session: undefined });
    expect(isOfLogout(WHOLE)).toBe(true);
  });

  it.each<[string, object, RegExp]>([
    ['no event', { events: undefined }, /events has no object http/],
    ['another event', { events: { 'https://example.org/event': {} } }, /events has no object http/],
    ['an event that is no object', { events: { [EVENT]: true } }, /events has no object http/],
    ['a list of events', { events: [EVENT] }, /events has no object http/],
    ['a nonce', { nonce: 'n' }, /a nonce/],
    ['an empty nonce', { nonce: '' }, /a nonce/],
    ['a nonce that is null', { nonce: null }, /a nonce/],
    ['no time', { iat: undefined }, /no iat/],
    ['a time that is a text', { iat: '7' }, /no iat/],
    ['no id', { jti: undefined }, /no jti/],
    ['an empty id', { jti: '' }, /jti is no text/],
    ['a long id', { jti: 'x'.repeat(1_001) }, /jti is no text/],
    ['nobody', { sub: undefined, sid: undefined }, /neither sub nor sid/],
    ['a subject that is a number', { sub: 7 }, /sub is no text/],
    ['a session with U+0000', { sid: 'a\0b' }, /sid is no text/],
  ])('refuses %s', (_title, more, reason) => {
    expect(() => logoutTokenOf({ ...WHOLE, ...more })).toThrow(reason);
  });
});
