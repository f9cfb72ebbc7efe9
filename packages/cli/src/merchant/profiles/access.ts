/** Which address and key a command uses. */
import { CliError } from '../../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import { DEFAULT_PROFILE, findProfile, type Profile, profileNames } from './profile.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface Access extends Profile {
  /** Null: the key is WAYBILL_API_KEY. */
  profile: string | null
}

interface Wanted {
  env: Environment
  /** Value of --profile. */
  profile: string | undefined
  /** Folder of the profiles. */
  folder: string
}

export const profileName = ({ env, profile }: Pick<Wanted, 'env' | 'profile'>): string =>
  profile ?? (env.WAYBILL_PROFILE || DEFAULT_PROFILE)

/**
 * The profile of --profile; else WAYBILL_API_KEY at WAYBILL_URL or the address of the profile; else the profile of
 * WAYBILL_PROFILE, or `default`. The key of a profile is never sent to another address. Throws a CliError.
 */
export async function findAccess({ env, profile, folder }: Wanted): Promise<Access> {
  const name = profileName({ env, profile })
  const { WAYBILL_API_KEY: key, WAYBILL_URL: address } = env
  const stored = await findProfile(folder, name)
  if (key && profile === undefined) {
    const baseUrl = address || stored?.baseUrl
    if (baseUrl) return { baseUrl: checkBaseUrl(baseUrl), apiKey: checkToken(key), profile: null }
    throw new CliError(EXIT.usage, 'Set WAYBILL_URL to the address of your Waybill, beside WAYBILL_API_KEY.')
  }
  if (stored === null) throw await signedOut(folder, name)
  if (profile === undefined && address && checkBaseUrl(address) !== stored.baseUrl) {
    throw new CliError(
      EXIT.usage,
      `WAYBILL_URL is ${address}, but the key of the profile "${name}" belongs to ${stored.baseUrl}. Unset WAYBILL_URL, set WAYBILL_API_KEY too, or pass --profile.`,
    )
  }
  return { ...stored, profile: name }
}

async function signedOut(folder: string, name: string): Promise<CliError> {
  const others = await profileNames(folder)
  if (name === DEFAULT_PROFILE && others.length === 0)
    return new CliError(EXIT.signedOut, 'You are not signed in. Run waybill login, or set WAYBILL_API_KEY.')
  const known = others.length === 0 ? 'There are no profiles.' : `Profiles: ${others.join(', ')}.`
  return new CliError(EXIT.signedOut, `There is no profile "${name}". ${known} Add it: waybill login --profile ${name}`)
}

/** Without slashes at its end. Throws a CliError for what is no address. */
export function checkBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username) {
    return url.href.replace(/\/+$/, '')
  }
  throw new CliError(
    EXIT.usage,
    `"${text}" is no address of a Waybill: expected one such as https://waybill.example.com, without a query.`,
  )
}

/** Throws a CliError for what cannot be a token, without repeating it. */
export function checkToken(text: string): string {
  if (/^[\x21-\x7e]{1,4096}$/.test(text)) return text
  throw new CliError(
    EXIT.usage,
    'The API key is empty, or has a blank or another character that no key has. Copy it again: wb_test_… or wb_live_….',
  )
}
