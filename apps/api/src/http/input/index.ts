export { TakesIdempotencyKey, TakesIfMatch, TakesIfNoneMatch, TakesPrefer } from './header.decorators';
export { checkerOf } from './dto-checker';
export { BodyList } from './route-inputs';
export { BY_ID, BY_NAME, byEither, KeyedOperation, type PathKey } from './path-key';
export * from './property.decorators';
export { AfterProperty, BeforeProperty, EpochProperty, RowsQuery, SORT_ORDERS } from './rows-query';
export { ZoneProperty } from './zone.decorator';
export { ChoiceParam, DayParam, FqnParam, isDay, MAX_COLUMN_FQN, TimestampParam, UuidParam } from './path.decorators';
