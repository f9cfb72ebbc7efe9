/**
 * Each write that a session can make has a decision: it needs a recent confirmation, as its route declares, or it is listed
 * here as one that opens nothing. What makes, shows or moves a credential, a role or a place that gets data needs one.
 */
import { routeTable } from '@waybill/gateway/routes/table'
import { expect, test } from 'vitest'
import { ZodOptional, type ZodType } from 'zod'

const needsNone = [
  // The daily work: the role decides.
  ...['createShipment', 'createOnDemandShipment', 'createShipmentBatch', 'updateShipment', 'cancelShipment'],
  ...['createPickupLocation', 'updatePickupLocation', 'deletePickupLocation', 'createQuote', 'bookShipment'],
  ...['cancelBooking', 'createBookingBatch', 'createLabelBatch', 'markLabelPrinted', 'assignDriver'],
  ...['advanceShipment', 'planFault', 'removeFault', 'holdShipment', 'releaseShipment', 'assignShipment'],
  ...['tagShipment', 'editShipments', 'createNote', 'deleteNote'],
  // Settings without secrets and addresses of machines.
  ...['createSavedView', 'updateSavedView', 'deleteSavedView', 'createParcelPreset', 'updateParcelPreset'],
  ...['deleteParcelPreset', 'resetBranding', 'uploadLogo', 'deleteLogo'],
  ...['updateCustomsDefaults', 'resetCustomsDefaults', 'updateReturnRules', 'resetReturnRules'],
  ...['createRateCard', 'updateRateCard', 'deleteRateCard', 'updatePasskey'],
  // They send to an address, or use credentials, that a confirmed call has set.
  ...['testSubscription', 'redeliver', 'createReplay', 'cancelReplay', 'verifyCarrierAccount', 'checkOidcProvider'],
  ...['checkAddress', 'locateAddress'],
  ...['createPickup', 'cancelPickup', 'createManifest', 'returnShipment'],
  'checkShipment',
  // They take access away.
  ...['deleteSubscription', 'deleteCarrierAccount', 'deleteDriver', 'revokeApiKey', 'revokeDocumentLinks'],
  ...['deleteInvitation', 'deleteSession', 'revokeSession', 'revokeOtherSessions'],
  // The confirmation itself.
  ...['createConfirmation', 'confirmSession'],
  // It asks for the current password, and for a confirmation from a member without one.
  'updateUser',
]

const ofSessions = routeTable.filter(({ method, access: { kind } }) => method !== 'GET' && /session|token/.test(kind))

test('each write of a session needs a confirmation or is known to need none', () => {
  const undeclared = ofSessions.filter(({ confirmation }) => confirmation === undefined)
  expect(undeclared.map(({ operationId }) => operationId).sort()).toEqual([...needsNone].sort())
})

test('only a call that a session can make asks for a confirmation', () => {
  const declared = routeTable.filter(({ confirmation }) => confirmation !== undefined)
  expect(declared.filter((route) => !ofSessions.includes(route))).toEqual([])
})

/** Fields that open nothing and lead nobody elsewhere, of calls that need a confirmation for other fields or values. */
const opensNothing: Record<string, string[]> = {
  updateSubscription: ['ordering', 'verbose_events'],
  updateCarrierAccount: ['name', 'services', 'origin'],
  updateDriver: ['name', 'telephone', 'email', 'capacity', 'available'],
  updateBranding: ['display_name', 'accent_color'],
}

test('each field that such a call may set is decided upon', () => {
  const decided: Record<string, string[]> = {}
  const settable: Record<string, string[]> = {}
  for (const { operationId, confirmation, body } of ofSessions) {
    if (confirmation === undefined || confirmation === 'always' || body?.kind !== 'json') continue
    const names = confirmation.flatMap((field) => (typeof field === 'string' ? [field] : Object.keys(field)))
    decided[operationId] = [...names, ...(opensNothing[operationId] ?? [])].sort()
    const shapes = body.variants.map((variant): [string, ZodType][] => Object.entries(Object(variant).shape))
    settable[operationId] = shapes.flatMap((shape) => shape.filter(isSettable).map(([name]) => name)).sort()
  }
  expect(settable).toEqual(decided)
  expect(Object.keys(settable)).toEqual(expect.arrayContaining(Object.keys(opensNothing)))
})

/** Not one that is accepted only because a response may be sent back. */
const isSettable = ([, schema]: [string, ZodType]): boolean =>
  !/^(Read-only|Ignored)/.test((schema instanceof ZodOptional ? Object(schema.unwrap()) : schema).description ?? '')
