import 'reflect-metadata';
import { CatalogCheck, CatalogCheckModule, CatalogReadModule } from '@app/catalog';
import { exitOnBadSettings, originOf } from '@app/config';
import { ContractCheck } from '@app/contracts';
import { DatabaseModule } from '@app/database';
import { SearchModule } from '@app/search';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { withRunningDatabase } from './state/database-address';
import { print } from './supervisor/progress';

const USAGE = `Usage: npm run catalog:check     compares names, places, labels and counts with what they follow from and mends what differs
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

/** Exit code 0: done; 1: it could not be done now, or not wholly; 2: the command is wrong. */
async function catalog(words: readonly string[]): Promise<number> {
  if (words.join(' ') !== 'check') {
    process.stderr.write(USAGE);
    return 2;
  }
  const settings = withRunningDatabase(exitOnBadSettings());
  const { databaseUrl: url } = settings;
  const imports = [
    DatabaseModule.forRoot({ url, poolSize: 4 }),
    CatalogReadModule.forRoot({ origin: originOf(settings) }),
    // What is mended is indexed anew.
    SearchModule.forRoot(settings),
    CatalogCheckModule,
  ];
  const module = { module: class CatalogTools {}, imports, providers: [ContractCheck] };
  const app = await NestFactory.createApplicationContext(module, { logger: ['warn', 'error'], abortOnError: false });
  try {
    return await check(app);
  } finally {
    await app.close();
  }
}

catalog(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: Error) => {
    process.stderr.write(`Catalog: ${error.message}\n`);
    process.exit(1);
  },
);
