import { ApiError } from '../api/service/api-error';
import { contractWriters, errorText, rightInWords, rightLacking, rightOnInWords } from './rights';

const refused = (message: string) => new ApiError(403, { message });

describe('a right that is lacking', () => {
  it.each([
    ['ViewBasic', 'table', 'see tables'],
    ['ViewAll', 'audit', 'see all of the audit'],
    ['EditAll', 'setting', 'change the settings of the service'],
    ['EditLineage', 'table', 'change the lineage of tables'],
    ['ViewBasic', 'policy', 'see policies'],
    ['ViewBasic', 'searchIndex', 'see search indexes'],
    ['Create', 'apiEndpoint', 'make API endpoints'],
    ['EditOwners', 'dataContract', 'change the owners of contracts'],
    ['ManageContractPolicy', 'dataContract', 'manage the policies of contracts'],
  ])('%s on %s is the right to %s', (operation, resource, words) =>
    expect(rightInWords({ operation, resource })).toBe(words),
  );

  it.each([
    ['EditAll', 'change orders'],
    ['ValidateContract', 'validate orders'],
    ['HardDelete', 'hard delete orders'],
  ])('%s on one entity is the right to %s', (operation, words) =>
    expect(rightOnInWords(operation, 'orders')).toBe(words),
  );

  it('is read from the answer, and told with who can give it', () => {
    const error = refused('Principal nix is not allowed: operations [ViewBasic, EditAll] on role');
    expect(rightLacking(error)).toEqual({ operation: 'ViewBasic', resource: 'role' });
    expect(errorText(error)).toBe(
      'It takes the right to see roles (ViewBasic on role), which none of your roles gives. An administrator can give it to you by a role.',
    );
  });

  it('is read from an answer that says why it takes the right', () => {
    const error = refused(
      'Principal nix is not allowed: operation ManageContractPolicy on dataContract 1f; an owner may make the policy of a contract stricter, and open is looser than reviewed',
    );
    expect(rightLacking(error)).toEqual({ operation: 'ManageContractPolicy', resource: 'dataContract' });
  });

  it('to the contract of an asset is told by the owners of the asset', () => {
    expect(contractWriters(['Ada', 'Sales'])).toBe(
      'Only its owners (Ada, Sales) and people with a role for it, such as data stewards, may write its contract.',
    );
    expect(contractWriters([])).toMatch(/^It has no owner: only people with a role for it/);
  });

  it('is told without its name where the answer has none', () => {
    expect(errorText(refused('CSRF'))).toMatch(/^None of your roles gives the right to this\./);
    expect(rightLacking(new ApiError(404, undefined))).toBeUndefined();
    expect(errorText(new ApiError(409, { message: 'There is one' }))).toBe('There is one');
  });
});
