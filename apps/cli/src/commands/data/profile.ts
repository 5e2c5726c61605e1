import { Option } from 'commander';
import { EXIT } from '../../cli-error';
import { type CommandContext, defineCommand, type Invocation } from '../../command-line/command-spec';
import type { CatalogClient } from '../../connection/catalog-client';
import { count, type Outcome, type Report, type Row, type Section } from '../../report/report';
import { askedOfEach, serviceOf, tableNames, tablePath } from './asked-tables';
import { worstOf } from './data-run';
import { DataRunWait, WAIT } from './data-run-wait';
import { type Asked, codeOf, curesSection, runCase, sentenceOf, warningFindings, warningsSection } from './run-report';

interface ProfileOptions {
  readonly quantiles?: boolean;
  /** Seconds. */
  readonly wait: number;
}

type Figure = number | string;

interface MeasuredColumn {
  readonly name: string;
  readonly dataTypeDisplay?: string;
  readonly dataType: string;
  readonly profile?: Readonly<Record<string, Figure>>;
}

/** A table with the profile that its run has stored. */
interface Measured extends Asked {
  readonly columns?: readonly MeasuredColumn[];
}

export const profile = defineCommand<ProfileOptions>({
  name: 'profile',
  summary: 'Measure tables and their columns on their source',
  description:
    'Rows, NULLs, distinct values, least and greatest, mean: stored as the profile of the table, and shown. What is measured, and in how many rows, its ' +
    'tableProfilerConfig says. The commands below are about profiles of another kind: services and tokens that login stored.',
  takes: '<TABLE...>',
  options: [new Option('--quantiles', 'Median and quartiles of numbers, too'), WAIT],
  examples: ['profile shop.shop.sales.orders', 'profile shop.shop.sales.orders --quantiles --output json'],
  run,
});

async function run({ args, options }: Invocation<ProfileOptions>, context: CommandContext): Promise<Outcome> {
  const names = tableNames(args);
  const service = await context.service();
  const { wait: waitS, quantiles } = options;
  const wait = new DataRunWait(service, waitS, context.progress);
  const asked = await askedOfEach(names, (name) =>
    wait.run({
      ...{ path: `${tablePath(name)}/profiles`, body: { quantiles }, label: name, what: `Profiling ${name}` },
      service: serviceOf(name),
    }),
  );
  const measured: Measured[] = [];
  for (const one of asked) measured.push({ ...one, columns: await columnsOf(service, one) });
  return { report: profileReport(measured, waitS) };
}

async function columnsOf(service: CatalogClient, { name, run: asked }: Asked): Promise<Measured['columns']> {
  if (!asked || !['Success', 'PartialSuccess'].includes(asked.status)) return undefined;
  const table = await service.json<{ columns?: readonly MeasuredColumn[] }>({
    path: `/tables/${encodeURIComponent(name)}/tableProfile/latest`,
    what: `Reading the profile of ${name}`,
  });
  return table.columns ?? [];
}

function profileReport(measured: readonly Measured[], waitS: number): Report {
  const runs = measured.flatMap((one) => (one.run ? [one.run] : []));
  const bad = measured.filter((one) => codeOf(one, waitS) !== EXIT.passed);
  const [only] = measured.length === 1 ? measured : [];
  return {
    title: `profile ${only?.name ?? count(measured.length, 'table')}`,
    exitCode: worstOf(measured.map((one) => codeOf(one, waitS))),
    summary: only
      ? sentenceOf(only, waitS)
      : `${measured.length - bad.length} of ${count(measured.length, 'table')} measured`,
    sections: [...measured.map((one) => columnsSection(one, waitS)), warningsSection(runs), curesSection(runs)],
    findings: [
      ...bad.map((one) => ({
        ...{ level: 'error' as const, title: `profile ${one.name}`, message: sentenceOf(one, waitS) },
      })),
      ...warningFindings('profile', runs),
    ],
    cases: measured.map((one) => runCase(one.name, 'profile', one, codeOf(one, waitS), waitS)),
    data: {
      tables: measured.map(({ name, run: asked, error, columns }) => ({
        ...{ table: name, run: asked, columns },
        ...(error ? { error: error.message } : {}),
      })),
    },
  };
}

const HEADINGS = ['column', 'type', 'values', 'nulls', 'distinct', 'min', 'max', 'mean', 'median'];

function columnsSection(measured: Measured, waitS: number): Section {
  const { name, columns = [] } = measured;
  const figures = columns.filter((column) => column.profile);
  const title = `${name}: ${sentenceOf(measured, waitS)}`;
  return figures.length === 0
    ? { rows: [{ cells: [title] }] }
    : { title, columns: HEADINGS, rows: figures.map(columnRow) };
}

function columnRow({ name, dataType, dataTypeDisplay = dataType, profile: figures = {} }: MeasuredColumn): Row {
  const { valuesCount, nullProportion, distinctCount, min, max, mean, median } = figures;
  const nulls = typeof nullProportion === 'number' ? `${shortOf(nullProportion * 100)} %` : undefined;
  return {
    cells: [name, dataTypeDisplay, ...[valuesCount, nulls, distinctCount, min, max, mean, median].map(shortOf)],
  };
}

/** Six digits do for people; the JSON output has all. */
function shortOf(figure: Figure | undefined): string {
  if (typeof figure !== 'number') return figure ?? '–';
  return Number.isInteger(figure) ? String(figure) : String(Number(figure.toPrecision(6)));
}
