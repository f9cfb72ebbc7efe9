import { describe, expect, test } from 'vitest'
import { rejectedFields } from '../../testing/refusals.ts'
import { parcelSchema, sentBackParcelsSchema } from './parcel.ts'
import { chosenMeasures, publicDimensions, publicWeight, storedMeasures } from './units.ts'

const sides = { length_cm: 30, width_cm: 20, height_cm: 15.5 }
const inches = { length: 10, width: 8, height: '4.5', unit: 'in' }
const stored = (measures: object) => storedMeasures(parcelSchema.parse({ title: 'Box', ...measures }))

test.each([
  [{ weight: { value: 1, unit: 'lb' } }, 454, { value: '1', unit: 'lb' }],
  [{ weight: { value: '16.50', unit: 'oz' } }, 468, { value: '16.5', unit: 'oz' }],
  [{ weight: { value: 0.45359237, unit: 'kg' } }, 454, { value: '0.45359237', unit: 'kg' }],
  [{ weight: { value: 1.5, unit: 'kg' } }, 1_500, { value: '1.500', unit: 'kg' }],
  [{ weight: { value: 250, unit: 'g' } }, 250, { value: '250', unit: 'g' }],
  [{ weight: { value: 0.001, unit: 'oz' } }, 1, { value: '0.001', unit: 'oz' }],
  [{ weight_kg: 1.25 }, 1_250, { value: '1.250', unit: 'kg' }],
])('%j is kept exactly, and shown in grams and in its unit', (weight, grams, shown) => {
  const measures = stored({ ...weight, ...sides })
  expect(measures.weightGrams).toBe(grams)
  expect(publicWeight(measures)).toEqual(shown)
})

test('sides are kept in their unit and shown in both', () => {
  const measures = stored({ weight_kg: 1, dimensions: inches })
  expect(measures).toMatchObject({ lengthTenthMm: 2_540, widthTenthMm: 2_032, heightTenthMm: 1_143 })
  expect(publicDimensions(measures)).toEqual({ length: '10', width: '8', height: '4.5', unit: 'in' })
  const millimetres = stored({ weight_kg: 1, dimensions: { length: 305, width: 1, height: 0.01, unit: 'mm' } })
  expect(millimetres).toMatchObject({ lengthTenthMm: 3_050, widthTenthMm: 10, heightTenthMm: 1 })
  expect(publicDimensions(stored({ weight_kg: 1, ...sides }))).toEqual({
    length: '30.00',
    width: '20.00',
    height: '15.50',
    unit: 'cm',
  })
})

const lb = { value: 1, unit: 'lb' }
describe('each measure has exactly one form', () => {
  test.each<[object, string[]]>([
    [{ weight: lb, weight_kg: 0.454, ...sides }, ['weight: conflicting_fields']],
    [{ ...sides }, ['weight_kg: required']],
    [{ weight: lb }, ['height_cm: required', 'length_cm: required', 'width_cm: required']],
    [{ weight: lb, dimensions: inches, width_cm: 20.32 }, ['dimensions.width: conflicting_fields']],
    [{ weight: { value: 1, unit: 'stone' }, ...sides }, ['weight.unit: invalid_value']],
    [{ weight: { value: 1 }, ...sides }, ['weight.unit: required']],
    [{ weight: { value: 0, unit: 'lb' }, ...sides }, ['weight.value: too_small']],
    [{ weight: { value: 2_205, unit: 'lb' }, ...sides }, ['weight.value: too_large']],
    [{ weight: { value: 0.1234567891, unit: 'lb' }, ...sides }, ['weight.value: invalid_format']],
    [{ weight: lb, dimensions: { ...inches, length: 394 } }, ['dimensions.length: too_large']],
    [{ weight: lb, dimensions: { ...inches, depth: 1 } }, ['dimensions.depth: unknown_field']],
  ])('%j: %j', (measures, fields) => {
    expect(rejectedFields(parcelSchema, { title: 'Box', ...measures })).toEqual(fields)
  })

  test('but an answer may come back with both', () => {
    const answer = { title: 'Box', weight_kg: '0.454', weight: lb, ...sides }
    expect(rejectedFields(sentBackParcelsSchema, [answer])).toEqual([])
  })
})

describe('of two forms that came back', () => {
  const before = storedMeasures({
    weight: { value: 1, unit: 'lb' },
    length_cm: 3_000,
    width_cm: 2_000,
    height_cm: 1_550,
  })
  const both = { weight: { value: 1, unit: 'lb' }, weight_kg: 454 } as const
  const choose = (sent: Parameters<typeof chosenMeasures>[0]) => {
    const { measures, conflicts } = chosenMeasures(sent, before)
    return conflicts.length > 0 ? conflicts : JSON.parse(JSON.stringify(measures))
  }

  test('the one that was changed counts, and none if both were', () => {
    expect(choose(both)).toEqual({ weight: both.weight })
    expect(choose({ ...both, weight_kg: 3_000 })).toEqual({ weight_kg: 3_000 })
    expect(choose({ ...both, weight: { value: 2, unit: 'lb' } })).toEqual({ weight: { value: 2, unit: 'lb' } })
    expect(choose({ weight: { value: 2, unit: 'lb' }, weight_kg: 3_000 })).toEqual(['weight'])
    const centimetres = { length_cm: 3_000, width_cm: 2_000, height_cm: 1_550 }
    const dimensions = { length: 30, width: 20, height: 15.5, unit: 'cm' } as const
    expect(choose({ ...centimetres, dimensions })).toEqual({ dimensions })
    expect(choose({ ...centimetres, length_cm: 3_100, dimensions })).toEqual({ ...centimetres, length_cm: 3_100 })
    expect(choose({ ...centimetres, dimensions: { ...dimensions, length: 31 } })).toEqual({
      dimensions: { ...dimensions, length: 31 },
    })
    expect(choose({ ...centimetres, length_cm: 1, dimensions: { ...dimensions, length: 31 } })).toEqual(['dimensions'])
  })

  test('half of one, which is refused as such, conflicts with nothing', () => {
    const half = { weight: { unit: 'lb' }, dimensions: { unit: 'in', length: 1 } } as const
    expect(chosenMeasures({ ...half, weight_kg: 3_000, length_cm: 1 }, before).conflicts).toEqual([])
  })
})
