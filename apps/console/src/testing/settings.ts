/** Settings of a merchant, as the API shows them, for component tests. */
import type {
  AuditEntry,
  Branding,
  CustomsDefaults,
  Invitation,
  Member,
  OidcProvider,
  ParcelPreset,
  PickupLocation,
  ReturnRules,
} from '@waybill/sdk'
import { AT, ENVIRONMENT_ID } from './session.ts'
import { aShipment, theAddresses } from './shipments.ts'

/** In kilograms and centimetres. */
export function aParcelPreset(values: Partial<ParcelPreset> = {}): ParcelPreset {
  const { weight_kg = null, length_cm = '30.00', width_cm = '20.00', height_cm = '10.00' } = values
  return {
    preset_id: 'prs_00000000000000000000000001',
    environment_id: ENVIRONMENT_ID,
    name: 'Shoes',
    weight_kg,
    weight: weight_kg === null ? null : { value: weight_kg, unit: 'kg' },
    length_cm,
    width_cm,
    height_cm,
    dimensions: { length: length_cm, width: width_cm, height: height_cm, unit: 'cm' },
    is_default: false,
    created_at: AT,
    updated_at: AT,
    ...values,
  }
}

const MORNING = [{ from: '09:00', to: '17:00' }]

export const aPickupLocation = (values: Partial<PickupLocation> = {}): PickupLocation => ({
  pickup_location_id: 'pul_00000000000000000000000001',
  environment_id: ENVIRONMENT_ID,
  location_id: 'loc_1',
  name: 'Hall',
  address: theAddresses(aShipment()).pickup_address,
  hours: {
    monday: MORNING,
    tuesday: MORNING,
    wednesday: MORNING,
    thursday: MORNING,
    friday: MORNING,
    saturday: [],
    sunday: [],
  },
  closed_dates: [],
  time_zone: 'Europe/London',
  holidays: 'observe',
  created_at: AT,
  updated_at: AT,
  ...values,
})

export const aBranding = (values: Partial<Branding> = {}): Branding => ({
  environment_id: ENVIRONMENT_ID,
  display_name: null,
  accent_color: null,
  support_url: null,
  support_phone: null,
  logo: null,
  updated_at: null,
  ...values,
})

export const someCustomsDefaults = (values: Partial<CustomsDefaults> = {}): CustomsDefaults => ({
  environment_id: ENVIRONMENT_ID,
  contents: null,
  non_delivery: null,
  certify: false,
  certify_signer: null,
  export_filing: null,
  tax_ids: [],
  updated_at: null,
  ...values,
})

export const someReturnRules = (values: Partial<ReturnRules> = {}): ReturnRules => ({
  environment_id: ENVIRONMENT_ID,
  enabled: false,
  days: 30,
  countries: null,
  reasons: [],
  pay: null,
  label: 'paper',
  approve: null,
  updated_at: null,
  ...values,
})

/** A member of the team: the one who is signed in, unless there is another id. */
export const aMember = (values: Partial<Member> = {}): Member => ({
  user_id: 'usr_00000000000000000000000001',
  email: 'ada@example.com',
  name: 'Ada Miller',
  role: 'owner',
  active: true,
  has_totp: false,
  passkeys_count: 0,
  has_oidc: false,
  created_at: AT,
  ...values,
})

/** Somebody of the team who is not signed in. */
export const aColleague = (values: Partial<Member> = {}): Member =>
  aMember({
    user_id: 'usr_00000000000000000000000002',
    email: 'sam@example.com',
    name: 'Sam Reader',
    role: 'support',
    ...values,
  })

export const anInvitation = (values: Partial<Invitation> = {}): Invitation => ({
  invitation_id: 'inv_00000000000000000000000001',
  email: 'olu@example.com',
  role: 'operations',
  created_by: 'usr_00000000000000000000000001',
  created_at: AT,
  expires_at: '2099-03-05T09:00:00.000Z',
  ...values,
})

export const aProvider = (values: Partial<OidcProvider> = {}): OidcProvider => ({
  provider_id: 'oip_00000000000000000000000001',
  issuer: 'https://id.example.com',
  client_id: 'waybill',
  email_domains: ['example.com'],
  email_trusted: true,
  default_role: null,
  required: false,
  redirect_uri: 'http://localhost/console/sign-in/callback',
  needs_confirmation: false,
  sign_in_url: 'http://localhost/console/sign-in?provider=oip_00000000000000000000000001',
  created_at: AT,
  updated_at: AT,
  ...values,
})

export const anAuditEntry = (values: Partial<AuditEntry> = {}): AuditEntry => ({
  action_id: 'aud_00000000000000000000000001',
  occurred_at: AT,
  actor: { type: 'member', id: 'usr_00000000000000000000000001', name: 'Ada Miller', email: 'ada@example.com' },
  action: 'create_invitation',
  object_type: null,
  object_id: null,
  environment_id: null,
  outcome: 'succeeded',
  error_code: null,
  address: '203.0.113.7',
  request_id: 'req_1',
  ...values,
})
