import { expect, test } from 'vitest'
import { guessMapping } from '../columns/guess.ts'
import { readSheetText } from '../read.ts'
import { toDecimal } from './decimal.ts'
import { toDate, toDocument } from './document.ts'
import { toShipments } from './merge.ts'
import { findOddities } from './oddities.ts'
import { findLosses, toValues } from './values.ts'

const merge = (text: string) => {
  const sheet = readSheetText(text)
  return toShipments(sheet, guessMapping(sheet.headings, sheet.rows))
}
const messages = (problems: readonly { field: string; message: string }[]) =>
  problems.map(({ field, message }) => `${field} ${message}`.trim())

test('a row becomes a shipment, with the usual date, pickup and parcel where it has none', () => {
  const headings = ['Order', 'Name', 'Street', 'City', 'Zip', 'Country', 'Contents', 'Weight', 'Colour']
  const cells = ['A-1', 'Grace', '7 River Road', 'London', 'N1 9GU', 'gb', 'Bread', '1,25', 'red']
  const pickup = {
    location_id: 'loc_1',
    name: 'Bakery',
    address_line_1: '12 Market Street',
    country: 'GB',
    phone: null,
  }
  const parcel = { title: 'Box', weight_kg: '9', length_cm: '30', width_cm: '20', height_cm: '15' }
  const values = toValues(cells, guessMapping(headings))
  expect(toDocument(values, { collectionDate: '2026-11-25', pickup, parcel })).toEqual({
    merchant_order_ref: 'A-1',
    collection_date: '2026-11-25',
    pickup_address: { name: 'Bakery', address_line_1: '12 Market Street', country: 'GB' },
    dropoff_address: {
      name: 'Grace',
      address_line_1: '7 River Road',
      city: 'London',
      post_code: 'N1 9GU',
      country: 'GB',
    },
    parcels: [{ title: 'Bread', weight_kg: '1.25', length_cm: '30', width_cm: '20', height_cm: '15' }],
  })
})

test.each([
  ['weight_lb\n2.5', { weight: { value: '2.5', unit: 'lb' } }],
  ['Weight (g)\n500', { weight: { value: '500', unit: 'g' } }],
  ['Weight\n2.5 lbs', { weight: { value: '2.5', unit: 'lb' } }],
  ['Weight\n"2,5 kg"', { weight_kg: '2.5' }],
  ['Weight\n2 lb 4 oz', { weight: { value: '36', unit: 'oz' } }],
  ['Weight\n2lbs. 4.5oz', { weight: { value: '36.5', unit: 'oz' } }],
  ['weight_oz\n"2 pounds, 4 ounces"', { weight: { value: '36', unit: 'oz' } }],
  ['Weight\n1 kg 500 g', { weight: { value: '1500', unit: 'g' } }],
  ['Weight\n.5 lb', { weight: { value: '0.5', unit: 'lb' } }],
  ['Weight\n".5"', { weight_kg: '0.5' }],
  ['Weight\n2 kg 4 oz', { weight_kg: '2 kg 4 oz' }],
  ['Quantity,Item weight\n2,1 lb 8 oz', { weight: { value: '1360.778', unit: 'g' } }],
  ['Weight,Weight unit\n12,Ounces', { weight: { value: '12', unit: 'oz' } }],
  ['Weight,Weight unit\n12,kg', { weight_kg: '12' }],
  ['Length (in),Width (in),Height (in)\n10,8,4', { dimensions: { length: '10', width: '8', height: '4', unit: 'in' } }],
  ['Length,Width,Height\n10 in,8 in,4 in', { dimensions: { length: '10', width: '8', height: '4', unit: 'in' } }],
  [
    'Length,Width,Height,Dimension unit\n10,8,4,mm',
    { dimensions: { length: '10', width: '8', height: '4', unit: 'mm' } },
  ],
  ['weight_lb,weight_oz\n2,8', { weight: { value: '40', unit: 'oz' } }],
  ['weight_kg,weight_lb\n1,2', { weight: { value: '1 kg and 2 lb', unit: 'kg' } }],
  ['length_cm,width_in,height_in\n30,8,4', { length_cm: '30', width_cm: '20.32', height_cm: '10.16' }],
  ['Length (in),Width (in),Height (in)\n30 cm,8,4', { length_cm: '30', width_cm: '20.32', height_cm: '10.16' }],
  ['Weight (g)\n"1,250"', { weight: { value: '1,250', unit: 'g' } }],
  ['Length,Width,Height\n30,20,15', { length_cm: '30', width_cm: '20', height_cm: '15' }],
  ['Value,Currency\n"1.234,50",eur', { declared_value: '1234.50', declared_value_currency: 'EUR' }],
])('%j is one form of the measure', (text, parcel) => {
  const [{ values } = { values: {} }] = merge(text)
  expect(toDocument(values).parcels).toEqual([parcel])
})

test.each([
  ['Musterstraße', '12a', 'DE', 'Musterstraße 12a'],
  ['Musterstraße 12a', '12a', 'DE', 'Musterstraße 12a'],
  ['Rua Augusta', '100', 'Brasil', 'Rua Augusta, 100'],
  ['rue de la Paix', '12', 'FR', '12 rue de la Paix'],
  ['High Street', '12', 'United Kingdom (GB)', '12 High Street'],
])('the street %s and the number %s in %s are %s', (street, number, country, line) => {
  const address = { address_line_1: street, house_number: number, country }
  const values = Object.fromEntries(Object.entries(address).map(([name, value]) => [`dropoff_address.${name}`, value]))
  const { dropoff_address } = toDocument(values)
  expect(dropoff_address).toEqual({ address_line_1: line, country: dropoff_address.country })
})

test('weights of one order in several units are added in grams', () => {
  const weights = ['Order,Weight,Weight unit\nA,500,g\nA,1,kg', 'Order,Weight\nA,500 g\nA,1 kg'].map((text) => {
    const [{ values } = { values: {} }] = merge(text)
    return toDocument(values).parcels[0]?.weight
  })
  expect(weights).toEqual([
    { value: '1500', unit: 'g' },
    { value: '1500', unit: 'g' },
  ])
})

test('a measure without a unit beside others with one is a problem', () => {
  const [first, second] = merge('Order,Weight,Weight unit\nA,200,g\nB,200,')
  expect([messages(first?.problems ?? []), messages(second?.problems ?? [])]).toEqual([
    [],
    ['parcels.0.weight.unit is empty. Name the unit of the measure.'],
  ])
})

test('whether an address is residential is a truth value', () => {
  const residences = ['TRUE', 'no', 'perhaps'].map(
    (residential) => toDocument({ 'dropoff_address.residential': residential }).dropoff_address.residential,
  )
  expect(residences).toEqual([true, false, 'perhaps'])
})

test('names of countries become codes', () => {
  const codes = ['gb', 'UK', 'United States', 'USA', 'Deutschland', 'Austria', 'España', 'Atlantis'].map(
    (country) => toDocument({ 'dropoff_address.country': country }).dropoff_address.country,
  )
  expect(codes).toEqual(['GB', 'GB', 'US', 'US', 'DE', 'AT', 'ES', 'Atlantis'])
})

test('a date with points is certain, one with slashes is not', () => {
  expect([toDate('5.11.2026'), toDate('5/11/2026')]).toEqual(['2026-11-05', '5/11/2026'])
  expect(['1,25', '1,234.5', '1.234,5', '1.25', 'x'].map(toDecimal)).toEqual(['1.25', '1234.5', '1234.5', '1.25', 'x'])
})

test('rows of an order are one shipment, also apart from each other; other facts in them are an error', () => {
  const [first, second, ...none] = merge(`Order,Name,Street,Contents,Weight
A-1,Grace,7 River Road,Bread,1
A-2,Ada,1 Main St,Cake,2
A-1,Grace,8 River Road,Jam,"0,5"`)
  expect(none).toEqual([])
  expect(first?.rows.map(({ line }) => line)).toEqual([2, 4])
  expect(first?.values).toMatchObject({ 'parcels.0.title': 'Bread, Jam', 'parcels.0.weight_kg': '1.5' })
  expect(messages(first?.problems ?? [])).toEqual([
    'dropoff_address.address_line_1 is "7 River Road" in row 2 and "8 River Road" in row 4 of the same order.',
  ])
  expect(messages(first?.notices ?? [])).toEqual(['Rows 2, 4 are one order and become one shipment.'])
  expect(second).toMatchObject({ problems: [], notices: [] })
})

test('a weight of the order counts once, and that of an item as often as it was ordered', () => {
  const weigh = (heading: string) => merge(`Order,Quantity,${heading}\nA,2,3\nA,1,3`)[0]?.values['parcels.0.weight_kg']
  expect([weigh('Weight'), weigh('Item weight'), weigh('Order weight')]).toEqual(['6', '9', '3'])
})

test.each([
  ['=T("02138")', 1],
  ['=TEXT(2138,"00000")', 1],
  ['=A1', 1],
  ['=Sheet2!B3', 1],
  ['=1+1', 1],
  ['="021"&"38"', 1],
  ['=VERKETTEN(A1;B1)', 1],
  ['+SUM(A1)', 1],
  [`'=T("02138")`, 0],
  ['="02138"', 0],
  ['=) thanks', 0],
  ['+44 (0)20 7946', 0],
])('the cell %s has %i formulas', (cell, count) => {
  const [one] = merge(`Order,Zip,Name\nA,"${cell.replaceAll('"', '""')}",Ada`)
  expect(one?.problems.map(({ code }) => code)).toEqual(Array.from({ length: count }, () => 'formula'))
})

test('an error of the spreadsheet is found among line items, too', () => {
  const [one, two] = merge('Order,Quantity,Item name\nA,2,#N/A\nA,#REF!,Jam\nB,1,Cake')
  expect([messages(one?.problems ?? []), messages(two?.problems ?? [])]).toEqual([
    [
      'parcels.0.title is #N/A, an error of the spreadsheet. Enter the value.',
      'parcels.0.quantity is #REF!, an error of the spreadsheet. Enter the value.',
    ],
    [],
  ])
})

test('shipments of one reference stay apart by their ids', () => {
  expect(merge('shipment_id,merchant_order_ref\nshp_1,A\nshp_2,A')).toHaveLength(2)
})

test('the same row twice is an error, and so is a row that is too long', () => {
  const [twice] = merge('Order,Street\nA,7 River Road\nA,7 River Road')
  expect(messages(twice?.problems ?? [])).toEqual(['Row 3 is the same as row 2. Remove one of them.'])
  const [long] = merge('Order,Street,City\nA,7 River Road,Flat 2,London')
  expect(messages(long?.problems ?? [])[0]).toMatch('Row 2 has 4 cells; the headings are 3.')
  const [short] = merge('Order,Street,City\nA,7 River Road\nB,x,y')
  expect(messages(short?.notices ?? [])).toEqual(['Row 2 has 2 cells; the headings are 3.'])
})

test('many titles are counted, and all of them told', () => {
  const [one] = merge(
    `Order,Item name\n${Array.from({ length: 30 }, (_, index) => `A,Loaf number ${index}`).join('\n')}`,
  )
  expect(one?.values['parcels.0.title']).toBe('Loaf number 0 + 29')
  expect(messages(one?.notices ?? [])[1]).toContain('Loaf number 29')
})

test.each<[field: string, value: string, count: number]>([
  ['merchant_order_ref', '4.41E+11', 1],
  ['dropoff_address.phone', '4,41E+11', 1],
  ['dropoff_address.phone', '4E+11', 1],
  ['dropoff_address.name', 'J\u{fffd}rgen', 1],
  ['dropoff_address.city', 'KÃ¶ln', 1],
  ['dropoff_address.city', '\u0081‚Ç', 1],
  ['dropoff_address.city', 'SÃO PAULO', 0],
  ...['#N/A', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?', '#NULL!', '#NUM!', '#SPILL!', '#ERROR!'].map(
    (value): [string, string, number] => ['dropoff_address.city', value, 1],
  ),
  ...['#NV', '#WERT!', '#BEZUG!', '#ZAHL!', '#ÜBERLAUF!', '#VALEUR!', '#NOM?', '#¿NOMBRE?', '#¡DIV/0!', '#N/D'].map(
    (value): [string, string, number] => ['parcels.0.title', value, 1],
  ),
  ...['#Н/Д', '#ССЫЛКА!', '#NAZWA?', '#N/D!', '#SAKNAS!', '#YOK', '#DEĞER!', '#########', 'Err:502', '#HIÁNYZIK'].map(
    (value): [string, string, number] => ['dropoff_address.post_code', value, 1],
  ),
  ['merchant_order_ref', '#1001', 0],
  ['merchant_order_ref', '#AB-17', 0],
  ['dropoff_address.address_line_2', '#4!', 0],
  ['dropoff_instructions', '#thanks!', 0],
  ['merchant_order_ref', '12E4', 0],
  ['merchant_order_ref', '1E5', 0],
  ['dropoff_address.phone', '+44 20 7946 0018', 0],
])('losses in %s = %s', (field, value, count) => {
  expect(findLosses({ [field]: value })).toHaveLength(count)
})

test('an apostrophe before a code, and the decimals behind it, are marks of the spreadsheet', () => {
  const mapping = guessMapping(['Zip', 'Phone', 'Order', 'Name'])
  expect(Object.values(toValues(["'SW1A 1AA", '441234567890.0', "'A-1", "'t Hooft"], mapping))).toEqual([
    'SW1A 1AA',
    '441234567890',
    'A-1',
    "'t Hooft",
  ])
})

test.each<[changes: object, fields: string[]]>([
  [{ country: 'US', post_code: '2138' }, ['dropoff_address.post_code']],
  [{ country: 'us', post_code: '2138-1234' }, ['dropoff_address.post_code']],
  [{ country: 'US', post_code: '02138-1234' }, []],
  [{ country: 'DE', post_code: '1067' }, ['dropoff_address.post_code']],
  [{ country: 'BR', post_code: '1310-100' }, ['dropoff_address.post_code']],
  ...['２１３８', '2138.0', '21381234', '2138 1234', '21', 'O2138', '2138-', '021', '０２１３８'].map(
    (post_code): [object, string[]] => [{ country: 'US', post_code }, ['dropoff_address.post_code']],
  ),
  [{ country: 'US', post_code: '021381234' }, []],
  [{ country: 'US', post_code: '02138 1234' }, []],
  ...['PR', 'VI', 'GU', 'AS', 'MP', 'MH', 'FM', 'PW'].map((country): [object, string[]] => [
    { country, post_code: '2138' },
    ['dropoff_address.post_code'],
  ]),
  ...[
    ['CN', '10000'],
    ['KZ', '10000'],
    ['CO', '50001'],
    ['KE', '100'],
    ['GT', '1001'],
    ['LK', '100'],
    ['PE', '7001'],
    ['GE', '105'],
    ['AM', '10'],
    ['DZ', '1000'],
    ['EC', '10101'],
    ['PL', '2-495'],
    ['SK', '401'],
    ['PA', '801'],
    ['LA', '1000'],
    ['DK', '999'],
    ['VA', '120'],
    ['MM', '1011'],
    ['MV', '1010'],
    ['JP', '１０００００'],
  ].map(([country, post_code]): [object, string[]] => [{ country, post_code }, ['dropoff_address.post_code']]),
  [{ country: 'PL', post_code: '00-001' }, []],
  [{ country: 'SK', post_code: '040 01' }, []],
  [{ country: 'JP', post_code: '〒600-8216' }, []],
  [{ country: 'AT', post_code: '1010' }, []],
  [{ country: 'GB', post_code: 'N1 9GU' }, []],
  [{ address_line_1: '04-Mar' }, ['dropoff_address.address_line_1']],
  [{ address_line_2: 'Mrz 12' }, ['dropoff_address.address_line_2']],
  [{ address_line_1: '4 March Street' }, []],
  [{ name: undefined }, ['dropoff_address.name']],
  [{ name: '#1001' }, ['dropoff_address.name']],
  [{ name: undefined, last_name: 'Miller' }, []],
  [{ name: '花子' }, []],
])('%j is odd in %j', (changes, fields) => {
  const address = { name: 'Grace', country: 'GB', ...changes } as never
  expect(findOddities({ dropoff_address: address }).map(({ field }) => field)).toEqual(fields)
})

test.each([
  ['1234567890123450000', 1],
  ['1234567890123456', 0],
  ['100000', 0],
  ['04-Mar', 1],
  ['MARCH-1', 0],
])('the reference %s has %i oddities', (merchant_order_ref, count) => {
  expect(findOddities({ merchant_order_ref, dropoff_address: { name: 'Ada' } as never })).toHaveLength(count)
})
