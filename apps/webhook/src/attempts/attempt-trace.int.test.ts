import { eventually } from '@waybill/testing/eventually'
import { startHttpReceiver } from '@waybill/testing/http-receiver'
import { expect, onTestFinished, test } from 'vitest'
import { startWebhookProcess } from '../testing/webhook-process.ts'
import { aCaller, aShipmentEvent, createWebhookDatabase, subscribe } from '../testing/webhook-service.ts'

test("an attempt is a span of the event's trace and the parent of the receiver's spans", async () => {
  const database = await createWebhookDatabase()
  const [receiver, collector] = [await startHttpReceiver(), await startHttpReceiver()]
  onTestFinished(async () => {
    await receiver.stop()
    await collector.stop()
    await database.drop()
  })
  const running = await startWebhookProcess(database, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  onTestFinished(() => running.remove())
  const caller = aCaller()
  await subscribe(running, caller, receiver.url)

  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const event = aShipmentEvent(caller, { traceparent: `00-${traceId}-00f067aa0ba902b7-01` })
  await eventually(async () => expect(await running.bus.publish([event])).toEqual([{ outcome: 'published' }]))
  await eventually(() => expect(receiver.requests).toHaveLength(1))
  // One header, not two joined by a comma; the span of the attempt, not that of the event.
  const traceparent = receiver.requests[0]?.headers.traceparent
  expect(traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`))
  const spanId = String(traceparent).split('-')[2] ?? ''
  expect(spanId).not.toBe('00f067aa0ba902b7')

  await eventually(
    () => {
      const exported = collector.requests.map(({ body }) => body)
      const withAttempt = exported.find((body) => body.includes('webhook.attempt'))
      expect(withAttempt?.includes(Buffer.from(traceId, 'hex'))).toBe(true)
      expect(withAttempt?.includes(Buffer.from(spanId, 'hex'))).toBe(true)
    },
    { timeoutMs: 60_000 },
  )
}, 180_000)
