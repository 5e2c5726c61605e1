import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { connectionBoxOf, connectionBoxOfFile } from '@app/auth';
import { APP_SETTINGS, type Settings } from '@app/config';
import { resealConnections } from '@app/data';
import { Database } from '@app/database';
import type { INestApplicationContext } from '@nestjs/common';
import { runTool } from './run-tool';
import { print } from './supervisor/progress';

const USAGE = `Usage: npm run connections:reseal -- --from FILE

Seals connections of services anew, with the first key of CONNECTION_KEY_FILE, or with the signing key where that is not set. It may be ended
at any point and begun again.

  --from     the file of the key of before: that of CONNECTION_KEY_FILE, or the signing key where there was none
`;

/** Names that are printed of what could not be opened. */
const MOST_NAMED = 20;

/** Says what was done. Returns the exit code: 1 where something could not be opened. */
async function reseal(app: INestApplicationContext, file: string): Promise<number> {
  const from = await connectionBoxOfFile(file);
  const box = await connectionBoxOf(app.get<Settings>(APP_SETTINGS));
  const { resealed, current, left } = await resealConnections(app.get(Database), box, from);
  print(`${resealed} connections sealed anew, ${current} had the key already, ${left.length} left as they are.`);
  if (left.length === 0) return 0;
  const isWrong = resealed + current === 0;
  print(
    `The key of ${file} ${isWrong ? 'is not the one that sealed them' : 'does not open these'}, and no key of the settings opens them:`,
  );
  for (const name of left.slice(0, MOST_NAMED)) print(`  ${name}`);
  if (left.length > MOST_NAMED) print(`  and ${left.length - MOST_NAMED} more`);
  return 1;
}

/** undefined where the command is wrong. */
function fileOf(args: readonly string[]): string | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { from: { type: 'string' } },
      allowPositionals: true,
    });
    return positionals.join(' ') === 'reseal' && values.from ? values.from : undefined;
  } catch {
    return undefined;
  }
}

const file = fileOf(process.argv.slice(2));
runTool('Connections', USAGE, file === undefined ? undefined : (app) => reseal(app, file));
