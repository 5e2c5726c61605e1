import type { EntityAnswer } from '@app/catalog';
import type { FastifyReply } from 'fastify';
import { sendEntity } from './entity-answer';

/** The tag that an answer is sent with. */
function tagOf(answer: EntityAnswer): string {
  const headers: Record<string, string> = {};
  const reply = {
    header: (name: string, value: string) => ((headers[name] = value), reply),
    code: () => reply,
    send: () => reply,
  };
  sendEntity(reply as unknown as FastifyReply, answer);
  return headers.etag as string;
}

describe('sendEntity', () => {
  it('tags the text that is sent, also where it is a copy with less of one that was sent before', () => {
    const whole: EntityAnswer = { json: '{"a":1,"b":2}', id: 'i', version: '0.1' };
    const tag = tagOf(whole);
    const copy = { ...whole, json: '{"a":1}' };
    expect(tagOf(copy)).not.toBe(tag);
    expect(tagOf(copy)).toBe(tagOf({ json: '{"a":1}', id: 'i', version: '0.1' }));
    expect(tagOf(whole)).toBe(tag);
  });
});
