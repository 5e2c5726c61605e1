import { join } from 'node:path';
import { issueOperatorToken, issueSignInTicket } from '@app/auth';
import { consoleFolder, exitOnBadSettings } from '@app/config';
import { answerHelp } from '../command-line';
import { startStack } from '../start-stack';
import { withRunningDatabase } from '../state/database-address';
import { signInAddress, type StackState } from '../state/state-file';
import { print } from '../supervisor/progress';
import { DemoClient } from './demo-client';
import { governDemo } from './demo-governance';
import { loadLongNames } from './demo-long-names';
import { loadLiveShop } from './live/load-live-shop';
import { makeShopDatabase } from './live/shop-database';
import { loadDemo, linesToTry, verdictTable } from './load-demo';

/** Time limit: long enough for loading and validating on a slow machine. */
const TOKEN_SECONDS = 3_600;

/** Its own text is to be read. */
const LOG_FILE = 'demo.log';

const LONG_NAMES = '--long-names';

const options = answerHelp(
  `Usage: npm run demo [-- ${LONG_NAMES}]

Runs the stack as npm start does, with a small shop in it; what API and worker log goes to DATA_DIR/${LOG_FILE}. With ${LONG_NAMES} a second service
has names as long as those of large catalogs. Settings come from the environment, or from .env; .env.example lists them.
`,
  [LONG_NAMES],
);

const settings = exitOnBadSettings();

async function demonstrate({ baseUrl }: StackState): Promise<void> {
  print(`Log         ${join(settings.dataDir, LOG_FILE)}\n`);
  const running = withRunningDatabase(settings);
  const token = await issueOperatorToken({ user: 'admin', expiresInSeconds: TOKEN_SECONDS }, running);
  const client = new DemoClient(baseUrl, token);
  const tell = (line: string): void => print(`demo        ${line}`);
  const verdicts = await loadDemo(client, tell);
  const config = await makeShopDatabase(settings.dataDir);
  if (!config) tell('read no data: the shop that runs lies in the embedded database, and DATABASE_URL names another');
  const live = config ? await loadLiveShop(client, config, tell) : [];
  if (options.includes(LONG_NAMES)) await loadLongNames(client, tell);
  await governDemo(client, tell);
  const coloured = process.stdout.isTTY === true;
  print(`\n${verdictTable(verdicts, coloured)}\n`);
  if (live.length > 0) print(`On the data itself:\n\n${verdictTable(live, coloured)}\n`);
  const surprises = [...verdicts, ...live].filter(({ status, expected }) => status !== expected);
  for (const { table, status, expected } of surprises) print(`${table}: ${status}, where ${expected} was expected`);
  if (surprises.length) throw new Error('The demo did not come out as it should; the log says more');
  print(linesToTry(baseUrl));
  if (!consoleFolder(settings)) return;
  print('The console, signed in as admin (this link works once, within ten minutes):\n');
  print(`  ${signInAddress(baseUrl, await issueSignInTicket({ user: 'admin' }, running))}\n`);
}

// `npm run demo`: the embedded stack with a small shop in it.
void startStack(settings, demonstrate, { logFile: LOG_FILE }).then((code) => process.exit(code));
