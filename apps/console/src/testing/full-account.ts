/** Answers for every list and thing that a screen reads: one of each. */
import { type Answers, list, versioned } from './api.ts'
import { aCarrier, aDriver, anAccount, aRateCard, easyPost, ownFleet } from './carriers.ts'
import { someCosts } from './costs.ts'
import { aCall, aDelivery, aFault, aKey, anEndpoint, anEvent, anEventType } from './developers.ts'
import { anOwnSession, aPasskey, aTotp } from './session.ts'
import {
  aBranding,
  aColleague,
  aMember,
  anAuditEntry,
  anInvitation,
  aParcelPreset,
  aPickupLocation,
  someCustomsDefaults,
  someReturnRules,
} from './settings.ts'
import { aBooking, anEntry, aPlace, aQuote, aShipment, aView, someCounts, theAddresses } from './shipments.ts'

const WORK = ['incident', 'failure_reason', 'updated_from', 'created_to']
const isOtherWork = (query: URLSearchParams): boolean =>
  query.get('waiting_for') === 'approval' || WORK.some((name) => query.has(name))

export const fullAccount = (): Answers => ({
  // The lists of work that ask for another reason to look at a shipment are empty.
  'GET /shipments': ({ query }) => list(isOtherWork(query) ? [] : [aShipment()]),
  'GET /shipments/:id': versioned(aShipment()),
  'GET /shipments/bookings': list([aBooking()]),
  'GET /shipments/counts': someCounts(),
  'GET /shipments/tags': list([{ tag: 'fragile' }, { tag: 'Gift' }]),
  'GET /shipments/:id/notes': list([]),
  'GET /shipments/:id/addresses': theAddresses(aShipment()),
  'GET /shipments/:id/events': list([anEntry()]),
  'GET /bookings': ({ query }) => list(query.has('late') ? [] : [aBooking()]),
  'GET /open-labels': list([]),
  'GET /manifests': list([]),
  'GET /pickups': list([]),
  'GET /bookings/:id': aBooking(),
  'GET /bookings/:id/driver_location': aPlace(),
  'GET /bookings/:id/exchanges': list([]),
  'GET /costs': someCosts(),
  'GET /quotes': list([aQuote()]),
  'GET /saved-views': list([aView()]),
  'GET /carriers': list([aCarrier(), easyPost(), ownFleet()]),
  'GET /carrier-accounts': list([anAccount()]),
  'GET /rate-cards': list([aRateCard()]),
  'GET /rate-cards/:id': versioned(aRateCard()),
  'GET /drivers': list([aDriver()]),
  'GET /drivers/:id': versioned(aDriver()),
  'GET /api-keys': list([aKey()]),
  'GET /webhooks/subscriptions': list([anEndpoint()]),
  'GET /webhooks/subscriptions/:id': versioned(anEndpoint()),
  'GET /webhooks/subscriptions/:id/deliveries': list([aDelivery()]),
  'GET /webhooks/subscriptions/:id/replays': list([]),
  'GET /webhooks/event-types': list([anEventType()]),
  'GET /events': list([anEvent()]),
  'GET /events/:id': anEvent(),
  'GET /api-log': list([aCall()]),
  'GET /api-log/:id': aCall(),
  'GET /simulator/faults': list([aFault()]),
  'GET /team/members': list([aMember(), aColleague()]),
  'GET /team/invitations': list([anInvitation()]),
  'GET /team/oidc-providers': list([]),
  'GET /audit-log': list([anAuditEntry()]),
  'GET /pickup-locations': list([aPickupLocation()]),
  'GET /parcel-presets': list([aParcelPreset()]),
  'GET /branding': versioned(aBranding()),
  'GET /customs-defaults': versioned(someCustomsDefaults()),
  'GET /return-rules': versioned(someReturnRules()),
  'GET /sessions': list([anOwnSession()]),
  'GET /session/totp': aTotp(),
  'GET /session/passkeys': list([aPasskey()]),
  'GET /console/config.json': () => Response.json({ version: '0.0.0', map_tiles_url: null }),
})
