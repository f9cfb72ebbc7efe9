/** Accounts from merchants' documents, checked against the carrier's form. No I/O. */
import { randomBytes } from 'node:crypto'
import { type AccountAdapter, accountCarriers, type Carriers } from '@waybill/carriers/registry'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import { AppError, type ErrorDetail } from '@waybill/contracts/app-error'
import {
  type CarrierAccount,
  type CreateCarrierAccount,
  publicCarrierAccount,
  type UpdateCarrierAccount,
  wrongSentBack,
} from '@waybill/contracts/carrier-accounts/carrier-account'
import type { Accepted } from '@waybill/contracts/requests/across-fields'
import { errorDetail, getDetails, validationError } from '@waybill/contracts/requests/validation'
import { changedAccount, newAccount } from './account.ts'
import { assertAccount } from './check.ts'
import { type Credentials, openCredentials, sealer } from './credentials.ts'

type Owner = Parameters<typeof newAccount>[0]

export function accountSettings(options: {
  carriers: Carriers
  box: SecretBox
  /** Whether accounts may have an endpoint. */
  endpointsAllowed: boolean
}) {
  const { carriers, box, endpointsAllowed } = options

  function adapterFor(carrierCode: string, livemode: boolean): AccountAdapter {
    const open = accountCarriers(carriers, livemode)
    const adapter = open.find(({ descriptor }) => descriptor.carrierCode === carrierCode)
    if (adapter) return adapter
    const codes = open.map(({ descriptor }) => descriptor.carrierCode)
    const message = `is not a carrier with which this environment can have accounts. They are: ${codes.join(', ') || 'none'}`
    throw validationError([errorDetail(['carrier_code'], 'unknown_carrier', message)])
  }

  /** Errors beyond the schema in a document that changes an account. */
  function findFaultsOfChange(before: CarrierAccount, accepted: Accepted<UpdateCarrierAccount>): ErrorDetail[] {
    const { credentials: sent, services, endpoint } = accepted
    const stored = withoutCallbackSecret(openCredentials(box, before) ?? {})
    const isMoved = isAnotherEndpoint(before, endpoint)
    const credentials = sent && mergeCredentials(isMoved ? {} : stored, sent)
    // A stored endpoint may be sent back although the operator does not allow another one.
    const account = { credentials, services, endpoint: endpoint === before.endpoint ? null : endpoint }
    const { carrierCode, livemode } = before
    const wrong = getDetails(() =>
      assertAccount(adapterFor(carrierCode, livemode), account, { livemode, endpointsAllowed }),
    )
    const toRepeat = isMoved ? findCredentialsToRepeat(stored, sent ?? {}) : []
    return [
      ...wrongSentBack(publicCarrierAccount(before, null), accepted),
      ...toRepeat.filter(({ field }) => wrong.every((other) => other.field !== field)),
      ...wrong,
    ]
  }

  return {
    /** Errors beyond the schema in a document of a new account. */
    findFaults(accepted: Accepted<CreateCarrierAccount>, livemode: boolean): ErrorDetail[] {
      const { carrier_code: carrierCode, credentials: sent, services, endpoint } = accepted
      if (carrierCode === undefined) return []
      const account = { credentials: sent && mergeCredentials({}, sent), services, endpoint }
      return getDetails(() => assertAccount(adapterFor(carrierCode, livemode), account, { livemode, endpointsAllowed }))
    },

    findFaultsOfChange,

    /** Throws `validation_error`. */
    create(owner: Owner, document: CreateCarrierAccount, at: Date): CarrierAccount {
      const { credentials } = document
      const adapter = adapterFor(document.carrier_code, owner.livemode)
      assertAccount(adapter, document, { livemode: owner.livemode, endpointsAllowed })
      const seal = sealer(box, withCallbackSecret(adapter, credentials))
      return newAccount(owner, document, { credentials, seal, at })
    },

    /** The same account if nothing changes. Throws `validation_error`, and `service_unavailable` if no key opens the credentials. */
    change(before: CarrierAccount, patch: UpdateCarrierAccount, at: Date): CarrierAccount {
      const wrong = findFaultsOfChange(before, patch)
      if (wrong.length > 0) throw validationError(wrong)
      const { name, endpoint, enabled, services, origin } = patch
      const stored = openCredentials(box, before)
      const kept = isAnotherEndpoint(before, endpoint) ? {} : (stored ?? {})
      const credentials = patch.credentials && mergeCredentials(kept, patch.credentials)
      if (credentials === undefined && stored === null) {
        const message = 'The credentials of the account cannot be decrypted. Send all of them again with this change.'
        throw new AppError('service_unavailable', message)
      }
      const adapter = adapterFor(before.carrierCode, before.livemode)
      const own = credentials && withoutCallbackSecret(credentials)
      const change = {
        ...(name !== undefined && { name }),
        ...(endpoint !== undefined && { endpoint }),
        ...(enabled !== undefined && { enabled }),
        ...(services !== undefined && { services }),
        ...(origin !== undefined && { origin }),
        ...(own && { credentials: own }),
      }
      const next = credentials ? withCallbackSecret(adapter, credentials) : stored
      return changedAccount(before, change, { seal: sealer(box, next), at })
    },
  }
}

const isAnotherEndpoint = (before: CarrierAccount, endpoint: string | null | undefined): boolean =>
  endpoint !== undefined && endpoint !== before.endpoint

/**
 * Every stored credential must be sent again when the endpoint changes. Otherwise anyone who may change an account could point
 * it at their own server and read the credentials there.
 */
const findCredentialsToRepeat = (stored: Credentials, sent: Readonly<Record<string, unknown>>): ErrorDetail[] =>
  Object.keys(stored)
    .filter((name) => sent[name] === undefined)
    .map((name) => {
      const message = 'must be sent again when the endpoint changes'
      return errorDetail(['credentials', name], 'required', message)
    })

/** Those sent replace or, if null, remove those stored. */
function mergeCredentials(stored: Credentials, sent: Readonly<Record<string, string | null | undefined>>): Credentials {
  const merged = { ...stored }
  for (const [name, value] of Object.entries(sent)) {
    if (value === null) delete merged[name]
    else if (value !== undefined) merged[name] = value
  }
  return merged
}

/** A carrier whose call-backs are registered signs them with a secret that Waybill makes. */
const withCallbackSecret = ({ descriptor }: AccountAdapter, credentials: Credentials): Credentials =>
  descriptor.account.callbacks === 'registered'
    ? { callback_secret: randomBytes(32).toString('base64url'), ...credentials }
    : credentials

const withoutCallbackSecret = ({ callback_secret: _, ...own }: Credentials): Credentials => own
