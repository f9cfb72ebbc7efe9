/** State that the tools of one server share. */
import type { Waybill } from '@waybill/sdk'
import type { Config } from './config.ts'
import type { Agreements } from './spending/agreements.ts'
import type { Consents } from './spending/consent.ts'
import type { Ledger } from './spending/ledger.ts'

/** Lives as long as the process. */
export interface Shop {
  config: Config
  ledger: Ledger
  consents: Consents
  agreements: Agreements
}

/** A caller: over stdio the process's own key, over HTTP that of the request. */
export interface Session extends Shop {
  waybill: Waybill
  /** The key: removed from answers, and agreements hold for it. */
  secret: string
}
