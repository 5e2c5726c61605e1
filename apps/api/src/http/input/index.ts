export { FqnParam, TimestampParam, UuidParam } from './path.decorators';
export {
  BooleanProperty,
  Checked,
  ChoiceProperty,
  IntegerOrWordProperty,
  IntegerProperty,
  NamedTextProperty,
  NamedTextsProperty,
  Property,
  TextProperty,
  UuidProperty,
} from './property.decorators';
export type { PropertyOptions } from './property.decorators';
