import { type ComparedKind, isForm, type Kind } from '../../catalogue/kind';
import type { FormKind } from '../../catalogue/type-forms';
import type { Dialect } from '../../sql/dialect';

/** An expression of values with their kind. */
export interface CheckedValue {
  readonly x: string;
  readonly kind: ComparedKind;
}

/** Digits of money: 64 bits, with as many decimals as a currency has. */
const MONEY = { is: 'dec', whole: 19, scale: 4, isMoney: true } as const;
const LAST_YEAR = 9999n;

/** The values of a column as checks compare them: those of types that one engine alone has as text, or as numbers. */
export function checkedValue(x: string, kind: Kind, dialect: Dialect): CheckedValue {
  return isForm(kind) ? { x: dialect.form(x, kind), kind: comparedAs(kind) } : { x, kind };
}

function comparedAs(kind: FormKind): ComparedKind {
  switch (kind.is) {
    case 'printed':
      return { is: 'text', padded: false };
    case 'bits':
      return { is: 'int', low: 0n, high: 2n ** BigInt(kind.bits) - 1n, ...(kind.bits === 1 && { isBit: true }) };
    case 'year':
      return { is: 'int', low: 0n, high: LAST_YEAR };
    case 'oid':
      return { is: 'int', low: 0n, high: 2n ** 32n - 1n };
    case 'money':
      return MONEY;
  }
}
