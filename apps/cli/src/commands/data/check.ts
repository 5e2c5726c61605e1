import { Option } from 'commander';
import { usageError } from '../../cli-error';
import { type CommandContext, defineCommand, type Invocation } from '../../command-line/command-spec';
import { oneMore } from '../../command-line/shared-options';
import type { CatalogClient } from '../../connection/catalog-client';
import type { Outcome } from '../../report/report';
import { askedOfEach, besideTable, isTable, serviceOf, tableFqn, tableNames, tablePath } from './asked-tables';
import { checkReport } from './check-report';
import { checkContract } from './contract-check';
import { EXPECTATIONS, type Expectation, readExpectation } from './expectation';
import { DataRunWait, WAIT } from './data-run-wait';

interface CheckOptions {
  readonly contract?: string;
  readonly expect?: readonly string[];
  readonly testCase?: readonly string[];
  readonly withProfile?: boolean;
  /** Seconds. */
  readonly wait: number;
}

interface NamedTestCase {
  readonly type: 'testCase';
  readonly id?: string;
  readonly fullyQualifiedName?: string;
}

export const check = defineCommand<CheckOptions>({
  name: 'check',
  summary: 'Compute the test cases of tables, or validate a contract, on the data',
  description:
    'Each outcome is stored as a result of its test case; one that failed opens an incident. A check that could not be computed is neither passed nor ' +
    `failed.\n\n--expect makes a test case of a table, or changes it, and computes it: ${EXPECTATIONS}. A NULL is in no list.\n\n` +
    'With --contract the contract is validated on its source, once: its columns, its quality expectations and rules, how new the data is. That is the ' +
    'verdict, and what its reading found stands with it.\n\n' +
    'Exit code 1: something failed; 3: nothing failed, and something could not be computed.',
  takes: '[TABLE...]',
  options: [
    new Option('--contract <CONTRACT>', 'FQN or id of a contract, in place of tables'),
    new Option('--expect <EXPECTATION>', 'What is to hold of the table; may be given several times').argParser(oneMore),
    new Option('--test-case <FQN>', 'Only this test case of the table; may be given several times').argParser(oneMore),
    new Option('--with-profile', 'Profile the tables in the same reading'),
    WAIT,
  ],
  examples: [
    'check shop.shop.sales.orders',
    "check shop.shop.sales.orders --expect 'customer_id not null' --expect 'amount >= 0' --expect 'status in new, paid'",
    'check --contract shop.shop.sales.orders.dataContract_orders --report junit=checks.xml',
  ],
  run,
});

async function run({ args, options }: Invocation<CheckOptions>, context: CommandContext): Promise<Outcome> {
  const { contract } = options;
  const names = tableNames(args);
  const expectations = (options.expect ?? []).map(readExpectation);
  refuseOdd(names, options);
  const service = await context.service();
  if (contract !== undefined) return { report: await checkContract(service, contract, options.wait, context.progress) };
  const wait = new DataRunWait(service, options.wait, context.progress);
  const [only = ''] = names;
  const named = options.testCase?.map((fullyQualifiedName) => ({ type: 'testCase' as const, fullyQualifiedName }));
  const made = expectations.length > 0 ? await expected(service, only, expectations) : [];
  // Absent: all that can be computed.
  const testCases = made.length > 0 || named ? [...made, ...(named ?? [])] : undefined;
  const asked = await askedOfEach(names, (name) =>
    wait.run({
      ...{ path: `${tablePath(name)}/checks`, body: { testCases, profile: options.withProfile } },
      ...{ label: name, what: `Checking ${name}`, service: serviceOf(name) },
    }),
  );
  return { report: checkReport(asked, wait.waitS) };
}

function refuseOdd(names: readonly string[], { contract, expect, testCase, withProfile }: CheckOptions): void {
  if (names.length > 0 === (contract !== undefined)) throw usageError('name tables, or a contract by --contract');
  if (withProfile && contract !== undefined)
    throw usageError('--with-profile belongs to tables: the validation of a contract profiles nothing');
  if ((expect ?? testCase) && names.length !== 1)
    throw usageError('--expect and --test-case belong to one table: name exactly one');
}

/** The test cases that expectations become, by their ids. */
async function expected(
  service: CatalogClient,
  table: string,
  expectations: readonly Expectation[],
): Promise<readonly NamedTestCase[]> {
  const fqn = await tableFqn(service, table);
  const made: NamedTestCase[] = [];
  for (const expectation of expectations) {
    const { column, ...testCase } = await meant(service, fqn, expectation);
    const entityLink = `<#E::table::${fqn}${column === undefined ? '' : `::columns::${column}`}>`;
    const request = { method: 'PUT', path: '/dataQuality/testCases', body: { ...testCase, entityLink } } as const;
    const { id } = await service.json<{ id: string }>({ ...request, what: `Making the test case ${testCase.name}` });
    made.push({ type: 'testCase', id });
  }
  return made;
}

/** A reference where a table of the same source has the name, else a value. */
async function meant(
  service: CatalogClient,
  fqn: string,
  { reference, ...value }: Expectation,
): Promise<Omit<Expectation, 'reference'>> {
  if (!reference) return value;
  const { table, ...testCase } = reference;
  return (await isTable(service, besideTable(fqn, table))) ? testCase : value;
}
