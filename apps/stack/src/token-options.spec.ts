import { TokenUsageError, tokenOptions } from './token-options';

describe('tokenOptions', () => {
  it('has defaults for everything', () => {
    expect(tokenOptions([])).toEqual({ user: 'admin', expiresInSeconds: 86_400, create: false, link: false });
  });

  it('takes both spellings of an option', () => {
    expect(tokenOptions(['--user=anna', '--role', 'DataSteward', '--expires', '12h'])).toEqual({
      user: 'anna',
      role: 'DataSteward',
      expiresInSeconds: 43_200,
      create: true,
      link: false,
    });
  });

  it('makes a user unasked where that is said', () => {
    expect(tokenOptions(['--user', 'anna']).create).toBe(false);
    expect(tokenOptions(['--user', 'anna', '--create']).create).toBe(true);
  });

  it('asks for a link that signs in, whose life is not chosen', () => {
    expect(tokenOptions(['--link'])).toMatchObject({ user: 'admin', link: true });
    expect(() => tokenOptions(['--link', '--expires', '1h'])).toThrow('--expires is not for links');
  });

  it.each([
    ['90s', 90],
    ['15m', 900],
    ['365d', 31_536_000],
  ])('reads %s as %i seconds', (expires, expected) => {
    expect(tokenOptions(['--expires', expires]).expiresInSeconds).toBe(expected);
  });

  it.each(['0d', '366d', '1', '1.5h', '-1h', '1w', '', 'P1D', '1 d', '9999999999s'])(
    'refuses --expires=%s',
    (expires) => {
      expect(() => tokenOptions([`--expires=${expires}`])).toThrow(/--expires ".*" is not a number from 1/);
    },
  );

  it.each([[['--user', '']], [['--role=']], [['--admin']], [['anna']], [['--user']], [['--user', '--role', 'Admin']]])(
    'refuses %j',
    (args) => {
      expect(() => tokenOptions(args)).toThrow(TokenUsageError);
    },
  );
});
