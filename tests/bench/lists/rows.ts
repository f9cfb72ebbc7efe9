/** A million shipments and bookings with their search terms, as copies of one of each over 230 days. */
import pg from 'pg'

export const ROWS = 1_000_000

/** Copies `number` 1 to ROWS - 1, each 20 s older than the one before; the template is number 0. */
const number = 'copied.number'
const createdAt = `created_at - ${number} * interval '20 s'`
const updatedAt = `${createdAt} + (${number}::bigint * 7919 % 10000) * interval '1 s'`
const id = (prefix: string, value = `${number}::text`) => `'${prefix}_' || lpad(${value}, 26, '0')`
const reference = `'ORDER-' || ${number}`
const collectedOn = `to_char((${createdAt}) at time zone 'UTC' + interval '1 day', 'YYYY-MM-DD')`
const metadata = `jsonb_build_object('source', 'webshop', 'batch', (${number} / 100)::text)`
const carrier = `case when ${number} % 100000 = 7 then 'rare' when ${number} % 10 < 6 then 'city_van' else 'eco_parcel' end`

/** Only the newest wait: the service lets older ones expire. */
const shipmentStatus = `case when ${number} < 20000 and ${number} % 4 = 0 then 'ready'
  when ${number} % 1000 = 5 then 'failed' when ${number} % 20 = 3 then 'cancelled' else 'delivered' end`

/** A tenth of the newest 20,000 are on the way; one of a hundred of them is late. */
const until = (minutes: number) =>
  `case when ${number} < 20000 and ${number} % 10 = 1 then now() + (${number} % 1000 - 10) * interval '${minutes} min' end`
/** Incidents of two hundred rows, and failures of a thousand. */
const incident = `case when ${number} % 5000 = 11 then 'damaged' end`
const failure = `case when ${number} % 1000 = 5 then 'carrier_failed' end`

/** Search terms of a copy: 50 first names, 50,000 last ones, 1,000 post codes; a hundred copies are for an O'Brien. */
const terms = `array[
  'order-' || ${number},
  'name' || ${number} % 50 || ' family' || ${number} % 50000,
  'family' || ${number} % 50000,
  'n' || ${number} % 1000 || 'ab',
  case when ${number} % 10000 = 9 then 'o''brien' end]`
const trackingNumber = `'job-' || ${number}`

type Columns = Record<string, string>

/** Copies the shipment and its booking. */
export async function copyRows(
  databaseUrl: string,
  template: { shipment_id: string; booking_id: string },
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('set synchronous_commit = off')
    const shipment = { schema: 'shipment', key: 'shipment_id', value: template.shipment_id }
    await insertCopies(
      client,
      { ...shipment, table: 'shipment' },
      {
        shipment_id: id('shp'),
        created_at: createdAt,
        updated_at: updatedAt,
        collection_at: `${createdAt} + interval '1 day'`,
        merchant_order_ref: reference,
        status: shipmentStatus,
        metadata,
        pickup_by: until(1),
        delivery_by: until(2),
        incident,
        failure_reason: failure,
        carrier_code: carrier,
        service_code: `'next_day'`,
        booking_id: 'null',
        tracking_token: 'null',
        tracking_url: 'null',
      },
    )
    await insertCopies(
      client,
      { ...shipment, table: 'parcel' },
      {
        shipment_id: id('shp'),
        parcel_id: id('pcl', `(${number} * 100 + position)::text`),
      },
    )
    const booking = { schema: 'booking', key: 'booking_id', value: template.booking_id }
    await insertCopies(
      client,
      { ...booking, table: 'booking' },
      {
        booking_id: id('bkg'),
        shipment_id: id('shp'),
        collection_date: collectedOn,
        created_at: createdAt,
        updated_at: updatedAt,
        status: `case when ${number} % 1000 = 5 then 'returned' else 'delivered' end`,
        pickup_by: until(1),
        delivery_by: until(2),
        incident,
        failure_reason: failure,
        carrier_code: carrier,
        carrier_job_id: trackingNumber,
        quote_option: `quote_option || '{"service_code": "next_day"}'`,
        track_due_at: 'null',
        label_due: 'false',
      },
    )
    await insertCopies(
      client,
      { schema: 'booking', key: 'shipment_id', value: template.shipment_id, table: 'shipment_copy' },
      {
        shipment_id: id('shp'),
        object: `(object::jsonb || jsonb_build_object('merchant_order_ref', ${reference}, 'metadata', ${metadata},
          'collection_date', ${collectedOn.replace('created_at', `(object ->> 'created_at')::timestamptz`)}))::json`,
      },
    )
    await insertTerms(client, template.shipment_id)
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

async function insertTerms(client: pg.Client, shipmentId: string): Promise<void> {
  const copied = `generate_series(1, ${ROWS - 1}) as copied (number)`
  const environment = '(select environment_id from shipment.shipment where shipment_id = $1)'
  await client.query(
    `insert into shipment.search_term (environment_id, shipment_id, term)
     select ${environment}, ${id('shp')}, term from ${copied}, unnest(${terms} || array[${trackingNumber}]) as term
     where term is not null`,
    [shipmentId],
  )
  await client.query(
    `insert into booking.search_term (environment_id, shipment_id, booking_id, term)
     select ${environment}, ${id('shp')}, '', term from ${copied}, unnest(${terms}) as term
     where term is not null
     union all
     select ${environment}, ${id('shp')}, ${id('bkg')}, ${trackingNumber} from ${copied}`,
    [shipmentId],
  )
}

/** `changed`: SQL expression by column. */
async function insertCopies(
  client: pg.Client,
  { schema, table, key, value }: { schema: string; table: string; key: string; value: string },
  changed: Columns,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select column_name as name from information_schema.columns where table_schema = $1 and table_name = $2',
    [schema, table],
  )
  const columns = rows.map(({ name }) => name)
  await client.query(
    `insert into ${schema}.${table} (${columns.join(', ')})
     select ${columns.map((column) => changed[column] ?? `template.${column}`).join(', ')}
     from ${schema}.${table} as template cross join generate_series(1, ${ROWS - 1}) as copied (number)
     where template.${key} = $1`,
    [value],
  )
}
