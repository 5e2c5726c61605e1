import { BindingError } from '../binding-error';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** @throws {BindingError} */
export function readNumber(value: string | number | boolean, field: string): number {
  const number = typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw new BindingError(`${field} is a number, and '${String(value).slice(0, 40)}' is none`);
}

/** @throws {BindingError} */
export function readBoolean(value: string | number | boolean, field: string): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw new BindingError(`${field} is true or false, not '${String(value).slice(0, 40)}'`);
}
