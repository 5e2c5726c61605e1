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

  it('tells when it was written, also of many in one millisecond', () => {
    const now = jest.spyOn(Date, 'now');
    const written = [1_767_225_600_000, 1_767_225_600_000, 1_767_225_600_001, 1_767_225_599_999].map((at) => {
      now.mockReturnValue(at);
      return logged({}, 'said')['time'];
    });
    now.mockRestore();
    const [first, later, earlier] = [
      '2026-01-01T00:00:00.000Z',
      '2026-01-01T00:00:00.001Z',
      '2025-12-31T23:59:59.999Z',
    ];
    expect(written).toEqual([first, first, later, earlier]);
  });

  it.each([
    [1_767_225_600_009, '2026-01-01T00:00:00.009Z'],
    [1_767_225_600_010, '2026-01-01T00:00:00.010Z'],
    [1_767_225_600_100, '2026-01-01T00:00:00.100Z'],
    [1_767_225_659_999, '2026-01-01T00:00:59.999Z'],
  ])('writes %d ms as the date that it is', (at, written) => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(at);
    expect(logged({}, 'said')['time']).toBe(written);
    now.mockRestore();
  });

  it('says what its message says, also of the names of secrets', () => {
    const msg = 'the member {"token":"…"} is missing';
    expect(logged({ tokens: 3 }, msg)).toMatchObject({ msg, tokens: 3 });
  });
});
