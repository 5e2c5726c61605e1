import { entityTypes, IMPORT_CHANGES, ROW_LAYOUTS, type RowLayout } from '@app/catalog';
import type { Actor } from '@app/common';
import { Controller, Get, Put, Query, Req, Res, type Type } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../../http/access';
import { FqnParam } from '../../http/input';
import { AcceptsCsvOnly, BodyLimit } from '../../http/parsing';
import { DescribedRowExport, DescribedRowImport } from './described-row-transfer';
import { RowTransfer } from './row-transfer';
import { NamedExportQuery, NamedImportQuery, TeamExportQuery, TeamImportQuery } from './transfer-query';

const exportsOf = ({ type }: RowLayout) => ({ operation: 'ViewBasic', resource: type }) as const;

/** Each row is judged by itself. */
const importsOf = ({ type }: RowLayout) => ({ operation: IMPORT_CHANGES, resource: type });

/** Makes the controller that exports and imports the content of the container in the path, as CSV with one row each. */
export function rowTransferController(layout: RowLayout, collection: string): Type<unknown> {
  @Controller(`v1/${collection}`)
  class RowTransferController {
    constructor(private readonly rows: RowTransfer) {}

    @Get('name/:fqn/export')
    @Access(exportsOf(layout))
    @DescribedRowExport(layout, collection)
    export(
      @CurrentActor() actor: Actor,
      @FqnParam() fqn: string,
      @Query() { raw }: NamedExportQuery,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      return this.rows.send(actor, layout, fqn, raw, reply);
    }

    @Put('name/:fqn/import')
    @Access(importsOf(layout))
    @BodyLimit()
    @AcceptsCsvOnly()
    @DescribedRowImport(layout, collection)
    import(
      @CurrentActor() actor: Actor,
      @FqnParam() fqn: string,
      @Query() query: NamedImportQuery,
      @Req() request: FastifyRequest,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      return this.rows.take(actor, layout, fqn, query, { request, reply });
    }
  }
  return RowTransferController;
}

/** The collections under whose names files of rows go out and come in. */
export const ROW_TRANSFERS: readonly Type<unknown>[] = [
  rowTransferController(ROW_LAYOUTS.glossaryTerm, 'glossaries'),
  rowTransferController(ROW_LAYOUTS.team, 'teams'),
  rowTransferController(ROW_LAYOUTS.testCase, entityTypes.get('testCase').collection),
];

/** The users of a team as CSV with one row each, under the paths at which clients of OpenMetadata ask. */
@Controller('v1/users')
export class UserTransferController {
  constructor(private readonly rows: RowTransfer) {}

  @Get('export')
  @Access(exportsOf(ROW_LAYOUTS.user))
  @DescribedRowExport(ROW_LAYOUTS.user, 'users')
  export(@CurrentActor() actor: Actor, @Query() query: TeamExportQuery, @Res() reply: FastifyReply): Promise<void> {
    return this.rows.send(actor, ROW_LAYOUTS.user, query.team, query.raw, reply);
  }

  @Put('import')
  @Access(importsOf(ROW_LAYOUTS.user))
  @BodyLimit()
  @AcceptsCsvOnly()
  @DescribedRowImport(ROW_LAYOUTS.user, 'users')
  import(
    @CurrentActor() actor: Actor,
    @Query() query: TeamImportQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.rows.take(actor, ROW_LAYOUTS.user, query.team, query, { request, reply });
  }
}
