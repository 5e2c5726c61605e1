import { houseRules } from './test/architecture/rules/house.mjs';

export default [
  { ignores: ['dist/', 'node_modules/', 'coverage/', '.tmp/', '.data/', 'test/architecture/fixtures/'] },
  ...houseRules(import.meta.dirname),
];
