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

/** Currencies and the countries where the version before used them; US dollars everywhere else. */
const countriesByCurrency = `
  AED AE, AFN AF, ALL AL, AMD AM, ANG AN, AOA AO, ARS AR, AUD AU CC CX HM KI NF NR TV, AWG AW, AZN AZ, BAM BA, BBD BB,
  BDT BD, BHD BH, BIF BI, BMD BM, BND BN, BOB BO, BRL BR, BSD BS, BTN BT, BWP BW, BYN BY, BZD BZ, CAD CA, CDF CD, CHF
  CH LI, CLP CL, CNY CN, COP CO, CRC CR, CUP CU, CVE CV, CZK CZ, DJF DJ, DKK DK FO GL, DOP DO, DZD DZ, EGP EG, ERN ER,
  ETB ET, EUR AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA
  XK YT, FJD FJ, FKP FK GS, GBP GB GG IM JE, GEL GE, GHS GH, GIP GI, GMD GM, GNF GN, GTQ GT, GYD GY, HKD HK, HNL HN,
  HTG HT, HUF HU, IDR ID, ILS IL PS, INR IN, IQD IQ, IRR IR, ISK IS, JMD JM, JOD JO, JPY JP, KES KE, KGS KG, KHR KH,
  KMF KM, KPW KP, KRW KR, KWD KW, KYD KY, KZT KZ, LAK LA, LBP LB, LKR LK, LRD LR, LSL LS, LYD LY, MAD EH MA, MDL MD,
  MGA MG, MKD MK, MMK MM, MNT MN, MOP MO, MRU MR, MUR MU, MVR MV, MWK MW, MXN MX, MYR MY, MZN MZ, NAD NA, NGN NG, NIO
  NI, NOK BV NO SJ, NPR NP, NZD CK NU NZ PN TK, OMR OM, PAB PA, PEN PE, PGK PG, PHP PH, PKR PK, PLN PL, PYG PY, QAR
  QA, RON RO, RSD RS, RUB RU, RWF RW, SAR SA, SBD SB, SCR SC, SDG SD, SEK SE, SGD SG, SHP SH, SLE SL, SOS SO, SRD SR,
  SSP SS, STN ST, SYP SY, SZL SZ, THB TH, TJS TJ, TMT TM, TND TN, TOP TO, TRY TR, TTD TT, TWD TW, TZS TZ, UAH UA, UGX
  UG, UYU UY, UZS UZ, VES VE, VND VN, VUV VU, WST WS, XAF CF CG CM GA GQ TD, XCD AG AI DM GD KN LC MS VC, XCG CW SX,
  XOF BF BJ CI GW ML NE SN TG, XPF NC PF WF, YER YE, ZAR ZA, ZMW ZM, ZWG ZW`

const currencyByCountry = Object.fromEntries(
  countriesByCurrency.split(',').flatMap((entry) => {
    const [currency, ...countries] = entry.trim().split(/\s+/)
    return countries.map((country) => [country, currency])
  }),
)

type Report = (fields: Record<string, unknown>) => void
type Key = [environmentId: string, id: string]

/**
 * Stores currency and exponent beside each declared value, so that it keeps its meaning. Processes of the version before
 * write null until they are replaced; `currency_digits_before` says what their amounts mean.
 */
export async function up(db: Kysely<never>, report: Report): Promise<void> {
  await sql`
    alter table parcel
      add column if not exists declared_value_currency text,
      add column if not exists declared_value_exponent smallint`.execute(db)
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
  const { rows } = await sql<{ environment_id: string; parcel_id: string }>`
    with batch as materialized (
      select parcel.environment_id, parcel.parcel_id, country.currency
      from parcel
      join shipment using (environment_id, shipment_id)
      cross join lateral (
        select coalesce(${JSON.stringify(currencyByCountry)}::jsonb ->> (pickup_address ->> 'country'), 'USD') as currency
      ) as country
      where (parcel.environment_id, parcel.parcel_id) > (${environmentId}, ${id})
      order by parcel.environment_id, parcel.parcel_id
      limit ${sql.lit(BATCH_ROWS)}
      for update of parcel skip locked
    ), stamped as (
      update parcel
      set declared_value_currency = batch.currency,
        declared_value_exponent = coalesce(
          (select digits from currency_digits_before as before where before.currency = batch.currency),
          2
        )
      from batch
      where parcel.environment_id = batch.environment_id
        and parcel.parcel_id = batch.parcel_id
        and declared_value_exponent is null
    )
    select environment_id, parcel_id from batch order by environment_id desc, parcel_id desc limit 1`.execute(db)
  const last = rows[0]
  return last && [last.environment_id, last.parcel_id]
}

/** Every currency whose digits change, with the number of its rows. Their amounts stay as they were written. */
async function reportChanges(db: Kysely<never>, report: Report): Promise<void> {
  const { rows } = await sql<{ currency: string; digitsBefore: number; digits: number; rows: number }>`
    select currency, exponent as "digitsBefore", digits, count(*)::integer as rows
    from (
      select declared_value_currency as currency, declared_value_exponent as exponent,
        coalesce((${JSON.stringify(isoDigits)}::jsonb ->> declared_value_currency)::smallint, 2) as digits
      from parcel
    ) as amount
    where exponent <> digits
    group by currency, exponent, digits
    order by currency`.execute(db)
  for (const row of rows) report({ table: 'parcel', ...row })
}
