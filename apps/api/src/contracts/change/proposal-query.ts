import { ApiQuery } from '@nestjs/swagger';
import { QueryReader } from '../../entities/query-reader';
import type { RawQuery } from '../../entities/query-reader';

export const ObjectNameQuery = (): MethodDecorator =>
  ApiQuery({
    name: 'objectName',
    required: false,
    schema: { type: 'string' },
    example: 'orders',
    description:
      'Of a document of the Open Data Contract Standard, the schema object that is meant; default: the one that the contract was imported from, else the one that is named like the asset',
  });

/** `objectName` of a comparison with a proposed document. */
export function proposalQuery(query: RawQuery): { readonly objectName: string | undefined } {
  const reader = new QueryReader(query);
  const objectName = reader.text('objectName') || undefined;
  reader.end();
  return { objectName };
}
