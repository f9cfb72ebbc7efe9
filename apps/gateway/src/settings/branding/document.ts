/** The look of tracking pages, as merchants send and see it. */
import type { ErrorDetail } from '@waybill/contracts/app-error'
import type { Accepted } from '@waybill/contracts/requests/across-fields'
import { changedNames, ignored, readOnly, readOnlyDetail } from '@waybill/contracts/requests/read-only-fields'
import { refuse } from '@waybill/contracts/requests/validation'
import { patchedPhone, patchedText } from '@waybill/contracts/values/text'
import { z } from 'zod'
import { computeContrast, LEAST_CONTRAST, LIGHT_CARD } from './contrast.ts'

const LONGEST_URL = 500

const accentColor = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, { error: 'must be a colour such as #0b6bcb' })
  .transform((color) => color.toLowerCase())
  .superRefine((color, context) => {
    const contrast = computeContrast(color, LIGHT_CARD)
    if (contrast >= LEAST_CONTRAST) return
    const message = `must be darker: its contrast with white is ${contrast.toFixed(1)}, and text needs ${LEAST_CONTRAST}`
    refuse(context, [], 'invalid_value', message)
  })

const supportUrl = patchedText(LONGEST_URL).refine((text) => !text || isSafeLink(text), {
  error: 'must be a URL that begins with https://',
  params: { code: 'invalid_format' },
})

/** A link of a public page: no script, and no password in it. */
function isSafeLink(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}

const fixedNames = ['environment_id', 'logo'] as const

/** Body of PATCH /api/v1/branding. Takes a response. */
export const updateBrandingSchema = z
  .strictObject({
    display_name: patchedText(80).describe('Name at the top of the page. Null: none.'),
    accent_color: accentColor
      .nullable()
      .optional()
      .describe(
        'Colour of links and of the progress, `#rrggbb`. Its contrast with white must be at least 4.5; the dark page lightens it as far as needed. Null: that of Waybill.',
      ),
    support_url: supportUrl.describe('Where recipients get help: a page at https://. Null: none.'),
    support_phone: patchedPhone.describe('Phone number for recipients. Null: none.'),
    ...Object.fromEntries(fixedNames.map((name) => [name, readOnly.optional()])),
    updated_at: ignored.optional(),
  })
  .meta({ id: 'UpdateBranding' })
/** Fields of a response that is sent back. */
type SentBack = Partial<Record<(typeof fixedNames)[number], unknown>>
export type UpdateBranding = z.output<typeof updateBrandingSchema>

/** A logo without its bytes. */
export interface Logo {
  token: string
  contentType: string
  width: number
  height: number
}

/** The look as it is stored; without a row, every part is null. */
export interface Branding {
  environmentId: string
  displayName: string | null
  accentColor: string | null
  supportUrl: string | null
  supportPhone: string | null
  logo: Logo | null
  /** Rises with each change; also the ETag. 0: nothing is stored. */
  version: number
  updatedAt: Date | null
}

export const noBranding = (environmentId: string): Branding => ({
  environmentId,
  displayName: null,
  accentColor: null,
  supportUrl: null,
  supportPhone: null,
  logo: null,
  version: 0,
  updatedAt: null,
})

export const brandingSchema = z
  .object({
    environment_id: z.string(),
    display_name: z.string().nullable().describe('Name at the top of the page; null: none.'),
    accent_color: z.string().nullable().describe('Colour of links and of the progress; null: that of Waybill.'),
    support_url: z.string().nullable().describe('Where recipients get help; null: none.'),
    support_phone: z.string().nullable().describe('Phone number for recipients; null: none.'),
    logo: z
      .object({
        url: z.string().describe('Public URL of the image; another one after each upload.'),
        content_type: z.string().describe('`image/png`, `image/jpeg` or `image/webp`.'),
        width: z.int().describe('Pixels.'),
        height: z.int().describe('Pixels.'),
      })
      .nullable()
      .describe('The logo; null: none.'),
    updated_at: z.string().nullable().describe('Time of the last change; null: nothing was set yet.'),
  })
  .meta({ id: 'Branding' })
type PublicBranding = z.output<typeof brandingSchema>

/** The path of a logo's public URL. */
export const logoPath = ({ token }: Logo): string => `/logos/${token}`

export const publicBranding = (branding: Branding, publicUrl: string): PublicBranding => ({
  environment_id: branding.environmentId,
  display_name: branding.displayName,
  accent_color: branding.accentColor,
  support_url: branding.supportUrl,
  support_phone: branding.supportPhone,
  logo: branding.logo && {
    url: publicUrl + logoPath(branding.logo),
    content_type: branding.logo.contentType,
    width: branding.logo.width,
    height: branding.logo.height,
  },
  updated_at: branding.updatedAt?.toISOString() ?? null,
})

/** The fields of a response that was sent back which are not as stored. */
export const brandingPatchProblems = (
  shown: PublicBranding,
  patch: Accepted<UpdateBranding> & SentBack,
): ErrorDetail[] => changedNames(shown, patch, fixedNames).map((name) => readOnlyDetail([name]))

/** The look after a patch; the same object if nothing changes. */
export function patchedBranding(before: Branding, patch: UpdateBranding): Branding {
  const { display_name, accent_color, support_url, support_phone } = patch
  const after = {
    ...before,
    displayName: display_name === undefined ? before.displayName : display_name,
    accentColor: accent_color === undefined ? before.accentColor : accent_color,
    supportUrl: support_url === undefined ? before.supportUrl : support_url,
    supportPhone: support_phone === undefined ? before.supportPhone : support_phone,
  }
  const names = ['displayName', 'accentColor', 'supportUrl', 'supportPhone'] as const
  return names.every((name) => after[name] === before[name]) ? before : after
}
