import { missingRealTables, putRealTables } from './real-tables';
import { describeUnless } from '../../support/unless-refused';
import { SearchWorld } from './search-world';

/** What a person types, and an asset that they may mean. */
const QUESTIONS: readonly (readonly [string, string])[] = [
  ['patient birth date', 'data_quality__patient_birth_date'],
  ['date of birth', 'data_quality__patient_birth_date'],
  ['visit', 'visit_occurrence'],
  ['employee pay history', 'employeepayhistory'],
  ['claims icd', 'terminology__icd_10_cm'],
  ['person', 'person'],
  ['drug exposure', 'drug_exposure'],
  ['vaccination', 'drug_exposure'],
  ['lab results', 'lab_result'],
  ['hospital stay', 'data_quality__encounter_length_of_stay'],
  ['death cause', 'death'],
  ['customer address', 'address'],
  ['credit card', 'creditcard'],
  ['product price history', 'productlistpricehistory'],
  ['work shift', 'shift'],
  ['email', 'emailaddress'],
  ['job applicants resume', 'jobcandidate'],
  ['pharmacy claim', 'pharmacy_claim'],
  ['medical claim', 'medical_claim'],
  ['readmission', 'readmissions__readmission_summary'],
  ['emergency department encounters', 'emergency_department__encounter_grain'],
  ['hcc risk score', 'cms_hcc__patient_risk_scores'],
  ['medication', 'medication'],
  ['provider npi', 'provider'],
  ['chronic conditions', 'chronic_conditions__cms_chronic_conditions_all'],
  ['shopping cart', 'shoppingcartitem'],
  ['insurance payer', 'payer_plan_period'],
  ['observation period', 'observation_period'],
  ['vocabulary concept', 'vocabulary'],
  ['transaction history archive', 'transactionhistoryarchive'],
  ['inventory location', 'location'],
  // Misspelt.
  ['eployee', 'employee'],
  ['pashword', 'password'],
  ['measurment', 'measurement'],
  ['readmisions', 'data_quality__readmissions'],
];

describeUnless(missingRealTables, 'questions to real catalogs', () => {
  let world: SearchWorld;
  let made = 0;

  beforeAll(async () => {
    world = await SearchWorld.start();
    made = await putRealTables(world.client);
    await world.settle();
  });
  afterAll(() => world?.stop());

  it('are asked to all of it', async () => {
    const { hits } = await world.find({ index: 'table', size: 0 });
    expect(hits.total).toEqual({ value: made, relation: 'eq' });
  });

  it.each(QUESTIONS)('"%s" shows %s among the first five', async (q, expected) => {
    const { hits } = await world.find({ q, size: 5, include_aggregations: false });
    expect(hits.hits.map(({ _source }) => _source?.name)).toContain(expected);
  });

  it('an export holds every hit, however many pages they are', async () => {
    const csv = await world.client.must<string>('GET', '/search/export?q=*&index=table');
    const fqns = csv.trim().split('\r\n').length - 1;
    // Descriptions hold line ends of their own.
    expect(fqns).toBeGreaterThanOrEqual(made);
    const first = csv.slice(0, csv.indexOf('\r\n'));
    expect(first.startsWith('entityType,fullyQualifiedName,name')).toBe(true);
  });
});
