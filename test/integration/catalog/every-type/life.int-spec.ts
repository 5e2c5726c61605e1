import { describeEachShape } from './every-type';
import { describeLife } from './life-conduct';

describeEachShape('the life', describeLife);
