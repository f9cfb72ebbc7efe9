/** When each table's rows are deleted, or why they are kept. Shown in docs/tables.md. */
import { pruneExchanges } from '@waybill/carriers/exchange-log/repository'
import type { TableRules } from '@waybill/chassis/retention/table-rules'
import type { QuotingDatabase } from './db.ts'

const perQuote = 'records of a merchant'

export const tableRules: TableRules<QuotingDatabase> = {
  quote: { kept: perQuote },
  quote_option: { kept: perQuote },
  carrier_account: {
    kept: 'at most 50 accounts that are not deleted for each environment; a deleted one keeps no credentials',
  },
  rate_card: { kept: 'at most 100 for each environment; deleted with DELETE' },
  carrier_exchange: { deleted: '`CARRIER_EXCHANGE_DAYS` (30) after the exchange', by: pruneExchanges },
}
