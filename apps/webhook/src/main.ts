import { runService } from '@waybill/chassis/process/run-service'
import { readConfig } from './config.ts'

await runService('webhook', readConfig, async (config, options) => {
  const { startWebhookService } = await import('./service.ts')
  return startWebhookService({
    ...options,
    encryptionKeys: config.WEBHOOK_ENCRYPTION_KEYS,
    allowedCidrs: config.WEBHOOK_ALLOWED_CIDRS,
    allowHttp: config.WEBHOOK_ALLOW_HTTP,
    schedule: config.WEBHOOK_RETRY_SCHEDULE,
    subscriptionLimit: config.WEBHOOK_SUBSCRIPTION_LIMIT,
    backlogLimit: config.WEBHOOK_BACKLOG_LIMIT,
    concurrency: config.WEBHOOK_CONCURRENCY,
    environmentPercent: config.WEBHOOK_ENVIRONMENT_PERCENT,
    originConcurrency: config.WEBHOOK_ORIGIN_CONCURRENCY,
    endpointConcurrency: config.WEBHOOK_ENDPOINT_CONCURRENCY,
    eventRetentionDays: config.WEBHOOK_EVENT_RETENTION_DAYS,
    deliveryRetentionDays: config.WEBHOOK_DELIVERY_RETENTION_DAYS,
  })
})
