import { type Json, refreshesIn } from '../runs/work/evidence-loader';
import { evidenceOf } from '../runs/work/evidence-sql';
import type { StoredEvidence } from '../runs/work/promise-judge';
import type { PastObservations, PastTest, PastValue } from './past-evidence.repository';

/** The stored evidence of some days. */
export interface PastRows {
  readonly values: readonly PastValue[];
  readonly tests: readonly PastTest[];
  readonly observations: PastObservations;
}

/** The evidence as it was at the end of a day: a run of that moment would have been judged by it. @param day index of the day */
export function evidenceAtEndOf(day: number, { values, tests, observations }: PastRows): StoredEvidence {
  const records = values.filter((one) => one.day === day);
  const ofDay = tests.filter((one) => one.day === day);
  return {
    ofTestCases: (ids) =>
      Promise.resolve(
        new Map(
          ofDay.flatMap(({ id, key, evidence }) =>
            key === null && ids.includes(id) ? [[id, evidenceOf(evidence)]] : [],
          ),
        ),
      ),
    ofRules: () =>
      Promise.resolve(
        new Map(
          ofDay.flatMap(({ key, ref, evidence }) => (key === null ? [] : [[key, { ref, ...evidenceOf(evidence) }]])),
        ),
      ),
    ofValues: (_contract, _asset, columns) =>
      Promise.resolve(records.filter((one) => one.kind !== 'profile' || columns.includes(one.path))),
    ofAsset: (_node, asset: Json) =>
      Promise.resolve({ ...observations, refreshes: [...observations.refreshes, ...refreshesIn(asset)] }),
  };
}
