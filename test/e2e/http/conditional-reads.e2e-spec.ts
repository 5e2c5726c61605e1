import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AnyPrincipal } from '../../../apps/api/src/http/access';
import { sendJson } from '../../../apps/api/src/http/representation/answer';
import { entityTag } from '../../../apps/api/src/http/representation/etag';
import { SpeaksYaml } from '../../../apps/api/src/http/representation/yaml/speaks-yaml.decorator';
import { startTinyApp, TOKEN, type TinyApp } from './support/tiny-app';

const WHOLE = '{"id":"1","reason":"The owner is ada"}';
const SHOWN = '{"id":"1"}';
const BYTES = Buffer.from(WHOLE);

@Controller('v1/tagged')
class TaggedController {
  @Get('text')
  @AnyPrincipal()
  text(@Res() reply: FastifyReply): void {
    sendJson(reply.header('etag', entityTag('0.3', WHOLE)), WHOLE);
  }

  @Get('bytes')
  @AnyPrincipal()
  bytes(@Res() reply: FastifyReply): void {
    sendJson(reply.header('etag', entityTag('0.3', BYTES)), BYTES);
  }

  @Get('yaml')
  @SpeaksYaml()
  @AnyPrincipal()
  yaml(@Res() reply: FastifyReply): void {
    this.text(reply);
  }

  @Get('untagged')
  @AnyPrincipal()
  untagged(): object {
    return { id: '1' };
  }

  @Get('nothing')
  @AnyPrincipal()
  nothing(@Res() reply: FastifyReply): void {
    void reply.code(204).send();
  }
}

const YAML = { accept: 'application/yaml' };

describe.each([
  ['a caller from whom nothing is hidden', false],
  ['a caller from whom a part is hidden', true],
])('If-None-Match of %s', (_, isHidden) => {
  let tiny: TinyApp;

  beforeAll(async () => {
    const stripAnswer = (): Promise<string> => Promise.resolve(SHOWN);
    const values = { stripAnswer, mayHideFrom: () => false, concerns: () => false };
    const concealment = { isRestricted: () => isHidden, stripAnswer, values };
    tiny = await startTinyApp({}, [TaggedController], concealment);
  });
  afterAll(() => tiny.close());

  function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
    const authorization = `Bearer ${TOKEN}`;
    return fetch(`http://127.0.0.1:${tiny.port}/api/v1/tagged/${path}`, {
      method,
      headers: { authorization, ...headers },
    });
  }

  const ROUTES: [path: string, headers: Record<string, string>][] = [
    ['text', {}],
    ['bytes', {}],
    ['yaml', {}],
    ['yaml', YAML],
  ];

  it.each(ROUTES)('is compared with what it gets: %s %j', async (path, headers) => {
    const first = await ask(path, headers);
    const text = await first.text();
    const etag = first.headers.get('etag') ?? '';
    expect([first.status, etag, text.includes('owner')]).toEqual([200, entityTag('0.3', text), !isHidden]);
    for (const method of ['GET', 'HEAD']) {
      for (const sent of [etag, `W/${etag}`, '*']) {
        const again = await ask(path, { ...headers, 'if-none-match': sent }, method);
        const { status, headers: told } = again;
        expect([method, status, await again.text(), told.get('etag')]).toEqual([method, 304, '', etag]);
        expect([told.get('content-type'), told.get('content-length')]).toEqual([null, null]);
      }
      const other = await ask(path, { ...headers, 'if-none-match': '"0.3-other"' }, method);
      expect([other.status, other.headers.get('etag')]).toEqual([200, etag]);
      expect(await other.text()).toBe(method === 'GET' ? text : '');
    }
  });

  it.each(ROUTES)('tells nothing of another text, shape or type: %s %j', async (path, headers) => {
    const own = (await ask(path, headers)).headers.get('etag');
    for (const text of [WHOLE, SHOWN, 'id: "1"\nreason: The owner is ada\n', 'id: "1"\n']) {
      const tag = entityTag('0.3', text);
      for (const method of ['GET', 'HEAD']) {
        const { status } = await ask(path, { ...headers, 'if-none-match': tag }, method);
        expect([method, text, status]).toEqual([method, text, tag === own ? 304 : 200]);
      }
    }
  });

  it.each(['untagged', 'nothing'])('changes nothing where there is no tag: %s', async (path) => {
    const { status } = await ask(path);
    for (const method of ['GET', 'HEAD'])
      expect((await ask(path, { 'if-none-match': '*' }, method)).status).toBe(status);
  });
});
