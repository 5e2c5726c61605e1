export { checkerOf } from './dto-checker';
export { BodyList } from './input.pipe';
export * from './property.decorators';
export { FqnParam, TimestampParam, UuidParam } from './path.decorators';
