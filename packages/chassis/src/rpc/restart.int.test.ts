import { startTcpProxy } from '@waybill/testing/tcp-proxy'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { startProgram } from '../testing/programs/start-program.ts'
import { contextMessage, systemContext } from './call-context.ts'
import { connectRpc } from './client.ts'

test('answers a call whose server is killed from the restarted server', async () => {
  const first = startProgram('rpc-echo', { PORT: '0', DELAY_MS: '60000' })
  const second = startProgram('rpc-echo', { PORT: '0', DELAY_MS: '0' })
  const readPort = async ({ line }: typeof first) => Number((await line(({ msg }) => msg === 'server.listening')).port)
  const [port, nextPort] = await Promise.all([readPort(first), readPort(second)])
  // The proxy keeps the address, so that the start-up time of the second server does not matter.
  const proxy = await startTcpProxy({ targetPort: port })
  onTestFinished(proxy.stop)
  const client = connectRpc({
    caller: 'gateway',
    serviceName: 'waybill.webhook.v1.WebhookService',
    target: `127.0.0.1:${proxy.port}`,
    internalKey: 'a key of the tests',
    log: createLog({ service: 'test', level: 'silent' }),
    metrics: createMetrics({ service: 'test' }),
  })
  onTestFinished(() => client.close())

  const context = systemContext({ environmentId: 'env_1', merchantId: 'mer_1', livemode: false, timeoutMs: 10_000 })
  const call = client.ListSubscriptions({ context: contextMessage(context) })
  await first.line(({ msg }) => msg === 'call.entered')
  first.child.kill('SIGKILL')
  await proxy.cut()
  await proxy.restore(nextPort)
  await expect(call).resolves.toMatchObject({ status: 200, etag: String(second.child.pid) })
})
