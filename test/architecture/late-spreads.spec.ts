import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT } from './source-files';

/** The codes as the bundle has them; null where one is left as it is. */
function written(...codes: string[]): (string | null)[] {
  const script = `
    import { withLateSpreads } from ${JSON.stringify(join(PROJECT, 'deploy/bundle/spreads.mjs'))};
    const codes = ${JSON.stringify(codes)};
    console.log(JSON.stringify(codes.map((code) => withLateSpreads(code, 'module.js') ?? null)));
  `;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: PROJECT, encoding: 'utf8' }),
  ) as (string | null)[];
}

/** What the code is, as Node runs it. */
const valueOf = (code: string): unknown => new Function(`return (${code});`)() as unknown;

const CHANGED = [
  '{ ...{ a: 1 }, b: 2 }',
  '{...{ a: 1, b: 1 },b: 2,...{ c: { ...{ d: 1 }, e: 2 } } }',
  '{ ...null, a: 1 }',
  '{\n  ...[1, 2],\n  a: "{ ...x, y }"\n}',
  '[1].map((a) => ({ ...{ a }, b: `${JSON.stringify({ ...{ a }, c: 3 })}` }))',
];

const LEFT = ['{ ...{ a: 1 } }', '{ b: 2, ...{ a: 1 } }', '((...all) => all)(1)', '"{ ...row, name }"'];

describe('objects that begin with another one', () => {
  it('are the same objects, on the same lines, behind nothing', () => {
    const made = written(...CHANGED.map((code) => `(${code})`));
    made.forEach((code, at) => {
      const before = CHANGED[at] as string;
      expect(code).toContain('...null, ...');
      expect(valueOf(code as string)).toEqual(valueOf(before));
      expect(code?.split('\n')).toHaveLength(before.split('\n').length);
    });
  });

  it('have a member of the name of the prototype as before', () => {
    const [code] = written(`({ ...JSON.parse('{"__proto__": {"a": 1}}'), b: 2 })`);
    const made = valueOf(code as string) as object;
    expect([Object.keys(made), Object.getPrototypeOf(made)]).toEqual([['__proto__', 'b'], Object.prototype]);
  });

  it('are left where there is nothing but the other one, or where it is not the first', () => {
    expect(written(...LEFT.map((code) => `(${code})`))).toEqual(LEFT.map(() => null));
  });
});
