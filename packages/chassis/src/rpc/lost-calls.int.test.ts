/** Calls that end early, are repeated, or are in progress when a server starts or stops. */
import { AppError } from '@waybill/contracts/app-error'
import { startTcpProxy } from '@waybill/testing/tcp-proxy'
import { expect, onTestFinished, test } from 'vitest'
import { aContext, connectEcho, context, startEcho } from '../testing/echo-calls.ts'
import type { EchoHandlers } from '../testing/echo-service.ts'
import { contextMessage } from './call-context.ts'

test('ends an unanswered call at its deadline and cancels the handler', async () => {
  const aborted = Promise.withResolvers<void>()
  const { port } = await startEcho({
    TestSubscription: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted.resolve()
          reject(signal.reason)
        })
      }),
  })
  // The caller's own limit is later, and longer than this test may take.
  await expect(
    connectEcho(port).TestSubscription(
      { context: contextMessage(aContext({ timeoutMs: 150 })) },
      { timeoutMs: 600_000 },
    ),
  ).rejects.toMatchObject({ code: 'upstream_timeout' })
  await aborted.promise
})

test('cancels the call when the caller aborts', async () => {
  const entered = Promise.withResolvers<void>()
  const aborted = Promise.withResolvers<void>()
  const { port } = await startEcho({
    TestSubscription: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        entered.resolve()
        signal.addEventListener('abort', () => {
          aborted.resolve()
          reject(signal.reason)
        })
      }),
  })
  const controller = new AbortController()
  const call = connectEcho(port).TestSubscription({ context: context() }, { signal: controller.signal })
  await entered.promise
  controller.abort()
  await expect(call).rejects.toMatchObject({ code: 'upstream_timeout' })
  await aborted.promise
})

test('does not abort the signal of an answered call', async () => {
  let signal: AbortSignal | undefined
  const { port } = await startEcho({
    TestSubscription: async (_, given) => {
      signal = given.signal
      return { status: 201 }
    },
  })
  const client = connectEcho(port)
  await client.TestSubscription({ context: context() })
  await client.ListSubscriptions({ context: context() })
  expect(signal?.aborted).toBe(false)
})

test('completes a call to a service that starts within the deadline', async () => {
  const { port, stop } = await startEcho()
  await stop()
  const call = connectEcho(port).ListSubscriptions({ context: context() })
  await new Promise((resolve) => setImmediate(resolve))
  await startEcho({}, { port })
  await expect(call).resolves.toMatchObject({ status: 200 })
})

test('fails with service_unavailable before the deadline when the service does not start', async () => {
  // Not a recently freed port: another test could bind it.
  const nobodyListens = 1
  const call = connectEcho(nobodyListens).ListSubscriptions({ context: contextMessage(aContext({ timeoutMs: 400 })) })
  await expect(call).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 1 })
})

/** A call whose connection is cut while its first try is at work; `again` answers the repeats. */
async function cutCall(again: EchoHandlers['TestSubscription'], timeoutMs?: number) {
  const entered = Promise.withResolvers<void>()
  let isRepeat = false
  const { port } = await startEcho({
    async TestSubscription(request, given) {
      if (isRepeat) return await again(request, given)
      isRepeat = true
      entered.resolve()
      return await new Promise(() => {})
    },
  })
  const proxy = await startTcpProxy({ targetPort: port })
  onTestFinished(proxy.stop)
  const call = connectEcho(proxy.port).TestSubscription({ context: contextMessage(aContext({ timeoutMs })) })
  await entered.promise
  await proxy.cut()
  await proxy.restore()
  return call
}
const inProgress = () => new AppError('idempotency_in_progress', 'the first try is in progress')

test('the repeat of a lost call waits for its first try', async () => {
  let repeats = 0
  const call = cutCall(async () => {
    repeats += 1
    if (repeats < 3) throw inProgress()
    return { status: 201 }
  })
  await expect(call).resolves.toMatchObject({ status: 201 })
})

test('a lost call whose first try does not end in time is answered as unknown, not as in progress', async () => {
  const call = cutCall(async () => {
    throw inProgress()
  }, 1_500)
  await expect(call).rejects.toMatchObject({ code: 'upstream_timeout' })
})

test('a call whose key is in use is answered at once that it is in progress', async () => {
  let calls = 0
  const { port } = await startEcho({
    async TestSubscription() {
      calls += 1
      throw inProgress()
    },
  })
  await expect(connectEcho(port).TestSubscription({ context: context() })).rejects.toMatchObject({
    code: 'idempotency_in_progress',
  })
  expect(calls).toBe(1)
})

test('finishes calls in progress on stop', async () => {
  const entered = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const { port, stop } = await startEcho({
    TestSubscription: async () => {
      entered.resolve()
      await release.promise
      return { status: 201 }
    },
  })
  const call = connectEcho(port).TestSubscription({ context: context() })
  await entered.promise
  const stopped = stop()
  release.resolve()
  await expect(call).resolves.toMatchObject({ status: 201 })
  await stopped
})
