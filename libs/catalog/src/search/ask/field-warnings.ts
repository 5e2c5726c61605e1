import { invalidFields } from '@app/common';
import { Database } from '@app/database';
import { SEARCH_FIELDS, type UnmappedField, type UnmappedJudge } from '@app/search';
import { Injectable } from '@nestjs/common';
import { isFieldOfSomeType } from './fields-of-types';

const CUSTOM = /^extension\.([^.]+)/;

const DECLARED = {
  name: 'search-declared-properties',
  text: `select distinct name from custom_property where name = any($1)`,
};

/** Searched field names, without the additional indexed forms of text fields. */
const SEARCHED = Object.keys(SEARCH_FIELDS).filter((name) => !/\.(stem|keyword)$/.test(name));

/** Reports requested fields that do not exist, usually misspellings. */
@Injectable()
export class FieldWarnings {
  constructor(private readonly database: Database) {}

  /** @param strict whether unknown fields are rejected */
  judge(strict: boolean): UnmappedJudge {
    return async (fields) => {
      const unknown = await this.unknownOf(fields);
      const warnings = unknown.map(({ place, name }) => ({ field: place, message: messageOf(name) }));
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
  return `"${name}" is a field of no entity type and finds nothing; searched are ${SEARCHED.join(', ')}`;
}
