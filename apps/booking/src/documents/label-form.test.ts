import { simulatedDescriptors } from '@waybill/carriers/adapters/simulated/descriptor'
import { expect, test } from 'vitest'
import { chooseLabelForm, labelKey } from './label-form.ts'

const [carrier] = simulatedDescriptors
const asked = (format = '', size = '', parcel = 0) => chooseLabelForm(carrier, { format, size, parcel })

test('an empty request is the usual form; format or size alone is enough', () => {
  expect(asked()).toEqual({ format: 'pdf', size: '4x6', parcelNumber: null })
  expect(asked('', 'a4')).toEqual({ format: 'pdf', size: 'a4', parcelNumber: null })
  expect(asked('zpl')).toEqual({ format: 'zpl', size: '4x6', parcelNumber: null })
})

test('an image shows one parcel, by default the first', () => {
  expect(asked('png').parcelNumber).toBe(1)
  expect(asked('png', '', 3).parcelNumber).toBe(3)
})

test('refuses a form that the carrier does not print, naming those it does', () => {
  expect(() => asked('zpl', 'a4')).toThrow(
    'does not offer zpl labels in size a4. Choose one of: pdf in size 4x6, pdf in size a4, zpl in size 4x6, png in size 4x6.',
  )
  const silent = { ...carrier, labels: [] }
  expect(() => chooseLabelForm(silent, { format: 'pdf', size: '', parcel: 0 })).toThrow(
    expect.objectContaining({ code: 'label_not_found', message: expect.stringContaining('prints no labels') }),
  )
})

test('every form of every parcel is stored under a distinct key', () => {
  const choices = [asked(), asked('', '', 2), asked('pdf', 'a4'), asked('zpl'), asked('png'), asked('png', '', 2)]
  expect(new Set(choices.map((choice) => labelKey(carrier, choice))).size).toBe(choices.length)
  expect(labelKey(carrier, asked())).toBe('pdf')
})
