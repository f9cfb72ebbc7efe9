import { simulatedDescriptors } from '@waybill/carriers/adapters/simulated/descriptor'
import { scanBarcodes } from '@waybill/labels/testing/scanner'
import { expect, test } from 'vitest'
import type { Job } from '../jobs/job.ts'
import { aJob, aJobBody, aWireParcel } from '../testing/jobs.ts'
import { defaultLabel, printJobLabel } from './job-label.ts'

const [carrier] = simulatedDescriptors
const getJob = (parcels: number): Job =>
  aJob({ request: aJobBody({ parcels: Array.from({ length: parcels }, () => aWireParcel()) }) })
const countPages = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

test('a label is a page per parcel, or the one that was asked for', async () => {
  expect(countPages((await printJobLabel(carrier, getJob(3), defaultLabel)).bytes)).toBe(3)
  expect(countPages((await printJobLabel(carrier, getJob(3), { ...defaultLabel, parcelNumber: 2 })).bytes)).toBe(1)
})

test('each parcel has another label, and the same parcel always the same', async () => {
  const print = async (parcelNumber: number) =>
    (await printJobLabel(carrier, getJob(2), { ...defaultLabel, parcelNumber })).bytes.toString('latin1')
  expect(await print(1)).not.toBe(await print(2))
  expect(await print(2)).toBe(await print(2))
})

test('the barcode is the number of the job; from the second parcel on, with the number of the parcel', async () => {
  const scan = async (parcelNumber: number) => {
    const { bytes } = await printJobLabel(carrier, getJob(2), { format: 'png', size: '4x6', parcelNumber })
    return await scanBarcodes(bytes, ['Code128'])
  }
  expect(await scan(1)).toEqual(['SC482719305551'])
  expect(await scan(2)).toEqual(['SC482719305551-2'])
})

test('a parcel that the job does not have is refused', async () => {
  for (const parcelNumber of [0, 2]) {
    await expect(printJobLabel(carrier, getJob(1), { ...defaultLabel, parcelNumber })).rejects.toMatchObject({
      status: 422,
      code: 'parcel_unknown',
      message: `There is no parcel ${parcelNumber}: job job_1 has 1.`,
    })
  }
})
