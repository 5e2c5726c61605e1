import { textOf } from './ceilings';
import { sourceFiles } from './source-files';

/** Where it is decided what a caller may view. */
const HOME = 'libs/catalog/src/visibility/visibility.ts';
/** Another wording of "something is hidden from this caller" than `Visibility.isRestricted`. */
const OTHER_WORDINGS =
  /sightOf\(\w+\) [!=]== 'all'|\b(?:hidesFrom|hidesAnything|hidesNothing|partlyVisible|mayHide|seesAll|seesEverything|isRestrictedCaller)\b/g;
/** Another answer to what a caller may view. */
const OTHER_ANSWERS = /\bfunction sightOf\b|\bconst sightOf\b|\basync sightOf\b|\bsightBy\(/g;

function faultsIn(text: string): readonly string[] {
  return [...text.matchAll(OTHER_WORDINGS), ...text.matchAll(OTHER_ANSWERS)].map(([found]) => found);
}

describe('what a caller may view', () => {
  it('is asked by `Visibility.sightOf` and `isRestricted` alone', () => {
    const sources = sourceFiles().filter((file) => /^(libs|apps)\/(?!console).*\.ts$/.test(file));
    expect(sources).toContain(HOME);
    const others = sources.filter((file) => file !== HOME && file !== HOME.replace('visibility.ts', 'sight.ts'));
    const found = others.flatMap((file) => faultsIn(textOf(file)).map((fault) => `${file}: ${fault}`));
    expect(found).toEqual([]);
  });

  it.each<[string, readonly string[]]>([
    ['if (!this.visibility.hidesFrom(actor)) return text;', ['hidesFrom']],
    ['mayHide(actor: Actor): boolean {', ['mayHide']],
    ['export function sightOf(visibility: Visibility, reader: Actor): EventSight {', ['function sightOf']],
    ['const sight = sightBy(access, actor, types);', ['sightBy(']],
    ["if (this.visibility.sightOf(actor) === 'all') return text;", ["sightOf(actor) === 'all'"]],
    ['if (!this.visibility.isRestricted(actor)) return text;', []],
    ["const sight = this.visibility.sightOf(actor);\nif (sight === 'all') return undefined;", []],
  ])('is recognised in: %s', (text, expected) => {
    expect(faultsIn(text)).toEqual(expected);
  });
});
