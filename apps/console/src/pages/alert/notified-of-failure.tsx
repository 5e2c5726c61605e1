import { useQuery } from '@tanstack/react-query';
import type { Contract } from '../../api/contracts';
import { consumersQuery } from '../../api/governance/consumers';
import type { EffectivePolicy } from '../../api/governance/policies';
import { counted } from '../../ui/changes/value-words';
import { Fact } from '../../ui/fact';
import { Owners } from '../../ui/references';

interface NotifiedOfFailureProps {
  readonly contract: Contract;
  readonly policy: EffectivePolicy;
}

/** Whose inbox a failure of the contract comes to, and how others are notified: owners and consumers only where there is a consumer or a policy. */
export function NotifiedOfFailure({
  contract: { id = '', owners = [], followers = [] },
  policy,
}: NotifiedOfFailureProps) {
  const { data } = useQuery(consumersQuery(id));
  if (!data) return null;
  const isGoverned = data.data.length > 0 || hasPolicy(policy);
  const consumers = data.data.filter(({ expired }) => expired !== true).length;
  return (
    <section className="stack" aria-labelledby="governed-notified">
      <h2 id="governed-notified" style={{ margin: 0, fontSize: 17 }}>
        Who is notified of a failure
      </h2>
      <dl className="facts">
        <Fact name="Owners">
          {isGoverned ? (
            <Owners of={owners} />
          ) : (
            'Not notified in their inbox: owners are where the contract has a consumer or a policy'
          )}
        </Fact>
        <Fact name="Consumers">
          {consumers === 0 ? 'None declared' : `${counted(consumers, 'consumer')} in the inbox`}
        </Fact>
        <Fact name="Followers">
          {followers.length === 0 ? 'None of the contract' : `${counted(followers.length, 'follower')} in the inbox`}
        </Fact>
        <Fact name="Elsewhere">By mail, chat or webhook: whoever subscribes to the contract</Fact>
      </dl>
    </section>
  );
}

const hasPolicy = ({ change, incidents, learned }: EffectivePolicy): boolean =>
  [change, incidents, learned].some(({ source }) => source.type !== 'default');
