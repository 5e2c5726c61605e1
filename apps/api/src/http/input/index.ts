export { FqnParam, TimestampParam, UuidParam } from './path.decorators';
export { BooleanParameter, ChoiceParameter, IntegerParameter, TextParameter, UuidParameter } from './query.decorators';
export type { ParameterOptions } from './query.decorators';
