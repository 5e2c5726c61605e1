import { apply } from './mutant';
import { mutantsOf } from './mutants-of';

/** The texts that a piece of code becomes. */
function changed(text: string): string[] {
  return mutantsOf('file.ts', text).map((mutant) => apply(mutant, text));
}

describe('mutantsOf', () => {
  it.each<[string, string[]]>([
    ['f = a < b', [';', 'f = a <= b', 'f = a >= b']],
    ['f = a >= b', [';', 'f = a > b', 'f = a < b']],
    ['f = a === b', [';', 'f = a !== b']],
    ['f = a && !b', [';', 'f = a || !b', 'f = a && b']],
    ['f = a + 1', [';', 'f = a - 1', 'f = a + 2', 'f = a + (0)']],
    ["f = a + 'x'", [';', "f = a + ''"]],
    ['f = a ?? b', [';', 'f = a', 'f = b']],
    ['f = a ? b : c', [';', 'f = true ? b : c', 'f = false ? b : c']],
    ['f = [a]', [';', 'f = []']],
    ['f = {a}', [';', 'f = ({})']],
    ['f = []', [';']],
    ["f = ''", [';', "f = 'changed'"]],
    ['f = `${a}`', [';', "f = ''"]],
    ['f = a?.b', [';', 'f = a.b']],
    ['f = a?.[b]', [';']],
    ['f = a.filter(b)', [';', 'f = a']],
    ['f = a.some(b)', [';', 'f = a.every(b)']],
    ['f = () => a', [';', 'f = () => (undefined)']],
    ['if (a) b()', ['if (true) b()', 'if (false) b()', 'if (a) ;']],
    ['function f() { return a }', ['function f() { return; }']],
    ['function f() { return undefined }', []],
    ['for (;;) continue;', ['for (;;) ;']],
    ['f = true', [';', 'f = false']],
  ])('%s', (text, texts) => {
    expect(changed(text)).toEqual(texts);
  });

  it.each([
    "import { a } from './a';",
    "export * from './a';",
    "type A = 'a' | 1;",
    'interface A { readonly a?: true; b: 5 }',
    'let a: 1 | true;',
    'function f(): [1, 2] {}',
  ])('leaves to the compiler: %s', (text) => {
    expect(changed(text)).toEqual([]);
  });

  it('knows the line', () => {
    const [mutant] = mutantsOf('a/file.ts', '\n\nlet a = 5;');
    expect(mutant).toMatchObject({ file: 'a/file.ts', line: 3, original: '5', replacement: '6' });
  });
});
