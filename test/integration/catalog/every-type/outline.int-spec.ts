import { describeEveryType } from './every-type';
import { describeOutline } from './outline-conduct';

describeEveryType('the outline of the life', describeOutline);
