import { DEFAULT_SCHEMA_POLICY } from '@app/contracts';
import { checkSchema } from '../schema-check';
import { SCHEMA_MESSAGES } from './cases/schema-message.cases';

describe('checkSchema: what is said', () => {
  it.each(SCHEMA_MESSAGES)('%s', (_title, contractColumns, asset, policy, details) => {
    const verdict = checkSchema({ contractColumns, asset, policy: { ...DEFAULT_SCHEMA_POLICY, ...policy } });
    expect(verdict.details).toEqual(details.map(([field, message]) => ({ field, message })));
  });
});
