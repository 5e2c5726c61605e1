import { createLogger } from './logger';

describe('a line of the log', () => {
  const lines: string[] = [];
  const logger = createLogger({ logLevel: 'info' }, 'api', { write: (line) => void lines.push(line) });
  const logged = (what: object, message: string): Record<string, unknown> => {
    logger.info(what, message);
    const line = lines.pop() as string;
    expect(line.endsWith('\n')).toBe(true);
    return JSON.parse(line) as Record<string, unknown>;
  };

  it('holds no secret, however deep, and all the rest', () => {
    const headers = { authorization: 'Bearer x', accept: '*/*' };
    const line = logged({ token: 'x', a: { b: { c: [{ password: { of: 'x' } }, { headers }] } } }, 'a request');
    expect(line).toMatchObject({ level: 'info', app: 'api', msg: 'a request', token: '(secret)' });
    expect(line['a']).toEqual({
      b: { c: [{ password: '(secret)' }, { headers: { ...headers, authorization: '(secret)' } }] },
    });
  });

  it.each(['authorization', 'password', 'token', 'accessToken', 'refreshToken', 'jwtToken', 'secret'])(
    'does not write %s, of a child neither',
    (name) => {
      logger.child({ [name]: 'x' }).info('said');
      expect(JSON.parse(lines.pop() as string)).toMatchObject({ [name]: '(secret)', msg: 'said' });
    },
  );

  it('says what its message says, also of the names of secrets', () => {
    const msg = 'the member {"token":"…"} is missing';
    expect(logged({ tokens: 3 }, msg)).toMatchObject({ msg, tokens: 3 });
  });
});
