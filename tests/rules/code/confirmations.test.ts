/**
 * Each write that a session can make has a decision: it needs a recent confirmation, as its route declares, or it is listed
 * here as one that opens nothing. What makes, shows or moves a credential, a role or a place that gets data needs one.
 */
import { routeTable } from '@waybill/gateway/routes/table'
import { expect, test } from 'vitest'

const needsNone = [
  // The daily work: the role decides.
  ...['createShipment', 'createOnDemandShipment', 'createShipmentBatch', 'updateShipment', 'cancelShipment'],
  ...['createPickupLocation', 'updatePickupLocation', 'deletePickupLocation', 'createQuote', 'bookShipment'],
  ...['cancelBooking', 'createBookingBatch', 'createLabelBatch', 'markLabelPrinted', 'assignDriver'],
  ...['advanceShipment', 'planFault', 'removeFault'],
  // Settings without secrets and addresses of machines.
  ...['createSavedView', 'updateSavedView', 'deleteSavedView', 'createParcelPreset', 'updateParcelPreset'],
  ...['deleteParcelPreset', 'updateBranding', 'resetBranding', 'uploadLogo', 'deleteLogo'],
  ...['createRateCard', 'updateRateCard', 'deleteRateCard', 'updateDriver', 'updatePasskey'],
  // They send to an address, or use credentials, that a confirmed call has set.
  ...['testSubscription', 'redeliver', 'createReplay', 'cancelReplay', 'verifyCarrierAccount', 'checkOidcProvider'],
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

test('the fields that need a confirmation are fields of the document', () => {
  for (const { operationId, confirmation, body } of ofSessions) {
    if (confirmation === undefined || confirmation === 'always') continue
    const shapes = body?.kind === 'json' ? body.variants.map((variant) => Object.keys(Object(variant).shape)) : []
    for (const shape of shapes) expect(shape, operationId).toEqual(expect.arrayContaining([...confirmation]))
    expect(shapes, operationId).not.toEqual([])
  }
})
