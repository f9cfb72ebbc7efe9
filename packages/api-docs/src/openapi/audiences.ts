/** Pure: who reads which document. */
import type { Operation } from '@waybill/contracts/requests/operation'
import type { OpenApiDocument } from './types.ts'

/** `merchants`: what programs call with an API key. `people`: their accounts, and what the console keeps. */
export const audiences = ['merchants', 'people', 'drivers'] as const
export type Audience = (typeof audiences)[number]

export const documentPaths: Record<Audience, string> = {
  merchants: '/openapi.json',
  people: '/openapi/people.json',
  drivers: '/openapi/drivers.json',
}

export const introductions: Record<Exclude<Audience, 'merchants'>, string> = {
  people:
    'What the console calls for people: signing in, the team, branding, customs defaults, saved views, parcel presets and the API log. What programs call is in [the document for merchants](/openapi.json).',
  drivers:
    'What the app of your own drivers calls, with the token of a driver. What programs call is in [the document for merchants](/openapi.json).',
}

/** Tags of the other documents; every other tag is for merchants. */
const tagAudiences: Record<string, Audience> = {
  Sessions: 'people',
  Team: 'people',
  Branding: 'people',
  'Customs defaults': 'people',
  'Saved views': 'people',
  'Parcel presets': 'people',
  'API log': 'people',
  'Driver app': 'drivers',
}
const findAudience = (tag: string): Audience => tagAudiences[tag] ?? 'merchants'

/** Whether the document has operations with this tag. Without an audience, it has all. */
export const isShownTo = (audience: Audience | undefined, { tag }: Pick<Operation, 'tag'>): boolean =>
  audience === undefined || findAudience(tag) === audience

/** Groups of tags in the navigation of the reference, the most frequent task first. */
export const tagGroups = [
  { name: 'Ship', tags: ['Shipments', 'Quotes', 'Bookings', 'Pickups', 'Manifests'] },
  { name: 'Follow', tags: ['Webhooks', 'Events'] },
  { name: 'Test', tags: ['Simulator'] },
  { name: 'Carriers', tags: ['Carriers', 'Carrier accounts', 'Rate cards', 'Drivers'] },
  { name: 'Settings', tags: ['Pickup locations', 'API keys'] },
]

type Shared = Pick<OpenApiDocument['components'], 'parameters' | 'headers' | 'securitySchemes'>

/** The shared parts that the operations refer to. */
export function usedComponents(components: Shared, operations: object): Shared {
  const text = JSON.stringify(operations)
  const keep = <T>(kind: keyof Shared, all: Record<string, T>): Record<string, T> =>
    Object.fromEntries(
      Object.entries(all).filter(([name]) =>
        text.includes(kind === 'securitySchemes' ? `{"${name}":[` : `"#/components/${kind}/${name}"`),
      ),
    )
  return {
    parameters: keep('parameters', components.parameters),
    headers: keep('headers', components.headers),
    securitySchemes: keep('securitySchemes', components.securitySchemes),
  }
}
