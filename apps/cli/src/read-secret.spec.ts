import { PassThrough, Readable } from 'node:stream';
import { readSecret } from './read-secret';

describe('a secret', () => {
  const terminal = (): { input: PassThrough & { isTTY: boolean; setRawMode: () => void }; output: PassThrough } => ({
    input: Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined }),
    output: new PassThrough({ encoding: 'utf8' }),
  });

  it('is typed, and not shown', async () => {
    const { input, output } = terminal();
    const secret = readSecret('Password: ', input, output);
    input.write('correct-horse\r');
    expect((await secret).toString()).toBe('correct-horse');
    expect(output.read()).toBe('Password: \n');
  });

  it.each(['\u0003', '\u0004'])('that is not typed is a command line that cannot be used', async (key) => {
    const { input, output } = terminal();
    const secret = readSecret('Password: ', input, output);
    input.write(key);
    await expect(secret).rejects.toMatchObject({ exitCode: 2, message: 'nothing was typed' });
  });

  it('is all of stdin where there is no terminal', async () => {
    const output = new PassThrough({ encoding: 'utf8' });
    const secret = await readSecret('Password: ', Readable.from([Buffer.from('a\n'), Buffer.from('b')]), output);
    expect([secret.toString(), output.read()]).toEqual(['a\nb', null]);
  });
});
