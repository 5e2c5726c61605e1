import { Option } from 'commander';
import { type Invocation, type CommandContext, defineCommand } from '../command-line/command-spec';
import { oneMore } from '../command-line/shared-options';
import { usageError } from '../cli-error';
import type { CatalogClient } from '../connection/catalog-client';
import { readInput } from '../document/read-input';
import type { Outcome } from '../report/report';
import { namedContract } from './contract/named-contract';
import { contractsNow, FAIL_ON } from './contract-now';
import { contractsOf, type PushOutcome, pushReport, unreadReport } from './push-report';
import { epochMilliseconds, pushedReport, type PushOptions } from './report-push';
import { readResults } from './read-results';

/** Results that one request takes. */
const AT_ONCE = 1000;

const TOOLS = ['datacontract-cli', 'dbt', 'soda', 'great-expectations', 'pandera', 'junit'] as const;
/** Options that say what a report of a tool does not. */
const OF_REPORTS = ['map', 'manifest', 'strict', 'timestamp', 'whole'] as const;

export const resultsPush = defineCommand<PushOptions>({
  name: 'results push',
  summary: 'Record results of checks that ran elsewhere',
  description:
    'The file is one result, a list of them, an object with the member results, or NDJSON (one result a line). A result has at ' +
    'least timestamp (epoch milliseconds) and contractExecutionStatus. The same timestamp replaces, so a push can be repeated.\n\n' +
    'With --from the file is the report of another tool, as that wrote it: the results of datacontract test, of a soda scan or contract verification, ' +
    'run_results.json or sources.json of dbt, a validation or checkpoint result of Great Expectations, the errors of pandera, JUnit. It is the part ' +
    'of its tool: a contract fails until each tool passes. The last line says what the contract is now.',
  takes: '<FILE>',
  options: [
    new Option(
      '--contract <CONTRACT>',
      'FQN or id of the contract; not needed where each result has contractFQN or contractId',
    ),
    new Option('--from <TOOL>', 'The file is a report of this tool').choices(TOOLS),
    new Option(
      '--map <NAME=CONTRACT>',
      'The contract of what the report calls so; may be given several times',
    ).argParser(oneMore),
    new Option(
      '--manifest <FILE>',
      'manifest.json of dbt, by which the tables of its tests, and so their contracts, are known; by default the one beside the file',
    ),
    new Option('--strict', 'Exit code 1 where a table of dbt has no contract; by default it is left out and named'),
    new Option('--timestamp <MILLISECONDS>', 'When the report was written, where it does not say').argParser(
      epochMilliseconds,
    ),
    new Option(
      '--producer <NAME>',
      'Who checked a part of the contract: its newest results add up with those of other producers; of a report by default its tool',
    ),
    new Option(
      '--whole',
      'The report speaks for the whole contract, and not for the part that its tool checks',
    ).conflicts('producer'),
    new Option(
      '--fail-on <STATUS>',
      'Exit code 1 where a contract is now Failed or PartialSuccess (failed), or also Aborted (aborted)',
    ).choices(FAIL_ON),
  ],
  examples: [
    'results push results.json --contract shop.db.public.orders.dataContract_orders',
    'results push - --contract 3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11 < results.json',
    'results push nightly.ndjson',
    'results push --from dbt target/run_results.json',
    'results push --from datacontract-cli test-results.json --fail-on failed --contract shop.db.public.orders.dataContract_orders',
    'results push --from junit unit.xml --producer "unit tests" --contract shop.db.public.orders.dataContract_orders',
    'results push --from soda scan.json --map orders=shop.db.public.orders.dataContract_orders --map customers=3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11',
  ],
  run: push,
});

async function push({ args, options }: Invocation<PushOptions>, context: CommandContext): Promise<Outcome> {
  const [input = ''] = args;
  const file = input === '-' ? 'stdin' : input;
  const title = `results push ${file}`;
  if (options.from !== undefined) return { report: await pushedReport(file, title, input, options, context) };
  const alone = OF_REPORTS.find((name) => options[name] !== undefined);
  if (alone !== undefined) throw usageError(`--${alone} belongs to a report of another tool: give --from as well`);
  const { results, faults } = readResults(await readInput(input, context));
  if (faults.length > 0) return { report: unreadReport(title, file, faults) };
  const service = await context.service();
  const named = options.contract;
  const contract = named === undefined ? {} : { contractId: (await namedContract(service, named)).id };
  const producer = options.producer === undefined ? {} : { producer: options.producer };
  const outcomes: PushOutcome[] = [];
  for (let at = 0; at < results.length; at += AT_ONCE) {
    const rows = results.slice(at, at + AT_ONCE).map(({ value }) => ({ ...value, ...contract, ...producer }));
    outcomes.push(...(await pushed(service, rows)));
    if (results.length > AT_ONCE) context.progress(`${outcomes.length} of ${results.length} sent`);
  }
  const now = await contractsNow(service, contractsOf(outcomes), options.failOn);
  return { report: pushReport(title, file, results, { outcomes, now, failOn: options.failOn }) };
}

async function pushed(service: CatalogClient, results: readonly object[]): Promise<readonly PushOutcome[]> {
  const answer = await service.json<{ results: readonly PushOutcome[] }>({
    ...{ method: 'PUT', path: '/dataContracts/results/bulk', body: { results } },
    what: 'Pushing results',
  });
  return answer.results;
}
