import { expect, test } from 'vitest'
import { namedJobs } from './refused-jobs.ts'

test.for([
  ['These labels are void: se-1234, se-99.', ['se-1234']],
  ['Label "se-123" is void.', ['se-123']],
  ['se-123-4 is void', []],
  ['1Z9 is in a manifest, 1Z99 too', ['se-123']],
  ['1Z99 is in a manifest', []],
] as const)('%s names %j', ([message, names]) => {
  const jobs = [
    { carrierJobId: 'se-123', trackingNumber: '1Z9' },
    { carrierJobId: 'se-1234', trackingNumber: null },
    { carrierJobId: 'se-5', trackingNumber: '' },
  ]
  expect(namedJobs(jobs, message).map(({ carrierJobId }) => carrierJobId)).toEqual(names)
})
