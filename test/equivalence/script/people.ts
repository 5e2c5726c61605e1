import { RULES } from '../../hidden-objects/world';
import { Steps, type Chapter } from './step';

/** Who asks, and the owner of what is hidden from the viewer. */
export function peopleChapter(): Chapter {
  const steps = new Steps();
  steps.add('policy of the viewer', 'POST /policies', { body: { name: 'viewerPolicy', rules: RULES } });
  steps.add('role of the viewer', 'POST /roles', { body: { name: 'viewerRole', policies: ['viewerPolicy'] } });
  const keeper = { name: 'keeper', email: 'keeper@example.com', isAdmin: true };
  steps.add('owner of what is hidden', 'POST /users', { body: keeper, save: 'keeper' });
  for (const as of ['admin', 'viewer', 'consumer', 'steward'] as const) {
    steps.add(`permissions, ${as}`, 'GET /permissions', { as });
    steps.add(`permissions of tables, ${as}`, 'GET /permissions/table', { as });
  }
  steps.add('the viewer', 'GET /users/name/viewer?fields=roles,teams', { save: 'viewer' });
  steps.add('the consumer', 'GET /users/name/carla?fields=roles,teams', { save: 'consumer' });
  steps.add('permissions of another', 'GET /permissions/table?as=carla');
  steps.add('permissions without a token', 'GET /permissions', { as: 'nobody' });
  return steps.chapter('people');
}
