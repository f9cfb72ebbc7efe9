import type { ParcelPreset } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { findPreset, firstPreset, hasSize, isBlank, withPreset } from './presets.ts'
import { emptyParcel } from './values.ts'

const preset = (preset_id: string, values: Partial<ParcelPreset> = {}) =>
  ({
    preset_id,
    weight_kg: null,
    length_cm: '30.00',
    width_cm: '20.50',
    height_cm: '15.00',
    is_default: false,
    ...values,
  }) as ParcelPreset
const small = preset('small')
const box = preset('box', { weight_kg: '1.250', is_default: true })

test('a preset fills in its size, and its weight if it has one', () => {
  const weighed = { ...emptyParcel('Bread'), weight_kg: '2' }
  expect(withPreset(weighed, small, 'GB')).toEqual({
    title: 'Bread',
    weight_kg: '2',
    length_cm: '30',
    width_cm: '20.5',
    height_cm: '15',
    preset_id: 'small',
  })
  expect(withPreset(weighed, box, 'GB').weight_kg).toBe('1.25')
})

test('a preset is chosen until the size is changed, however the number is written', () => {
  const parcel = withPreset(emptyParcel('Bread'), box, 'GB')
  expect(findPreset({ ...parcel, weight_kg: '3', width_cm: '20,50' }, [small, box], 'GB')).toBe(box)
  expect(findPreset({ ...parcel, width_cm: '21' }, [small, box], 'GB')).toBeUndefined()
  expect(findPreset(parcel, [small], 'GB')).toBeUndefined()
})

test('only a whole size can be kept, and only a blank parcel is filled in unasked', () => {
  const parcel = emptyParcel('Bread')
  expect([isBlank(parcel), hasSize(parcel)]).toEqual([true, false])
  expect(isBlank({ ...parcel, weight_kg: '1' })).toBe(false)
  expect(hasSize({ ...parcel, length_cm: '1', width_cm: '2', height_cm: '0' })).toBe(false)
  expect(hasSize({ ...parcel, length_cm: '1', width_cm: '2', height_cm: '0,5' })).toBe(true)
})

test('a parcel begins with the preset used last, else with the default one', () => {
  expect(firstPreset([small, box], 'small')).toBe(small)
  expect(firstPreset([small, box], 'deleted')).toBe(box)
  expect(firstPreset([small], null)).toBeUndefined()
})

test('a preset is filled in by pounds and inches where the pickup has them', () => {
  const parcel = withPreset(emptyParcel('Bread'), preset('lb', { weight_kg: '0.454', length_cm: '25.40' }), 'US')
  expect(parcel).toMatchObject({ weight_kg: '1', length_cm: '10', width_cm: '8.07', height_cm: '5.91' })
  expect(findPreset(parcel, [preset('lb', { length_cm: '25.40' })], 'US')).toBeDefined()
})
