import { EventEmitter } from 'node:events'
import { AppError } from '@waybill/contracts/app-error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { countAnswers } from './answer-shares.ts'

const MIB = 1024 * 1024
const page = Buffer.alloc(4 * MIB)

const toRequest = (keyId: string, method = 'GET', environmentId = 'env_1') =>
  ({ method, credential: { keyId, environmentId } }) as unknown as FastifyRequest
const anonymous = { method: 'GET', credential: null, ip: '192.0.2.1' } as unknown as FastifyRequest
/** A response whose client reads nothing until `close` is emitted. */
const unread = () => ({ raw: new EventEmitter() }) as unknown as FastifyReply
const hungUp = { raw: Object.assign(new EventEmitter(), { destroyed: true }) } as unknown as FastifyReply

const getCode = (work: () => void) => {
  try {
    work()
  } catch (error) {
    return error instanceof AppError ? error.code : error
  }
}

test('a key that leaves 24 MiB unread gets no further large answer until one has been sent', () => {
  const answers = countAnswers()
  const replies = Array.from({ length: 6 }, unread)
  for (const reply of replies) answers.count(toRequest('key_1'), reply, page)
  expect(getCode(() => answers.count(toRequest('key_1'), unread(), page))).toBe('rate_limited')
  expect(getCode(() => answers.count(toRequest('key_1'), unread(), 'a short answer'))).toBeUndefined()
  expect(getCode(() => answers.count(toRequest('key_2'), unread(), page))).toBeUndefined()
  replies[0]?.raw.emit('close')
  expect(getCode(() => answers.count(toRequest('key_1'), unread(), page))).toBeUndefined()
})

test('the answer to a write is sent in any case, and the next request waits for room', () => {
  const answers = countAnswers()
  const replies = Array.from({ length: 7 }, unread)
  for (const reply of replies) {
    expect(getCode(() => answers.assertRoom(toRequest('key_1', 'POST')))).toBeUndefined()
    answers.count(toRequest('key_1', 'POST'), reply, page)
  }
  expect(getCode(() => answers.assertRoom(toRequest('key_1', 'POST')))).toBe('rate_limited')
  expect(getCode(() => answers.assertRoom(toRequest('key_3', 'POST', 'env_2')))).toBeUndefined()
  replies[0]?.raw.emit('close')
  expect(getCode(() => answers.assertRoom(toRequest('key_1', 'POST')))).toBeUndefined()
})

test('the answer to a client that has hung up is not counted, since nothing would give its share back', () => {
  const answers = countAnswers()
  for (let count = 0; count < 100; count++) answers.count(toRequest('key_1'), hungUp, page)
  expect(getCode(() => answers.count(toRequest('key_1'), unread(), page))).toBeUndefined()
})

test('pages, which callers without a token share, are not counted', () => {
  const answers = countAnswers()
  for (let count = 0; count < 100; count++) answers.count(anonymous, unread(), page)
  expect(getCode(() => answers.assertRoom(anonymous))).toBeUndefined()
})
