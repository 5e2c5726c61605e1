import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FakeService, status } from '../fake-service.cases';

const service = new FakeService();
beforeAll(() => service.start());
afterAll(() => service.stop());
beforeEach(() => service.reset());
afterEach(() => service.cleanUp());

const changed = (tokensRevoked: number) => status(200, { message: 'Password changed', tokensRevoked });
const file = (name: string, text: string): string => {
  const path = join(service.folder, name);
  writeFileSync(path, text);
  return path;
};

describe('password', () => {
  it('sets one’s own with the old one, and leaves the tokens', async () => {
    service.answers['PUT /users/changePassword'] = changed(0);
    const old = file('old.txt', 'cörrect horse\n');
    const { code, out } = await service.run(['password', '--old-password-file', old], { stdin: 'battery staple\r\n' });
    expect([code, out]).toEqual([0, expect.stringContaining('the password of your user is set\n')]);
    expect(JSON.parse(service.asked[0]!.body)).toEqual({
      requestType: 'SELF',
      oldPassword: 'cörrect horse',
      newPassword: 'battery staple',
      revokeTokens: false,
    });
  });

  it('sets that of somebody else, and revokes the tokens where that is asked', async () => {
    service.answers['PUT /users/changePassword'] = changed(2);
    const next = file('new.txt', 'battery staple');
    const { code, out } = await service.run([
      ...['password', '--user', 'dana', '--new-password-file', next, '--revoke-tokens'],
    ]);
    expect([code, out]).toEqual([0, expect.stringContaining('the password of dana is set; 2 tokens revoked')]);
    expect(JSON.parse(service.asked[0]!.body)).toEqual({
      requestType: 'USER',
      username: 'dana',
      newPassword: 'battery staple',
      revokeTokens: true,
    });
  });

  it('is not sent again: a busy service is told at once', async () => {
    service.answers['PUT /users/changePassword'] = status(503, { message: 'busy' });
    expect((await service.run(['password', '--user', 'dana'], { stdin: 'battery staple' })).code).not.toBe(0);
    expect(service.asked).toHaveLength(1);
  });

  it.each([
    ['neither', [], 'give --old-password-file for your own'],
    ['both', ['--user', 'dana', '--old-password-file', 'x'], 'not both'],
    ['twice stdin', ['--old-password-file', '-'], 'stdin holds one of both passwords'],
    ['no file', ['--old-password-file', '/nowhere/x'], 'there is no such file'],
    ['an empty password', ['--user', 'dana'], 'the password is empty'],
  ])('is told what is missing with %s, and sends nothing', async (_what, options, message) => {
    const { code, err } = await service.run(['password', ...options], { stdin: '\n' });
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    expect(service.asked).toEqual([]);
  });
});
