import type { Loop } from '@waybill/chassis/loops/loops'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import { startSecretUpkeep } from '@waybill/chassis/secrets/secret-upkeep'
import type { StuckCheck } from '@waybill/chassis/stuck/stuck-checks'
import { sealLabel } from '@waybill/contracts/carrier-accounts/account-revision'
import type { Dependencies } from '../dependencies.ts'
import { listSealedAfter, replaceSealed, type SealedAccount } from './repository.ts'

const SHOWN_ACCOUNTS = 20
const REMEDY =
  'Append the keys that sealed these credentials to CARRIER_ENCRYPTION_KEYS and restart. If a key is lost, merchants must enter the credentials again.'

interface Unopenable extends SealedAccount {
  since: Date
}

/**
 * Checks the credentials of all accounts at start and every ten minutes: reseals those of older keys, and reports those that
 * no key of this process opens. `check` lists the latter.
 */
export function startCredentialUpkeep({
  db,
  log,
  box,
}: Pick<Dependencies, 'db' | 'log'> & { box: SecretBox }): Loop & { check: StuckCheck } {
  let unopenable = new Map<string, Unopenable>()
  const upkeep = startSecretUpkeep<SealedAccount>({
    name: 'carrier_credentials.upkeep',
    box,
    log,
    getLabel: sealLabel,
    listAfter: (last, limit) => listSealedAfter(db, last, limit),
    replace: (changes) => replaceSealed(db, changes),
    report(found, fields) {
      const before = unopenable
      unopenable = new Map(
        found.map((account) => {
          const id = account.carrierAccountId
          return [id, { ...account, since: before.get(id)?.since ?? new Date() }]
        }),
      )
      if (found.length === 0) return
      const carrierAccountIds = [...unopenable.keys()].slice(0, SHOWN_ACCOUNTS)
      log.error({ ...fields, carrierAccountIds, remedy: REMEDY }, 'carrier_credentials.unopenable')
    },
  })
  return {
    ...upkeep,
    check: {
      kind: 'carrier_credentials',
      async find({ afterSeconds, limit }) {
        const before = Date.now() - afterSeconds * 1_000
        const found = [...unopenable.values()].filter(({ since }) => since.getTime() <= before)
        return found
          .toSorted((a, b) => a.since.getTime() - b.since.getTime())
          .slice(0, limit)
          .map(({ carrierAccountId: id, environmentId, keyId, since }) => {
            const why = box.keyIds.includes(keyId)
              ? `key ${keyId} of CARRIER_ENCRYPTION_KEYS does not open its credentials`
              : `its credentials are sealed with key ${keyId}, which is not in CARRIER_ENCRYPTION_KEYS`
            return { id, environmentId, since, why, total: found.length }
          })
      },
    },
  }
}
