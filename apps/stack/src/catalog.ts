import 'reflect-metadata';
import { checkAll } from '@app/catalog';
import { Database } from '@app/database';
import { CheckSteps, CheckStepsModule, reportText, requestRecount } from '@app/recounts';
import type { INestApplicationContext } from '@nestjs/common';
import { runTool } from './run-tool';
import { print } from './supervisor/progress';

const USAGE = `Usage: npm run admin -- catalog check                  compares names, places, labels, counts and budgets with what they follow from and mends what differs
       npm run admin -- catalog check --background     has a worker do so, and prints where its progress is shown
`;

/** The name of who has requested a recount by this command. */
const OPERATOR = 'operator';

/** Says what was found. Returns the exit code: 1 where something could not be mended. */
async function check(app: INestApplicationContext): Promise<number> {
  const report = await checkAll(app.get(CheckSteps).all);
  print(reportText(report));
  for (const line of report.left) print(`Not mended: ${line}`);
  return report.left.length > 0 ? 1 : 0;
}

async function request(app: INestApplicationContext): Promise<number> {
  const { id, joined } = await app.get(Database).transaction((tx) => requestRecount(tx, OPERATOR));
  print(`The recount ${id} ${joined ? 'is open already' : 'is queued'}: GET /api/v1/system/recounts/${id}`);
  return 0;
}

const WORKS = new Map([
  ['check', check],
  ['check --background', request],
]);
runTool('Catalog', USAGE, WORKS.get(process.argv.slice(2).join(' ')), { imports: [CheckStepsModule] });
