import { type Kysely, sql } from 'kysely'

/** Repeatable: each step skips what is done. */
export const inBatches = true

const BATCH_ROWS = 1_000

/** The currencies of ISO 4217 whose minor unit is not a hundredth, in November 2026. */
const isoDigits: Record<string, number> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  CLF: 4,
  UYW: 4,
}

type Report = (fields: Record<string, unknown>) => void
type Key = [environmentId: string, id: string]

/**
 * Stores the exponent in the copies of quote options, so that their amounts keep their meaning. Processes of the version
 * before write none until they are replaced; `currency_digits_before` says what their amounts mean.
 */
export async function up(db: Kysely<never>, report: Report): Promise<void> {
  await sql`
    create table if not exists currency_digits_before (
      currency text primary key,
      digits smallint not null
    )`.execute(db)
  await sql`
    insert into currency_digits_before (currency, digits)
    select key, value::smallint from jsonb_each_text(${JSON.stringify(await digitsBefore(db))}::jsonb)
    on conflict do nothing`.execute(db)
  for (let last: Key | undefined = ['', '']; last; ) last = await stampBatch(db, last)
  await reportChanges(db, report)
}

/**
 * The digits with which the version before wrote amounts: as the setting says (HUF=0,IDR=0, all others by ISO 4217), else
 * those of the Unicode data in this Node.
 */
async function digitsBefore(db: Kysely<never>): Promise<Record<string, number>> {
  const { rows } = await sql<{ setting: string | null }>`
    select current_setting('waybill.money_digits_before', true) as setting`.execute(db)
  const setting = rows[0]?.setting
  if (setting) {
    const pairs = setting.split(',').map((pair) => pair.split('='))
    return { ...isoDigits, ...Object.fromEntries(pairs.map(([currency, digits]) => [currency, Number(digits)])) }
  }
  const unicodeDigits = (currency: string) =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  return Object.fromEntries(Intl.supportedValuesOf('currency').map((currency) => [currency, unicodeDigits(currency)]))
}

/** Stamps the next rows by primary key and returns the key of the last one. Skips rows that others have locked. */
async function stampBatch(db: Kysely<never>, [environmentId, id]: Key): Promise<Key | undefined> {
  const { rows } = await sql<{ environment_id: string; booking_id: string }>`
    with batch as materialized (
      select environment_id, booking_id from booking
      where (environment_id, booking_id) > (${environmentId}, ${id})
      order by environment_id, booking_id
      limit ${sql.lit(BATCH_ROWS)}
      for update skip locked
    ), stamped as (
      update booking
      set quote_option = booking.quote_option || jsonb_build_object(
        'exponent',
        coalesce(
          (select digits from currency_digits_before as before where before.currency = booking.quote_option ->> 'currency'),
          2
        )
      )
      from batch
      where booking.environment_id = batch.environment_id
        and booking.booking_id = batch.booking_id
        and not booking.quote_option ? 'exponent'
    )
    select environment_id, booking_id from batch order by environment_id desc, booking_id desc limit 1`.execute(db)
  const last = rows[0]
  return last && [last.environment_id, last.booking_id]
}

/** Every currency whose digits change, with the number of its rows. Their amounts stay as they were written. */
async function reportChanges(db: Kysely<never>, report: Report): Promise<void> {
  const { rows } = await sql<{ currency: string; digitsBefore: number; digits: number; rows: number }>`
    select currency, exponent as "digitsBefore", digits, count(*)::integer as rows
    from (
      select quote_option ->> 'currency' as currency, (quote_option ->> 'exponent')::smallint as exponent,
        coalesce((${JSON.stringify(isoDigits)}::jsonb ->> (quote_option ->> 'currency'))::smallint, 2) as digits
      from booking
    ) as amount
    where exponent <> digits
    group by currency, exponent, digits
    order by currency`.execute(db)
  for (const row of rows) report({ table: 'booking', ...row })
}
