import { AppError, type Actor } from '@app/common';
import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, AnyPrincipal, CurrentActor, OpenAccess } from '../../../../apps/api/src/http/access';
import { FqnParam, TimestampParam, UuidParam } from '../../../../apps/api/src/http/input';
import { sendJson } from '../../../../apps/api/src/http/representation/answer';
import { entityTag, parseIfMatch } from '../../../../apps/api/src/http/representation/etag';
import { AcceptsJsonPatch, BodyLimit } from '../../../../apps/api/src/http/parsing';
import { SpeaksYaml } from '../../../../apps/api/src/http/representation/yaml/speaks-yaml.decorator';
import { ListQuery } from './list.query';
import { RequiredQuery } from './required.query';
import { Thing } from './thing.dto';

const DOCUMENT = '{"id":"1","name":"orders"}';

@Controller('v1/things')
export class TinyController {
  @Get()
  @Access({ operation: 'ViewBasic', resource: 'thing' })
  list(@Query() query: ListQuery): ListQuery {
    return query;
  }

  @Get('search')
  @AnyPrincipal()
  search(@Query() query: RequiredQuery): RequiredQuery {
    return query;
  }

  @Get('open')
  @OpenAccess()
  open(): { open: true } {
    return { open: true };
  }

  @Get('me')
  @AnyPrincipal()
  me(@CurrentActor() { name }: Actor): { name: string } {
    return { name };
  }

  @Post()
  @Access({ operation: 'Create', resource: 'thing' })
  create(@Body() body: Thing): Thing {
    return body;
  }

  @Put('echo')
  @AnyPrincipal()
  @SpeaksYaml()
  echo(@Body() body: unknown): { body: unknown } {
    return { body };
  }

  @Put('large')
  @AnyPrincipal()
  @BodyLimit(64 * 1024)
  large(@Body() body: unknown): { length: number } {
    return { length: JSON.stringify(body).length };
  }

  @Get('document')
  @AnyPrincipal()
  document(@Res() reply: FastifyReply): void {
    sendJson(reply.header('etag', entityTag('0.3', DOCUMENT)), DOCUMENT);
  }

  @Put('document')
  @AnyPrincipal()
  replace(@Req() request: FastifyRequest): { replaced: true } {
    const wanted = parseIfMatch(request.headers['if-match']);
    if (Array.isArray(wanted) && !wanted.includes(0.3)) throw new AppError('PRECONDITION_FAILED', 'The version is 0.3');
    return { replaced: true };
  }

  @Get('name/:fqn')
  @AnyPrincipal()
  byName(@FqnParam() fqn: string): { fqn: string } {
    return { fqn };
  }

  @Get('fails/:how')
  @AnyPrincipal()
  fails(@Param('how') how: string): never {
    throw Object.assign(new Error('secret host db-7 said no'), how === 'oops' ? {} : { code: how });
  }

  @Get(':id')
  @Access({ operation: ['EditAll', 'ViewBasic'], resource: 'thing' })
  byId(@UuidParam() id: string): { id: string } {
    return { id };
  }

  @Patch(':id')
  @Access({ operation: 'EditAll', resource: 'thing' })
  @AcceptsJsonPatch()
  patch(@UuidParam() id: string, @Body() body: unknown): { id: string; body: unknown } {
    return { id, body };
  }

  @Delete('before/:timestamp')
  @Access({ operation: 'Delete', resource: 'thing' })
  removeBefore(@TimestampParam() timestamp: number): { timestamp: number } {
    return { timestamp };
  }
}
