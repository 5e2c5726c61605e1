import { invalidFields } from '@app/common';
import { Database } from '@app/database';
import type { UnmappedField, UnmappedJudge } from '@app/search';
import { Injectable } from '@nestjs/common';
import { isFieldOfSomeType } from './fields-of-types';
import { nearestField, SEARCHED } from './nearest-field';

const CUSTOM = /^extension\.([^.]+)/;

const DECLARED = {
  name: 'search-declared-properties',
  text: `select distinct name from custom_property where name = any($1)`,
};

/** Reports requested fields that do not exist, usually misspellings. */
@Injectable()
export class FieldWarnings {
  constructor(private readonly database: Database) {}

  /** @param strict whether unknown fields are rejected */
  judge(strict: boolean): UnmappedJudge {
    return async (fields) => {
      const unknown = await this.unknownOf(fields);
      const warnings = unknown.map(({ location: place, name }) => ({ field: place, message: messageOf(name) }));
      if (strict && warnings.length > 0) throw invalidFields(warnings);
      return warnings;
    };
  }

  /** Fields that neither a type, searched or not, nor a declared custom property defines. */
  private async unknownOf(fields: readonly UnmappedField[]): Promise<UnmappedField[]> {
    const unknown = fields.filter(({ name }) => !isFieldOfSomeType(name));
    const custom = unknown.flatMap(({ name }) => CUSTOM.exec(name)?.[1] ?? []);
    if (custom.length === 0) return unknown;
    const rows = await this.database.read<{ name: string }>(DECLARED, [custom]);
    const declared = new Set(rows.map(({ name }) => name));
    return unknown.filter(({ name }) => !declared.has(CUSTOM.exec(name)?.[1] ?? ''));
  }
}

function messageOf(name: string): string {
  const nearest = nearestField(name);
  const hint = nearest === undefined ? `searched are ${SEARCHED.join(', ')}` : `did you mean ${nearest}?`;
  return `"${name}" is a field of no entity type and finds nothing; ${hint}`;
}
