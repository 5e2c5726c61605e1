import { shape } from '@app/catalog';
import type { SampleMessages, SampleRows } from '@app/quality';
import { SchemaProperty } from '../../http/input';

const MOST_COLUMNS = 10_000;
const MOST_ENTRIES = 10_000;

/** Rows of a table as a sampler sends them. */
export class TableSampleData implements SampleRows {
  @SchemaProperty({ required: true, schema: shape.array(shape.text, MOST_COLUMNS) })
  columns!: string[];

  @SchemaProperty<TableSampleData>({
    required: true,
    schema: shape.array(shape.array({}, MOST_COLUMNS), MOST_ENTRIES),
    further: (rows, { columns }, report) => {
      for (const [at, row] of ((rows ?? []) as unknown[][]).entries()) {
        if (report.isFull || !Array.isArray(columns)) break;
        if (row.length !== columns.length) report.fault(`has ${row.length} values for ${columns.length} columns`, at);
      }
      return undefined;
    },
  })
  rows!: unknown[][];
}

/** Messages of a topic, or documents of a search index, as texts. */
export class MessageSampleData implements SampleMessages {
  @SchemaProperty({ required: true, schema: shape.array(shape.text, MOST_ENTRIES) })
  messages!: string[];
}
