import 'reflect-metadata';
import { Database } from '@app/database';
import { checkAudit, type BlockName } from '@app/events';
import type { INestApplicationContext } from '@nestjs/common';
import { runTool } from './run-tool';
import { print } from './supervisor/progress';

const USAGE = `Usage: npm run admin -- audit check                     compares the audit with the hashes of its blocks
       npm run admin -- audit check <number>:<hash>     and with a block that was noted before
`;

/** Says what was found. Returns the exit code: 1 where a block is broken. */
async function check(app: INestApplicationContext, known?: BlockName): Promise<number> {
  const { blocks, records, pruned, waiting, head, broken } = await checkAudit(app.get(Database), known);
  print(
    `${blocks} blocks, ${pruned} of them pruned; ${records} records as they were sealed, ${waiting} not sealed yet.`,
  );
  if (head) print(`Newest block that holds: ${head.number}:${head.hash}`);
  if (broken) print(`Broken: block ${broken.number} (records ${broken.first} to ${broken.last}): ${broken.reason}.`);
  return broken ? 1 : 0;
}

/** undefined: nothing was named; null: it is no block. */
function namedBlock(text: string | undefined): BlockName | null | undefined {
  if (text === undefined) return undefined;
  const [, number, hash] = /^([1-9]\d{0,17}):([0-9a-f]{64})$/.exec(text) ?? [];
  return number && hash ? { number, hash } : null;
}

const [word, named, ...more] = process.argv.slice(2);
const known = namedBlock(named);
const isRight = word === 'check' && known !== null && !more.length;
runTool('Audit', USAGE, isRight ? (app) => check(app, known) : undefined);
