import { entityTypes } from '@app/catalog/pure';
import { Option } from 'commander';
import { type CommandContext, defineCommand, type Invocation } from '../../command-line/command-spec';
import { wholeNumber } from '../../command-line/shared-options';
import type { CatalogClient } from '../../connection/catalog-client';
import type { Outcome } from '../../report/report';
import { pendingError, type PendingChange } from './named-contract';
import type { CreatedContract, NamedReference, SuggestedContract } from './suggested-contract';
import { suggestionReport } from './suggestion-report';

const MOST_DAYS = 366;

interface SuggestOptions {
  readonly type: string;
  readonly days: number;
  readonly create?: boolean;
}

export const contractSuggest = defineCommand<SuggestOptions>({
  name: 'contract suggest',
  summary: 'Draft a contract by what an asset is, and by what its data was so far',
  description:
    'Columns, constraints, tests, rules and the refresh frequency that the catalog states, or that profiles, refreshes and results of the last days showed ' +
    'without exception, each with its evidence. Of an asset with a contract: what that does not promise yet. Nothing is stored without --create.\n\n' +
    '--create makes the test cases and the contract, as a Draft; a contract that is there is changed by the lines that it lacks. ' +
    '--output json has the document and the test cases, to be edited first.',
  takes: '<ASSET>',
  options: [
    new Option('--type <TYPE>', 'The type of the asset')
      .choices(entityTypes.having('contractSubject'))
      .default('table'),
    new Option('--days <N>', `How far back profiles and refreshes are looked at, 1 to ${MOST_DAYS}`)
      .default(90)
      .argParser(wholeNumber(1, MOST_DAYS)),
    new Option('--create', 'Make the test cases and the contract'),
  ],
  examples: [
    'contract suggest shop.shop.sales.orders',
    'contract suggest shop.shop.sales.orders --create',
    'contract suggest shop.shop.sales.orders --days 30 --output json --output-file orders.json',
  ],
  run: suggest,
});

async function suggest({ args, options }: Invocation<SuggestOptions>, context: CommandContext): Promise<Outcome> {
  const [name = ''] = args;
  const { type, days, create } = options;
  const service = await context.service();
  const suggested = await service.json<SuggestedContract>({
    ...{ method: 'POST', path: '/dataContracts/suggest', readsOnly: true },
    body: { entity: { type, fullyQualifiedName: name }, days },
    what: `Suggesting a contract of ${name}`,
  });
  const made = create && suggested.lines.length > 0 ? await created(service, suggested) : undefined;
  return { report: suggestionReport(name, suggested, made) };
}

async function created(service: CatalogClient, { document, tests }: SuggestedContract): Promise<CreatedContract> {
  const made: NamedReference[] = [];
  for (const body of tests) {
    const request = { method: 'PUT', path: '/dataQuality/testCases', body } as const;
    const { id } = await service.json<{ id: string }>({ ...request, what: `Making the test case ${body.name}` });
    made.push({ type: 'testCase', id });
  }
  const expectations = [...(document.qualityExpectations ?? []), ...made];
  const body = { ...document, ...(expectations.length > 0 && { qualityExpectations: expectations }) };
  const answer = await service.send({ method: 'PUT', path: '/dataContracts', body, what: 'Making the contract' });
  if (answer.status === 202) throw pendingError(service, answer.body as PendingChange);
  return { ...(answer.body as Omit<CreatedContract, 'tests'>), tests: made.length };
}
