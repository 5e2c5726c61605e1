import fastify from 'fastify';
import { serveStartPage, START_PAGE } from './start-page';

describe('the start page', () => {
  it.each(['/', '/api', '/api/v1'])('tells at %s where everything is', async (url) => {
    const app = fastify();
    serveStartPage(app);
    const answer = await app.inject({ url });
    expect([answer.statusCode, answer.json()]).toEqual([200, START_PAGE]);
  });
});
