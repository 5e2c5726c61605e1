import { PAGE_BYTES, PageRoom } from './page-bytes';

describe('PageRoom', () => {
  it('takes the first row whatever its size, and none once it is full', () => {
    const room = new PageRoom();
    expect([room.take(2 * PAGE_BYTES), room.isFull, room.take(1)]).toEqual([true, true, false]);
  });

  it('takes rows as long as those before them leave room', () => {
    const room = new PageRoom();
    expect([room.take(PAGE_BYTES - 1), room.take(10), room.take(1)]).toEqual([true, true, false]);
  });
});
