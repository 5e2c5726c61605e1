import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BusyButton } from './busy-button';
import type { Schemas } from '../../api/service/client';
import { follow, ownUserQuery, unfollow } from '../../api/followers';
import { Icon } from '../icon';
import { Refusal } from '../states';
import { toasts } from '../toasts/toasts';

interface FollowProps {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly followers: readonly Schemas['EntityReference'][] | undefined;
}

/** Follows an entity, or no longer; says how many do. */
export function FollowButton({ type, id, name, followers = [] }: FollowProps) {
  const queries = useQueryClient();
  const { data: user } = useQuery(ownUserQuery());
  const isFollowed = followers.some((one) => one.id === user?.id);
  const turn = useMutation({
    mutationFn: (own: string) => (isFollowed ? unfollow : follow)(type, id, own),
    onSuccess: async (_, own) => {
      toasts.add(
        isFollowed
          ? `You do not follow ${name}.`
          : `You follow ${name}: notices about ${type === 'dataContract' ? 'it' : 'its contracts'} come to your inbox.`,
        () => (isFollowed ? follow : unfollow)(type, id, own),
      );
      await queries.invalidateQueries({ queryKey: ['inbox'] });
      await queries.invalidateQueries({ queryKey: [type === 'dataContract' ? 'contract' : 'asset'] });
    },
  });
  // A token without a user of the catalog cannot follow.
  if (!user) return null;
  return (
    <>
      <BusyButton
        variant="default"
        aria-pressed={isFollowed}
        leftSection={<Icon name={isFollowed ? 'check' : 'user'} size={15} />}
        isBusy={turn.isPending}
        onClick={() => turn.mutate(user.id)}
      >
        {isFollowed ? 'Following' : 'Follow'}
        {followers.length > 0 && <span className="dimmed small">&nbsp;{followers.length}</span>}
      </BusyButton>
      <Refusal error={turn.error} />
    </>
  );
}
