import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Pure modules, and the specs that shall notice a change of them. Paths from the root. */
export interface Target {
  readonly name: string;
  /** Percent of the changes that the specs have to notice. */
  readonly least: number;
  readonly sources: readonly string[];
  readonly specs: readonly string[];
}

const CHECKS = 'libs/validation/src/checks';
const CHANGE = 'libs/contracts/src/change';
const RULES = 'libs/validation/src/rules';

/** What decides a verdict: the four checks, what counts as a breaking change, the meaning of rules. */
export function targets(root: string): Target[] {
  const below = (folder: string) => filesBelow(root, folder);
  const specs = (folder: string) => below(folder).filter((file) => file.endsWith('.spec.ts'));
  const sources = (folder: string) =>
    below(folder).filter((file) => !/\.spec\.ts$|\/(cases|decision-table)\/|\/types\.ts$/.test(file));
  return [
    { name: 'checks', least: 90, sources: sources(CHECKS), specs: specs(CHECKS) },
    {
      name: 'change',
      least: 95,
      sources: sources(CHANGE).filter((file) => !/\/(impact|control)\//.test(file)),
      specs: specs(CHANGE).filter((file) => !/\/(impact|control)\//.test(file)),
    },
    {
      name: 'rules',
      least: 90,
      // The runner and its threads are no pure module.
      sources: sources(RULES).filter((file) => !/\/thread\/|rule-runner/.test(file)),
      specs: [
        ...specs(RULES).filter((file) => !/\/thread\/|rule-runner/.test(file)),
        `${CHECKS}/decision-table/semantics.spec.ts`,
      ],
    },
  ];
}

function filesBelow(root: string, folder: string): string[] {
  const entries = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return entries.map((entry) => `${folder}/${entry.replaceAll('\\', '/')}`).filter((file) => file.endsWith('.ts'));
}
