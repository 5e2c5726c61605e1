import { utcMinute } from '@app/common';
import { alertKey, type BudgetTransition, type ChangedContract } from '@app/objectives';
import type { NewNotice } from '../record/record-notices';

const EVERYBODY = { owner: true, consumer: true, follower: true } as const;

/** A rate as it is read: to one decimal. */
const shown = (rate: number | undefined): string => String(Math.round((rate ?? 0) * 10) / 10);

/** The notice that an alert of an objective burns, or that its budget is used up; dated when it was found. */
export function noticeOfBudget({ node, now }: ChangedContract['contract'], turn: BudgetTransition): NewNotice {
  const { name } = turn.attainment;
  const notice = { contract: node, at: now, body: { objective: name }, to: EVERYBODY };
  switch (turn.kind) {
    case 'burning': {
      const { long, short, longRate, shortRate } = turn.burn;
      const text = `uses up the error budget of its objective "${name}" ${shown(longRate)} times as fast as it allows over ${long}, ${shown(shortRate)} times over ${short}`;
      return { ...notice, type: 'contractBudgetBurning', key: `${name} ${alertKey(turn.burn)} ${now}`, text };
    }
    case 'exhausted': {
      const text = `has used up the error budget of its objective "${name}" since ${utcMinute(turn.exhaustedAt)}`;
      return { ...notice, type: 'contractBudgetExhausted', key: `${name} ${now}`, text };
    }
  }
}
