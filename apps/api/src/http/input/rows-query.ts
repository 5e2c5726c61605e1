import { LAST_INSTANT } from '@app/common';
import { IntegerProperty, TextProperty } from './property.decorators';

export const BeforeProperty = TextProperty({
  description: 'Cursor of the previous page, from an answer to the same query.',
});
export const AfterProperty = TextProperty({
  description: 'Cursor of the next page, from an answer to the same query.',
});

/** An end of a time that a list is of, in epoch ms. */
export const EpochProperty = (description: string): PropertyDecorator =>
  IntegerProperty({ description, min: 0, max: LAST_INSTANT });

export const SORT_ORDERS = ['asc', 'desc'] as const;

export class RowsQuery {
  @IntegerProperty({ description: 'Maximum number of rows.', min: 1, max: 1_000 })
  limit = 10;

  @BeforeProperty
  before?: string;

  @AfterProperty
  after?: string;
}
