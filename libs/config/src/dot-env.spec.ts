import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDotEnv } from './dot-env';

describe('readDotEnv', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dot-env-'));
  const file = join(folder, '.env');
  afterAll(() => rmSync(folder, { recursive: true }));
  const read = (text: string) => {
    writeFileSync(file, text);
    return readDotEnv(file);
  };

  it('reads names, comments, quoted values and what is exported', () => {
    expect(read('# a comment\n\nPORT=1\n  export HOST = "a b"\nLOG_LEVEL=info # why\n').values).toEqual({
      PORT: '1',
      HOST: 'a b',
      LOG_LEVEL: 'info',
    });
  });

  it('takes a value of several lines in quotes', () => {
    expect(read(`JWT_ISSUERS='[\n {"a": 1}\n]'\nPORT=1\n`).values).toMatchObject({ PORT: '1' });
  });

  it('names lines that set nothing', () => {
    expect(() => read('PORT=1\nHOST 127.0.0.1\n# fine\n=x\n')).toThrow(/line 2[^]*NAME=value[^]*line 4/);
  });

  it('counts the lines of quoted values', () => {
    expect(() => read(`JWT_ISSUERS='[\n]'\nHOST\n`)).toThrow(/line 3/);
  });

  it('tells names that are no setting', () => {
    expect(read('DATABASE_ULR=x\nDATABASE_URL_FILE=y\n').unknown).toEqual(['DATABASE_ULR']);
  });

  it('needs no file', () => {
    expect(readDotEnv(join(folder, 'missing'))).toEqual({ values: {}, unknown: [] });
  });
});
