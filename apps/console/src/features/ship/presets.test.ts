import type { ParcelPreset } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { aParcelPreset } from '../../testing/settings.ts'
import { findPreset, firstPreset, hasSize, isBlank, withPreset } from './presets.ts'
import { emptyParcel } from './values.ts'

const dimensions = { length: '30.00', width: '20.50', height: '15.00', unit: 'cm' } as const
const preset = (preset_id: string, values: Partial<ParcelPreset> = {}) =>
  aParcelPreset({ preset_id, dimensions, ...values })
const small = preset('small')
const box = preset('box', { weight: { value: '1.250', unit: 'kg' }, is_default: true })

test('a preset fills in its size, and its weight if it has one', () => {
  const weighed = { ...emptyParcel('Bread'), weight_kg: '2' }
  expect(withPreset(weighed, small, 'GB')).toEqual({
    ...weighed,
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

test('a preset is filled in with its own numbers, or converted where the pickup has other units', () => {
  const american = preset('us', {
    weight: { value: '17.5', unit: 'lb' },
    dimensions: { length: '10.125', width: '8', height: '4', unit: 'in' },
  })
  const parcel = withPreset(emptyParcel('Bread'), american, 'US')
  expect(parcel).toMatchObject({ weight_kg: '17.5', length_cm: '10.125', width_cm: '8', height_cm: '4' })
  expect(findPreset(parcel, [american], 'US')).toBe(american)
  const british = withPreset(emptyParcel('Bread'), american, 'GB')
  expect(british).toMatchObject({ weight_kg: '7.938', length_cm: '25.72', width_cm: '20.32', height_cm: '10.16' })
  expect(findPreset(british, [american], 'GB')).toBe(american)
})
