export { TakesIdempotencyKey, TakesIfMatch, TakesIfNoneMatch, TakesPrefer } from './header.decorators';
export { checkerOf } from './dto-checker';
export { BodyList } from './input.pipe';
export * from './property.decorators';
export { DayParam, FqnParam, isDay, TimestampParam, UuidParam } from './path.decorators';
