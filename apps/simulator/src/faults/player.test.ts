import { expect, test } from 'vitest'
import { type FaultMode, faultModes, isPossible } from './fault.ts'
import { json, playFault } from './player.ts'

/** Work that counts how often it is done. */
function countedWork() {
  const done = { times: 0 }
  const work = async () => {
    done.times++
    return json(201, { id: 'job_1' })
  }
  return { work, done }
}

const fault = (mode: FaultMode, delayMs = 0) => ({ mode, delayMs })

test('without a fault the work is done and answered', async () => {
  expect(await playFault(undefined, 'book', async () => json(201, { id: 'job_1' }))).toEqual({
    status: 201,
    contentType: 'application/json',
    body: Buffer.from('{"id":"job_1"}'),
  })
})

test.for([
  ['refuse', 422],
  ['no_courier', 422],
  ['403', 403],
  ['429', 429],
  ['500', 500],
] as const)('%s is answered with %i before any work', async ([mode, status]) => {
  const { work, done } = countedWork()
  await expect(playFault(fault(mode, 1_500), 'book', work)).rejects.toMatchObject({
    status,
    retryAfterSeconds: mode === '429' ? 2 : null,
  })
  expect(done.times).toBe(0)
})

test.for([
  ['timeout', 0],
  ['timeout_after_success', 1],
] as const)('%s has no answer and does the work %i times', async ([mode, times]) => {
  const { work, done } = countedWork()
  expect(await playFault(fault(mode), 'book', work)).toBeNull()
  expect(done.times).toBe(times)
})

test('a malformed answer keeps its status, and its work is done', async () => {
  const { work, done } = countedWork()
  const answer = await playFault(fault('malformed'), 'book', work)
  expect(answer?.status).toBe(201)
  expect(() => JSON.parse(String(answer?.body))).toThrow(SyntaxError)
  expect(done.times).toBe(1)
})

test('a mode of callbacks is impossible for calls and the other way round, but both can be slow', () => {
  const ofCallbacks = faultModes.filter((mode) => isPossible('callback', mode))
  const ofCalls = faultModes.filter((mode) => isPossible('book', mode))
  expect(ofCallbacks.filter((mode) => ofCalls.includes(mode))).toEqual(['slow'])
  expect(new Set([...ofCallbacks, ...ofCalls])).toEqual(new Set(faultModes))
})

test.for(['duplicate', 'out_of_order', 'wrong_signature'] as const)('%s of a call is a bug', async (mode) => {
  await expect(playFault(fault(mode), 'book', async () => json(200, {}))).rejects.toThrow('is a fault of callbacks')
})

test.for([
  ['book', 'The carrier does not take this transport.'],
  ['cancel', 'The carrier does not cancel this job.'],
  ['update', 'The carrier does not accept this change.'],
] as const)('a refusal of %s says: %s', async ([operation, message]) => {
  await expect(playFault(fault('refuse'), operation, async () => json(200, {}))).rejects.toThrow(message)
})
