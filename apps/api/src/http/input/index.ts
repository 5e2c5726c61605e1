export { checkerOf } from './dto-checker';
export { BodyList } from './input.pipe';
export * from './property.decorators';
export { DayParam, FqnParam, isDay, TimestampParam, UuidParam } from './path.decorators';
