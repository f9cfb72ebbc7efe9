import { eventually } from '@waybill/testing/eventually'
import { connect } from 'amqplib'
import { expect, test } from 'vitest'
import { connectRabbitBus } from '../messaging/rabbit/bus.ts'
import { createLog } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { createTestBroker } from './broker.ts'

test('deletes everything a bus declared on drop', async () => {
  const broker = createTestBroker()
  const bus = await connectRabbitBus({
    ...broker,
    log: createLog({ service: 'test', level: 'silent' }),
    metrics: createMetrics({ service: 'test' }),
  })
  await eventually(() => expect(bus.isConnected()).toBe(true))
  await bus.close()
  await broker.drop()

  const connection = await connect(broker.url)
  const channel = await connection.createChannel()
  channel.on('error', () => {}) // the check below closes it
  await expect(channel.checkExchange(`${broker.namespace}.events`)).rejects.toThrow('NOT_FOUND')
  await connection.close()
})
