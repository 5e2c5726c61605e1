import { ProposalDeadlines } from './proposal-deadlines';
import type { ProposalSettlement } from './proposal-settlement';
import type { DueProposal, ProposalRepository } from './proposal.repository';

describe('deadlines', () => {
  it('that have passed are carried out, and those that come next when they come', async () => {
    const looks: DueProposal[][] = [
      [
        { id: 'passed', due: true, dueIn: 0 },
        { id: 'next', due: false, dueIn: 20 },
      ],
      [{ id: 'next', due: true, dueIn: 0 }],
    ];
    const carriedOut: string[] = [];
    const proposals = { due: () => Promise.resolve(looks.shift() ?? []) } as unknown as ProposalRepository;
    let deadlines!: ProposalDeadlines;
    await new Promise<void>((resolve) => {
      const carryOut = (id: string): Promise<void> => {
        carriedOut.push(id);
        if (id === 'next') resolve();
        return Promise.resolve();
      };
      deadlines = new ProposalDeadlines(proposals, { carryOut } as ProposalSettlement);
      deadlines.start();
    });
    await deadlines.stop();
    expect(carriedOut).toEqual(['passed', 'next']);
  });
});
