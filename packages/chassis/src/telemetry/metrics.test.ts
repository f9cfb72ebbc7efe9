import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

test('separates the metrics of services in one process, and shares the process metrics', async () => {
  const shipment = createMetrics({ service: 'shipment' })
  const booking = createMetrics({ service: 'booking' })
  shipment.counter({ name: 'orders_total', help: 'Orders.', labels: ['kind'] }).inc({ kind: 'new' })
  booking.counter({ name: 'orders_total', help: 'Orders.', labels: ['kind'] }).inc({ kind: 'old' }, 2)

  const [shipmentPage, bookingPage] = [await shipment.render(), await booking.render()]
  expect(shipmentPage.contentType).toContain('text/plain')
  expect(shipmentPage.text).toContain('orders_total{kind="new",service="shipment"} 1')
  expect(shipmentPage.text).not.toContain('booking')
  expect(bookingPage.text).toContain('orders_total{kind="old",service="booking"} 2')
  for (const { text } of [shipmentPage, bookingPage]) expect(text).toContain('process_resident_memory_bytes')
})

test('returns the same metric for the same name', () => {
  const metrics = createMetrics({ service: 'shipment' })
  const definition = { name: 'age_seconds', help: 'Age.' }
  expect(metrics.gauge(definition)).toBe(metrics.gauge(definition))
  const timing = { name: 'took_seconds', help: 'Time.', labels: ['step'] as const }
  expect(metrics.histogram(timing)).toBe(metrics.histogram(timing))
})

test('collects a gauge at each scrape', async () => {
  const metrics = createMetrics({ service: 'shipment' })
  metrics.gauge({ name: 'backlog_rows', help: 'Rows.', collect: async (gauge) => gauge.set(42) })
  expect((await metrics.render()).text).toContain('backlog_rows{service="shipment"} 42')
})
