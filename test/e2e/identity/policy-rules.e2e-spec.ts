import { Client } from 'pg';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { unique } from './identity-world';

const GOOD = { name: 'good', effect: 'deny', operations: ['ViewAll', 'EditTier'], resources: ['table'] };
const BAD = { ...GOOD, name: 'bad', operations: ['ViewALL'], resources: ['tables'], condition: 'isOwnr()' };

describe('rules of policies', () => {
  let service: RunningService;
  let admin: RestClient;

  beforeAll(async () => {
    service = await RunningService.shared();
    admin = await service.client();
  });

  it('are refused where a word would do nothing, in each kind of write', async () => {
    const name = unique('policy');
    const body = { name, rules: [GOOD, BAD] };
    const fields = ['rules[1].operations[0]', 'rules[1].resources[0]', 'rules[1].condition'];
    const details = fields.map((field) =>
      expect.objectContaining({ field, message: expect.stringContaining('known: ') }),
    );
    expect(await admin.post('/policies', body)).toMatchObject({ status: 400, body: { details } });
    expect(await admin.put('/policies', body)).toMatchObject({ status: 400, body: { details } });
    expect(await admin.put('/policies/bulk', [body])).toMatchObject({ status: 207, body: { numberOfRowsFailed: 1 } });
    const { id } = await admin.must<{ id: string }>('POST', '/policies', { name, rules: [GOOD] });
    const added = await admin.patch(`/policies/${id}`, [{ op: 'add', path: '/rules/-', value: BAD }]);
    expect(added).toMatchObject({ status: 400, body: { details } });
  });

  it('that are stored with such a word can be read and kept, and lose it', async () => {
    const { id } = await admin.must<{ id: string }>('POST', '/policies', { name: unique('old'), rules: [GOOD] });
    const database = new Client({ connectionString: service.databaseUrl });
    await database.connect();
    const stored = JSON.stringify([{ ...BAD }]);
    await database.query(`update entity set details = jsonb_set(details, '{rules}', $2) where id = $1`, [id, stored]);
    await database.end();
    expect(await admin.get(`/policies/${id}?fields=rules`)).toMatchObject({ status: 200, body: { rules: [BAD] } });
    const told = await admin.patch(`/policies/${id}`, [{ op: 'add', path: '/description', value: 'Older' }]);
    expect(told).toMatchObject({ status: 200, body: { description: 'Older' } });
    const mended = await admin.patch(`/policies/${id}`, [{ op: 'replace', path: '/rules/0', value: GOOD }]);
    expect(mended).toMatchObject({ status: 200, body: { rules: [GOOD] } });
  });
});
