import 'reflect-metadata';
import { judgeStoredSql } from '@app/data';
import { Database } from '@app/database';
import type { INestApplicationContext } from '@nestjs/common';
import { runTool } from './run-tool';
import { print } from './supervisor/progress';

const USAGE = `Usage: npm run admin -- data sql-check     lists SQL of test cases and contracts that would not be sent to its source, and why
`;

/** Says what was found. Returns the exit code: 1 where a statement would be refused. */
async function check(app: INestApplicationContext): Promise<number> {
  const { judged, refused } = await judgeStoredSql(app.get(Database));
  for (const { at, fault } of refused) print(`${at}: ${fault}`);
  print(`${judged} statements, of which ${refused.length} would be refused.`);
  return refused.length ? 1 : 0;
}

const isRight = process.argv.slice(2).join(' ') === 'sql-check';
runTool('Data', USAGE, isRight ? check : undefined);
