/** Which soft-deletion states a read sees. */
export type Include = 'all' | 'deleted' | 'non-deleted';
