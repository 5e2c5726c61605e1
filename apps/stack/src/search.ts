import 'reflect-metadata';
import { ContractTypeModule } from '@app/contracts';
import { SearchBackend } from '@app/search';
import { runTool, type Work } from './run-tool';
import { print } from './supervisor/progress';

const USAGE = `Usage: npm run admin -- search rebuild    makes the search index anew from the catalog; searches go on
       npm run admin -- search check      compares the index with the catalog and mends what differs
`;

type Command = (backend: SearchBackend) => Promise<string>;

const COMMANDS: Readonly<Record<string, Command>> = {
  rebuild: async (backend) => `The index is made anew: ${await backend.rebuild()} documents.`,
  check: async (backend) => {
    const { documents, missing, different, surplus, totals = 0 } = await backend.check();
    const found = `${missing} missing, ${different} different, ${surplus} surplus${totals > 0 ? `, ${totals} totals out of step` : ''}`;
    const isTrue = missing + different + surplus + totals === 0;
    return `${documents} documents; ${found}${isTrue ? ': the index is true.' : ': mended.'}`;
  },
};

const [word = '', ...more] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, word) && !more.length ? COMMANDS[word] : undefined;
const work: Work | undefined =
  command &&
  (async (app) => {
    print(await command(app.get(SearchBackend)));
    return 0;
  });
// The contract of an asset is part of its document.
runTool('Search', USAGE, work, { imports: [ContractTypeModule] });
