import 'reflect-metadata';
import { CatalogCheck, CatalogCheckModule } from '@app/catalog';
import { ContractCheck, ContractTypeModule } from '@app/contracts';
import type { INestApplicationContext } from '@nestjs/common';
import { runTool } from './run-tool';
import { print } from './supervisor/progress';

const USAGE = `Usage: npm run admin -- catalog check     compares names, places, labels and counts with what they follow from and mends what differs
`;

/** Says what was found. Returns the exit code: 1 where something could not be mended. */
async function check(app: INestApplicationContext): Promise<number> {
  const places = await app.get(CatalogCheck).check();
  const { entities, misnamed, mishidden, parts, labels, counts } = places;
  const { contracts, left } = await app.get(ContractCheck).check();
  const found = `${misnamed} misnamed, ${mishidden} wrongly hidden or shown, ${parts} with misnamed columns, ${labels} with wrong labels`;
  const isTrue = misnamed + mishidden + parts + labels + counts + contracts + left.length + places.left.length === 0;
  const ending = isTrue ? ': nothing to mend.' : ': mended.';
  print(`${entities} entities; ${found}; ${contracts} contracts and ${counts} counts out of step${ending}`);
  for (const line of [...places.left, ...left]) print(`Not mended: ${line}`);
  return places.left.length + left.length ? 1 : 0;
}

const isRight = process.argv.slice(2).join(' ') === 'check';
const needed = { imports: [CatalogCheckModule, ContractTypeModule], providers: [ContractCheck] };
runTool('Catalog', USAGE, isRight ? check : undefined, needed);
