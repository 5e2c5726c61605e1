const SHARED_FOLDER = 'Where sample data and servers of others are is known to test/support/shared-folder.ts alone';
const SKIPPED_BODY = 'Jest runs the body of describe.skip all the same: use describeUnless of test/support';
const SHORT = 'Shorter than the default of jest.config.js: a busy machine would fail it';

/** What keeps the tests running in a checkout that stands alone. */
export const STANDS_ALONE = {
  'no-restricted-syntax': [
    'error',
    { selector: 'Literal[value=/(^|\\x2f)shared\\x2f/]', message: SHARED_FOLDER },
    { selector: 'TemplateElement[value.raw=/(^|\\x2f)shared\\x2f/]', message: SHARED_FOLDER },
    {
      selector:
        'CallExpression[callee.object.name="jest"][callee.property.name="setTimeout"] > Literal.arguments[value<120000]',
      message: SHORT,
    },
    {
      selector: 'CallExpression[callee.name=/^(it|(before|after)(All|Each))$/] > Literal.arguments[value<120000]',
      message: SHORT,
    },
    { selector: 'MemberExpression[object.name="describe"][property.name="skip"]', message: SKIPPED_BODY },
  ],
};
