import { isObject } from '@app/common';
import { IntegerProperty, textRule } from '../../http/input';
import { present, fittingAnswer, shortened } from '../bounded';
import type { Json } from '../catalog-calls';
import type { Links } from '../links';
import { count, LINKS, list, object, OMITTED, text, time } from '../tool-schema';
import { isoTime, objects } from './shown';

const OPEN = ['Queued', 'Running'];
const LONGEST_NAME = 1_000;

/** Names in a list. */
export const NAME = textRule({ max: LONGEST_NAME });

/** How long a tool waits for what it asks a source. */
export class DataRunInput {
  @IntegerProperty({ min: 0, max: 60, description: 'Seconds to wait for the end of the run' })
  waitSeconds = 30;
}

/** The schema of a data run. @param of members of its kind, which may be absent */
export const runSchema = (of: Parameters<typeof object>[1]): ReturnType<typeof object> =>
  object(
    {
      ...{ target: text, run: text, status: text, links: LINKS },
      finished: { type: 'boolean', description: 'false: the run goes on; the link to the API tells how it ends' },
    },
    {
      ...{ timestamp: time, summary: text, omitted: OMITTED },
      reason: { ...text, description: 'Why the run as a whole came to nothing' },
      warnings: list(object({ code: text, message: text }, { subject: text }), 'What it met and did not end by'),
      ...of,
    },
  );

export const COUNTS = { type: 'object', additionalProperties: count } as const;

/** The shown part of a data run. @param members of its kind @param lists of its kind, those that matter most first */
export function shownRun(
  links: Links,
  run: Json,
  members: object = {},
  lists: Readonly<Record<string, readonly object[]>> = {},
): Record<string, unknown> {
  const { id, status, message, reason, timestamp, asset, service } = run;
  const target = isObject(asset) ? asset : ((isObject(service) ? service : {}) as Json);
  const fqn = String(target.fullyQualifiedName);
  const warnings = objects(run.warnings);
  return fittingAnswer(
    {
      ...{ target: fqn, run: String(id), status: String(status), finished: !OPEN.includes(String(status)) },
      ...present({ timestamp: isoTime(timestamp), summary: shortened(message, 500), reason }),
      ...members,
      links: links.dataRun(String(id), String(target.type), fqn),
    },
    { ...lists, warnings: warnings.map(shownWarning) },
    { warnings: Math.max(0, Number(run.warningCount ?? 0) - warnings.length) },
  );
}

function shownWarning({ code, subject, message }: Json): object {
  return present({ code: String(code), subject: shortened(subject), message: shortened(message) ?? '' });
}
