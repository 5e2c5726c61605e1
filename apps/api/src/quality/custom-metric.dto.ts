import { SHARED_PARTS, shape } from '@app/catalog';
import type { SentCustomMetric } from '@app/quality';
import { InstantProperty, SchemaProperty, TextProperty } from '../http/input';

/** Code points and code units alike, as a part of a path. */
export const LONGEST_METRIC_NAME = 256;
const LONGEST_TEXT = 64 * 1024;
const MOST_OWNERS = 100;

/** A metric of a table or a column as clients define it. */
export class CreateCustomMetric implements SentCustomMetric {
  @TextProperty({ required: true, max: LONGEST_METRIC_NAME })
  name!: string;

  @TextProperty({ min: 0, max: LONGEST_TEXT })
  description?: string;

  @TextProperty({
    max: LONGEST_TEXT,
    description: 'Name of the column, or its path in the table; absent: of the table',
  })
  columnName?: string;

  @TextProperty({
    required: true,
    max: LONGEST_TEXT,
    description: 'In the language of the source; it gives one number',
  })
  expression!: string;

  @SchemaProperty({ schema: shape.array(SHARED_PARTS['EntityReference'] ?? {}, MOST_OWNERS) })
  owners?: readonly { readonly id: string; readonly type: string }[];

  @InstantProperty({ description: 'Accepted for compatibility with clients that send it' })
  updatedAt?: number;

  @TextProperty({ min: 0, description: 'Accepted for compatibility with clients that send it' })
  updatedBy?: string;
}
