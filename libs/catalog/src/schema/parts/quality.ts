import { array, boolean, closed, code, longText, oneOf, part, text, word } from '../../definition/build';
import type { JsonSchema } from '../../definition/json-schema';

/** Parameters of test definitions, and their values in test cases. */
export const QUALITY_PARTS: Record<string, JsonSchema> = {
  TestCaseParameter: closed({
    name: text,
    displayName: text,
    dataType: word,
    description: longText,
    required: boolean,
    optionValues: array({}),
    validationRule: part('TestCaseParameterValidationRule'),
  }),
  TestCaseParameterValidationRule: closed({
    parameterField: text,
    rule: oneOf('EQUALS', 'NOT_EQUALS', 'GREATER_THAN_OR_EQUALS', 'LESS_THAN_OR_EQUALS'),
  }),
  TestCaseParameterValue: closed({ name: text, value: code }),
};
