import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';

/** Documents a route that answers with server-sent events. */
export function EventStream(description: string, example: string): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'Last-Event-ID',
      required: false,
      description: 'The id of the last event that is known: the stream goes on behind it.',
    }),
    ApiResponse({
      status: 200,
      description: `${description} A comment every 15 s is a sign of life.`,
      content: { 'text/event-stream': { schema: { type: 'string' }, example } },
    }),
    ApiResponse({ status: 204, description: 'Everything is known already and no more will come' }),
  );
}
