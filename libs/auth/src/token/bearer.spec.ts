import { bearerToken, credentialHeaders } from './bearer';

describe('credentialHeaders', () => {
  it('shows every Authorization header, in any case, and no value that looks like its name', () => {
    const raw = ['Host', 'x', 'authorization', 'Bearer a', 'X-Note', 'Authorization', 'AUTHORIZATION', 'Bearer b'];
    expect(credentialHeaders(raw)).toEqual({ authorization: ['Bearer a', 'Bearer b'] });
    expect(credentialHeaders(['X-Note', 'authorization', 'b', 'c'])).toEqual({});
  });
});

describe('bearerToken', () => {
  it.each(['Bearer a.b.c', 'bearer a.b.c', 'BEARER   a.b.c'])('reads %s', (authorization) => {
    expect(bearerToken({ authorization })).toBe('a.b.c');
  });

  it.each(['Bearer', 'Bearer ', 'Bearera.b.c', 'Bearer\ta.b.c', 'Bearer a b', 'Digest a.b.c', ' Bearer a'])(
    'refuses "%s"',
    (authorization) => {
      expect(() => bearerToken({ authorization: [authorization] })).toThrow('no bearer credentials');
    },
  );

  it('refuses two headers, even equal ones', () => {
    expect(() => bearerToken({ authorization: ['Bearer a', 'Bearer a'] })).toThrow('two Authorization headers');
  });
});
