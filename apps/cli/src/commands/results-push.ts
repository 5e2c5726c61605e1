import { Option } from 'commander';
import { type Invocation, type CommandContext, defineCommand } from '../command-line/command-spec';
import type { CatalogClient } from '../connection/catalog-client';
import { readInput } from '../document/read-input';
import type { Outcome } from '../report/report';
import { namedContract } from './contract/named-contract';
import { type PushOutcome, pushReport, unreadReport } from './push-report';
import { readResults } from './read-results';

/** As many as one request takes. */
const AT_ONCE = 1000;

interface PushOptions {
  readonly contract?: string;
}

export const resultsPush = defineCommand<PushOptions>({
  name: 'results push',
  summary: 'Record results of checks that ran elsewhere',
  description:
    'The file is one result, a list of them, an object with the member results, or NDJSON (one result a line). A result has at ' +
    'least timestamp (epoch milliseconds) and contractExecutionStatus. The same timestamp replaces, so a push can be repeated.',
  takes: '<FILE>',
  options: [
    new Option(
      '--contract <CONTRACT>',
      'FQN or id of the contract; not needed where each result has contractFQN or contractId',
    ),
  ],
  examples: [
    'results push results.json --contract shop.db.public.orders.dataContract_orders',
    'results push - --contract 3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11 < results.json',
    'results push nightly.ndjson',
  ],
  reports: true,
  remote: true,
  run: push,
});

async function push({ args, options }: Invocation<PushOptions>, context: CommandContext): Promise<Outcome> {
  const [input = ''] = args;
  const file = input === '-' ? 'stdin' : input;
  const title = `results push ${file}`;
  const { results, faults } = readResults(await readInput(input, context));
  if (faults.length > 0) return { report: unreadReport(title, file, faults) };
  const service = await context.service();
  const named = options.contract;
  const contract = named === undefined ? {} : { contractId: (await namedContract(service, named)).id };
  const outcomes: PushOutcome[] = [];
  for (let at = 0; at < results.length; at += AT_ONCE) {
    const rows = results.slice(at, at + AT_ONCE).map(({ value }) => ({ ...value, ...contract }));
    outcomes.push(...(await pushed(service, rows)));
    if (results.length > AT_ONCE) context.progress(`${outcomes.length} of ${results.length} sent`);
  }
  return { report: pushReport(title, file, results, outcomes) };
}

async function pushed(service: CatalogClient, results: readonly object[]): Promise<readonly PushOutcome[]> {
  const answer = await service.json<{ results: readonly PushOutcome[] }>({
    ...{ method: 'PUT', path: '/dataContracts/results/bulk', body: { results } },
    what: 'Pushing results',
  });
  return answer.results;
}
