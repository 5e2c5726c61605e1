import { suggestContract } from '../../../libs/suggestions/src/suggest';
import { history, isBroken, plantedOf, type Profile } from './made-history';

/** How many made tables: by `MADE_HISTORIES=1000 npm test -- integration planted-rules` as many as one likes. */
const HISTORIES = Number(process.env.MADE_HISTORIES ?? 20);
/** Days that a contract is suggested by, and days that follow. */
const [LEARNED, LATER] = [30, 30];

describe('rules that hold in made tables', () => {
  it('are suggested, and what is suggested by a month is not broken by the next', () => {
    let [planted, found, suggested, broken] = [0, 0, 0, 0];
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const { columns, profiles } = history(seed, LEARNED + LATER);
      const { lines } = suggestContract(subject(columns), evidenceOf(columns, profiles.slice(0, LEARNED)), {});
      const paths = new Set(lines.map(({ path }) => path));
      const expected = plantedOf(columns);
      planted += expected.length;
      found += expected.filter((path) => paths.has(path)).length;
      const learned = lines.filter(({ confidence }) => confidence < 1);
      suggested += learned.length;
      broken += learned.filter((line) => profiles.slice(LEARNED).some((profile) => isBroken(line, profile))).length;
    }
    const shown = `${found} of ${planted} rules suggested, ${broken} of ${suggested} suggestions broken, in ${HISTORIES} tables`;
    if (process.env.MADE_HISTORIES) process.stdout.write(`${shown}\n`);
    expect([found / planted >= 0.95, broken / suggested <= 0.02, shown]).toEqual([true, true, shown]);
  });
});

function subject(columns: readonly { readonly name: string }[]) {
  const asset = { columns: columns.map(({ name }) => ({ name, dataType: 'INT' })) };
  return { type: 'table', fqn: 's.d.p.t', asset, hiddenColumns: new Set<string>() };
}

function evidenceOf(columns: readonly { readonly name: string }[], profiles: readonly Profile[]) {
  const of = (name: string) => profiles.map(({ timestamp, columns: seen }) => ({ timestamp, ...seen[name] }));
  return {
    profiles: profiles.map(({ timestamp, rowCount }) => ({ timestamp, rowCount })),
    columns: new Map(columns.map(({ name }) => [name, of(name)])),
    ...{ refreshes: [], tests: [] },
  };
}
