export const DAY_MS = 86_400_000;
/** Half past two. */
const NIGHTLY_MS = 9_000_000;

/** The nightly check of the day of that time, in UTC. */
export const nightOf = (now: number): number => now - (now % DAY_MS) + NIGHTLY_MS;

export const HISTORY_DAYS = 30;

/** What a nightly check judges of a contract, and how many items of it there are. */
const ITEMS = { schema: 5, semantics: 3 } as const;

/** Nights on which something did not hold, by what it was; failures come in stretches, as they do. */
const BAD: Readonly<Record<string, Partial<Record<keyof typeof ITEMS | 'sla', (daysAgo: number) => boolean>>>> = {
  orders: { schema: (day) => day >= 11 && day <= 13, semantics: (day) => day === 13 },
  order_items: { semantics: (day) => day === 1 || day === 22 },
  customers: { schema: (day) => day >= 17 && day <= 19, semantics: (day) => day >= 18 && day <= 25 },
  products: { semantics: (day) => day <= 9 },
  payments: { semantics: (day) => day <= 4 || day === 24 },
  shipments: { sla: (day) => day <= 20 },
};

/** Results of the nights before today; on the same day the same again, which changes nothing. */
export function nightlyResults(ids: ReadonlyMap<string, string>, now: number): object[] {
  return [...ids].flatMap(([table, contractId]) =>
    Array.from({ length: HISTORY_DAYS }, (_, at) => at + 1).map((daysAgo) => ({
      contractId,
      timestamp: nightOf(now) - daysAgo * DAY_MS,
      ...nightly(table, daysAgo),
    })),
  );
}

function nightly(table: string, daysAgo: number): object {
  const { sla, ...bad } = BAD[table] ?? {};
  const items = (name: keyof typeof ITEMS): object => {
    const failed = bad[name]?.(daysAgo) ? 1 : 0;
    return { passed: ITEMS[name] - failed, failed, total: ITEMS[name] };
  };
  const holds = ![bad.schema, bad.semantics, sla].some((is) => is?.(daysAgo));
  return {
    contractExecutionStatus: holds ? 'Success' : 'Failed',
    result: holds ? 'The nightly checks passed.' : 'A nightly check failed.',
    schemaValidation: items('schema'),
    semanticsValidation: items('semantics'),
    ...(sla && { slaValidation: { refreshFrequencyMet: !sla(daysAgo) } }),
  };
}
