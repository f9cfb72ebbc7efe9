/** Pure: examples of sessions and teams. */
import { scopesOfRole } from '@waybill/contracts/requests/roles'
import type { At } from './example-resources.ts'

const scopesIn = (livemode: boolean) => [...scopesOfRole('operations', { livemode })]

const exampleSession = (at: At) => ({
  session_id: 'ses_01k5xw2m8cf4v9n6t3qzr7hydj',
  user: {
    user_id: 'usr_01k5xw2m8cf4v9n6t3qzr7hydk',
    email: 'ada@example.com',
    name: 'Ada Brook',
    has_password: true,
    has_totp: false,
    passkeys_count: 0,
  },
  merchant: { merchant_id: 'mer_01k5xw2m8cf4v9n6t3qzr7hydm', name: 'Corner Bakery' },
  role: 'operations',
  scopes: scopesIn(true),
  environments: [
    { environment_id: 'env_01k5xw2m8cf4v9n6t3qzr7hydb', name: 'Test', livemode: false, scopes: scopesIn(false) },
    { environment_id: 'env_01k5xw2m8cf4v9n6t3qzr7hydn', name: 'Live', livemode: true, scopes: scopesIn(true) },
  ],
  created_at: at(8),
  expires_at: at(8 + 720),
  idle_expires_at: at(20),
})

const exampleInvitation = (at: At) => ({
  invitation_id: 'inv_01k5xw2m8cf4v9n6t3qzr7hydp',
  email: 'grace@example.com',
  role: 'support',
  created_by: 'usr_01k5xw2m8cf4v9n6t3qzr7hydk',
  created_at: at(8),
  expires_at: at(8 + 168),
})

/** `data` of responses by component name. */
export const accountResponses = (at: At) => ({
  Session: exampleSession(at),
  OwnSession: {
    session_id: 'ses_01k5xw2m8cf4v9n6t3qzr7hydj',
    current: true,
    method: 'password',
    address: '203.0.113.7',
    user_agent: 'Mozilla/5.0',
    created_at: at(8),
    last_seen_at: at(9),
    expires_at: at(8 + 720),
  },
  Member: {
    user_id: 'usr_01k5xw2m8cf4v9n6t3qzr7hydk',
    email: 'ada@example.com',
    name: 'Ada Brook',
    role: 'operations',
    active: true,
    has_totp: true,
    passkeys_count: 1,
    has_oidc: false,
    created_at: at(8),
  },
  LinkAccount: { purpose: 'sign_in', email: 'ada@example.com', merchant_name: 'Corner Bakery' },
  SignInChallenge: {
    challenge: '3qWmW1o5nU8Q0b1m0kq7bX2mHc3ZxN9sD4eFgHiJkLM',
    factors: ['totp', 'recovery_code'],
    expires_at: at(8),
  },
  Totp: { enabled: true, enabled_at: at(8), recovery_codes_left: 9 },
  TotpSetup: {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    url: 'otpauth://totp/Waybill:ada%40example.com?issuer=Waybill&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
  },
  RecoveryCodes: { recovery_codes: ['k3vd-a2xw-ehtn-7qjm', 'p5ze-rr4c-w2bd-jx3f'] },
  PasskeyOptions: {
    options: { challenge: 'mJx0Zk8w3vQeT1rY', rpId: 'waybill.example.com', userVerification: 'required' },
    expires_at: at(8),
  },
  Passkey: {
    passkey_id: 'pky_01k5xw2m8cf4v9n6t3qzr7hydq',
    name: 'Phone of Ada',
    synced: true,
    created_at: at(8),
    last_used_at: at(9),
  },
  OidcProvider: {
    provider_id: 'oip_01k5xw2m8cf4v9n6t3qzr7hydr',
    issuer: 'https://login.example.com',
    client_id: 'waybill',
    email_domains: ['example.com'],
    email_trusted: false,
    default_role: 'support',
    required: true,
    needs_confirmation: false,
    redirect_uri: 'https://waybill.example.com/console/sign-in/callback/mer_01k5xw2m8cf4v9n6t3qzr7hydm',
    sign_in_url: 'https://waybill.example.com/console/sign-in?provider=oip_01k5xw2m8cf4v9n6t3qzr7hydr',
    created_at: at(8),
    updated_at: at(8),
  },
  OidcProviderCheck: { reachable: true, problem: null },
  OidcSignIn: {
    authorization_url:
      'https://login.example.com/auth?client_id=waybill&response_type=code&scope=openid+email+profile&state=mJx0Zk8w',
    merchant_name: 'Corner Bakery',
    expires_at: at(8),
  },
  Invitation: exampleInvitation(at),
  InvitationWithLink: {
    ...exampleInvitation(at),
    url: 'https://waybill.example.com/console/accept-invitation#token=…',
  },
  PasswordReset: {
    user_id: 'usr_01k5xw2m8cf4v9n6t3qzr7hydk',
    url: 'https://waybill.example.com/console/reset-password#token=…',
    expires_at: at(32),
  },
})

/** Data that a browser signs, shortened. */
const assertion = {
  id: 'u3cTr6wQ1xkXb0YpS2m0vA',
  rawId: 'u3cTr6wQ1xkXb0YpS2m0vA',
  type: 'public-key',
  response: {
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4u',
    authenticatorData: 'SZYN5YgOjGh0NBcP',
    signature: 'MEUCIQDx',
  },
}

/** Request bodies by operationId. */
export const accountRequests = {
  createSession: { email: 'ada@example.com', password: 'a long sentence that only Ada knows' },
  acceptInvitation: {
    token: '3qWmW1o5nU8Q0b1m0kq7bX2mHc3ZxN9sD4eFgHiJkLM',
    name: 'Grace Hill',
    password: 'four unrelated words here',
  },
  resetPassword: { token: '3qWmW1o5nU8Q0b1m0kq7bX2mHc3ZxN9sD4eFgHiJkLM', password: 'four unrelated words here' },
  updateUser: { name: 'Ada Brook-Hill' },
  createInvitation: { email: 'grace@example.com', role: 'support' },
  updateMember: { role: 'developer' },
  createSessionWithCode: { challenge: '3qWmW1o5nU8Q0b1m0kq7bX2mHc3ZxN9sD4eFgHiJkLM', code: '492039' },
  enableTotp: { code: '492039' },
  disableTotp: { code: '492039' },
  createSessionWithPasskey: { credential: assertion },
  createOidcSignIn: { provider_id: 'oip_01k5xw2m8cf4v9n6t3qzr7hydr' },
  createSessionWithOidc: {
    merchant_id: 'mer_01k5xw2m8cf4v9n6t3qzr7hydm',
    query: 'code=SplxlOBeZQQYbYS6WxSbIA&state=mJx0Zk8w',
  },
  createOidcProvider: {
    issuer: 'https://login.example.com',
    client_id: 'waybill',
    client_secret: 'a secret that the provider has made',
    email_domains: ['example.com'],
    default_role: 'support',
    required: true,
  },
  updateOidcProvider: { required: false },
  confirmSession: { password: 'a long sentence that only Ada knows' },
  createPasskey: {
    name: 'Phone of Ada',
    credential: {
      id: 'u3cTr6wQ1xkXb0YpS2m0vA',
      rawId: 'u3cTr6wQ1xkXb0YpS2m0vA',
      type: 'public-key',
      response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4u', attestationObject: 'o2NmbXRkbm9uZWdh' },
    },
  },
  updatePasskey: { name: 'Phone of Ada' },
  readLink: { token: '3qWmW1o5nU8Q0b1m0kq7bX2mHc3ZxN9sD4eFgHiJkLM' },
  createSessionWithLink: { token: '3qWmW1o5nU8Q0b1m0kq7bX2mHc3ZxN9sD4eFgHiJkLM' },
}
