import { CONTAINERS, type TableContainer } from '@app/catalog';
import { BooleanProperty, ChoiceProperty, TextProperty } from '../../http/input';

const RawExport = BooleanProperty({
  description: 'Cells as they are; otherwise those that a spreadsheet would run get a leading apostrophe',
});
const FORMATS = ['csv', 'json'] as const;

export class ExportQuery {
  @ContainerProperty('service', 'FQN of the database service')
  service?: string;

  @ContainerProperty('database', 'FQN of the database')
  database?: string;

  @ContainerProperty('databaseSchema', 'FQN of the schema')
  databaseSchema?: string;

  @ChoiceProperty({ of: FORMATS, description: 'csv, or json: the create bodies of the tables' })
  format: (typeof FORMATS)[number] = 'csv';

  @RawExport
  raw = false;
}

/** The query of an export under the path of what is exported. */
export class NamedExportQuery {
  @RawExport
  raw = false;
}

/** The query of an import under the path of where to. */
export class NamedImportQuery {
  @BooleanProperty({
    description:
      'Nothing is stored; the report is that of a run, but that a row does not see rows of the file more than 100 before it',
  })
  dryRun = false;

  @BooleanProperty({
    description: 'The cells were exported with raw=true: an apostrophe at their beginning belongs to them',
  })
  raw = false;
}

const TEAM = { required: true, description: 'FQN of the team', example: 'commerce' };

export class TeamExportQuery extends NamedExportQuery {
  @TextProperty(TEAM)
  team!: string;
}

export class TeamImportQuery extends NamedImportQuery {
  @TextProperty(TEAM)
  team!: string;
}

export function containerOf(query: ExportQuery): TableContainer {
  const [by] = namedIn(query);
  return { by: by!, fqn: query[by!]! };
}

type By = TableContainer['by'];

const namedIn = (query: ExportQuery): By[] => (Object.keys(CONTAINERS) as By[]).filter((by) => query[by] !== undefined);

/** A container; exactly one of them is named. */
function ContainerProperty(name: By, description: string): PropertyDecorator {
  const allowed = `give the FQN of one of ${Object.keys(CONTAINERS).join(', ')}`;
  const further = (fqn: unknown, query: ExportQuery): string | undefined => {
    const named = namedIn(query);
    if (named.length === 0 && name === 'databaseSchema') return `is missing; ${allowed}`;
    return fqn !== undefined && named.length > 1 ? `stands beside another container; ${allowed}` : undefined;
  };
  return TextProperty({ min: 0, description, further });
}

export class ImportQuery extends NamedImportQuery {
  @TextProperty({ description: 'FQN of the schema that all tables go to, whatever their rows say' })
  databaseSchema?: string;
}
