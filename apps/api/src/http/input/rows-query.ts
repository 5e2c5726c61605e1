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

/** A page of a list. */
export class RowsQuery {
  @IntegerProperty({ description: 'Rows at most.', min: 1, max: 1_000 })
  limit = 10;

  @BeforeProperty
  before?: string;

  @AfterProperty
  after?: string;
}
