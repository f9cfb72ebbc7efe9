/** Sessions of the people who use the console, for component tests. */
import type { OwnSession, Passkey, Session, Totp } from '@waybill/sdk'

export const ENVIRONMENT_ID = 'env_00000000000000000000000001'
/** When everything of the builders was made. */
export const AT = '2026-03-02T09:00:00.000Z'

type Scopes = Session['scopes']

const both = (...nouns: string[]): string[] => nouns.flatMap((noun) => [`${noun}:read`, `${noun}:write`])

export const OWNER_SCOPES: Scopes = [
  ...both('shipments', 'quotes', 'bookings', 'webhooks', 'carriers', 'drivers', 'views', 'settings', 'api_keys'),
  ...both('team'),
  'shipments:change',
  ...both('parcel_presets'),
  'events:read',
  'api_log:read',
  'audit_log:read',
]

/** Scopes of every role. */
const DAILY_SCOPES: Scopes = [
  ...['shipments:read', 'quotes:read', 'bookings:read', 'carriers:read', 'drivers:read', 'events:read'],
  ...['parcel_presets:read', 'team:read', 'views:read', 'views:write'],
]
export const SUPPORT_SCOPES: Scopes = [...DAILY_SCOPES, 'shipments:change']
export const OPERATIONS_SCOPES: Scopes = [
  ...SUPPORT_SCOPES,
  ...['shipments:write', 'quotes:write', 'bookings:write', 'drivers:write', 'parcel_presets:write'],
]

/** Scopes of somebody who reads everything and changes nothing. */
export const READER_SCOPES: Scopes = OWNER_SCOPES.filter((scope) => scope.endsWith(':read'))

/** A session of Ada Miller, who owns the merchant, in its test environment. */
export function aSession(values: Partial<Session> = {}): Session {
  const scopes = values.scopes ?? OWNER_SCOPES
  return {
    session_id: 'ses_00000000000000000000000001',
    user: aUser(),
    merchant: { merchant_id: 'mer_00000000000000000000000001', name: 'Corner Bakery' },
    role: 'owner',
    scopes,
    environments: [{ environment_id: ENVIRONMENT_ID, name: 'Sandbox', livemode: false, scopes }],
    created_at: AT,
    expires_at: AT,
    idle_expires_at: AT,
    ...values,
  }
}

export const aUser = (values: Partial<Session['user']> = {}): Session['user'] => ({
  user_id: 'usr_00000000000000000000000001',
  email: 'ada@example.com',
  name: 'Ada Miller',
  has_password: true,
  has_totp: false,
  passkeys_count: 0,
  ...values,
})

export const anOwnSession = (values: Partial<OwnSession> = {}): OwnSession => ({
  session_id: 'ses_00000000000000000000000001',
  current: true,
  method: 'password',
  address: '203.0.113.7',
  user_agent: 'Firefox on Linux',
  created_at: AT,
  last_seen_at: AT,
  expires_at: AT,
  ...values,
})

export const aTotp = (values: Partial<Totp> = {}): Totp => ({
  enabled: false,
  enabled_at: null,
  recovery_codes_left: 0,
  ...values,
})

export const aPasskey = (values: Partial<Passkey> = {}): Passkey => ({
  passkey_id: 'psk_00000000000000000000000001',
  name: 'Work phone',
  synced: true,
  created_at: AT,
  last_used_at: null,
  ...values,
})
