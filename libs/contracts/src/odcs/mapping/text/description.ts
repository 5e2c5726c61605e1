import { isObject } from '@app/common';
import { textOf } from '../../document/json';
import type { Json } from '../../document/json';
import type { ReportWriter } from '../report';
import { termsFrom } from './terms';

/** description and termsOfUse from purpose, usage and limitations. */
export function readDescription({ description }: Json, report: ReportWriter): Json {
  if (!isObject(description)) return {};
  const [purpose, usage, limitations] = [description.purpose, description.usage, description.limitations].map(textOf);
  const said = Object.entries({ purpose, usage, limitations }).filter(([, text]) => text !== undefined);
  report.mapped(...said.map(([key]) => `description.${key}`));
  const terms = termsFrom({ usage, limitations });
  return {
    ...(purpose === undefined ? {} : { description: purpose }),
    ...(terms === undefined ? {} : { termsOfUse: terms }),
  };
}
