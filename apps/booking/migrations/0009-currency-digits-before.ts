import { type Kysely, sql } from 'kysely'

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

/** The digits of amounts that have no exponent. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table currency_digits_before (
      currency text primary key,
      digits smallint not null
    )`.execute(db)
  await sql`
    insert into currency_digits_before (currency, digits)
    select key, value::smallint from jsonb_each_text(${JSON.stringify(await digitsBefore(db))}::jsonb)`.execute(db)
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
