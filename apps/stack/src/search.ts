import 'reflect-metadata';
import { CatalogReadModule } from '@app/catalog';
import { exitOnBadSettings, originOf } from '@app/config';
// Loaded so that the contract of an asset stands in its document.
import '@app/contracts';
import { DatabaseModule } from '@app/database';
import { SearchBackend, SearchModule } from '@app/search';
import { NestFactory } from '@nestjs/core';
import { withRunningDatabase } from './state/database-address';
import { print } from './supervisor/progress';

const USAGE = `Usage: npm run search:rebuild    makes the search index anew from the catalog; searches go on
       npm run search:check      compares the index with the catalog and mends what differs
`;

type Command = (backend: SearchBackend) => Promise<string>;

const COMMANDS: Readonly<Record<string, Command>> = {
  rebuild: async (backend) => `The index is made anew: ${await backend.rebuild()} documents.`,
  check: async (backend) => {
    const { documents, missing, different, surplus } = await backend.check();
    const found = `${missing} missing, ${different} different, ${surplus} surplus`;
    const isTrue = missing + different + surplus === 0;
    return `${documents} documents; ${found}${isTrue ? ': the index is true.' : ': mended.'}`;
  },
};

/** Exit code 0: done; 1: it could not be done now; 2: the command is wrong. */
async function search([word = '', ...more]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, word) && !more.length ? COMMANDS[word] : undefined;
  if (!command) {
    process.stderr.write(USAGE);
    return 2;
  }
  const settings = withRunningDatabase(exitOnBadSettings());
  const { databaseUrl: url } = settings;
  const imports = [
    DatabaseModule.forRoot({ url, poolSize: 4 }),
    CatalogReadModule.forRoot({ origin: originOf(settings) }),
    SearchModule.forRoot(settings),
  ];
  const module = { module: class SearchTools {}, imports };
  const app = await NestFactory.createApplicationContext(module, { logger: ['warn', 'error'], abortOnError: false });
  try {
    print(await command(app.get(SearchBackend)));
    return 0;
  } finally {
    await app.close();
  }
}

search(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: Error) => {
    process.stderr.write(`Search: ${error.message}\n`);
    process.exit(1);
  },
);
