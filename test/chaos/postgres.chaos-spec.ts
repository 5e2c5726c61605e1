import { chaosSuite } from './suite';

chaosSuite('postgres');
