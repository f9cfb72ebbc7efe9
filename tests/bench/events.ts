import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Resolves when all events of a shipment are published and in the event log. */
export async function allDelivered(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const areWaiting = async () => {
      const { rows } = await client.query(
        `select (select count(*) from shipment.outbox) > (select count(*) from webhook.inbox)
           or exists (select from shipment.outbox where published_at is null) as waiting`,
      )
      return rows[0].waiting as boolean
    }
    while (await areWaiting()) await sleep(100)
  } finally {
    await client.end()
  }
}
