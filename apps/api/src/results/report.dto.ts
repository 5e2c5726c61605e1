import { FIRST_INSTANT, invalidFields, LAST_INSTANT } from '@app/common';
import { REPORTING_TOOLS, type ReportingTool, type ReportTarget } from '@app/results';
import { BooleanProperty, ChoiceProperty, IntegerProperty, NamedTextsProperty, TextProperty } from '../http/input';
import { ReportProducerProperty } from './producer.input';

/** Declares that a report speaks for the whole contract. */
const WholeProperty = BooleanProperty<{ producer?: string }>({
  description:
    'The report covers the whole contract: its result has no producer and replaces earlier outcomes. By default it is the result of the tool as a producer.',
  further: (whole, { producer }) =>
    whole === true && producer !== undefined
      ? 'a result of the whole contract has no producer: give one of the two'
      : undefined,
});

/** Which report it is, and which contracts it is about. */
export class ReportQuery {
  @ChoiceProperty({ required: true, of: REPORTING_TOOLS, example: 'soda', description: 'The tool that wrote it' })
  from!: ReportingTool;

  @TextProperty({
    description:
      'FQN or id of the contract of all checks that map does not name; by default that of the dataContractId of datacontract-cli',
  })
  contract?: string;

  @NamedTextsProperty({
    description:
      '`<name>=<FQN or id of a contract>`, where name is the tool’s name of a table, model, asset or class; may be repeated',
    example: 'orders=shop.db.public.orders.dataContract_orders',
  })
  map?: { readonly texts: readonly string[] };

  @IntegerProperty({
    min: FIRST_INSTANT,
    max: LAST_INSTANT,
    description: 'Time of the report, in epoch ms, if the report has none',
  })
  timestamp?: number;

  @ReportProducerProperty()
  producer?: string;

  @WholeProperty
  whole?: boolean;
}

/** Which contract a run of datacontract-cli is of. */
export class PublishedRunQuery {
  @TextProperty({
    description:
      'FQN or id of the contract; by default the dataContractId of the run, where that is an id of the catalog',
  })
  contract?: string;

  @ReportProducerProperty()
  producer?: string;

  @WholeProperty
  whole?: boolean;
}

/** @throws {AppError} BAD_REQUEST where a mapping is not of its form, or names something twice */
export function reportTarget({ contract, map, timestamp, producer, whole }: ReportQuery): ReportTarget {
  const pairs = new Map<string, string>();
  for (const text of map?.texts ?? []) {
    const [, name, named] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    if (name === undefined || named === undefined)
      throw invalidFields([
        { field: 'map', message: `must be <name>=<contract>; got ${JSON.stringify(text.slice(0, 100))}` },
      ]);
    if (pairs.has(name)) throw invalidFields([{ field: 'map', message: `names ${JSON.stringify(name)} twice` }]);
    pairs.set(name, named);
  }
  return { contract, map: pairs, timestamp, producer, isWhole: whole };
}
