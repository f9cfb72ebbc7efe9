/** Pure: examples of sessions and teams. */
import { scopesOfRole } from '../accounts/roles.ts'
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
    created_at: at(8),
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
  createSessionWithLink: { token: '3qWmW1o5nU8Q0b1m0kq7bX2mHc3ZxN9sD4eFgHiJkLM' },
}
