/**
 * Each operation of a member has a decision for each role, made here once more: a new route, or a route that moves to another
 * scope, is somebody's on purpose. The table in docs/security.md has the scopes of the same roles.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { scopeForMembers } from '@waybill/contracts/requests/operation'
import { holdersByScope, type Role, roles, scopesOfRole } from '@waybill/contracts/requests/roles'
import { type MemberScope, memberScopes } from '@waybill/contracts/requests/scopes'
import { routeTable } from '@waybill/gateway/routes/table'
import { expect, test } from 'vitest'

const everybody = ['operations', 'support', 'viewer', 'developer']

/** Besides owners, who may call everything. `developer (test)`: in test environments. */
const decisions: [who: string[], operations: string[]][] = [
  [
    everybody,
    [
      ...['listShipments', 'countShipments', 'listShipmentAddresses', 'getShipment', 'getShipmentAddresses'],
      ...['listShipmentEvents', 'streamShipment', 'listPickupLocations', 'getPickupLocation'],
      ...['listShipmentTags', 'listNotes'],
      ...['listQuotes', 'listQuotesOfShipment', 'listQuoteExchanges', 'getQuote'],
      ...['listBookings', 'getBookingOfShipment', 'listBookingsOfShipments', 'getDriverLocation', 'getBooking'],
      ...['listBookingExchanges', 'getBatch', 'listBatchItems', 'getLabelBatch', 'getLabelBatchDocument', 'getLabel'],
      ...['listPickups', 'getPickup', 'listManifests', 'getManifest', 'listOpenLabels', 'getManifestDocument'],
      ...['getCosts', 'getProofMedia', 'listFaults', 'streamEvents', 'listEvents', 'getEvent'],
      ...['listCarriers', 'listCarrierAccounts', 'getCarrierAccount', 'listRateCards', 'getRateCard'],
      ...['listDrivers', 'getDriver', 'listParcelPresets', 'getParcelPreset'],
      ...['createSavedView', 'listSavedViews', 'getSavedView', 'updateSavedView', 'deleteSavedView'],
      // Names of those who have changed a shipment.
      ...['listMembers', 'listInvitations'],
    ],
  ],
  // Nothing that a carrier may charge: an update of a booked shipment that may cost is refused to those who may not book.
  [
    ['operations', 'support', 'developer (test)'],
    [
      ...['updateShipment', 'cancelShipment', 'holdShipment', 'releaseShipment', 'assignShipment', 'tagShipment'],
      ...['editShipments', 'createNote', 'deleteNote', 'locateAddress'],
    ],
  ],
  // The daily work, which spends money. A cancelled booking on demand goes on to another courier.
  [
    ['operations', 'developer (test)'],
    [
      ...['createShipment', 'createOnDemandShipment', 'createShipmentBatch', 'createQuote', 'checkAddress'],
      ...['checkShipment', 'returnShipment'],
      ...['bookShipment', 'createBookingBatch', 'cancelBooking', 'createLabelBatch', 'markLabelPrinted'],
      ...['createPickup', 'cancelPickup', 'createManifest'],
      ...['revokeDocumentLinks', 'advanceShipment', 'planFault', 'removeFault'],
      ...['createPickupLocation', 'updatePickupLocation', 'deletePickupLocation'],
      ...['createParcelPreset', 'updateParcelPreset', 'deleteParcelPreset'],
      ...['createDriver', 'updateDriver', 'deleteDriver', 'rotateDriverToken', 'assignDriver'],
    ],
  ],
  [
    ['viewer', 'developer'],
    [
      ...['listSubscriptions', 'getSubscription', 'listEventTypes', 'listDeliveries', 'getDelivery', 'previewReplay'],
      ...['listReplays', 'getReplay', 'getBranding', 'getCustomsDefaults', 'getReturnRules'],
    ],
  ],
  [
    ['developer'],
    [
      ...['createSubscription', 'updateSubscription', 'deleteSubscription', 'rotateSecret', 'testSubscription'],
      ...['redeliver', 'createReplay', 'cancelReplay', 'listApiCalls', 'getApiCall'],
      ...['createApiKey', 'listApiKeys', 'getApiKey', 'rotateApiKey', 'revokeApiKey'],
    ],
  ],
  [
    ['developer (test)'],
    [
      ...['createCarrierAccount', 'updateCarrierAccount', 'deleteCarrierAccount', 'verifyCarrierAccount'],
      ...['createRateCard', 'updateRateCard', 'deleteRateCard'],
      ...['updateBranding', 'resetBranding', 'uploadLogo', 'deleteLogo'],
      ...['updateCustomsDefaults', 'resetCustomsDefaults'],
      ...['updateReturnRules', 'resetReturnRules'],
    ],
  ],
  // The team itself.
  [
    [],
    [
      ...['updateMember', 'createPasswordReset', 'resetSecondFactor', 'createInvitation', 'deleteInvitation'],
      ...['createOidcProvider', 'listOidcProviders', 'getOidcProvider', 'updateOidcProvider', 'deleteOidcProvider'],
      ...['checkOidcProvider', 'deleteMemberIdentity', 'listAuditLog'],
    ],
  ],
]

/** Operations about the member's own account and session. */
const own = routeTable.filter(({ access }) => access.kind === 'session' && access.scope === null)

const scoped = routeTable.flatMap(({ operationId, access }) => {
  const scope = scopeForMembers(access)
  return scope === null ? [] : [{ operationId, scope }]
})

test('each operation of a member is decided for each role', () => {
  const decided = decisions.flatMap(([, operations]) => operations)
  expect(scoped.map(({ operationId }) => operationId).sort()).toEqual(decided.sort())
  const others = own.filter(({ path }) => !path.startsWith('/api/v1/session'))
  // Its handler looks at the role.
  expect(others.map(({ operationId }) => operationId)).toEqual(['getExampleKey'])
})

const getHolders = (scope: MemberScope): string[] =>
  roles.flatMap((role) => {
    const [live, inTest] = [true, false].map((livemode) => scopesOfRole(role, { livemode }).has(scope))
    if (live && !inTest) throw new Error(`${role} has ${scope} only in live environments`)
    return role === 'owner' || !inTest ? [] : [live ? role : `${role} (test)`]
  })

test.each(scoped)('$operationId is for those whom the decision names', ({ operationId, scope }) => {
  const [who] = decisions.find(([, operations]) => operations.includes(operationId)) ?? []
  expect(getHolders(scope).sort()).toEqual([...(who ?? [])].sort())
})

test('the table in docs/security.md has each scope once, with what each role may', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/security.md'), 'utf8')
  const [, header = '', rows = ''] = /^(\| may \|.+\|)\n\|[-| ]+\|\n((?:\|.+\|\n)+)/m.exec(page) ?? []
  const toCells = (row: string) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  expect(toCells(header).slice(2)).toEqual([...roles])
  const shown = rows
    .trim()
    .split('\n')
    .flatMap((row) => {
      const [, names = '', ...cells] = toCells(row)
      return [...names.matchAll(/`([\w:]+)`/g)].map(([, scope]) => [scope, ...cells])
    })
  const cell = (role: Role, scope: MemberScope) => {
    const holders = [...holdersByScope[scope], 'owner']
    if (holders.includes(role)) return 'yes'
    return holders.includes(`${role} (test)`) ? 'test' : '–'
  }
  const wanted = memberScopes.map((scope) => [scope, ...roles.map((role) => cell(role, scope))])
  expect(shown.sort()).toEqual(wanted.sort())
})
