import type { ChassisTables } from '@waybill/chassis/postgres/chassis-tables'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { AuditOutcome } from './audit/entry.ts'

/** Columns of what an operator can suspend. */
export interface SuspensionColumns {
  /** null: not suspended. */
  suspended_at: Date | null
  suspended_reason: string | null
  /** The last suspension or resumption. */
  access_changed_at: Date | null
}

export interface MerchantTable extends SuspensionColumns {
  merchant_id: string
  name: string
  is_demo: Generated<boolean>
  created_at: Generated<Date>
}

export interface EnvironmentTable extends SuspensionColumns {
  environment_id: string
  merchant_id: string
  name: string
  livemode: boolean
  created_at: Generated<Date>
}

export interface ApiKeyTable extends SuspensionColumns {
  environment_id: string
  key_id: string
  name: string
  /** SHA-256 of the token. */
  hash: Buffer
  /** `wb_test_` or `wb_live_`. */
  prefix: string
  last4: string
  /** null: all scopes except `api_keys:*`. */
  scopes: string[] | null
  /** null: the gateway's RATE_LIMIT. */
  rate_limit_per_second: number | null
  /** Cannot be changed once set: a trigger keeps it. */
  revoked_at: Date | null
  /** null: does not expire. */
  expires_at: Date | null
  /** Up to a minute before the last request. */
  last_used_at: Date | null
  /** The key or the user that made this one; null: an operator did. */
  created_by: string | null
  created_at: Generated<Date>
}

/** Signs access tokens. Of the installation, not of an environment. */
export interface SigningKeyTable {
  key_id: string
  public_jwk: JSONColumnType<Record<string, unknown>, string, never>
  /** A JWK, encrypted under the key of TOKEN_ENCRYPTION_KEYS that `sealed_with` names. */
  private_key: Buffer
  sealed_with: string
  signs_from: Date
  /** null: the newest key. */
  verifies_until: Date | null
  created_at: Generated<Date>
}

/** A person of a merchant's team. */
export interface MemberTable {
  merchant_id: string
  user_id: string
  /** In lower case; unique in the team. */
  email: string
  name: string
  /** One of `roles`, or that of a newer version. */
  role: string
  /** In PHC form; null: the member signs in by other means. */
  password_hash: string | null
  deactivated_at: Date | null
  /** The last change of what the member may do. */
  access_changed_at: Date | null
  created_at: Generated<Date>
  /** When the personal data was erased; the row is then no member of the team. */
  erased_at: Date | null
}

interface SessionTable {
  merchant_id: string
  user_id: string
  session_id: string
  /** SHA-256 of the cookie. */
  token_hash: Buffer
  /** How the member signed in. */
  method: string
  address: string
  user_agent: string | null
  created_at: Generated<Date>
  /** Up to a minute before the last request. */
  last_seen_at: Generated<Date>
  expires_at: Date
  revoked_at: Date | null
  /** The last proof of who the member is, after the sign-in. */
  confirmed_at: Date | null
}

/** The authenticator app of a member. */
interface TotpTable {
  merchant_id: string
  user_id: string
  /** Encrypted under the key of TOKEN_ENCRYPTION_KEYS that `sealed_with` names. */
  secret: Buffer
  sealed_with: string
  /** null: the member has not shown a code yet. */
  enabled_at: Date | null
  /** The time step, of 30 s, of the last code that was used. */
  last_step: number | null
  created_at: Generated<Date>
}

/** Deleted when it is used. */
interface RecoveryCodeTable {
  merchant_id: string
  user_id: string
  /** SHA-256 of the code. */
  code_hash: Buffer
}

export interface PasskeyTable {
  merchant_id: string
  user_id: string
  passkey_id: string
  name: string
  /** In base64url, as browsers send it; unique in the installation. */
  credential_id: string
  /** In COSE form. */
  public_key: Buffer
  /** The authenticator's counter of signatures; 0 if it has none. */
  use_count: number
  transports: string[]
  /** Whether the authenticator copies it to the person's other devices. */
  synced: boolean
  created_at: Generated<Date>
  last_used_at: Date | null
}

/** Challenge of a sign-in, or for a passkey. Deleted when it is used. */
interface SignInChallengeTable {
  /** SHA-256 of the challenge. */
  challenge_hash: Buffer
  purpose: string
  /** null: the passkey says who signs in. */
  merchant_id: string | null
  user_id: string | null
  /** How the member began to sign in. */
  method: string | null
  /** SHA-256 of the password's stored hash: a new password ends the challenge. */
  password_digest: Buffer | null
  expires_at: Date
}

/** The OpenID Connect provider of a team. */
export interface OidcProviderTable {
  merchant_id: string
  /** Names the provider on the page to sign in. */
  provider_id: string
  issuer: string
  client_id: string
  /** Encrypted under the key of TOKEN_ENCRYPTION_KEYS that `sealed_with` names. */
  client_secret: Buffer
  sealed_with: string
  /** Origin of the token endpoint for which the secret was entered; null until the provider has answered. */
  token_origin: string | null
  /** Id of the owner who saved it last; null for one saved by an older version. */
  entered_by: string | null
  /** In lower case. */
  email_domains: string[]
  /** Whether an address counts as verified if the provider does not say. */
  email_trusted: boolean
  /** null: only members and invited people sign in. */
  default_role: string | null
  /** Whether members who are not owners sign in with it only. */
  required: boolean
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** The account of a member at the provider of the team. */
interface OidcIdentityTable {
  merchant_id: string
  user_id: string
  /** The provider's name for the person, which never changes. */
  subject: string
  created_at: Generated<Date>
  last_used_at: Generated<Date>
}

/** A person who may become a member. Deleted when accepted or revoked. */
export interface InvitationTable {
  merchant_id: string
  invitation_id: string
  /** In lower case; one of each merchant. */
  email: string
  role: string
  /** SHA-256 of the token in the link. */
  token_hash: Buffer
  created_by: string
  created_at: Generated<Date>
  expires_at: Date
}

/** A link that signs a member in, once. */
interface OneTimeLinkTable {
  merchant_id: string
  user_id: string
  link_id: string
  purpose: string
  /** SHA-256 of the token in the link. */
  token_hash: Buffer
  /** The member who made the link; null: an operator did. */
  created_by: string | null
  created_at: Generated<Date>
  expires_at: Date
  used_at: Date | null
}

/** Append-only: triggers refuse updates but the erasure of a member's address and browser, and deletions within 90 days. */
export interface AuditEntryTable {
  position: GeneratedAlways<number>
  occurred_at: Generated<Date>
  action_id: string
  actor: string
  action: string
  target_type: string | null
  target_id: string | null
  merchant_id: string | null
  environment_id: string | null
  address: string
  user_agent: string | null
  request_id: string
  outcome: AuditOutcome
  code: string | null
}

/** The tables of identity, in the schema of the process that it runs in. */
export type IdentityDatabase = ChassisTables & {
  merchant: MerchantTable
  environment: EnvironmentTable
  api_key: ApiKeyTable
  audit_entry: AuditEntryTable
  signing_key: SigningKeyTable
  member: MemberTable
  session: SessionTable
  one_time_link: OneTimeLinkTable
  invitation: InvitationTable
  totp: TotpTable
  recovery_code: RecoveryCodeTable
  passkey: PasskeyTable
  sign_in_challenge: SignInChallengeTable
  oidc_provider: OidcProviderTable
  oidc_identity: OidcIdentityTable
}
