import { createNameResolver } from '@waybill/chassis/outbound/name-resolver'
import { A, type NameRecords, startNameServer } from '@waybill/chassis/testing/name-server'
import { startHttpReceiver } from '@waybill/testing/http-receiver'
import { expect, onTestFinished, test } from 'vitest'
import { createTestSender, post } from '../testing/sender.ts'

test('does not send over http unless allowed', async () => {
  const receiver = await startHttpReceiver()
  onTestFinished(receiver.stop)
  expect(await post(receiver.url, createTestSender({ allowHttp: false }))).toMatchObject({
    errorCode: 'blocked_address',
  })
  expect(receiver.requests).toHaveLength(0)
})

test.each(['127.0.0.1', '127.1', '2130706433', '0x7f.0.0.1', '017700000001', '[::1]', '[::ffff:127.0.0.1]'])(
  'blocks the literal %s before dialling',
  async (host) => {
    const receiver = await startHttpReceiver()
    onTestFinished(receiver.stop)
    const sender = createTestSender({
      allowedCidrs: [],
      resolve: () => Promise.reject(new Error('asked about a literal')),
    })
    expect(await post(`http://${host}:${receiver.port}/`, sender)).toMatchObject({ errorCode: 'blocked_address' })
    expect(receiver.requests).toHaveLength(0)
  },
)

test('blocks a name with one forbidden address among allowed ones', async () => {
  const receiver = await startHttpReceiver()
  onTestFinished(receiver.stop)
  const resolve = async () => ['127.0.0.1', '169.254.169.254']
  expect(await post(`http://two.example:${receiver.port}/`, createTestSender({ resolve }))).toMatchObject({
    errorCode: 'blocked_address',
  })
  expect(receiver.requests).toHaveLength(0)
})

test('blocks a name that changes to a private address at the next connection', async () => {
  const receiver = await startHttpReceiver()
  onTestFinished(receiver.stop)
  receiver.answerAlways({ headers: { connection: 'close' } })
  const records: NameRecords = {}
  const resolve = createNameResolver({ servers: [await startNameServer(records)] })
  const sender = createTestSender({ resolve, allowedCidrs: ['127.0.0.1/32'], deadlineMs: 10_000 })
  const errorCodes: (string | null)[] = []
  for (const lastByte of [1, 2, 1]) {
    records[A] = [[127, 0, 0, lastByte]]
    errorCodes.push((await post(`http://flips.example:${receiver.port}/`, sender)).errorCode)
  }
  expect(errorCodes).toEqual([null, 'blocked_address', null])
  expect(receiver.requests).toHaveLength(2)
})

test('dials the checked address and sends the name in the Host header', async () => {
  const receiver = await startHttpReceiver()
  onTestFinished(receiver.stop)
  let lookups = 0
  const resolve = async () => {
    lookups += 1
    return ['127.0.0.1']
  }
  await post(`http://shop.example:${receiver.port}/`, createTestSender({ resolve }))
  expect(receiver.requests[0]?.headers.host).toBe(`shop.example:${receiver.port}`)
  expect(lookups).toBe(1)
})
