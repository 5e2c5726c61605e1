import type { Actor } from '@app/common';
import { ARTIFACTS, DbtImport, type DbtReport } from '@app/ingestion';
import { Controller, Put, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendJson } from '../http/representation/answer';
import { Access, CurrentActor } from '../http/access';
import { Answer } from '../http/described';
import { TextProperty } from '../http/input';
import { AcceptsFiles, BodyLimit, isMultipart } from '../http/parsing';
import { integer, list, object, text } from '../http/schemas';
import { LARGEST_FILE, readMembers, readParts } from './dbt-files';
import { MANIFEST, REPORT } from './dbt.examples';

/** The files, and the lines between them. */
const LARGEST_BODY = ARTIFACTS.length * LARGEST_FILE + 64 * 1024;

const FILE = { type: 'string', format: 'binary', description: 'At most 100 MiB' };
const FILES = object({ manifest: FILE, 'catalog?': FILE, 'run_results?': FILE, 'sources?': FILE });
const DOCUMENT = { type: 'object' };
const DOCUMENTS = object({ manifest: DOCUMENT, 'catalog?': DOCUMENT, 'run_results?': DOCUMENT, 'sources?': DOCUMENT });
const REPORT_SCHEMA = object({
  ...{ tables: integer, edges: integer, columns: integer, tests: integer, results: integer, contracts: integer },
  skipped: list(
    object({
      ...{ id: text, reason: text },
      'proposal?': { type: 'string', description: 'Path of the proposal, if a policy delays the change' },
    }),
  ),
});

class DbtQuery {
  @TextProperty({
    description: 'FQN of the database service that contains the relations of the project.',
    required: true,
    example: 'shop_postgres',
  })
  service!: string;
}

/** Projects of dbt coming in. */
@ApiTags('dbt')
@Controller('v1/lineage/dbt')
export class DbtController {
  constructor(private readonly dbt: DbtImport) {}

  @Put()
  @Access({ operation: 'EditLineage', resource: 'table' })
  @BodyLimit()
  @AcceptsFiles(LARGEST_BODY)
  @ApiOperation({
    operationId: 'importDbt',
    summary: 'Import a dbt project',
    description:
      'Creates tables for relations, with owners, tags, edges, columns, tests, results and contracts. Existing values are completed, never replaced; importing the same files again changes nothing.',
  })
  @ApiConsumes('multipart/form-data', 'application/json')
  @ApiBody({ schema: { oneOf: [FILES, DOCUMENTS] }, examples: { example: { value: { manifest: MANIFEST } } } })
  @Answer(200, 'The outcome of the import', REPORT_SCHEMA, REPORT)
  async put(
    @CurrentActor() actor: Actor,
    @Query() { service }: DbtQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.dbt.requireService(actor, service);
    const project = isMultipart(request) ? await readParts(request) : await readMembers(request.body);
    const report: DbtReport = await this.dbt.run(actor, service, project);
    sendJson(reply, JSON.stringify(report));
  }
}
